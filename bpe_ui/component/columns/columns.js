// The columns: one position of several trainings, side by side, which Python compares with each other.

import { make, setText } from "../dom.js";
import { OPENS_TOKENS } from "../keys.js";
import { mounted } from "../mounted.js";
import { MovingView } from "../moving.js";
import { ColumnsControls } from "./controls.js";
import { MOST_LONG_TITLES, MergesPanel } from "./merges.js";
import { ColumnsMessage } from "./message.js";
import { ColumnWordsPanel } from "./words.js";

/** With more columns the words on the buttons are short. */
const MOST_WIDE_COLUMNS = 3;
const COLUMNS_KEYS = { d: "difference", D: "difference" };
const KEY_NAMES = [
  ["→", "the next merge, in all columns"],
  ["←", "back one merge"],
  ["Home", "to the start"],
  ["End", "to the end"],
  ["G", "type the number of a merge and go there"],
  ["Space", "play or pause"],
  ["D", "to the first difference"],
  ["Tab", "to the next panel or button, and out of the columns to Why, Your text and the others"],
  ["← → there", "another of them; Space chooses it"],
  ["↑ ↓", "among the merges: the next row"],
  ["Enter", "go to the merge of that row"],
  OPENS_TOKENS,
  ["Esc", "close this list"],
];

class Columns extends MovingView {
  read(data) {
    return new ColumnsMessage(data);
  }

  keys() {
    return COLUMNS_KEYS;
  }

  keyNames() {
    return KEY_NAMES;
  }

  build() {
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.subtitle = make("p", { class: "subtitle", "data-role": "subtitle" });
    this.notice = make("p", { class: "notice", role: "status", "data-role": "notice" });
    this.merges = new MergesPanel(this);
    this.words = new ColumnWordsPanel();
    this.controls = new ColumnsControls(this);
    scrollTogether(this.merges.sheet, this.words.sheet);
    return make(
      "div",
      { class: "stage columns", "data-role": "columns" },
      make("header", { class: "headline" }, this.sentence, this.subtitle),
      this.merges.element,
      this.words.element,
      this.controls.element,
      this.notice,
      this.announcer.element,
      this.help.element,
    );
  }

  measureTop() {
    const { top } = this;
    super.measureTop();
    if (this.top !== top && this.message) this.merges.reveal(this.position);
  }

  takeOver(message, isPythons) {
    const { data, columns } = message;
    if (data.history_id !== this.historyId) this.drawn = null;
    super.takeOver(message, isPythons);
    this.root.style.setProperty("--columns", String(columns.length));
    this.root.classList.toggle("many", columns.length > MOST_WIDE_COLUMNS);
    this.root.classList.toggle("narrow", columns.length > MOST_LONG_TITLES);
    setText(this.notice, data.notice);
    for (const part of [this.merges, this.words, this.controls]) part.update(message);
  }

  // ---- drawing

  draw() {
    const { message, position, drawn } = this;
    this.words.draw(position, drawn);
    this.merges.draw(position, drawn !== position);
    this.drawHeadline();
    this.drawControls();
    if (drawn !== null && drawn !== position) this.announcer.say(message.announcement(position));
    this.drawn = position;
    Object.assign(this.root.dataset, { position, history: this.historyId });
  }

  drawHeadline() {
    const { texts } = this.message;
    const { sentence, subtitle, agree } = this.message.sentences(this.position);
    this.sentence.replaceChildren(...texts.sentence(sentence));
    this.sentence.classList.toggle("apart", agree === false);
    this.subtitle.replaceChildren(...texts.sentence(subtitle));
    this.subtitle.title = texts.plainSentence(subtitle);
  }

  drawControls() {
    this.controls.draw(this.message, this.position);
  }

  // ---- moving

  actions(isHeld) {
    const { difference } = this.message;
    return { ...super.actions(isHeld), difference: () => difference !== null && this.goTo(difference) };
  }

  furthest() {
    return this.message.data.length;
  }

  goesOnAfter(position) {
    return position < this.message.data.length;
  }

  margin() {
    return this.message.data.margin;
  }

  /** Goes on with a column on Train. */
  openOnTrain(column) {
    this.player.stop();
    this.toPython.askOnce("train", { column });
  }
}

/** Two panels of the same width scroll sideways as one. */
function scrollTogether(one, other) {
  const follow = (from, to) =>
    from.addEventListener("scroll", () => {
      if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
    });
  follow(one, other);
  follow(other, one);
}

export default mounted(Columns);
