// The words with their symbols as chips.
//
//   10 x  [h][u g]      each chip is one token of the word at this position
//
// Chips stay in the page from step to step; only in words whose tokens changed the changed chips are built
// anew.

import { Merging, chipClass, originOf } from "../chips.js";
import {
  icon,
  make,
  makeButton,
  makePanel,
  makeSearch,
  makeTitle,
  openToken,
  setAttribute,
  setChildren,
  setDisabled,
  setText,
} from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { Roving } from "../roving.js";
import { say, withCommas } from "../say.js";
import { pairKey } from "./message.js";

const MOST_WORDS_IN_ONE_COLUMN = 8;

/** The ways to sort the words, and what each is called. */
function wordSorts() {
  return [
    ["order", "Text order"],
    ["count", "Most frequent"],
    ["next", "Next pair first"],
  ];
}

/** The panel of words: draws them, and hears which word or chip a person points at or picks. */
export class WordsPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // place in the corpus -> {word, name, item, symbols, note, chips}
    this.chipOf = new WeakMap(); // an element -> its chip
    this.tied = new Set(); // the names of the pairs that share the highest count
    this.build();
    this.merging = new Merging(this.scroller);
    this.roving = new Roving(this.list);
    this.listen();
  }

  build() {
    this.title = makeTitle("", "word", "symbol", "merge");
    this.note = make("span", { class: "quiet panel-note" });
    this.tools = new WordTools(this.stage);
    const attributes = {
      class: "words",
      "data-role": "words",
      "aria-label": "Words, cut into their symbols",
    };
    this.list = make("ul", attributes);
    this.more = make("p", { class: "quiet about-words" });
    this.lost = make("p", { class: "quiet about-words", "data-role": "left-out" });
    this.scroller = make("div", { class: "scroll", tabindex: "-1" }, this.lost, this.list, this.more);
    this.element = makePanel("words", "Words", [this.title, this.note, this.tools.element], this.scroller);
  }

  /** Takes over the words of a new message; rows of words that stay on screen stay in the page. */
  update(message) {
    const kept = new Map();
    for (const word of message.words) {
      const name = message.texts.plain[word.text];
      const was = this.rows.get(word.i);
      const row =
        was?.name === name && was.word.count === word.count ? was : this.makeRow(word, name, message);
      row.word = word;
      row.note.replaceChildren(...message.texts.sentence(word.note));
      kept.set(word.i, row);
    }
    this.rows = kept;
    this.lost.replaceChildren(...message.texts.sentence(message.data.words.left_out));
    const items = [...kept.values()].map((row) => row.item);
    setChildren(this.list, items);
    const areMany = items.length > MOST_WORDS_IN_ONE_COLUMN;
    this.list.classList.toggle("many", areMany);
    this.list.style.setProperty("--words", items.length);
    this.list.style.setProperty("--longest", Math.max(...message.words.map((word) => word.ids.length), 1));
    this.element.classList.toggle("many-words", areMany);
    setText(this.more, items.length ? "" : "No word matches the search.");
    this.tools.update(message.data.words);
  }

  makeRow(word, name, message) {
    const note = make("span", { class: "quiet about-words" });
    const dir = message.texts.directionOf(word.ids.map((id) => message.textOf(id)));
    const symbols = make("span", { class: "symbols", dir }, note);
    const count = make("span", { class: "count" }, `${withCommas(word.count)} ×`);
    const item = make("li", { "data-word": word.i }, count, symbols);
    return { word, name, item, symbols, note, chips: [] };
  }

  /** Draws the words at a position; `from` is the position drawn before, or null if it does not matter. */
  draw(message, position, from, isHidden) {
    const { story } = this.stage;
    this.drawTitle(message, position);
    const redrawn = [];
    for (const row of this.rows.values()) {
      const tokens = message.tokens(row.word, position);
      if (isHidden || !story.isMarked(tokens)) for (const token of tokens) token.next = "";
      row.tokens = tokens;
      if (!sameTokens(row.chips, tokens)) redrawn.push(row);
    }
    const focused = this.focusedChip();
    this.tied = isHidden || (story.phase && story.phase !== "choose") ? new Set() : message.tiedKeys(position);
    this.merging.show(redrawn, from, position, () => {
      for (const row of redrawn) this.rebuild(row, message);
      for (const row of this.rows.values()) this.mark(row, position);
    });
    this.refocus(focused);
    this.roving.repair();
  }

  drawTitle(message, position) {
    const { total, found, search } = message.data.words;
    const values = { found, total, position };
    const title = search
      ? say("{found:,} of {total:,} {total:word|words} after {position:,} {position:merge|merges}", values)
      : say("{total:,} {total:word|words} after {position:,} {position:merge|merges}", values);
    setText(this.title, title);
    setText(this.note, position ? "Small number: the merge that made it" : "");
  }

  rebuild(row, message) {
    const old = new Map(row.chips.map((chip) => [chip.token.start, chip]));
    row.chips = row.tokens.map((token) => {
      const was = old.get(token.start);
      return was && isSame(was.token, token) ? was : this.makeChip(token, row, message);
    });
    setChildren(row.symbols, [...row.chips.map((chip) => chip.element), row.note]);
  }

  makeChip(token, row, message) {
    const text = message.textOf(token.id);
    const about = originOf(token.name, token.rank);
    const attributes = { class: "chip", role: "button", tabindex: "-1", title: about, "data-stop": true };
    const element = make("span", { ...attributes, "data-token": token.id });
    if (text !== undefined) element.append(message.texts.token(text, LONGEST_IN_CHIP));
    if (token.rank >= 0) element.append(make("sup", { "aria-hidden": "true" }, withCommas(token.rank + 1)));
    const chip = { element, token, row, about, index: 0, state: "", lit: "", picked: "" };
    this.chipOf.set(element, chip);
    return chip;
  }

  /** Gives the chips of a word the classes of this position: learned, just made, next, lit, picked. */
  mark(row, position) {
    row.chips.forEach((chip, index) => Object.assign(chip, { token: row.tokens[index], index }));
    const tied = this.tied.size ? chipsOf(row, (key) => this.tied.has(key)) : new Map();
    for (const chip of row.chips) {
      const { next } = chip.token;
      let state = chipClass(chip.token, position);
      if (!next && tied.has(chip)) state += " tied";
      if (chip.lit) state += ` lit lit-${chip.lit}`;
      if (chip.picked) state += ` picked picked-${chip.picked}`;
      if (state === chip.state) continue;
      chip.state = state;
      chip.element.className = state;
      setAttribute(chip.element, "title", next ? say("{chip}, about to be merged", { chip: chip.about }) : chip.about);
      setAttribute(chip.element, "aria-pressed", chip.picked ? "true" : null);
    }
  }

  /** Lights up the places of a pair or what a merge touched, and shows the picked chips. */
  showLinks(linked, picked, position) {
    for (const row of this.rows.values()) {
      const lit = litChips(row, linked);
      const ours = pickedChips(row, picked);
      const isMarked = lit.size + ours.size > 0;
      if (!isMarked && !row.isMarked) continue;
      row.isMarked = isMarked;
      for (const chip of row.chips) {
        chip.lit = lit.get(chip) ?? "";
        chip.picked = ours.get(chip) ?? "";
      }
      this.mark(row, position);
    }
  }

  focusedChip() {
    const focused = this.chipOf.get(this.element.getRootNode().activeElement);
    return focused ? { row: focused.row, start: focused.token.start } : null;
  }

  /** If the chip with the focus has become part of a larger one, that one gets the focus. */
  refocus(focused) {
    if (!focused || this.focusedChip()) return;
    const chip = focused.row.chips.findLast(({ token }) => token.start <= focused.start);
    if (chip?.element.isConnected) chip.element.focus({ preventScroll: true });
  }

  listen() {
    const rowAt = (target) => this.rows.get(Number(target.closest?.("li")?.dataset.word)) ?? null;
    const point = (event) => this.stage.pointing.atWord(rowAt(event.target));
    this.stage.pointing.listen(this.list, point);
    this.list.addEventListener("click", (event) => this.pickChip(event));
    this.list.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.pickChip(event);
    });
  }

  pickChip(event) {
    const chip = this.chipOf.get(event.target.closest(".chip"));
    if (!chip) return;
    event.preventDefault();
    event.stopPropagation();
    const { pointing, predicting, position } = this.stage;
    pointing.pickChip(chip);
    // A second chip makes a pair, and while predicting the first one is half an answer.
    if (pointing.pickedChips.length === 1 && !predicting.isHidden(position)) openToken(chip.element);
  }
}

