// The merges so far, the newest on top, and the vocabulary that they made.
//
// Which rows there are, and how many are drawn before a person scrolls, is said in bpe_ui/visit/messages/history.py.

import { chipClass } from "../chips.js";
import {
  forgetUnseen,
  make,
  makePanel,
  makeTitle,
  setAttribute,
  setChildren,
  setText,
} from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { Roving, rovingTokens } from "../roving.js";
import { joined, say, withCommas } from "../say.js";
import { makeTable } from "../table.js";

const COLUMNS = [
  { name: "rank", title: "#" },
  { name: "merge", title: "merge" },
  { name: "count", title: "count", kind: "number" },
  { name: "rivals", title: "tied with" },
];

/**
 * The merge history: the merges made, and above them those that were undone by going back. A click on a row
 * shows the decision for that merge, which is the position before it; a second click goes past it.
 */
export class HistoryPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // rank -> row
    this.historyId = null;
    this.reached = 0; // the furthest position seen
    this.isScrolled = false;
    this.isGivenOpen = false;
    this.givenButton = make("button", { type: "button", tabindex: "-1", "data-stop": true });
    this.givenButton.addEventListener("click", () => {
      this.isGivenOpen = !this.isGivenOpen;
      this.redraw();
    });
    this.border = make("tr", { class: "given" }, make("td", { colspan: COLUMNS.length }, this.givenButton));
    this.note = make("span", { class: "quiet panel-note" });
    this.cost = make("p", { class: "cost", "data-role": "cost" });
    this.body = make("tbody");
    this.table = makeTable({ class: "history", "data-role": "history", "aria-label": "Merge history" }, COLUMNS, this.body);
    this.empty = make("p", { class: "quiet" }, "No merge has been made yet.");
    this.scroller = make("div", { class: "scroll", tabindex: "-1" }, this.table, this.empty);
    this.element = makePanel(
      "history",
      "Merge history",
      [makeTitle("Merge history", "merge history", "position"), this.note],
      this.cost,
      this.scroller,
    );
    this.roving = new Roving(this.table);
    this.listen();
  }

  update({ data, texts }) {
    if (data.history_id !== this.historyId) {
      this.rows.clear();
      this.reached = 0;
    }
    this.historyId = data.history_id;
    this.cost.replaceChildren(...texts.sentence(data.cost));
    this.cost.hidden = data.cost.length === 0;
  }

  /**
   * Shows the merges that the message holds, the newest first; undone ones would tell the answer to predict.
   * The oldest have no rows until somebody scrolls.
   */
  draw(message, position, isPredicting) {
    this.reached = Math.max(this.reached, position);
    const end = isPredicting ? position : this.reached;
    const shown = message.merges.filter((merge) => merge.rank < end).reverse();
    const made = shown.filter((merge) => merge.rank < position).length;
    const most = shown.length - made + message.data.rows_at_once;
    const rows = this.isScrolled ? shown : shown.slice(0, most);
    const { given } = message.data;
    const learned = rows.filter(({ rank }) => rank >= given);
    const block = this.isGivenOpen || position < given ? rows.slice(learned.length) : [];
    const border = given && position >= given ? [this.border] : [];
    if (given) this.nameBlock(given);
    setChildren(this.body, [
      ...learned.map((merge) => this.rowOf(merge, message, position)),
      ...border,
      ...block.map((merge) => this.rowOf(merge, message, position, "given")),
    ]);
    this.redraw = () => this.draw(message, position, isPredicting);
    setText(this.note, made < position ? say("the newest {made:,} of {position:,}", { made, position }) : "");
    forgetUnseen(this.rows, (row) => row.element);
    this.empty.hidden = shown.length > 0;
    this.table.hidden = shown.length === 0;
    this.roving.repair();
    requestAnimationFrame(() => this.follow(position)); // once all of the stage has its place
  }

  /** Scrolls the list, and nothing else, to the merge that comes next and the last one made. */
  follow(position) {
    for (const rank of [position, position - 1]) {
      const row = this.rows.get(rank)?.element;
      if (!row?.isConnected) continue;
      const { top, bottom } = row.getBoundingClientRect();
      const above = this.table.tHead.getBoundingClientRect().bottom - top;
      const below = bottom - this.scroller.getBoundingClientRect().bottom;
      if (above > 0) this.scroller.scrollTop -= above;
      else if (below > 0) this.scroller.scrollTop += below;
    }
  }

  /** The given merges are one block below what was learned here, which can be opened. */
  nameBlock(given) {
    const hidden = say("{given:,} given {given:merge|merges}: show", { given });
    setText(this.givenButton, this.isGivenOpen ? say("Learned here above, given below: hide") : hidden);
    setAttribute(this.givenButton, "aria-expanded", String(this.isGivenOpen));
  }

  rowOf(merge, message, position, kind = "") {
    const { rank } = merge;
    if (!this.rows.has(rank)) this.rows.set(rank, this.makeRow(merge, message.texts));
    const row = this.rows.get(rank);
    if (merge.tied_with) this.nameRivals(row, merge, message);
    row.element.className = rank < position ? kind : "undone";
    row.element.classList.toggle("here", rank === position - 1);
    row.element.classList.toggle("next", rank === position);
    return row.element;
  }

  makeRow(merge, texts) {
    const number = withCommas(merge.rank + 1);
    const pair = texts.plainPair(merge.leftText, merge.rightText);
    const name = say("Show the decision for merge {number}, {pair}", { number, pair });
    const attributes = { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name, title: name };
    const button = make("button", attributes, number);
    const tied = merge.tied_with ? say("{n:,} {n:other|others}", { n: merge.tied_with }) : "";
    const rivals = make("td", { class: "quiet" }, tied);
    const yours = merge.by_user ? make("span", { class: "you" }, "your pick") : "";
    const element = make(
      "tr",
      { "data-rank": merge.rank },
      make("th", { scope: "row" }, button),
      make("td", {}, make("span", { class: "merge" }, ...texts.merge(merge)), yours),
      make("td", { class: "number" }, make("b", {}, withCommas(merge.times))),
      rivals,
    );
    return { element, name, button, rivals };
  }

  /** Names the pairs that a merge was tied with, once the message has them. */
  nameRivals({ name, button, rivals }, merge, message) {
    const [first, ...others] = message.rivals(merge);
    if (!first || rivals.title) return;
    const { texts } = message;
    const named = [first, ...others].map((pair) => texts.plainPair(pair.leftText, pair.rightText));
    const [pairs, more] = [named.join(", "), merge.tied_with - named.length];
    rivals.title = more
      ? say("tied with {pairs} and {more:,} more", { pairs, more })
      : say("tied with {pairs}", { pairs });
    rivals.replaceChildren(...this.shownRivals(merge.tied_with, first, others[0], texts));
    setAttribute(button, "aria-label", `${name}, ${rivals.title}`);
  }

  /** One pair, or two; of more the first, and how many they are. */
  shownRivals(number, first, second, texts) {
    const pair = ({ leftText, rightText }) => texts.pair(leftText, rightText, 12);
    if (number === 1) return pair(first);
    return joined([pair(first), number === 2 && second ? pair(second) : [`+${withCommas(number - 1)}`]]);
  }

  listen() {
    this.scroller.addEventListener("scroll", () => {
      const isScrolled = this.scroller.scrollTop > 0;
      if (isScrolled === this.isScrolled) return;
      this.isScrolled = isScrolled;
      if (isScrolled) this.redraw();
    });
    const rankAt = (target) => {
      const rank = target.closest?.("tr")?.dataset.rank;
      return rank === undefined ? null : Number(rank);
    };
    this.stage.pointing.listen(this.body, (event) => this.stage.pointing.atMerge(rankAt(event.target)));
    this.body.addEventListener("click", (event) => {
      const rank = event.target.closest("[data-token]") ? null : rankAt(event.target);
      if (rank !== null) this.stage.view.goTo(rank === this.stage.position ? rank + 1 : rank);
    });
  }
}

