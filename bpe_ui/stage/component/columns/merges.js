// The merges of all columns, a row a step.
//
//        First seen        Smallest pair
//   4    p + un     12     p + un      12                  quiet: all columns agree
//   ---- First difference: merge 5 ------
//   5    p + ug      5     hug + s      5  ↕ at 6 there    strong, with what the other column does with it
//
// Rows after the position are there too, pale: they are not made yet.

import {
  forgetUnseen,
  make,
  makeButton,
  makePanel,
  makeTitle,
  setAttribute,
  setChildren,
  setDisabled,
  setText,
} from "../dom.js";
import { Roving } from "../roving.js";
import { say, withCommas } from "../say.js";

const LONGEST_IN_CELL = 12;
/** Rows that stay visible on either side of the current one. */
const ROWS_AROUND = 1;
/** With more columns the titles and the cells are short. */
export const MOST_LONG_TITLES = 4;

/** The table of merges; a click on a row goes to the position after that merge. */
export class MergesPanel {
  constructor(view) {
    this.view = view;
    this.message = null;
    this.rows = new Map(); // rank -> {rank, element, state}
    this.kept = ""; // what the kept rows were made of
    this.shown = []; // the rows of the window
    this.build();
    this.roving = new Roving(this.table);
    this.listen();
  }

  build() {
    this.heads = make("tr");
    this.body = make("tbody");
    this.cols = make("colgroup");
    const name = "Merges of all columns, a row a step";
    const attributes = { class: "grid", "data-role": "merges", "aria-label": name };
    this.table = make("table", attributes, this.cols, make("thead", {}, this.heads), this.body);
    this.before = make("button", { type: "button", class: "edge", "data-role": "earlier" });
    this.after = make("button", { type: "button", class: "edge", "data-role": "later" });
    this.sheet = make("div", { class: "sheet", tabindex: "-1" }, this.before, this.table, this.after);
    this.difference = makeButton("difference", "Go to the first difference (D)", "", "small", "difference");
    this.only = make("input", { type: "checkbox", "data-role": "only-differences" });
    const only = make("label", { class: "only-check quiet" }, this.only, " ", "only differences");
    this.legend = make("p", { class: "legend quiet", "data-role": "legend" });
    const head = [makeTitle("Merges", "merge", "column", "diverge"), this.difference, only];
    this.element = makePanel("merges", "Merges", head, this.sheet, this.legend);
  }

  listen() {
    const { view } = this;
    this.body.addEventListener("click", (event) => {
      const rank = event.target.closest("[data-token]") ? undefined : event.target.closest("tr")?.dataset.rank;
      if (rank !== undefined) view.goTo(Number(rank) + 1);
    });
    this.heads.addEventListener("click", (event) => {
      const column = event.target.closest?.("button")?.dataset.column;
      if (column !== undefined) view.askOnce("train", { column: Number(column) });
    });
    this.only.addEventListener("change", () => {
      this.table.classList.toggle("only-differences", this.only.checked);
      this.reveal(view.position);
    });
    this.before.addEventListener("click", () => view.goTo(this.shown[0].rank));
    this.after.addEventListener("click", () => view.goTo(this.shown.at(-1).rank + 2));
  }

  /** Takes over a message; rows that say the same as before stay in the page, in their place. */
  update(message) {
    const { data } = message;
    this.message = message;
    const made = `${data.history_id}/${data.length}`;
    const anchor = made === this.kept ? this.anchor() : null;
    if (made !== this.kept) this.rows.clear();
    this.kept = made;
    this.drawHeads();
    this.drawTools();
    this.shown = message.rows.map((row) => this.rowOf(row));
    const elements = this.shown.flatMap(({ rank, element }) =>
      rank === data.divergence ? [this.bandOf(rank), element] : [element],
    );
    setChildren(this.body, elements);
    forgetUnseen(this.rows, (row) => row.element);
    this.drawEdges();
    if (anchor) this.sheet.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    this.roving.repair();
  }

  /** The row that a reader looks at, with its place: it stays there when rows above it come or go. */
  anchor() {
    const { element } = this.rows.get(this.view.position - 1) ?? this.shown[0] ?? {};
    return element?.isConnected ? { element, top: element.getBoundingClientRect().top } : null;
  }

