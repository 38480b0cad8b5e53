// The panel of a token: a click on any token opens it beside that token, with what the token is made of.
//
//   data-tokens="train"          a picture whose tokens open, by the name that Python has for them; "": none open
//     data-position="4"          where it stands
//     data-token="9"             a token, by its id; "2+7": what these two would make
//     data-text="hug"            a token, by its text, written as in an address
//
// Enter opens the one that has the focus; arrow up and down go from one to the next. Escape, a click elsewhere and
// the next key close the panel, and it goes with its token. On a phone it lies at the lower edge.

import { reachableAncestry } from "../ancestry.js";
import { Beside } from "../beside.js";
import { icon, make, makeButton } from "../dom.js";
import { Texts } from "../glyphs.js";
import { Roving, asButton } from "../roving.js";

const PATIENCE = 250;
const TOKEN = "[data-token], [data-text]";
const BLOCK = ".stHtml";
const TEXT = "[data-text]";
const WAYS = { ArrowDown: 1, ArrowUp: -1 };
const STAY_OPEN = ["Tab", "Shift", "Control", "Alt", "Meta"];

/** Hears all of the page; `ask` is told what a person wants to know, and `answer` is called with what is known. */
export class TokenPanel {
  constructor(home, ask) {
    Object.assign(this, { home, ask, serial: Date.now(), of: null, anchor: null, before: null, timer: 0 });
    const close = makeButton("token-close", "Close (Escape)", icon("close"));
    close.addEventListener("click", () => this.close());
    this.sentence = make("p", { class: "origin", role: "status", "data-role": "origin" });
    this.trees = make("div", { class: "trees" });
    this.remarks = make("div", { class: "remarks" });
    this.body = make("div", { class: "body" }, this.sentence, this.trees, this.remarks);
    const attributes = { class: "token-panel", "data-role": "token-panel", role: "dialog", "aria-label": "A token" };
    this.element = make("div", { ...attributes, popover: "manual" }, this.body, close);
    this.element.addEventListener("keydown", (event) => event.stopPropagation()); // no step while it has the focus
    this.beside = new Beside(this.element, () => this.hide());
    this.roving = new Roving(this.body);
    const hear = {
      pointerdown: [(event) => this.press(event), true],
      click: [(event) => this.click(event), false],
      keydown: [(event) => this.hearKey(event), true],
      opentoken: [(event) => this.open(foundIn(event)), false],
    };
    this.listening = Object.entries(hear);
    for (const [name, [listener, first]] of this.listening) window.addEventListener(name, listener, first);
  }

  dispose() {
    this.hide();
    for (const [name, [listener, first]] of this.listening) window.removeEventListener(name, listener, first);
  }

  // ---- opening and closing

  press(event) {
    if (event.composedPath().includes(this.element)) return;
    this.before = this.anchor;
    this.hide();
  }

  /** A click on the token whose panel was open has closed it already. */
  click(event) {
    const path = event.composedPath();
    const before = this.before;
    this.before = null;
    if (!getSelection().isCollapsed) return; // it ends a selection
    const found = foundIn(event);
    if (path.includes(this.element)) this.goOn(path);
    else if (found && found.element !== before) this.open(found);
  }

  hearKey(event) {
    const path = event.composedPath();
    if (this.anchor !== null && event.key === "Escape") {
      event.stopImmediatePropagation(); // it closes nothing else
      this.close();
      return;
    }
    if (event.key === "Tab") reachTexts();
    if (path.includes(this.element)) this.hearKeyInside(event, path);
    else if (event.key === "Tab" && !event.shiftKey && this.beside.at && path[0] === this.anchor) {
      event.preventDefault();
      this.focusables()[0].focus();
    } else if (!STAY_OPEN.includes(event.key)) {
      this.hide();
      this.hearKeyOnText(event, path);
    }
  }

  /** A key on a token in the HTML of a page; tokens of a component hear their keys themselves. */
  hearKeyOnText(event, [token]) {
    const opens = (event.key === "Enter" || event.key === " ") && isReached(token);
    if (opens) this.open(foundIn(event));
    if (opens || walkTexts(event.key, token)) event.preventDefault();
  }

  hearKeyInside(event, path) {
    if (event.key === "Enter" || event.key === " ") {
      if (this.goOn(path)) event.preventDefault();
    } else if (event.key === "Tab") {
      const all = this.focusables();
      if (path[0] !== all.at(event.shiftKey ? 0 : -1)) return;
      event.preventDefault();
      this.anchor.focus();
    }
  }

  focusables() {
    return [...this.element.querySelectorAll("[tabindex='0'], button")];
  }

