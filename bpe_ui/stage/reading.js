// What one message from Python says about each position of its window. No BPE here: words are cut where the
// data says that a boundary still stands.
//
//   hug with merged_at [2, 0]:   position 0   h | u | g      both boundaries stand
//                                position 1   h | u g        merge 0 removed the second
//                                position 3   h u g          merge 2 removed the first

const MOST_TIED_SHOWN = 6;

/** A name for a pair of token ids that maps can be keyed with. */
function pairKey(left, right) {
  return `${left},${right}`;
}

/** The pairs of the data by their names: what stands where in such a list is written down here alone. */
function readPair([left, right, leftText, rightText, tokenText, count, words, merged, shares]) {
  return {
    key: pairKey(left, right),
    left,
    right,
    leftText,
    rightText,
    tokenText,
    count,
    words,
    merged,
    shares,
  };
}

function readMerge([rank, left, right, leftText, rightText, tokenText, count, tiedWith, byUser]) {
  return {
    rank,
    key: pairKey(left, right),
    left,
    right,
    leftText,
    rightText,
    tokenText,
    count,
    tiedWith,
    byUser,
  };
}

function readChange([left, right, leftText, rightText, tokenText, before, after, kind, words, wordsTotal]) {
  const key = pairKey(left, right);
  return { key, left, right, leftText, rightText, tokenText, before, after, kind, words, wordsTotal };
}

/** The rank that made the token over the cut of a word too long to be sent whole; -1 where there is none. */
function rankOverTheCut(word, position) {
  return (word.tail ?? []).findLast((rank) => rank < position) ?? -1;
}

/** One message, with what the panels ask of it. */
class Reading {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.pairs = data.pairs.map(readPair);
    this.merges = data.merges.map(readMerge);
    this.byRank = new Map(this.merges.map((merge) => [merge.rank, merge]));
    this.words = data.words.items;
  }

  /** Whether the position can be drawn with this message. */
  holds(position) {
    return position >= this.data.first && position <= this.data.last;
  }

  scene(position) {
    return this.data.scenes[position - this.data.first];
  }

  /** The rows of the pair table at a position, the highest count first. */
  rows(position) {
    return this.scene(position).rows.map((index) => this.pairs[index]);
  }

  /** What the merge before a position changed, by the pair's name. */
  changes(position) {
    return new Map(
      this.scene(position)
        .changes.map(readChange)
        .map((change) => [change.key, change]),
    );
  }

  /** The pair that the next step merges: the film's, where not known yet the rule's; null at the end. */
  nextPair(position) {
    if (this.isEnd(position)) return null; // pairs may be left where a limit ends the training
    return this.byRank.get(position) ?? this.rows(position)[0] ?? null;
  }

  /** The names of the pairs that share the highest count, where they are few enough to be told apart. */
  tiedKeys(position) {
    const { tied } = this.scene(position);
    const isShown = tied > 1 && tied <= MOST_TIED_SHOWN && !this.isEnd(position);
    return new Set(isShown ? this.rows(position).slice(0, tied).map((pair) => pair.key) : []);
  }

  /** The pairs that a search found, where it was made at this position. */
  foundPairs(position) {
    const found = this.data.found_pairs;
    return found?.text && found.position === position ? found.rows.map((index) => this.pairs[index]) : [];
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
    const rank = id - this.data.first_learned;
    return this.data.base[id] ?? this.data.learned[rank];
  }

  /** Whether training has ended at a position. */
  isEnd(position) {
    return this.data.whole && position >= this.data.known;
  }

  /** The tokens of a word at a position; `next` says which half of the coming merge a token is, if any. */
  tokens(word, position) {
    const tokens = [];
    let start = 0;
    let rank = -1;
    for (let end = 1; end <= word.ids.length; end += 1) {
      const mergedAt = end < word.ids.length ? word.merged_at[end - 1] : -1;
      if (mergedAt >= 0 && mergedAt < position) {
        rank = Math.max(rank, mergedAt);
        continue;
      }
      if (end === word.ids.length) rank = Math.max(rank, rankOverTheCut(word, position));
      const id = rank < 0 ? word.ids[start] : this.data.first_learned + rank;
      tokens.push({ start, end, rank, id, next: "", name: this.texts.plain[this.textOf(id)] ?? "?" });
      start = end;
      rank = -1;
    }
    this.markNext(word, tokens, position);
    return tokens;
  }

  markNext(word, tokens, position) {
    const beyond = position >= this.data.known ? this.nextPair(position) : null;
    for (let index = 0; index + 1 < tokens.length; index += 1) {
      const [left, right] = [tokens[index], tokens[index + 1]];
      const inFilm = word.merged_at[left.end - 1] === position;
      // Beyond the known film the boundaries do not say it yet; "aaa" then shows its first pair only.
      const byIds = beyond !== null && !left.next && left.id === beyond.left && right.id === beyond.right;
      if (inFilm || byIds) [left.next, right.next] = ["left", "right"];
    }
  }
}