  drawHeads() {
    const { columns } = this.message;
    this.cols.replaceChildren(make("col", { class: "step" }), ...columns.map(() => make("col")));
    const heads = columns.map((column, number) => this.makeHead(column, number));
    this.heads.replaceChildren(make("th", { scope: "col", class: "corner" }, "step"), ...heads);
  }

  makeHead({ title, short, merges, in_a_tie: inATie, by_score: byScore }, number) {
    const { columns } = this.message;
    const isShort = columns.length > MOST_LONG_TITLES;
    const isBase = number === 0;
    const made = say("{merges:,} {merges:merge|merges}", { merges });
    const counted = byScore ? say("{made}, by score", { made }) : made;
    const note = isBase ? say("{merges}, the others are compared with it", { merges: counted }) : counted;
    const name = say("Open on Train, at this merge: {title}", { title });
    const open = makeButton("open", name, make("span", { class: "longer" }, "Open on", " "), "open");
    open.append("Train");
    open.dataset.column = number;
    const shown = isShort ? withCommas(merges) : counted;
    return make(
      "th",
      { scope: "col", class: isBase ? "base" : null },
      make("span", { class: "title", title: say("{title}. In a tie: {inATie}", { title, inATie }) }, make("bdi", {}, isShort ? short : title)),
      make("span", { class: "under" }, make("span", { class: "quiet", title: note }, shown), open),
    );
  }

  drawTools() {
    const { data, base, difference } = this.message;
    const isFound = difference !== null;
    const none = data.whole ? "No difference" : "No difference yet";
    const values = { n: data.differing, length: data.length, difference };
    const differ = say("{n:,} of {length:,} {n:differs|differ}, the first: merge {difference:,}", values);
    setText(this.difference, isFound ? differ : none);
    this.only.disabled = !isFound;
    const name = isFound ? say("Go to the first difference, merge {difference} (D)", { difference }) : none;
    setAttribute(this.difference, "aria-label", name);
    setDisabled(this.difference, !isFound);
    this.difference.classList.toggle("warm", isFound);
    const legend = say("↕ {title} makes it too, as the merge with this number.  ◆ {absence}.", {
      title: base.title,
      absence: this.absence(),
    });
    const shown = isFound && difference <= data.last ? legend : "";
    setText(this.legend, shown);
    this.legend.title = shown;
  }

  drawEdges() {
    const { data } = this.message;
    const first = this.shown[0]?.rank ?? 0;
    this.before.hidden = first === 0;
    this.after.hidden = data.last >= data.length;
    setText(this.before, say("Merges 1 to {last:,} come before these", { last: first }));
    const later = { first: data.last + 1, last: data.length };
    setText(this.after, say("Merges {first:,} to {last:,} come after these", later));
  }

  bandOf(rank) {
    const text = say("First difference: merge {difference:,}", { difference: rank + 1 });
    const cell = make("td", { colspan: this.message.columns.length + 1 }, make("span", {}, text));
    this.band ??= make("tr", { class: "band", "data-role": "band" });
    this.band.replaceChildren(cell);
    return this.band;
  }

  rowOf(row) {
    if (!this.rows.has(row.rank)) this.rows.set(row.rank, this.makeRow(row));
    return this.rows.get(row.rank);
  }

  makeRow(row) {
    const number = withCommas(row.rank + 1);
    const name = say("Go to the position after merge {number}", { number });
    const attributes = { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name };
    const head = make("th", { scope: "row" }, make("button", attributes, number));
    const cells = row.cells.map((cell, column) => this.makeCell(row, cell, column));
    const element = make("tr", { "data-rank": row.rank }, head, ...cells);
    return { rank: row.rank, agree: row.agree, element, state: "" };
  }

