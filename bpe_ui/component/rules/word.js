// The word with its symbols as chips, which merge as on Train; and how its tokens were made, as trees.

import { make, makePanel, makeTitle, setChildren, setText } from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { Merging } from "../merging.js";
import { chipClass, originOf } from "../message.js";
import { counted, withCommas } from "../numbers.js";

/** So few symbols are drawn larger. */
const FEW_SYMBOLS = 8;

export class WordPanel {
  constructor(view) {
    this.view = view;
    this.title = makeTitle("", "word", "symbol");
    this.symbols = make("div", { class: "symbols", "data-role": "symbols" });
    this.trees = make("div", { class: "trees", role: "img", "data-role": "trees" });
    this.scroller = make("div", { class: "scroll", tabindex: "0", "aria-label": "The word" }, this.symbols, this.trees);
    this.element = makePanel("word", "Word", [this.title], this.scroller);
    this.merging = new Merging(this.scroller);
    this.row = { item: this.symbols, chips: [] };
    this.nodes = []; // of the trees: what each shows, and its element
    for (const name of ["pointerover", "pointerleave"]) {
      this.scroller.addEventListener(name, ({ target }) => view.point(this.spanOf(target)));
    }
  }

  spanOf(target) {
    const place = target.closest?.("[data-start]")?.dataset;
    return place ? { start: Number(place.start), end: Number(place.end) } : null;
  }

  update(message) {
    this.row.chips = [];
    this.symbols.dir = message.word ? (message.texts.direction(message.word.text) ?? "ltr") : "ltr";
    this.nodes = [];
    const trees = message.word ? message.trees : [];
    this.trees.replaceChildren(...trees.map((tree) => this.drawTree(tree, message.texts)));
    this.trees.hidden = !message.steps.length;
    this.symbols.classList.toggle("few", (message.word?.symbols.length ?? 0) <= FEW_SYMBOLS);
    this.trees.setAttribute("aria-label", trees.map((tree) => spoken(tree, message.texts)).join("; "));
  }

  drawTree(tree, texts) {
    const chip = makeChip(tree, texts);
    this.nodes.push({ tree, chip });
    if (!tree.halves.length) return make("div", { class: "tree" }, chip);
    const halves = tree.halves.map((half) => this.drawTree(half, texts));
    return make("div", { class: "tree" }, make("div", { class: "halves" }, ...halves), chip);
  }

  draw(message, position, from, isHidden) {
    this.merging.finish();
    const symbols = message.symbols(position);
    if (isHidden) for (const symbol of symbols) symbol.next = "";
    this.trees.classList.toggle("unseen", isHidden);
    const moves = from !== null && Math.abs(position - from) === 1 && this.merging.isWelcome();
    const before = moves ? this.merging.measure([this.row]) : null;
    const old = new Map(this.row.chips.map((chip) => [chip.token.start, chip]));
    this.row.chips = symbols.map((token) => {
      const was = old.get(token.start);
      const chip = was?.token.end === token.end ? was : { element: makeChip(token, message.texts) };
      chip.token = token;
      chip.element.className = `${chipClass(token, position)} ${token.kind}`;
      return chip;
    });
    setChildren(
      this.symbols,
      this.row.chips.map((chip) => chip.element),
    );
    for (const { tree, chip } of this.nodes) {
      const rank = tree.made ? tree.made.at : -1;
      chip.className = `${chipClass({ rank }, position)} ${tree.kind ?? ""}`;
      chip.parentElement.classList.toggle("to-come", rank >= position);
    }
    if (before !== null) this.merging.play(before);
    setText(this.title, message.word ? `The word after ${counted(position, "rule")}` : "");
  }

  /** Marks the chips and the parts of the trees that a place of the word has. */
  light(places) {
    const isLit = ({ start, end }) => places.some((place) => start >= place.start && end <= place.end);
    for (const { token, element } of this.row.chips) element.classList.toggle("lit", isLit(token));
    for (const { tree, chip } of this.nodes) chip.classList.toggle("lit", isLit(tree));
  }
}

function makeChip({ start, end, text, made }, texts) {
  const title = originOf(texts.plain[text], made?.rank ?? -1);
  const attributes = { class: "chip", title, "data-start": String(start), "data-end": String(end) };
  const chip = make("span", attributes, texts.token(text, LONGEST_IN_CHIP));
  if (made) chip.append(make("sup", { "aria-hidden": "true" }, withCommas(made.rank + 1)));
  return chip;
}

/** `hug made of h and ug made of u and g`. */
function spoken({ text, halves }, texts) {
  const name = texts.plain[text];
  return halves.length ? `${name} made of ${halves.map((half) => spoken(half, texts)).join(" and ")}` : name;
}
