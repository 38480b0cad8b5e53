// The columns: one position of several trainings, side by side, which Python compares with each other.

import { Controls, Scrubber } from "../controls.js";
import { make, makeButton, setText } from "../dom.js";
import { mounted } from "../mounted.js";
import { View } from "../view.js";
import { MOST_LONG_TITLES, MergesPanel } from "./merges.js";
import { ColumnsMessage } from "./message.js";

/** With more columns the words on the buttons are short. */
const MOST_WIDE_COLUMNS = 3;

class Columns {
  keys = { d: "difference", D: "difference" };

  constructor(view) {
    this.view = view;
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.subtitle = make("p", { class: "subtitle", "data-role": "subtitle" });
    this.notice = make("p", { class: "notice", role: "status", "data-role": "notice" });
    this.merges = new MergesPanel(view);
    const next = "Make the next merge in all columns (Right arrow)";
    this.controls = new Controls(view, "merge", makeButton("forward", next, "Merge", "main"), new ColumnsTrack(view));
    const parts = [this.merges, this.controls].map((part) => part.element);
    const headline = make("header", { class: "headline" }, this.sentence, this.subtitle);
    this.root = make("div", { class: "stage columns", "data-role": "columns" }, headline, ...parts, this.notice);
    this.actions = {
      difference: () => view.message.difference !== null && view.goTo(view.message.difference),
    };
  }

  keyNames() {
    return [
      ["→", "the next merge, in all columns"],
      ["←", "back one merge"],
      ["Home", "to the start"],
      ["End", "to the end"],
      ["G", "type the number of a merge and go there"],
      ["D", "to the first difference"],
      ["Tab", "to the next panel or button, and out of the columns to Why, Your text and the others"],
      ["← → there", "another of them; Space chooses it"],
      ["↑ ↓", "among the merges: the next row"],
      ["Enter", "go to the merge of that row"],
    ];
  }

  read(data) {
    return new ColumnsMessage(data);
  }

  take(message, isOther) {
    const { data, columns } = message;
    if (isOther) this.view.drawn = null;
    this.root.style.setProperty("--columns", String(columns.length));
    this.root.classList.toggle("many", columns.length > MOST_WIDE_COLUMNS);
    this.root.classList.toggle("narrow", columns.length > MOST_LONG_TITLES);
    setText(this.notice, data.notice);
    for (const part of [this.merges, this.controls]) part.update(message);
  }

  draw(message, position, from) {
    const { texts } = message;
    const { sentence, subtitle, agree } = message.sentences(position);
    this.merges.draw(position, from !== position);
    this.sentence.replaceChildren(...texts.sentence(sentence));
    this.sentence.classList.toggle("apart", agree === false);
    this.subtitle.replaceChildren(...texts.sentence(subtitle));
    this.subtitle.title = texts.plainSentence(subtitle);
  }

  drawControls(message, position) {
    const { known, whole } = message.data;
    this.controls.draw(position, known, whole, position === known);
    this.controls.scrubber.draw(message, position);
  }

  spoken(message, position) {
    const { sentence, subtitle } = message.sentences(position);
    return `${message.texts.plainSentence(sentence)} ${message.texts.plainSentence(subtitle)}`;
  }

  margin() {
    return this.view.message.data.margin;
  }

  measured() {
    this.merges.reveal(this.view.position);
  }
}

/** The scrubber of the columns: one dot, and a flag at the first difference. */
class ColumnsTrack {
  constructor(view) {
    this.flag = make("span", { class: "flag" }, "≠");
    this.dot = make("span", { class: "stop here" });
    this.scrubber = new Scrubber(view, "Position in all columns", "merge", this.flag, this.dot);
    this.element = this.scrubber.element;
  }

  update({ data: { length }, difference }) {
    this.flag.hidden = difference === null;
    this.flag.style.left = `${(100 * (difference ?? 0)) / Math.max(length, 1)}%`;
  }

  draw({ data: { length }, difference }, position) {
    const isApart = difference !== null && position >= difference;
    const share = this.scrubber.draw(position, length, isApart ? ["after the first difference"] : []);
    this.dot.style.left = `${100 * share}%`;
  }
}

export default mounted((parent) => new View(parent, Columns));
