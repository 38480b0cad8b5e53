// What one message from Python says about each position of its window of all columns.
//
//   hug, ends [1, 2, 3], merged_at [2, 0]:   position 0   h | u | g      position 1   h | u g

import { tokensOf } from "../chips.js";
import { Texts } from "../glyphs.js";

/** Names for the cells of the data's lists; only this file knows their order. */
function readCell(cell) {
  if (cell === null) return null;
  const [left, right, token, tokenId, count, tied, kind, rankThere] = cell;
  return { left, right, token, tokenId, count, tied, kind, rankThere };
}

/** One message, with what the panels ask of it. */
export class ColumnsMessage {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.columns = data.columns;
    this.rows = data.rows.map((row) => ({ ...row, cells: row.cells.map(readCell) }));
    this.byRank = new Map(this.rows.map((row) => [row.rank, row]));
    this.words = data.words;
  }

  /** The sentence about a position and its subtitle, and whether the columns agree there. */
  sentences(position) {
    return position === 0 ? this.data.start : this.byRank.get(position - 1);
  }

  /** The column that the others are compared with. */
  get base() {
    return this.columns[this.data.against];
  }

  /** The position after the first difference; null where there is none. */
  get difference() {
    return this.data.divergence === null ? null : this.data.divergence + 1;
  }

  /** The tokens of a word in every column at a position; those that another column lacks are marked. */
  tokens(word, position) {
    const { against } = this.data;
    const cut = word.cells.map((cell, column) => cell && this.tokensIn(cell, column, position));
    const spans = cut.map((tokens) => tokens && new Set(tokens.map((token) => token.span)));
    cut.forEach((tokens, column) => {
      // Each column is compared with the base, and the base with all; if it lacks the word, all with all.
      const isCompared = (other) => !spans[against] || column === against || other === against;
      const others = spans.filter((span, other) => span && isCompared(other));
      for (const token of tokens ?? []) {
        token.differs = isInside(token, word) && !others.every((span) => span.has(token.span));
      }
    });
    return cut;
  }

  tokensIn(cell, column, position) {
    const tokens = tokensOf(cell.symbols.length, cell, position);
    for (const token of tokens) {
      const { start, end, rank } = token;
      const { learned, first_learned: firstLearned } = this.columns[column];
      token.text = rank < 0 ? cell.symbols[start] : learned[rank];
      token.id = rank < 0 ? cell.ids[start] : firstLearned + rank;
      token.from = start ? cell.ends[start - 1] : 0;
      token.to = cell.ends[end - 1];
      token.span = `${token.from}-${token.to}`;
      token.name = `${start}/${end}/${this.texts.plain[token.text]}`;
    }
    return tokens;
  }
}

/** Whether a token covers some of what the columns have in common; a marker of its own does not. */
function isInside(token, word) {
  return token.from < token.to && token.from < word.length;
}
