// A table: its columns, and how a cell of each kind is written. A new column is an entry, not code.

import { make, setText } from "./dom.js";
import { withCommas } from "./say.js";

/** How a value is written, by the kind of its column; a share with the whole that it is a part of. */
const WRITTEN = {
  number: withCommas,
  text: String,
  share: (value, whole) => `${((100 * value) / whole).toFixed(1)}%`,
};

/** A table with heads above `bodies`; `columns` have a name, which is a class, a title, and perhaps a kind. */
export function makeTable(attributes, columns, ...bodies) {
  const heads = columns.map(({ title, kind }) => make("th", { scope: "col", class: WRITTEN[kind] ? "number" : null }, title));
  const widths = columns.map(({ name }) => make("col", { class: name }));
  return make("table", attributes, make("colgroup", {}, ...widths), make("thead", {}, make("tr", {}, ...heads)), ...bodies);
}

/** The empty cells of a row; a share says at the pointer what it is a share of. */
export function makeCells(columns) {
  return columns.map(({ name, title, kind }) => make("td", { class: `number ${name}`, title: kind === "share" && title }));
}

/** Writes values into the cells of their columns; without values the cells are empty. */
export function writeCells(cells, columns, values, wholes = []) {
  columns.forEach(({ kind }, at) => setText(cells[at], values ? WRITTEN[kind](values[at], wholes[at]) : ""));
}
