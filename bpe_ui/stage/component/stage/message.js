// What one message from Python says about each position of its window of a training.

import { tokensOf } from "../chips.js";
import { Texts } from "../glyphs.js";

const MOST_TIED_SHOWN = 6;
const MOST_RIVALS_NAMED = 6;

/** A name for a pair of token ids that maps can be keyed with. */
export function pairKey(left, right) {
  return `${left},${right}`;
}

/** A pair, a merge or a change of a pair, from its row and the names of its members. */
function read(names, row) {
  const about = Object.fromEntries(names.map((name, at) => [name, row[at]]));
  const [[left, right], [leftText, rightText, tokenText]] = [about.ids, about.texts];
  return { ...about, key: pairKey(left, right), left, right, leftText, rightText, tokenText };
}

/** One message, with what the panels ask of it. */
export class StageMessage {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.pairs = data.pairs.map((row) => read(data.members.pair, row));
    this.merges = data.merges.map((row) => read(data.members.merge, row));
    this.byRank = new Map(this.merges.map((merge) => [merge.rank, merge]));
    this.learnedTexts = new Map(Object.values(data.learned));
    this.words = data.words.items;
    this.beyond = data.in_file ? null : undefined; // a tie that it does not have: nobody is there to be asked
    this.nameTokens();
  }

  /** Tells the texts which of them are tokens. */
  nameTokens() {
    const { base, learned, vocabulary } = this.data;
    const { ids } = this.texts;
    for (const { leftText, left, rightText, right } of [...this.pairs, ...this.merges]) ids.set(leftText, left).set(rightText, right);
    for (const { tokenText, id } of this.merges) ids.set(tokenText, id);
    for (const [id, text] of Object.entries(base)) ids.set(text, Number(id));
    for (const [id, text] of Object.values(learned)) ids.set(text, id);
    for (const [id, text] of vocabulary.special) ids.set(text, id);
  }

  snapshot(position) {
    return this.data.snapshots[position - this.data.first];
  }

  /** The rows of the pair table at a position, the highest count first. */
  rows(position) {
    return this.snapshot(position).rows.map((index) => this.pairs[index]);
  }

  /** What the merge before a position changed, by the pair's name. */
  changes(position) {
    const changes = this.snapshot(position).changes.map((row) => read(this.data.members.change, row));
    return new Map(changes.map((change) => [change.key, change]));
  }

  /** The pair that the next step merges: the one known already, otherwise the rule's; null at the end. */
  nextPair(position) {
    if (this.isEnd(position)) return null; // pairs may be left where a limit ends the training
    return this.byRank.get(position) ?? this.rows(position)[0] ?? null;
  }

  /** The same with its counts, where the table has them. */
  countedNext(position) {
    const next = this.nextPair(position);
    return this.rows(position).find((pair) => pair.key === next.key) ?? { ...next, sum: [], merged: next.times };
  }

  /** The names of the pairs that share the highest count, where they are few enough to be told apart. */
  tiedKeys(position) {
    const { tied } = this.snapshot(position);
    const isShown = tied > 1 && tied <= MOST_TIED_SHOWN && !this.isEnd(position);
    return new Set(
      isShown
        ? this.rows(position)
            .slice(0, tied)
            .map((pair) => pair.key)
        : [],
    );
  }

  /** The first pairs that a merge was tied with, if its position is in the window. */
  rivals({ rank, key, tied_with: others }) {
    if (!others || !this.snapshot(rank)) return [];
    const tied = this.rows(rank).slice(0, others + 1);
    return tied.filter((pair) => pair.key !== key).slice(0, MOST_RIVALS_NAMED);
  }

  /** The rank of the next merge that was chosen in a tie: null where there is none, undefined where the
   * message does not say. */
  tieAfter(position) {
    const { last_tie: lastTie, whole } = this.data;
    if (whole && !(lastTie > position)) return null;
    return this.merges.find((merge) => merge.rank > position && merge.tied_with)?.rank ?? this.beyond;
  }

  /** The same for the one before. */
  tieBefore(position) {
    const { first_tie: firstTie } = this.data;
    if (firstTie === null || firstTie >= position) return null;
    return this.merges.findLast((merge) => merge.rank < position && merge.tied_with)?.rank ?? this.beyond;
  }

  /** The pairs that a search found at this position; null where none was made. */
  foundPairs(position) {
    const found = this.data.found_pairs;
    return found?.text && found.position === position ? found.rows.map((index) => this.pairs[index]) : null;
  }

  /** A pair by its name, with the texts of its two tokens. */
  pairNamed(key) {
    const [left, right] = key.split(",").map(Number);
    return { key, left, right, leftText: this.textOf(left), rightText: this.textOf(right) };
  }

  /** A pair of an earlier message with this message's texts; null where these are not known here. */
  pairAgain(pair) {
    const listed = this.pairs.find((other) => other.key === pair.key) ?? this.pairNamed(pair.key);
    return listed.leftText === undefined || listed.rightText === undefined ? null : listed;
  }

  /** The text of a token id. */
  textOf(id) {
    return this.data.base[id] ?? this.learnedTexts.get(id);
  }

  /** Whether training has ended at a position. */
  isEnd(position) {
    return this.data.whole && position >= this.data.known;
  }

  /** The tokens of a word at a position, each with its id and its name as plain text. */
  tokens(word, position) {
    const tokens = tokensOf(word.ids.length, word, position);
    for (const token of tokens) {
      token.id = token.rank < 0 ? word.ids[token.start] : this.data.learned[token.rank][0];
      token.name = this.texts.plain[this.textOf(token.id)] ?? "?";
    }
    if (position >= this.data.known) this.markNext(tokens, this.nextPair(position));
    return tokens;
  }

  /** After the last known merge the boundaries do not say what comes next; "aaa" then shows only its first pair. */
  markNext(tokens, next) {
    for (let at = 0; at + 1 < tokens.length; at += 1) {
      const [left, right] = [tokens[at], tokens[at + 1]];
      if (!left.next && left.id === next?.left && right.id === next.right)
        [left.next, right.next] = ["left", "right"];
    }
  }
}
