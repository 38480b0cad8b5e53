// The merges so far, the newest on top, and the vocabulary that they made.

/** The merge history; a click on a row goes to the position after that merge. */
class HistoryPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // rank -> row
    this.film = null;
    this.title = make("h2", {}, "Merge history");
    this.note = make("span", { class: "quiet panel-note" });
    this.cost = make("p", { class: "cost", "data-role": "cost" });
    const names = ["#", "merge", "count", "tied with", "by"];
    const head = make(
      "tr",
      {},
      ...names.map((name) => make("th", { scope: "col", class: name === "count" ? "number" : null }, name)),
    );
    this.body = make("tbody");
    this.table = make(
      "table",
      { class: "history", "data-role": "history", "aria-label": "Merge history" },
      make("thead", {}, head),
      this.body,
    );
    this.empty = make("p", { class: "quiet" }, "No merge has been made yet.");
    this.element = make(
      "section",
      { class: "panel history-panel", "aria-label": "Merge history" },
      make("div", { class: "panel-head" }, this.title, this.note),
      this.cost,
      make("div", { class: "scroll", tabindex: "-1" }, this.table, this.empty),
    );
    this.roving = new Roving(this.table, () => [...this.body.querySelectorAll("[data-stop]")]);
    this.listen();
  }

  update(reading) {
    if (reading.data.film !== this.film) this.rows.clear();
    this.film = reading.data.film;
    this.cost.replaceChildren(...reading.texts.sentence(reading.data.cost));
    this.cost.hidden = reading.data.cost.length === 0;
  }

  /** Shows the merges before a position: of those that the message holds, the newest first. */
  draw(reading, position) {
    const made = reading.merges.filter((merge) => merge.rank < position).reverse();
    place(
      this.body,
      made.map((merge) => this.rowOf(merge, reading.texts, position)),
    );
    const isCut = made.length < position;
    setText(this.note, isCut ? `the newest ${withCommas(made.length)} of ${withCommas(position)}` : "");
    forgetUnseen(this.rows, (row) => row);
    this.empty.hidden = made.length > 0;
    this.table.hidden = made.length === 0;
    this.roving.repair();
  }

  rowOf(merge, texts, position) {
    const row = this.rows.get(merge.rank) ?? this.makeRow(merge, texts);
    row.classList.toggle("here", merge.rank === position - 1);
    return row;
  }

  makeRow(merge, texts) {
    const number = withCommas(merge.rank + 1);
    const pair = texts.plainPair(merge.leftText, merge.rightText);
    const name = `Go to the position after merge ${number}, ${pair}`;
    const button = make(
      "button",
      { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name, title: name },
      number,
    );
    const tied = merge.tiedWith ? counted(merge.tiedWith, "other") : "";
    const becomes = make("span", { class: "quiet", role: "img", "aria-label": "becomes" }, " → ");
    const row = make(
      "tr",
      { "data-rank": merge.rank },
      make("th", { scope: "row" }, button),
      make(
        "td",
        { class: "merge" },
        ...texts.pair(merge.leftText, merge.rightText, 12),
        becomes,
        texts.token(merge.tokenText, 16),
      ),
      make("td", { class: "number" }, make("b", {}, withCommas(merge.count))),
      make("td", { class: "quiet" }, tied),
      make("td", { class: merge.byUser ? "you" : "quiet" }, merge.byUser ? "you" : "rule"),
    );
    this.rows.set(merge.rank, row);
    return row;
  }

  listen() {
    const rankAt = (target) => {
      const rank = target.closest?.("tr")?.dataset.rank;
      return rank === undefined ? null : Number(rank);
    };
    this.stage.pointing.listen(this.body, (event) => this.stage.pointing.atMerge(rankAt(event.target)));
    this.body.addEventListener("click", (event) => {
      const rank = rankAt(event.target);
      if (rank !== null) this.stage.goTo(rank + 1);
    });
  }
}

const MOST_TOKENS_IN_ORDER = 60;
const MOST_TOKENS_SHOWN = 100;

/** The tokens with their ids: a small vocabulary in id order, of a large one the newest first. */
class VocabularyPanel {
  constructor() {
    this.film = null;
    this.chips = new Map(); // id -> chip
    this.title = make("h2", {}, "Vocabulary, in id order");
    this.note = make("span", { class: "quiet panel-note" });
    this.list = make("ul", { class: "vocabulary", "data-role": "vocabulary", "aria-label": "Vocabulary" });
    this.element = make(
      "section",
      { class: "panel vocabulary-panel", "aria-label": "Vocabulary" },
      make("div", { class: "panel-head" }, this.title, this.note),
      make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Tokens" }, this.list),
    );
  }

  update(reading) {
    if (reading.data.film !== this.film) this.chips.clear();
    this.film = reading.data.film;
  }

  draw(reading, position) {
    const { special, base, left_out: leftOut } = reading.data.vocabulary;
    const size = special.length + base.length + leftOut + position;
    const first = [...special, ...base.map((id) => [id, reading.data.base[id]])];
    const learned = reading.merges.filter((merge) => merge.rank < position);
    const entries = [
      ...first.map(([id, text]) => ({ id, text, rank: -1 })),
      ...learned.map(({ rank, tokenText }) => ({
        id: reading.data.first_learned + rank,
        text: tokenText,
        rank,
      })),
    ];
    const isLarge = size > MOST_TOKENS_IN_ORDER;
    const shown = isLarge ? entries.reverse().slice(0, MOST_TOKENS_SHOWN) : entries;
    place(
      this.list,
      shown.map((entry) => this.chip(entry, reading.texts, position)),
    );
    forgetUnseen(this.chips, (chip) => chip);
    setText(this.title, isLarge ? "Vocabulary, newest first" : "Vocabulary, in id order");
    setText(
      this.note,
      shown.length < size
        ? `${withCommas(shown.length)} of ${counted(size, "token")}`
        : counted(size, "token"),
    );
  }

  chip({ id, text, rank }, texts, position) {
    if (!this.chips.has(id)) {
      const shown = text === undefined ? "?" : texts.token(text, LONGEST_IN_CHIP);
      this.chips.set(id, make("li", { class: "chip" }, shown, make("sub", {}, String(id))));
    }
    const chip = this.chips.get(id);
    chip.className = rank < 0 ? "chip" : rank === position - 1 ? "chip learned new" : "chip learned";
    return chip;
  }
}