/** Whether two tokens are the same part of a word and read the same; ids alone differ from training to training. */
function isSame(one, other) {
  return one.start === other.start && one.end === other.end && one.id === other.id && one.name === other.name;
}

function sameTokens(chips, tokens) {
  return chips.length === tokens.length && chips.every(({ token }, at) => isSame(token, tokens[at]));
}

/** Every occurrence of certain pairs, overlapping ones too: they are what is counted.
 *
 * Chips with their part in the shape that is drawn around a pair: left, right, or middle where two overlap.
 */
function chipsOf(row, isWanted) {
  const parts = new Map();
  for (let at = 0; at + 1 < row.chips.length; at += 1) {
    const [left, right] = [row.chips[at], row.chips[at + 1]];
    if (!isWanted(pairKey(left.token.id, right.token.id))) continue;
    parts.set(left, parts.has(left) ? "middle" : "left");
    parts.set(right, "right");
  }
  return parts;
}

/** The chips that what is pointed at lights up: the places of a pair, or the tokens that a merge touched. */
function litChips(row, linked) {
  if (linked?.pair) return chipsOf(row, (key) => key === linked.pair);
  const parts = new Map();
  if (!(linked?.rank >= 0)) return parts;
  for (const chip of row.chips) {
    const { start, end } = chip.token;
    if (row.word.merged_at.slice(start, end - 1).includes(linked.rank)) parts.set(chip, "whole");
  }
  return parts;
}

