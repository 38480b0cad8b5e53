// What one message from Python says about a text's tokens, and about each position of one word in it.

import { tokensOf } from "../chips.js";
import { Texts } from "../glyphs.js";

// Only these three functions know the order of the lists in the message.

function readToken([text, id, rank, start, end, kind, startsWord, placeAndBytes, inText], at) {
  return { at, text, id, rank, start, end, kind, startsWord, placeAndBytes, inText };
}

function readStep([rank, leftText, rightText, tokenText], at) {
  return { at, rank, leftText, rightText, tokenText };
}

function readCandidate([leftText, rightText, rank, times]) {
  return { leftText, rightText, rank, times };
}

export class RulesMessage {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    const { first, items } = data.tokens;
    this.shown = items.map((item, at) => readToken(item, first + at));
    this.word = data.word;
    this.steps = (data.word?.steps ?? []).map(readStep);
    this.isRead = Object.keys(data.word?.readings ?? {}).length > 0; // then there is a line for it in all blocks
    const { beside } = data; // the word that was shown before, as a message whose last position is shown
    this.beside = beside ? new RulesMessage({ ...data, word: beside, known: beside.steps.length, beside: null }) : null;
    this.byRank = new Map(this.steps.map((step) => [step.at, step])); // of the stops under the word
  }

  snapshot(position) {
    return this.data.snapshots[position] ?? this.data.snapshots[0];
  }

  candidates(position) {
    return this.snapshot(position).candidates.map(readCandidate);
  }

  /** What was looked up at a position by a model without merges; null by merges. */
  lookedUp(position) {
    return this.word?.lookup ? this.snapshot(position).looked_up.map(([text, result]) => ({ text, result })) : null;
  }

  /** The word's symbols at a position: where each is, the step that made it, which half of the next pair, its tree. */
  symbols(position) {
    if (!this.word) return [];
    const symbols = tokensOf(this.word.symbols.length, this.word, position);
    return symbols.map((symbol) => {
      const tree = this.tree(symbol.start, symbol.end);
      return { ...symbol, tree, text: tree.text };
    });
  }

  /** A symbol with its two halves, and those with theirs. */
  tree(start, end) {
    const { symbols, merged_at: mergedAt, kinds, readings } = this.word;
    const reading = this.isRead ? (readings[`${start}-${end}`] ?? ["\u00a0"]) : null;
    const place = { start, end, reading };
    if (end - start === 1) return { ...place, text: symbols[start], kind: kinds[start], halves: [] };
    const inside = mergedAt.slice(start, end - 1);
    const last = Math.max(...inside); // a merge removes one border, and WordPiece all of a token's at once
    const cuts = [start, ...inside.flatMap((step, at) => (step === last ? [start + at + 1] : [])), end];
    const halves = cuts.slice(1).map((cut, at) => this.tree(cuts[at], cut));
    const { tokenText: text, rank } = this.steps[last];
    return { ...place, text, rank, halves };
  }
}