  open(found) {
    if (found === null) return;
    this.hide();
    this.anchor = found.element;
    this.of = { of: found.of, position: found.position === undefined ? null : Number(found.position) };
    this.askFor(found.element.dataset);
  }

  /** Moves to a token in the panel, which keeps its place. */
  goOn(path) {
    const inside = path.find((node) => node.matches?.(TOKEN));
    if (inside) this.askFor(inside.dataset);
    return inside !== undefined;
  }

  askFor({ token, text }) {
    const [id, right] = (token ?? "").split("+").map(Number);
    const byNumber = right === undefined ? { id } : { left: id, right };
    const wanted = token === undefined ? { text: decodeURIComponent(text) } : byNumber;
    this.serial += 1;
    this.askAgain({ serial: this.serial, ...this.of, ...wanted }, PATIENCE);
  }

  /** Asks, and again if no answer comes: if two components send at once, the server answers only one. */
  askAgain(question, patience) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const waiting = "The server is busy. What the token is made of comes as soon as it answers.";
      if (patience > PATIENCE) this.show({ sentence: [waiting], trees: [], remarks: [], texts: [], rtl: [] });
      this.askAgain(question, 2 * patience);
    }, patience);
    this.ask(question);
  }

  /** Closes it, and gives the focus back if it was in the panel. */
  close() {
    const { anchor } = this;
    const hadFocus = this.element.contains(this.element.getRootNode().activeElement);
    this.hide();
    if (hadFocus) anchor?.focus();
  }

  hide() {
    clearTimeout(this.timer);
    this.anchor = null;
    this.beside.hide();
  }

  // ---- what it says

  answer(data) {
    if (data.serial !== this.serial || this.anchor === null) return;
    clearTimeout(this.timer);
    this.show(data);
  }

  show(data) {
    const texts = new Texts(data);
    const hadFocus = this.body.contains(this.element.getRootNode().activeElement);
    this.sentence.replaceChildren(...texts.sentence(data.sentence));
    this.trees.replaceChildren(...data.trees.map((tree) => reachableAncestry(tree, texts)));
    this.remarks.replaceChildren(...data.remarks.map((parts) => make("p", {}, ...texts.sentence(parts))));
    for (const token of this.body.querySelectorAll(":is(.origin, .remarks) [data-token]")) asButton(token);
    this.roving.repair();
    if (hadFocus) this.focusables()[0].focus();
    if (this.beside.at !== null) return;
    this.element.classList.toggle("large", this.anchor.closest(".present") !== null);
    this.beside.show(this.anchor, this.home);
    const [token, panel] = [this.anchor, this.element].map((element) => element.getBoundingClientRect());
    // At the lower edge of a phone the panel may cover its own token.
    if (token.bottom > panel.top && token.top < panel.bottom) this.anchor.scrollIntoView({ block: "center" });
  }
}

/** The token that an event is about, and its owner; null if there is none, or none that opens. */
function foundIn(event) {
  const path = event.composedPath();
  const inner = path.find((node) => node.matches?.(TOKEN));
  const around = inner ? path.slice(path.indexOf(inner)) : [];
  const isSame = ({ dataset }) => dataset?.token === inner.dataset.token && dataset?.text === inner.dataset.text;
  const nearest = (name) => around.find((node) => node.dataset?.[name] !== undefined)?.dataset[name];
  const of = nearest("tokens");
  return of ? { element: around.findLast(isSame), of, position: nearest("position") } : null; // all of a chip
}

// The keyboard's way to the tokens in the HTML of a page: Tab comes to one of each block, and from there the arrow
// keys up and down go to the others. (Tokens of a component are reached as the component says.)

/** Before Tab moves the focus: lets it come to the first token of each block whose tokens open. */
function reachTexts() {
  for (const block of document.querySelectorAll(`${BLOCK}:has(${TEXT}):not(:has(${TEXT}[tabindex]))`)) {
    const first = block.querySelector(TEXT);
    if (first.closest("[data-tokens]")?.dataset.tokens && !first.closest("[role=img]")) stopAt(first);
  }
}

/** To the token before or after one of a block; whether the key asked for that. */
function walkTexts(key, token) {
  if (!(key in WAYS) || !isReached(token)) return false;
  const all = [...token.closest(BLOCK).querySelectorAll(TEXT)];
  const to = all[all.indexOf(token) + WAYS[key]];
  if (to) {
    token.removeAttribute("tabindex");
    stopAt(to);
    to.focus();
  }
  return true;
}

/** Whether it is a token to which Tab comes. */
function isReached(node) {
  return node.matches?.(`${BLOCK} ${TEXT}[tabindex]`) ?? false;
}

function stopAt(token) {
  token.setAttribute("role", "button");
  token.tabIndex = 0;
}
