// The keys, and the overlay that lists them. A key that the browser or a text field needs is never taken.

const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  Home: "start",
  End: "end",
  " ": "play",
  p: "predict",
  P: "predict",
  "?": "help",
};
/** What presenters' clickers send; taken while the stage alone is on screen. */
const CLICKER_KEYS = { PageDown: "forward", PageUp: "back" };
const KEY_NAMES = [
  ["→", "merge; while predicting: commit the pick, or without one reveal, then go on"],
  ["←", "back one merge"],
  ["Home", "to the start"],
  ["End", "to the end"],
  ["Space", "play or pause"],
  ["P", "predict, or stop predicting"],
  ["Tab", "to the next panel or button"],
  ["↑ ↓", "inside a panel: the next chip or row"],
  ["Enter", "pick the chip or row: two chips make a pair"],
  ["Page ↓ ↑", "in the large view, as → and ← (a presenter's clicker)"],
  ["?", "this list"],
  ["Esc", "close it"],
];
const TYPES_TEXT =
  "textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], input:not([type=range])";
const TAKES_SPACE =
  "button, summary, input, [role=button], [role=tab], [role=radio], [role=checkbox], [role=menuitem]";
const TAKES_ARROWS = "[role=tablist], [role=radiogroup], [role=slider], [role=listbox], [role=menu]";
const ABOVE_THE_STAGE = "[data-testid=stPopoverBody], [role=dialog]";

/** What a key press asks of the stage; null where it is meant for something else. */
function actionOf(event, isLarge, keys = KEYS) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return null;
  const action = keys[event.key] ?? (isLarge ? CLICKER_KEYS[event.key] : undefined);
  if (!action || document.querySelector(ABOVE_THE_STAGE)) return null;
  const path = event.composedPath().filter((node) => node instanceof Element);
  if (path.some((node) => node.matches(TYPES_TEXT))) return null;
  if (event.key === " " && path[0]?.matches(TAKES_SPACE) && !path[0].matches("[type=range]")) return null;
  if (event.key.length > 1 && path.some((node) => node.matches(TAKES_ARROWS))) return null;
  return action;
}

/** The overlay with the keys. */
class Help {
  constructor(names = KEY_NAMES) {
    const close = make("button", { type: "button", class: "main", "data-role": "help-close" }, "Close");
    const rows = names.map(([key, does]) =>
      make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does)),
    );
    this.element = make(
      "dialog",
      { class: "help", "data-role": "help-dialog", "aria-labelledby": "stage-help-title" },
      make("h2", { id: "stage-help-title" }, "Keys"),
      make("table", {}, make("tbody", {}, ...rows)),
      close,
    );
    close.addEventListener("click", () => this.element.close());
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close(); // a click beside it
    });
  }

  get isOpen() {
    return this.element.open;
  }

  toggle() {
    if (this.isOpen) this.element.close();
    else this.element.showModal();
  }
}
