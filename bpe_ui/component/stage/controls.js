// The controls of the stage, and the training with a stop for each position.
//
//                           =
//   o-----o-----o-----@- - -.- - -.     a dot a position while they are few, with their tokens' names, and
//   start ug    un    hug   pun   pug   "=" above a merge decided among ties; a long one is a plain track

import { Controls, Scrubber } from "../controls.js";
import { icon, make, makeButton, setAttribute, setDisabled, setText } from "../dom.js";

const MOST_NAMED_STOPS = 13;
const MOST_DOTS = 80;

/** The scrubber of the stage: dots with names. */
class StageScrubber extends Scrubber {
  constructor(stage) {
    const stops = make("span", { class: "stops" });
    super(stage, "Position in the training", stops);
    this.stops = stops;
    stops.addEventListener("click", ({ target }) => {
      const tie = target.closest(".tie");
      if (tie) stage.goTo(Number(tie.dataset.position) - 1);
    });
    this.dots = [];
    this.known = null;
    this.historyId = null;
    this.here = make("span", { class: "name here-name" });
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

/** Beside the number of ties: to the next one and the one before, and whether playing pauses at them. */
class TieControls {
  constructor() {
    this.previous = makeButton("tie-before", "Previous tie (Shift + T)", icon("previous"), "small");
    this.next = makeButton("tie-after", "Next tie (T)", icon("following"), "small");
    this.pauses = make("input", { type: "checkbox", "data-role": "pause-at-ties" });
    const pause = make("label", { class: "check" }, this.pauses, " Pause at ties");
    this.element = make("span", { class: "ties" }, this.previous, this.next, pause);
  }

  draw(message, position, isPredicting) {
    this.element.hidden = isPredicting;
    setDisabled(this.previous, isPredicting || message.tieBefore(position) === null);
    setDisabled(this.next, isPredicting || message.tieAfter(position) === null);
  }

  /** Whether playing is to stop at a position. */
  isPause(message, position) {
    return this.pauses.checked && message.snapshot(position).tied > 1;
  }
}

/** The row of controls. */
export class StageControls extends Controls {
  constructor(stage) {
    const merge = make("button", { type: "button", "data-role": "merge", class: "main" }, "Merge");
    super(stage, merge, new StageScrubber(stage));
    this.predict = makeButton("predict", "Predict the next merge (P)", "Predict");
    this.exit = makeButton("exit", "Exit Present", "Exit");
    this.ties = new TieControls();
    this.listen(stage, this.ties.previous, "previousTie");
    this.listen(stage, this.ties.next, "nextTie");
    this.listen(stage, this.predict, "predict");
    this.listen(stage, this.exit, "exit");
    const { start, back, forward, end, play, help } = this.buttons;
    this.element = this.arrange(
      ...[start, back, forward, stage.predicting.buttons, end, play, this.speed, this.scrubber.element],
      ...[this.position.element, this.predict, help, this.exit],
    );
  }

  update(message) {
    this.scrubber.update(message);
    const { predict, present } = message.data;
    setAttribute(this.predict, "aria-pressed", String(predict.on));
    this.exit.hidden = !present;
    for (const element of [this.buttons.end, this.buttons.play, this.speed]) element.hidden = predict.on;
  }

  draw(message, position, { isHidden, isPredicting, canCommit }) {
    const { known, whole, busy } = message.data;
    const { forward, end, play } = this.buttons;
    const atEnd = message.isEnd(position);
    this.drawPosition(position, known, whole);
    setText(forward, isHidden ? "Commit" : "Merge");
    setAttribute(forward, "data-role", isHidden ? "commit" : "merge");
    setAttribute(forward, "title", isHidden ? "Commit your pick" : "Make the next merge (Right arrow)");
    setDisabled(forward, isHidden ? !canCommit : atEnd || busy);
    for (const button of [end, play]) setDisabled(button, atEnd || isPredicting);
    this.ties.draw(message, position, isPredicting);
    this.scrubber.draw(message, position, isPredicting ? position : Infinity);
  }
}
