// The keys, and the overlay that lists them. A key that the browser or a text field needs is never taken.

import { make } from "./dom.js";

/** The keys of every view, by their action. A page has more in `keys` of its own module, such as stage/stage.js. */
const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  Home: "start",
  End: "end",
  " ": "play",
  g: "type",
  G: "type",
  o: "open",
  O: "open",
  "?": "help",
};
/** What presenters' clickers send. */
const CLICKER_KEYS = { PageDown: "forward", PageUp: "back" };
const TYPES_TEXT =
  "textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], input:not([type=range], [type=checkbox])";
const TAKES_SPACE =
  "button, summary, input, [role=button], [role=tab], [role=radio], [role=checkbox], [role=menuitem]";
const TAKES_ARROWS = "[role=tablist], [role=radiogroup], [role=slider], [role=listbox], [role=menu]";
/** The bar of a lesson plan or lesson, which goes on and back with Page Down and Page Up. */
export const PLAN = ".st-key-plan_bar, .st-key-learn_bar";
const ABOVE_THE_VIEW = "[data-testid=stPopoverBody], [role=dialog]";

/** The keys of a view that has some of its own; in Present with those of a clicker, unless a lesson plan takes them. */
export function keysOf(own, isPresent, canScroll) {
  const hasClicker = isPresent && !canScroll && !document.querySelector(PLAN);
  return { ...KEYS, ...own, ...(isPresent && { Escape: "exit" }), ...(hasClicker && CLICKER_KEYS) };
}

/** The action that a key press asks a view for; null if the press is meant for something else. */
export function actionOf(event, keys) {
  const { key, ctrlKey, altKey, metaKey, isComposing, defaultPrevented } = event;
  const action = keys[key];
  if (!action || ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return null;
  if (document.querySelector(ABOVE_THE_VIEW)) return null;
  const path = event.composedPath().filter((node) => node instanceof Element);
  if (path.some((node) => node.matches(TYPES_TEXT))) return null;
  if (key === " " && path[0]?.matches(TAKES_SPACE) && !path[0].matches("[type=range]")) return null;
  if (key.length > 1 && path.some((node) => node.matches(TAKES_ARROWS))) return null;
  return action;
}

/** What the list says of the keys that do the same in every view, below those that the view names. */
const NAMES = [
  ["Space", "play or pause"],
  ["O", "what the token with the focus is made of, or those of the row, one after the other; else the newest"],
  ["Esc", "leave a field, exit Present, or close this list"],
  ["?", "this list"],
];

/** What a presentation remote's keys do, in a lesson plan or lesson and without one. */
const PAGE_KEYS = {
  plan: "the next view of the lesson plan, or part of the lesson, and the one before (a presentation remote)",
  present: "in Present, as → and ← (a presentation remote)",
};

/** The overlay with the keys, which are asked for each time it opens. */
export class Help {
  constructor(keyNames) {
    this.keyNames = keyNames;
    this.rows = make("tbody", {});
    const close = make("button", { type: "button", class: "main", "data-role": "help-close" }, "Close");
    this.element = make(
      "dialog",
      { class: "help", "data-role": "help-dialog", "aria-labelledby": "help-title" },
      make("h2", { id: "help-title" }, "Keys"),
      make("table", {}, this.rows),
      close,
    );
    close.addEventListener("click", () => this.element.close());
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && event.stopPropagation());
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close(); // a click beside it
    });
  }

  get isOpen() {
    return this.element.open;
  }

  toggle() {
    if (this.isOpen) {
      this.element.close();
      return;
    }
    const pageKeys = ["Page ↓ ↑", PAGE_KEYS[document.querySelector(PLAN) ? "plan" : "present"]];
    const rows = [...this.keyNames(), pageKeys, ...NAMES].map(([key, does]) =>
      make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does)),
    );
    this.rows.replaceChildren(...rows);
    this.element.showModal();
  }
}
