// What one message from Python says about each position of its window of all columns.

import { Texts } from "../glyphs.js";

/** Names for the cells of the data's lists; only this file knows their order. */
function readCell(cell) {
  if (cell === null) return null;
  const [left, right, token, tokenId, count, score, tied, kind, rankThere] = cell;
  return { left, right, token, tokenId, count, score, tied, kind, rankThere };
}

/** One message, with what the panels ask of it. */
export class ColumnsMessage {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.columns = data.columns;
    this.rows = data.rows.map((row) => ({ ...row, cells: row.cells.map(readCell) }));
    this.byRank = new Map(this.rows.map((row) => [row.rank, row]));
  }

  /** The sentence about a position and its subtitle, and whether the columns agree there. */
  sentences(position) {
    return position === 0 ? this.data.start : this.byRank.get(position - 1);
  }

  /** The column that the others are compared with. */
  get base() {
    return this.columns[0];
  }

  /** The position after the first difference; null where there is none. */
  get difference() {
    return this.data.divergence === null ? null : this.data.divergence + 1;
  }
}