/** The chips of a row that a person picked; two neighbours are drawn as one shape. */
function pickedChips(row, picked) {
  const ours = picked.filter((chip) => chip.row === row);
  const isPair = ours.length === 2 && Math.abs(ours[0].index - ours[1].index) === 1;
  return new Map(ours.map((chip, at) => [chip, isPair ? ["left", "right"][at] : "whole"]));
}

/** Sort, search and page of the words; out of the way while there are few. */
class WordTools {
  constructor(stage) {
    this.stage = stage;
    this.asked = { sort: "order", search: "", page: 1 };
    this.pages = 1;
    this.search = makeSearch("words-search", "Find words", (search) => this.ask({ search, page: 1 }));
    this.sort = make(
      "select",
      { "data-role": "words-sort", "aria-label": "Order of the words" },
      ...wordSorts().map(([value, name]) => make("option", { value }, name)),
    );
    this.back = makeButton("words-back", "Previous page of words", icon("previous"), "small");
    this.forward = makeButton("words-forward", "Next page of words", icon("following"), "small");
    this.where = make("span", { class: "quiet where" });
    this.pager = make("span", { class: "pager" }, this.back, this.where, this.forward);
    this.bar = make("span", { class: "tools" }, this.search, this.sort, this.pager);
    this.open = makeButton("words-tools", "Sort and search the words", icon("search"), "small");
    this.element = make("div", { class: "words-tools" }, this.bar, this.open);
    this.isOpen = false;
    this.listen();
  }

  listen() {
    this.sort.addEventListener("change", () => this.ask({ sort: this.sort.value, page: 1 }));
    this.back.addEventListener("click", () => this.turn(-1));
    this.forward.addEventListener("click", () => this.turn(1));
    this.open.addEventListener("click", () => {
      this.isOpen = !this.isOpen;
      this.show();
      if (this.isOpen) this.search.focus();
    });
  }

  turn(by) {
    const page = this.asked.page + by;
    if (page >= 1 && page <= this.pages) this.ask({ page });
  }

  ask(change) {
    Object.assign(this.asked, change);
    this.stage.view.ask("words", { ...this.asked });
  }

  update({ sort, search, page, pages, total }) {
    this.asked = { sort, search, page };
    this.pages = pages;
    this.isNeeded = total > MOST_WORDS_IN_ONE_COLUMN * 2 || search !== "" || sort !== "order";
    // What is being typed is newer than what Python has heard.
    if (this.search.getRootNode().activeElement !== this.search) this.search.value = search;
    this.sort.value = sort;
    setText(this.where, say("{page:,} of {pages:,}", { page, pages }));
    setDisabled(this.back, page <= 1);
    setDisabled(this.forward, page >= pages);
    this.pager.hidden = pages < 2;
    this.show();
  }

  show() {
    this.bar.hidden = !this.isNeeded && !this.isOpen;
    this.open.hidden = this.isNeeded;
    setAttribute(this.open, "aria-expanded", String(this.isOpen));
  }
}
