// What one message from Python says about each position of its window. No BPE here: words are cut where the
// data says that a border still stands.
//
//   hug, ends [1, 2, 3], merged_at [2, 0]:   position 0   h | u | g      position 1   h | u g

/** The cells of the data by their names: what stands where in such a list is written down here alone. */
function readCell(cell) {
  if (cell === null) return null;
  const [left, right, token, tokenId, count, tied, kind, rankThere] = cell;
  return { left, right, token, tokenId, count, tied, kind, rankThere };
}

/** One message, with what the panels ask of it. */
class Reading {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.sides = data.sides;
    this.rows = data.rows.map((row) => ({ ...row, cells: row.cells.map(readCell) }));
    this.byRank = new Map(this.rows.map((row) => [row.rank, row]));
    this.words = data.words;
  }

  /** Whether the position can be drawn with this message. */
  holds(position) {
    return position >= this.data.first && position <= this.data.last;
  }

  /** What is said at a position. */
  said(position) {
    return position === 0 ? this.data.start : this.byRank.get(position - 1);
  }

  /** The same in plain words, for a screen reader. */
  spoken(position) {
    const { sentence, aside } = this.said(position);
    return `${this.texts.plainSentence(sentence)} ${this.texts.plainSentence(aside)}`;
  }

  /** The title of a column, as plain text. */
  title(side) {
    return this.sides[side].title;
  }

  /** The position after the first difference; null where there is none. */
  get difference() {
    return this.data.divergence === null ? null : this.data.divergence + 1;
  }

  /** The tokens of a word in every column at a position, those marked that another column does not have. */
  tokens(word, position) {
    const columns = word.cells.map((cell, side) => (cell ? this.tokensOf(cell, side, position) : null));
    const { against } = this.data;
    const spans = columns.map((tokens) => new Set(tokens?.map((token) => token.span)));
    columns.forEach((tokens, side) => {
      const others = spans.filter((_, other) => columns[other] && (side === against || other === against));
      const held = columns[against] ? others : spans.filter((_, other) => columns[other]);
      for (const token of tokens ?? []) token.differs = isInside(token, word) && !held.every((span) => span.has(token.span));
    });
    return columns;
  }

  tokensOf(cell, side, position) {
    const tokens = [];
    let start = 0;
    let rank = -1;
    for (let end = 1; end <= cell.symbols.length; end += 1) {
      const mergedAt = end < cell.symbols.length ? cell.merged_at[end - 1] : -1;
      if (mergedAt >= 0 && mergedAt < position) {
        rank = Math.max(rank, mergedAt);
        continue;
      }
      if (end === cell.symbols.length) rank = Math.max(rank, rankOverTheCut(cell, position));
      const text = rank < 0 ? cell.symbols[start] : this.sides[side].learned[rank];
      const [from, to] = [start ? cell.ends[start - 1] : 0, cell.ends[end - 1]];
      tokens.push({ start, end, rank, text, from, to, span: `${from}-${to}`, next: "", differs: false });
      start = end;
      rank = -1;
    }
    for (let at = 0; at + 1 < tokens.length; at += 1) {
      if (cell.merged_at[tokens[at].end - 1] !== position) continue;
      [tokens[at].next, tokens[at + 1].next] = ["left", "right"];
    }
    return tokens;
  }
}

/** Whether a token covers some of what the columns have in common; a marker of its own does not. */
function isInside(token, word) {
  return token.from < token.to && token.from < word.length;
}

/** The rank that made the token over the cut of a word too long to be sent whole; -1 where there is none. */
function rankOverTheCut(cell, position) {
  return cell.tail.findLast((rank) => rank < position) ?? -1;
}