const MOST_TOKENS_IN_ORDER = 60;
const MOST_LARGE = 18; // tokens of a vocabulary in large type
const MOST_TOKENS_SHOWN = 400;

/** The tokens with their ids: a small vocabulary in id order; of a large one the newest first. */
export class VocabularyPanel {
  constructor(stage) {
    this.stage = stage;
    this.historyId = null;
    this.chips = new Map(); // id -> {chip, item}
    this.title = makeTitle("", "vocabulary", "token", "base symbol");
    this.note = make("span", { class: "quiet panel-note" });
    this.list = make("ul", { class: "vocabulary", "data-role": "vocabulary", "aria-label": "Vocabulary" });
    const attributes = { class: "scroll", tabindex: "-1", role: "group", "aria-label": "Tokens" };
    this.element = makePanel("vocabulary", "Vocabulary", [this.title, this.note], make("div", attributes, this.list));
    this.roving = rovingTokens(this.list);
  }

  update({ data }) {
    if (data.history_id !== this.historyId) this.chips.clear();
    this.historyId = data.history_id;
  }

  draw(message, position) {
    const { vocabulary, given } = message.data;
    const learned = Math.max(0, position - given);
    const size = vocabulary.special.length + vocabulary.base.length + vocabulary.not_shown + learned;
    const isLarge = size > MOST_TOKENS_IN_ORDER;
    const shown = this.entries(message, position, isLarge).slice(0, MOST_TOKENS_SHOWN);
    setChildren(
      this.list,
      shown.map((entry) => this.item(entry, message.texts, position)),
    );
    forgetUnseen(this.chips, ({ item }) => item);
    this.list.classList.toggle("few", shown.length <= MOST_LARGE);
    this.roving.repair();
    setText(this.title, isLarge ? "Vocabulary, newest first" : "Vocabulary and ids");
    const tokens = this.number(size, shown.length, message.data.in_file);
    setText(this.note, say("{tokens}; click one for its parts", { tokens }));
  }

