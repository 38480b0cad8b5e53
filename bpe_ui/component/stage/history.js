// The merges so far, the newest on top, and the vocabulary that they made.

import { forgetUnseen, make, makePanel, setChildren, setText } from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { chipClass } from "../message.js";
import { counted, withCommas } from "../numbers.js";
import { Roving } from "../roving.js";

/** The merge history; a click on a row goes to the position after that merge. */
export class HistoryPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // rank -> row
    this.historyId = null;
    this.note = make("span", { class: "quiet panel-note" });
    this.cost = make("p", { class: "cost", "data-role": "cost" });
    const heads = ["#", "merge", "count", "tied with", "by"].map((name) =>
      make("th", { scope: "col", class: name === "count" ? "number" : null }, name),
    );
    this.body = make("tbody");
    const attributes = { class: "history", "data-role": "history", "aria-label": "Merge history" };
    this.table = make("table", attributes, make("thead", {}, make("tr", {}, ...heads)), this.body);
    this.empty = make("p", { class: "quiet" }, "No merge has been made yet.");
    this.element = makePanel(
      "history",
      "Merge history",
      [make("h2", {}, "Merge history"), this.note],
      this.cost,
      make("div", { class: "scroll", tabindex: "-1" }, this.table, this.empty),
    );
    this.roving = new Roving(this.table, () => [...this.body.querySelectorAll("[data-stop]")]);
    this.listen();
  }

  update({ data, texts }) {
    if (data.history_id !== this.historyId) this.rows.clear();
    this.historyId = data.history_id;
    this.cost.replaceChildren(...texts.sentence(data.cost));
    this.cost.hidden = data.cost.length === 0;
  }

  /** Shows the merges before a position: of those that the message holds, the newest first. */
  draw(message, position) {
    const made = message.merges.filter((merge) => merge.rank < position).reverse();
    setChildren(
      this.body,
      made.map((merge) => this.rowOf(merge, message.texts, position)),
    );
    const isCut = made.length < position;
    setText(this.note, isCut ? `the newest ${withCommas(made.length)} of ${withCommas(position)}` : "");
    forgetUnseen(this.rows, (row) => row);
    this.empty.hidden = made.length > 0;
    this.table.hidden = made.length === 0;
    this.roving.repair();
  }

  rowOf(merge, texts, position) {
    if (!this.rows.has(merge.rank)) this.rows.set(merge.rank, this.makeRow(merge, texts));
    const row = this.rows.get(merge.rank);
    row.classList.toggle("here", merge.rank === position - 1);
    return row;
  }

  makeRow(merge, texts) {
    const number = withCommas(merge.rank + 1);
    const pair = texts.plainPair(merge.leftText, merge.rightText);
    const name = `Go to the position after merge ${number}, ${pair}`;
    const attributes = { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name, title: name };
    return make(
      "tr",
      { "data-rank": merge.rank },
      make("th", { scope: "row" }, make("button", attributes, number)),
      make("td", { class: "merge" }, ...texts.merge(merge)),
      make("td", { class: "number" }, make("b", {}, withCommas(merge.count))),
      make("td", { class: "quiet" }, merge.tiedWith ? counted(merge.tiedWith, "other") : ""),
      make("td", { class: merge.byUser ? "you" : "quiet" }, merge.byUser ? "you" : "rule"),
    );
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
export class VocabularyPanel {
  constructor() {
    this.historyId = null;
    this.chips = new Map(); // id -> chip
    this.title = make("h2", {}, "");
    this.note = make("span", { class: "quiet panel-note" });
    this.list = make("ul", { class: "vocabulary", "data-role": "vocabulary", "aria-label": "Vocabulary" });
    const attributes = { class: "scroll", tabindex: "0", role: "group", "aria-label": "Tokens" };
    const head = [this.title, this.note];
    this.element = makePanel("vocabulary", "Vocabulary", head, make("div", attributes, this.list));
  }

  update({ data }) {
    if (data.history_id !== this.historyId) this.chips.clear();
    this.historyId = data.history_id;
  }

  draw(message, position) {
    const { vocabulary, base, first_learned: firstLearned } = message.data;
    const learned = message.merges.filter((merge) => merge.rank < position);
    const entries = [
      ...vocabulary.special.map(([id, text]) => ({ id, text, rank: -1 })),
      ...vocabulary.base.map((id) => ({ id, text: base[id], rank: -1 })),
      ...learned.map(({ rank, tokenText }) => ({ id: firstLearned + rank, text: tokenText, rank })),
    ];
    const size = vocabulary.special.length + vocabulary.base.length + vocabulary.not_shown + position;
    const isLarge = size > MOST_TOKENS_IN_ORDER;
    const shown = isLarge ? entries.reverse().slice(0, MOST_TOKENS_SHOWN) : entries;
    setChildren(
      this.list,
      shown.map((entry) => this.chip(entry, message.texts, position)),
    );
    forgetUnseen(this.chips, (chip) => chip);
    setText(this.title, isLarge ? "Vocabulary, newest first" : "Vocabulary, in id order");
    const isCut = shown.length < size;
    setText(this.note, `${isCut ? `${withCommas(shown.length)} of ` : ""}${counted(size, "token")}`);
  }

  chip({ id, text, rank }, texts, position) {
    if (!this.chips.has(id)) {
      const shown = text === undefined ? "?" : texts.token(text, LONGEST_IN_CHIP);
      this.chips.set(id, make("li", {}, shown, make("sub", {}, String(id))));
    }
    const chip = this.chips.get(id);
    chip.className = chipClass({ rank }, position);
    return chip;
  }
}