  makeCell(row, cell, column) {
    if (cell === null) return this.makeEnd(row, column);
    const { texts } = this.message;
    const tag = row.agree || column === 0 ? null : tagOf(cell);
    const tied = cell.tied ? say("tied with {n:,} {n:other|others}", { n: cell.tied }) : "";
    const [pair, token] = [texts.plainPair(cell.left, cell.right), texts.plain[cell.token]];
    const values = { pair, token, id: cell.tokenId, count: cell.count };
    const counted = say("{pair} becomes {token}, id {id}; {count:,} {count:time|times}", values);
    const merge = cell.score === null ? counted : say("{counted}, score {score}", { counted, score: cell.score });
    const title = [tied ? `${merge}, ${tied}` : merge, tag && this.meaning(cell)].filter(Boolean).join("; ");
    const tie = tied ? [make("span", { role: "img", "aria-label": tied }, "=")] : [];
    return make(
      "td",
      { class: tag ? `differs ${tag.kind}` : row.agree ? null : "differs", title, "data-tokens": `column/${column}` },
      make("span", { class: "merge", "data-token": cell.tokenId }, ...texts.pair(cell.left, cell.right, LONGEST_IN_CELL)),
      make("span", { class: "count" }, cell.score ?? withCommas(cell.count), make("span", { class: "tie-mark" }, ...tie)),
      ...(tag ? [make("span", { class: "tag" }, tag.text)] : []),
    );
  }

  /** Says once that a column has ended, and why. */
  makeEnd(row, column) {
    const { merges, stop } = this.message.columns[column];
    return make("td", { class: "ended quiet" }, row.rank === merges ? say("ended: {stop}", { stop }) : "");
  }

  /** What a tag means, in a sentence. */
  meaning({ kind, rankThere }) {
    const { title } = this.message.base;
    if (kind === "moved") return say("{title} makes it as its merge {number:,}", { title, number: rankThere + 1 });
    return kind === "same" ? say("{title} makes the same merge here", { title }) : this.absence();
  }

  /** Why the column compared with has no such merge: it may have stopped at a limit. */
  absence() {
    const { merges, over, title } = this.message.base;
    if (over) return say("{title} never makes it", { title });
    return say("{title} does not make it within {n:this|these} {n:,} {n:merge|merges}", { title, n: merges });
  }

  /** Shows which merges are made at a position, and brings the last of them into view inside the panel. */
  draw(position, hasMoved) {
    for (const row of this.shown) {
      let state = row.rank < position ? "made" : "ahead";
      if (row.rank === position - 1) state = "made here";
      if (!row.agree) state += " apart";
      if (row.state === state) continue;
      row.state = state;
      row.element.className = state;
      setAttribute(row.element, "aria-current", row.rank === position - 1 ? "step" : null);
    }
    if (hasMoved) this.reveal(position);
  }

  /** Scrolls only the panel, so that the row is visible: a little after a step, otherwise to the middle. */
  reveal(position) {
    const row = this.rows.get(position - 1)?.element;
    if (!row?.offsetParent) {
      this.sheet.scrollTop = 0;
      return;
    }
    const place = row.getBoundingClientRect();
    const top = this.heads.firstChild.getBoundingClientRect().bottom; // its cells stay, the row itself does not
    const bottom = this.sheet.getBoundingClientRect().top + this.sheet.clientHeight;
    const room = ROWS_AROUND * place.height;
    const band = row.previousSibling === this.band ? this.band.offsetHeight : 0; // it belongs to its row
    const above = top + room + band - place.top;
    const below = place.bottom + room - bottom;
    let by = above > 0 ? -above : Math.max(below, 0);
    if (Math.abs(by) > (bottom - top) / 2) by = (place.top + place.bottom - top - bottom) / 2;
    this.sheet.scrollTop += by + this.upToNextRow(top + by);
  }

  /** How far the next upper edge of a row is from a height, so that the titles cut no row in two. */
  upToNextRow(height) {
    const next = [...this.body.children].find((row) => row.offsetParent && row.getBoundingClientRect().top > height - 1);
    return next ? next.getBoundingClientRect().top - height : 0;
  }
}

/** The tag of a cell: how it compares with the base column, in a shape and words. */
function tagOf({ kind, rankThere }) {
  if (kind === "moved") return { kind, text: say("↕ as merge {number:,}", { number: rankThere + 1 }) };
  if (kind === "same") return { kind, text: "same" };
  return { kind: "only", text: "◆ not there" };
}