  number(size, shown, inFile) {
    if (shown === size) return say("{size:,} {size:token|tokens}", { size });
    return inFile
      ? say("{shown:,} of {size:,} {size:token|tokens}", { shown, size })
      : say("{shown:,} of {size:,} {size:token|tokens}; all are under Tokenize, Vocabulary", { shown, size });
  }

  /** The learned tokens and the base symbols; in a large vocabulary, symbols not in the corpus come last. */
  entries({ merges, data }, position, isLarge) {
    const { vocabulary, base } = data;
    const special = vocabulary.special.map(([id, text]) => ({ id, text, rank: -1 }));
    const symbols = vocabulary.base.map((id, at) => {
      return { id, text: base[id], rank: -1, isUnseen: at >= vocabulary.seen };
    });
    const learned = merges
      .filter(({ rank }) => rank < position)
      .map(({ rank, id, tokenText }) => ({ id, text: tokenText, rank }));
    return isLarge ? [...learned.reverse(), ...special, ...symbols] : [...special, ...symbols, ...learned];
  }

  item({ id, text, rank, isUnseen }, texts, position) {
    if (!this.chips.has(id)) {
      const shown = text === undefined ? "?" : texts.token(text, LONGEST_IN_CHIP);
      const title = isUnseen ? "not in this corpus" : null;
      const attributes = { role: "button", tabindex: "-1", "data-stop": true, "data-token": id };
      const chip = make("span", attributes, shown, make("sub", {}, String(id)));
      this.chips.set(id, { chip, item: make("li", { title }, chip) });
    }
    const { chip, item } = this.chips.get(id);
    const name = chipClass({ rank }, position) + (isUnseen ? " unseen-symbol" : "");
    if (chip.className !== name) chip.className = name;
    return item;
  }
}
