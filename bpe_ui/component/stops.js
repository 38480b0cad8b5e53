// A scrubber with a stop for each position.
//
//                           =
//   o-----o-----o-----@- - -.- - -.     a dot a position while they are few, with their tokens' names, and
//   start ug    un    hug   pug   pun   "=" above a merge decided among ties; a long one is a plain track

import { Scrubber } from "./controls.js";
import { make, setAttribute, setText } from "./dom.js";

const MOST_NAMED_STOPS = 13;
const MOST_DOTS = 80;
const NAME_WIDTH = 44; // pixels

export class Stops extends Scrubber {
  constructor(view, name, noun) {
    const stops = make("span", { class: "stops" });
    super(view, name, noun, stops);
    this.stops = stops;
    stops.addEventListener("click", ({ target }) => {
      const tie = target.closest(".tie");
      if (tie) view.goTo(Number(tie.dataset.position) - 1);
    });
    this.dots = [];
    this.known = null;
    this.historyId = null;
    this.here = make("span", { class: "name here-name" });
    new ResizeObserver(() => this.hideCrowdedNames()).observe(this.element);
  }

  /** Where there is no room for all names side by side, that of the position alone is shown. */
  hideCrowdedNames() {
    this.element.classList.toggle("crowded", this.element.clientWidth < NAME_WIDTH * this.dots.length);
  }

  /** Lays the stops out anew where more merges are known or the training is another. */
  update({ data: { known, history_id: historyId } }) {
    if (known === this.known && historyId === this.historyId) return;
    Object.assign(this, { known, historyId, isDense: known + 1 > MOST_NAMED_STOPS });
    this.slider.max = String(known);
    this.element.classList.toggle("dense", this.isDense);
    const positions = known <= MOST_DOTS ? Array.from({ length: known + 1 }, (_, position) => position) : [];
    this.dots = positions.map((position) => this.makeDot(position));
    this.stops.replaceChildren(...this.dots.map((dot) => dot.element), ...(this.isDense ? [this.here] : []));
    this.hideCrowdedNames();
  }

  makeDot(position) {
    const name = make("span", { class: "name" });
    const tie = make("i", { class: "tie", "data-position": position });
    const element = make("span", { class: "stop" }, tie, name);
    element.style.left = `${(100 * position) / Math.max(this.known, 1)}%`;
    return { position, element, name, tie, text: null, state: "" };
  }

  /** Marks the position; names up to `namesUpTo` only, so that predicting is not told the answer. */
  draw(message, position, namesUpTo) {
    const { texts, byRank } = message;
    for (const dot of this.dots) {
      const merge = dot.position <= namesUpTo ? byRank.get(dot.position - 1) : undefined;
      this.markDot(dot, position, merge?.byUser);
      this.nameDot(dot, merge, texts);
    }
    const merge = byRank.get(position - 1);
    const token = merge ? `, ${texts.plain[merge.tokenText]}` : "";
    const share = this.drawPosition(position, this.known, `${token}${merge?.byUser ? ", your choice" : ""}`);
    if (!this.isDense) return;
    this.here.style.left = `${100 * share}%`;
    this.here.replaceChildren(merge ? texts.token(merge.tokenText, 10) : position === 0 ? "start" : "");
  }

  /** Done, here or ahead; a merge that a person chose is a square. */
  markDot(dot, position, isOwn) {
    const state = dot.position === position ? "here" : dot.position < position ? "done" : "ahead";
    const name = `stop ${state}${isOwn ? " own" : ""}`;
    if (dot.state !== name) dot.element.className = name;
    dot.state = name;
  }

  nameDot(dot, merge, texts) {
    const isStart = dot.position === 0;
    const text = isStart ? "start" : merge ? texts.plain[merge.tokenText] : "";
    setText(dot.tie, merge?.tiedWith ? "=" : "");
    setAttribute(dot.tie, "title", merge?.tiedWith ? "A tie: show the decision" : null);
    if (this.isDense || dot.text === text) return;
    dot.text = text;
    dot.name.replaceChildren(merge ? texts.token(merge.tokenText, 8) : text);
  }
}
