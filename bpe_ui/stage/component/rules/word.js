// The word with its symbols as chips, which merge as on Train; below each symbol its parts.

import { drawAncestry } from "../ancestry.js";
import { Merging, chipClass } from "../chips.js";
import { make, makePanel, makeTitle, setChildren, setText } from "../dom.js";
import { say } from "../say.js";

export class WordPanel {
  constructor(rules) {
    this.title = makeTitle("", "word", "symbol");
    this.symbols = make("div", { class: "symbols", "data-role": "symbols" });
    this.scroller = make("div", { class: "scroll", tabindex: "0", "aria-label": "The word" }, this.symbols);
    this.about = make("p", { class: "quiet", "data-role": "beside" });
    this.besideSymbols = make("div", { class: "symbols" });
    this.below = make("div", { class: "scroll", tabindex: "0", "aria-label": "The word shown before" }, this.besideSymbols);
    this.element = makePanel("word", "Word", [this.title], this.scroller, this.about, this.below);
    this.merging = new Merging(this.scroller);
    this.row = { item: this.symbols, chips: [] };
    for (const name of ["pointerover", "pointerleave"]) {
      this.scroller.addEventListener(name, ({ target }) => rules.point(this.spanOf(target)));
    }
  }

  spanOf(target) {
    const place = target.closest?.("[data-start]")?.dataset;
    return place ? { start: Number(place.start), end: Number(place.end) } : null;
  }

  update(message) {
    this.row.chips = [];
    this.symbols.dir = message.texts.directionOf(message.word?.symbols ?? []);
    // Also for the room that the panel has beside the others
    this.element.parentElement.style.setProperty("--columns", String(columnsOf(message)));
    this.scroller.style.setProperty("--height", String(heightOf(message)));
    this.drawBeside(message);
  }

  /** The word that was shown before, below, after all of its merges. */
  drawBeside({ beside, texts }) {
    for (const element of [this.about, this.below]) element.hidden = !beside;
    if (!beside) return;
    this.about.replaceChildren(...texts.sentence(beside.word.said));
    this.besideSymbols.dir = texts.directionOf(beside.word.symbols);
    this.below.style.setProperty("--columns", String(columnsOf(beside)));
    this.below.style.setProperty("--height", String(heightOf(beside)));
    const symbols = beside.symbols(beside.data.known);
    const chips = symbols.map((token) => {
      const { picture, element } = makeChip(token.tree, texts, this.besideSymbols.dir);
      element.className = `${chipClass(token, Infinity)} ${token.tree.kind ?? ""}`;
      return picture;
    });
    this.besideSymbols.replaceChildren(...chips);
  }

  draw(message, position, from) {
    const symbols = message.symbols(position);
    this.merging.show([this.row], from, position, () => this.rebuild(symbols, message, position));
    const title = message.lookedUp(position) ? "The word" : say("The word after {n:,} {n:merge|merges}", { n: position });
    setText(this.title, message.word ? title : "");
  }

  rebuild(symbols, message, position) {
    const { texts } = message;
    const taken = message.lookedUp(position) ? position : 0; // tokens, from the left
    const old = new Map(this.row.chips.map((chip) => [chip.token.start, chip]));
    this.row.chips = symbols.map((token, at) => {
      const was = old.get(token.start);
      const chip = was?.token.end === token.end ? was : makeChip(token.tree, texts, this.symbols.dir);
      chip.token = token;
      chip.element.className = `${chipClass(token, position)} ${token.tree.kind ?? ""}`;
      if (at < taken) chip.element.classList.add("learned");
      return chip;
    });
    setChildren(
      this.symbols,
      this.row.chips.map((chip) => chip.picture),
    );
  }

  /** Marks the chips at some places of the word, or the part of a chip that is there. */
  light(places) {
    for (const { element, blocks } of this.row.chips) {
      for (const block of blocks) {
        const isOf = ({ start, end }) => block.node.start >= start && block.node.end <= end;
        const isIt = ({ start, end }) => block.node.start === start && block.node.end === end;
        block.element.classList.toggle("lit", places.some(block.element === element ? isOf : isIt));
      }
    }
  }
}

/** A symbol with its parts: the whole picture, and in it the chip on top. */
function makeChip(tree, texts, direction) {
  const { element: picture, blocks } = drawAncestry(tree, texts, direction);
  for (const { node, element } of blocks) Object.assign(element.dataset, { start: node.start, end: node.end });
  return { picture, blocks, element: blocks[0].element };
}

/** The height of the highest tree below the word's tokens, in lines of text; the tokens on top are larger. */
function heightOf(message) {
  const rows = ({ halves }) => 1 + Math.max(0, ...halves.map(rows));
  const deepest = Math.max(1, ...message.symbols(message.data.known).map(({ tree }) => rows(tree)));
  return (deepest + 0.35) * (message.isRead ? 2.5 : 1.85);
}

/** How many symbols side by side are as wide as the word: one that is printed with several characters is wider. */
function columnsOf({ word, texts }) {
  const width = (text) => Math.max(1, texts.plain[text].length / 2);
  return word ? word.symbols.reduce((sum, symbol) => sum + width(symbol), 0) : 1;
}
