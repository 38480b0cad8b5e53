// Terms explain themselves: point at one, tap it or reach it by Tab, and its meaning appears beside it.
//
//   data-terms="pair,count"   ->   pair – two symbols next to each other in a word
//                                  count – how often a pair occurs: ...
//
// One box for all of the page, which goes into the component whose term it explains. It goes as soon as the pointer
// or the focus leaves the term, at a click anywhere, at Escape, and with the term. The pointer reaches what lies
// below it. The page has this as a script, in which no tag may stand.

import { Beside } from "./beside.js";
import { make } from "./dom.js";

const POINTER_PAUSE = 250;
/** Here, because a style sheet of the page does not reach into a component. */
const STYLE = `
  position: fixed; inset: auto; margin: 0; box-sizing: border-box; width: max-content; max-width: min(24rem, calc(100vw - 16px));
  padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--panel); color: var(--ink);
  font-size: 0.95rem; line-height: 1.45; text-align: start; box-shadow: 0 2px 12px #0003; pointer-events: none;`;

/** Shows what terms mean; `meanings` has for every word of the glossary what it means. */
export class TermsTip {
  constructor(meanings) {
    this.meanings = meanings;
    this.box = make("div", { id: "terms-tip", role: "tooltip", popover: "manual", style: STYLE });
    this.beside = new Beside(this.box);
    this.pointed = null; // the term at the pointer
    this.place = ""; // where the pointer is
    this.timer = 0;
    const listeners = {
      pointermove: (event) => this.point(event),
      pointerdown: () => this.press(),
      click: (event) => this.click(event),
      focusin: (event) => this.focus(event),
      focusout: (event) => event.composedPath()[0] === this.beside.at && this.hide(),
      keydown: (event) => event.key === "Escape" && this.escape(event),
      keyup: (event) => event.key === "Tab" && this.tab(focused()),
    };
    for (const [name, hear] of Object.entries(listeners)) window.addEventListener(name, hear, true);
  }

  /** A term that comes under a pointer at rest is not pointed at: a browser may report that too. */
  point(event) {
    const place = `${event.clientX},${event.clientY}`;
    if (event.pointerType === "touch" || place === this.place) return;
    this.place = place;
    const term = termIn(event);
    if (term === this.pointed) return;
    const left = this.pointed;
    this.pointed = term;
    clearTimeout(this.timer);
    if (left !== null && left === this.beside.at) this.hide();
    if (term !== null) this.timer = setTimeout(() => this.show(term), POINTER_PAUSE);
  }

  press() {
    this.before = this.beside.at;
    this.hide();
  }

  /** A tap explains, and a click on a term that is not explained yet; a second one ends it. */
  click(event) {
    const term = termIn(event);
    if (term !== null && term !== this.before) this.show(term);
    else this.hide(); // also after a click that a key made
    this.before = null;
  }

  focus(event) {
    const term = termIn(event);
    if (term === event.composedPath()[0] && term.matches(":focus-visible")) this.show(term);
  }

  /** The window does not hear of a focus that moves inside a component, but of the key that moves it. */
  tab(to) {
    if (to === this.beside.at) return;
    if (to?.dataset.terms && to.matches(":focus-visible")) this.show(to);
    else this.hide();
  }

  escape(event) {
    if (this.beside.at === null) return;
    event.stopImmediatePropagation(); // it closes nothing else
    this.hide();
  }

  hide() {
    clearTimeout(this.timer);
    this.beside.at?.removeAttribute("aria-describedby");
    this.beside.hide();
  }

  show(term) {
    this.hide();
    if (!term.isConnected) return;
    this.box.replaceChildren(...term.dataset.terms.split(",").map((name) => this.meaning(name)));
    const root = term.getRootNode();
    this.beside.show(term, root === document ? document.querySelector(".stApp") : root);
    term.setAttribute("aria-describedby", this.box.id);
  }

  meaning(word) {
    return make("div", {}, make("b", {}, word), ` – ${this.meanings[word]}`);
  }
}

/** The term that an event is about; null for none. */
function termIn(event) {
  return event.composedPath().find((node) => node instanceof Element && node.dataset.terms) ?? null;
}

/** The element with the focus, also inside a component; null for none. */
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
