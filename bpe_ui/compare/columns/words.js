// Some words as every column cuts them at the position, the differing ones first.
//
//   5 ×  ≠    [p][ug]      [pug]        a bar under a chip: the other column has no such token here

/** Longer counts, "1,000" and more, are written smaller, below the sign. */
const SHORT_COUNT = 3;

/** The table of words; its columns stand under those of the merges. */
class WordsPanel {
  constructor() {
    this.reading = null;
    this.rows = []; // {word, element, mark, cells: [{item, chips}]}
    this.kept = "";
    this.title = make("h2", {}, "Words");
    this.note = make("span", { class: "quiet panel-note" });
    this.cols = make("colgroup");
    this.heads = make("tr");
    this.body = make("tbody");
    const table = make(
      "table",
      { class: "grid words-grid", "data-role": "words", "aria-label": "Words, cut into the tokens of every column" },
      this.cols,
      make("thead", {}, this.heads),
      this.body,
    );
    this.sheet = make("div", { class: "sheet", tabindex: "0", role: "group", "aria-label": "Words" }, table);
    this.element = make(
      "section",
      { class: "panel words-panel", "aria-label": "Words" },
      make("div", { class: "panel-head" }, this.title, this.note),
      this.sheet,
    );
    this.merging = new Merging(this.sheet);
  }

  update(reading) {
    this.reading = reading;
    this.cols.replaceChildren(make("col", { class: "step" }), ...reading.sides.map(() => make("col")));
    const heads = reading.sides.map((_, side) => make("th", { scope: "col" }, reading.title(side)));
    this.heads.replaceChildren(make("th", { scope: "col" }, "count"), ...heads);
    const names = reading.words.map((word) => reading.texts.plain[word.text]);
    const kept = `${reading.data.film}/${reading.data.against}/${names.join("\n")}`;
    if (kept !== this.kept) this.rows = reading.words.map((word) => this.makeRow(word));
    this.kept = kept;
    this.rows.forEach((row, at) => (row.word = reading.words[at]));
  }

  makeRow(word) {
    const { texts, data, sides } = this.reading;
    const { count } = word.cells[data.against] ?? word.cells.find((cell) => cell);
    const mark = make("span", { class: "unequal", role: "img", "aria-label": "cut differently" }, "≠");
    const cells = sides.map((_, side) => {
      const cell = word.cells[side];
      const item = make("td", { dir: cell && data.rtl.includes(cell.text) ? "rtl" : null });
      if (cell === null) item.append(make("span", { class: "quiet" }, "not a word here"));
      return { item, chips: [] };
    });
    const name = make("th", { scope: "row", class: withCommas(count).length > SHORT_COUNT ? "long" : null, title: texts.plain[word.text] }, mark, `${withCommas(count)} ×`);
    return { word, mark, element: make("tr", {}, name, ...cells.map(({ item }) => item)), cells };
  }

  /** Draws the words at a position; `from` is the position drawn before, null where it does not matter. */
  draw(position, from) {
    this.merging.finish();
    const redrawn = [];
    for (const row of this.rows) {
      const columns = this.reading.tokens(row.word, position);
      row.differs = false;
      row.cells.forEach((cell, side) => {
        cell.tokens = columns[side] ?? [];
        row.differs ||= cell.tokens.some((token) => token.differs);
        if (columns[side] && !this.isSame(cell)) redrawn.push({ cell, word: row.word.cells[side] });
      });
      row.mark.style.visibility = row.differs ? "visible" : "hidden";
      setAttribute(row.mark, "aria-hidden", row.differs ? null : "true");
    }
    const moves = from !== null && Math.abs(position - from) === 1 && this.merging.isWelcome();
    const before = moves ? this.merging.measure(redrawn.map(({ cell }) => cell)) : null;
    for (const { cell, word } of redrawn) this.rebuild(cell, word);
    for (const row of this.rows) for (const cell of row.cells) this.mark(cell, position);
    this.arrange();
    if (before !== null) this.merging.play(before);
  }

  /** Words that differ come first; otherwise the order stays. */
  arrange() {
    const differing = this.rows.filter((row) => row.differs);
    const others = this.rows.filter((row) => !row.differs);
    place(
      this.body,
      [...differing, ...others].map((row) => row.element),
    );
    setText(this.note, this.counted(differing.length));
  }

  /** How many of the words shown are cut differently, and how many are no words in some columns. */
  counted(differing) {
    const { length } = this.rows;
    const partial = this.rows.filter(({ word }) => word.cells.includes(null)).length;
    const isOne = differing === 1;
    const none = length === 1 ? "The word shown is not cut differently" : "None of the words shown is cut differently";
    const some = `${withCommas(differing)} of the ${withCommas(length)} words shown ${isOne ? "is" : "are"} cut differently`;
    const said = differing ? (length === 1 ? "The word shown is cut differently" : some) : none;
    return partial ? `${said}; ${withCommas(partial)} not a word in every column` : said;
  }

  /** Whether a cell shows its tokens already. */
  isSame({ chips, tokens }) {
    const name = (token) => `${token.start}/${token.end}/${this.reading.texts.plain[token.text]}`;
    return chips.length === tokens.length && chips.every((chip, at) => chip.name === name(tokens[at]));
  }

  rebuild(cell, word) {
    const { texts } = this.reading;
    const old = new Map(cell.chips.map((chip) => [chip.name, chip]));
    cell.chips = cell.tokens.map((token) => {
      const name = `${token.start}/${token.end}/${texts.plain[token.text]}`;
      if (old.has(name)) return old.get(name);
      const element = make("span", { class: "chip" }, texts.token(token.text, LONGEST_IN_CHIP));
      return { element, name, token, state: "" };
    });
    const symbols = make("span", { class: "symbols" }, ...cell.chips.map((chip) => chip.element));
    if (word.left_out) symbols.append(make("span", { class: "quiet" }, "…"));
    cell.item.replaceChildren(symbols);
  }

  /** Gives the chips of a cell the classes of this position: learned, just made, next, not in the others. */
  mark(cell, position) {
    cell.chips.forEach((chip, at) => {
      const token = cell.tokens[at];
      chip.token = token;
      let state = token.rank < 0 ? "chip" : token.rank === position - 1 ? "chip learned new" : "chip learned";
      if (token.next) state += ` next next-${token.next}`;
      if (token.differs) state += " unlike";
      if (chip.state === state) return;
      chip.state = state;
      chip.element.className = state;
      const made = token.rank < 0 ? "base symbol" : `made by merge ${withCommas(token.rank + 1)}`;
      const unlike = token.differs ? "; not every column has this token here" : "";
      chip.element.title = `${this.reading.texts.plain[token.text]}, ${made}${unlike}`;
    });
  }
}
