// Terms explain themselves: point at one, tap it or reach it by Tab, and what it means stands beside it.
//
//   data-terms="pair,count"   ->   pair – two symbols next to each other in a word
//                                  count – how often a pair occurs: ...
//
// One box for all of the page, which goes into the component whose term it explains. Escape closes it. The page
// has this as a script, in which no tag may stand.

import { make } from "./dom.js";

const POINTER_PAUSE = 250;
const EDGE = 8; // pixels between the box and the window's edge
/** Here, because a style sheet of the page does not reach into a component. */
const STYLE = `
  position: fixed; inset: auto; margin: 0; box-sizing: border-box; width: max-content; max-width: min(24rem, calc(100vw - ${2 * EDGE}px));
  padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--panel); color: var(--ink);
  font-size: 0.95rem; line-height: 1.45; text-align: start; box-shadow: 0 2px 12px #0003;`;

/** Shows what terms mean; `meanings` has every word of the glossary. */
export class TermsTip {
  constructor(meanings) {
    this.meanings = meanings;
    this.shown = null; // the element that is explained
    this.chosen = null; // the one that has the keyboard's focus or was tapped
    this.timer = 0;
    this.box = make("div", { id: "terms-tip", role: "tooltip", popover: "manual", style: STYLE });
    const listeners = {
      pointerover: (event) => event.pointerType !== "touch" && this.point(event.composedPath()),
      focusin: (event) => this.choose(event.composedPath().slice(0, 1), ":focus-visible"),
      click: (event) => this.choose(event.composedPath(), "*"),
      keydown: (event) => event.key === "Escape" && this.escape(event),
      scroll: () => this.shown && this.place(),
    };
    for (const [name, hear] of Object.entries(listeners)) window.addEventListener(name, hear, true);
  }

  /** The pointer rests on the box, on a term, or elsewhere: then the chosen one is explained, if any. */
  point(path) {
    clearTimeout(this.timer);
    const wanted = termIn(path) ?? this.chosen;
    if (wanted === this.shown || path.includes(this.box)) return;
    this.timer = setTimeout(() => this.show(wanted), POINTER_PAUSE);
  }

  choose(path, state) {
    if (path.includes(this.box)) return;
    clearTimeout(this.timer);
    const term = termIn(path);
    this.chosen = term?.matches(state) ? term : null;
    this.show(this.chosen);
  }

  escape(event) {
    if (this.shown === null) return;
    event.stopImmediatePropagation(); // it closes nothing else
    this.chosen = null;
    this.show(null);
  }

  show(term) {
    this.shown?.removeAttribute("aria-describedby");
    this.shown = term?.isConnected ? term : null;
    this.box.remove();
    if (this.shown === null) return;
    this.box.replaceChildren(...term.dataset.terms.split(",").map((name) => this.meaning(name)));
    const root = term.getRootNode();
    (root === document ? document.querySelector(".stApp") : root).append(this.box);
    this.box.showPopover();
    this.place();
    term.setAttribute("aria-describedby", this.box.id);
  }

  meaning(name) {
    return make("div", {}, make("b", {}, name), ` – ${this.meanings[name]}`);
  }

  /** Below the term, or above it where there is no room. */
  place() {
    const { left, top, bottom } = this.shown.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const isBelow = bottom + height + EDGE < innerHeight;
    this.box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    this.box.style.top = `${isBelow ? bottom : Math.max(0, top - height)}px`;
  }
}

/** The term among elements from the inside out. */
function termIn(path) {
  return path.find((node) => node instanceof Element && node.dataset.terms) ?? null;
}
