// One message from Python: the facts of a window of positions. No BPE here: words are cut into tokens where
// the message says that a boundary is still there.
//
//   hug with merged_at [2, 0]:   position 0   h | u | g      both boundaries are there
//                                position 1   h | u g        merge 0 removed the second
//                                position 3   h u g          merge 2 removed the first

import { Texts } from "./glyphs.js";
import { withCommas } from "./numbers.js";

/** What the messages for the stage and for the columns have in common. */
export class Message {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
  }

  /** Whether the position can be drawn with this message. */
  holds(position) {
    return position >= this.data.first && position <= this.data.last;
  }
}

/**
 * The tokens of a word of `length` base symbols at a position: where each starts and ends, the rank of the
 * merge that made it (-1: none), and which half of the coming merge it is ("left", "right" or "").
 */
export function tokensOf(length, { merged_at: mergedAt, tail }, position) {
  const tokens = [];
  let start = 0;
  let rank = -1;
  for (let end = 1; end <= length; end += 1) {
    const merge = mergedAt[end - 1]; // undefined after the last symbol
    if (merge >= 0 && merge < position) {
      rank = Math.max(rank, merge);
      continue;
    }
    // Where a word too long to be sent is cut, `tail` has the merges that made the token over the cut.
    if (end === length) rank = Math.max(rank, tail.findLast((made) => made < position) ?? -1);
    tokens.push({ start, end, rank, next: "" });
    start = end;
    rank = -1;
  }
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    if (mergedAt[tokens[at].end - 1] === position) [tokens[at].next, tokens[at + 1].next] = ["left", "right"];
  }
  return tokens;
}

/** The classes of a token's chip at a position: learned, just made, next. */
export function chipClass({ rank, next }, position) {
  const learned = rank < 0 ? "chip" : rank === position - 1 ? "chip learned new" : "chip learned";
  return next ? `${learned} next next-${next}` : learned;
}

/** Where a token comes from: `hug, made by merge 3`. */
export function originOf(name, rank) {
  return rank < 0 ? `${name}, base symbol` : `${name}, made by merge ${withCommas(rank + 1)}`;
}
