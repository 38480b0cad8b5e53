// Some words as every column cuts them at the position, the differing ones first.
//
//   5 ×  ≠    [p][ug]      [pug]        a bar under a chip: the other column has no such token here

import { Merging, chipClass, originOf } from "../chips.js";
import { make, makePanel, makeTitle, setAttribute, setChildren, setText } from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { rovingTokens } from "../roving.js";
import { say, withCommas } from "../say.js";

/** Longer counts, "1,000" and more, are written smaller, below the sign. */
const SHORT_COUNT = 3;

/** The table of words; its columns are under those of the merges. */
export class ColumnWordsPanel {
  constructor() {
    this.message = null;
    this.rows = []; // {word, element, mark, cells: [{item, chips}]}
    this.kept = "";
    this.note = make("span", { class: "quiet panel-note" });
    this.cols = make("colgroup");
    this.heads = make("tr");
    this.body = make("tbody");
    const name = "Words, cut into the tokens of every column";
    const attributes = { class: "grid words-grid", "data-role": "words", "aria-label": name };
    const table = make("table", attributes, this.cols, make("thead", {}, this.heads), this.body);
    const scrolls = { class: "sheet", tabindex: "0", role: "group", "aria-label": "Words" };
    this.sheet = make("div", scrolls, table);
    this.element = makePanel("words", "Words", [makeTitle("Words", "word", "symbol"), this.note], this.sheet);
    this.merging = new Merging(this.sheet);
    this.roving = rovingTokens(this.body);
  }

  update(message) {
    const { columns, words, texts, data } = message;
    this.message = message;
    this.cols.replaceChildren(make("col", { class: "step" }), ...columns.map(() => make("col")));
    const heads = columns.map(({ title }) => make("th", { scope: "col" }, title));
    this.heads.replaceChildren(make("th", { scope: "col" }, "count"), ...heads);
    const names = words.map((word) => texts.plain[word.text]);
    const kept = `${data.history_id}/${data.against}/${names.join("\n")}`;
    if (kept !== this.kept) this.rows = words.map((word) => this.makeRow(word));
    this.kept = kept;
    this.rows.forEach((row, at) => (row.word = words[at]));
  }

  makeRow(word) {
    const { texts, data } = this.message;
    const count = withCommas((word.cells[data.against] ?? word.cells.find((cell) => cell)).count);
    const mark = make("span", { class: "unequal", role: "img", "aria-label": "split differently" }, "≠");
    const cells = word.cells.map((cell, column) => {
      const item = make("td", { dir: cell && texts.directionOf(cell.symbols), "data-tokens": `column/${column}` });
      item.append(cell ? this.noteOf(cell) : make("span", { class: "quiet" }, "not a word here"));
      return { item, chips: [] };
    });
    const kind = count.length > SHORT_COUNT ? "long" : null;
    const attributes = { scope: "row", class: kind, title: texts.plain[word.text] };
    const name = make("th", attributes, mark, `${count} ×`);
    return { word, mark, element: make("tr", {}, name, ...cells.map(({ item }) => item)), cells };
  }

  noteOf({ note }) {
    return make("span", { class: "quiet about-words" }, ...this.message.texts.sentence(note));
  }

  /** Draws the words at a position; `from` is the position drawn before, or null if it does not matter. */
  draw(position, from) {
    const redrawn = [];
    for (const row of this.rows) {
      const cut = this.message.tokens(row.word, position);
      row.cells.forEach((cell, column) => {
        cell.tokens = cut[column] ?? [];
        if (cut[column] && !isSame(cell)) redrawn.push({ cell, word: row.word.cells[column] });
      });
      row.differs = row.cells.some((cell) => cell.tokens.some((token) => token.differs));
      row.mark.style.visibility = row.differs ? "visible" : "hidden";
      setAttribute(row.mark, "aria-hidden", row.differs ? null : "true");
    }
    const cells = redrawn.map(({ cell }) => cell);
    this.merging.show(cells, from, position, () => {
      for (const { cell, word } of redrawn) this.rebuild(cell, word);
      for (const row of this.rows) for (const cell of row.cells) this.mark(cell, position);
      this.arrange();
      this.roving.repair();
    });
  }

  /** Words that differ come first; otherwise the order stays. */
  arrange() {
    const differing = this.rows.filter((row) => row.differs);
    const others = this.rows.filter((row) => !row.differs);
    setChildren(
      this.body,
      [...differing, ...others].map((row) => row.element),
    );
    setText(this.note, this.counted(differing.length));
  }

  /** How many of the words shown are split differently, and how many are not words in some columns. */
  counted(differing) {
    const { length } = this.rows;
    const partial = this.rows.filter(({ word }) => word.cells.includes(null)).length;
    const one = differing ? "The word shown is split differently" : "The word shown is split at the same places";
    const many = differing
      ? say("{n:,} of the {length:,} words shown {n:is|are} split differently", { n: differing, length })
      : "All words shown are split at the same places";
    const split = length === 1 ? one : many;
    // What is outside the letters, such as </w>, is no difference, but is seen.
    const isSeen = this.rows.some(({ cells }) => new Set(cells.filter(Boolean).map((cell) => cell.tokens.length)).size > 1);
    const spelled = ({ tokens }) => tokens.map(({ text }) => this.message.texts.plain[text]).join(" ");
    const isSpelled = this.rows.some(({ cells }) => new Set(cells.filter(Boolean).map(spelled)).size > 1);
    let note = split;
    if (isSeen && !differing) note = say("{split}, markers aside", { split });
    else if (isSpelled && !differing) note = say("{split}, in other symbols", { split });
    return partial ? say("{note}; {partial:,} not a word in every column", { note, partial }) : note;
  }

  rebuild(cell, word) {
    const { texts } = this.message;
    const old = new Map(cell.chips.map((chip) => [chip.token.name, chip]));
    cell.chips = cell.tokens.map((token) => {
      if (old.has(token.name)) return old.get(token.name);
      const attributes = { class: "chip", role: "button", tabindex: "-1", "data-stop": true, "data-token": token.id };
      const element = make("span", attributes, texts.token(token.text, LONGEST_IN_CHIP));
      return { element, token, state: "" };
    });
    const symbols = make("span", { class: "symbols" }, ...cell.chips.map((chip) => chip.element));
    symbols.append(this.noteOf(word));
    cell.item.replaceChildren(symbols);
  }

  /** Gives the chips of a cell the classes of this position: learned, just made, next, not in the others. */
  mark(cell, position) {
    cell.chips.forEach((chip, at) => {
      const token = cell.tokens[at];
      chip.token = token;
      const state = chipClass(token, position) + (token.differs ? " unlike" : "");
      if (chip.state === state) return;
      chip.state = state;
      chip.element.className = state;
      const origin = originOf(this.message.texts.plain[token.text], token.rank);
      chip.element.title = token.differs ? say("{origin}; not every column has this token here", { origin }) : origin;
    });
  }
}

/** Whether a cell shows its tokens already. */
function isSame({ chips, tokens }) {
  return chips.length === tokens.length && chips.every((chip, at) => chip.token.name === tokens[at].name);
}
