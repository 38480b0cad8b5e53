// The stage: one position of a training, with its words, pairs, vocabulary and history.

import { Controls, Stops } from "../controls.js";
import { icon, make, makeButton, setAttribute, setDisabled, setText } from "../dom.js";
import { mounted } from "../mounted.js";
import { View } from "../view.js";
import { ChartsPanel } from "./charts.js";
import { Headline, StatisticsLine } from "./headline.js";
import { HistoryPanel, HistoryStrip, VocabularyPanel } from "./history.js";
import { StageMessage } from "./message.js";
import { PairsPanel } from "./pairs.js";
import { Pointing } from "./pointing.js";
import { Predicting } from "./predict.js";
import { WordsPanel } from "./words.js";

/** What the view of a training shows. */
export class Stage {
  keys = { p: "predict", P: "predict", t: "tieAfter", T: "tieBefore", Escape: "closeCharts" };
  shown = ""; // the training, position and answer on screen
  answerSaid = ""; // the answer that was last said aloud
  isAnswerNew = false;

  constructor(view) {
    this.view = view;
    this.headline = new Headline();
    this.predicting = new Predicting(this);
    this.pointing = new Pointing(this);
    this.words = new WordsPanel(this);
    this.vocabulary = new VocabularyPanel(this);
    this.pairs = new PairsPanel(this);
    this.history = new HistoryPanel(this);
    this.strip = new HistoryStrip();
    this.ties = new TieControls();
    this.charts = new ChartsPanel(this);
    const showCharts = (chart) => this.charts.show(chart);
    this.statistics = new StatisticsLine(this.predicting.strip, this.ties.element, showCharts);
    this.merge = make("button", { type: "button", class: "main" }, "Merge");
    this.predict = makeButton("predict", "Predict the next merge (P)", "Predict", "", "predict");
    const stops = new Stops(view, "Position in the training", "merge");
    this.controls = new Controls(view, "merge", this.merge, stops, {
      behind: [this.predicting.buttons],
      switches: [this.predict],
    });
    const panels = [this.words, this.pairs, this.vocabulary, this.history];
    this.parts = [...panels, this.charts, this.controls, this.statistics, this.predicting];
    this.root = make(
      "div",
      { class: "stage", "data-role": "stage" },
      this.headline.element,
      make(
        "div",
        { class: "boards" },
        make("div", { class: "panels" }, ...panels.map((panel) => panel.element)),
        this.charts.element,
      ),
      ...[this.strip, this.controls, this.statistics].map((part) => part.element),
    );
    for (const name of ["pointermove", "pointerover"]) {
      this.root.addEventListener(name, (event) => this.pointing.note(event), true);
    }
    this.actions = {
      forward: (isHeld) => (this.isAsking() ? this.predicting.answer() : view.step(1, !isHeld)),
      end: () => this.toEnd(),
      play: () => this.predicting.state.on || view.play(),
      tieAfter: () => this.toTie(this.message.tieAfter(this.position), "next_tie"),
      tieBefore: () => this.toTie(this.message.tieBefore(this.position), "previous_tie"),
      predict: () => view.ask("predict", { on: !this.predicting.state.on }),
      skip: () => view.ask("skip"),
      reveal: () => view.ask("reveal"),
      closeCharts: () => this.charts.open && this.charts.show(""),
      learn: () => view.ask("learn"),
      takeBackRules: () => view.ask("take_back_rules"),
    };
  }

  get message() {
    return this.view.message;
  }

  get position() {
    return this.view.position;
  }

  keyNames() {
    const canPredict = this.message.data.predict.offered !== false;
    return [
      ["→", "the next merge"],
      ["←", "back one merge"],
      ["Home", "to the start"],
      ["End", "to the end"],
      ["G", "type the number of a merge and go there"],
      ["T", "to the next tie; Shift + T: to the one before"],
      ...(canPredict
        ? [["P", "predict, or stop predicting; → then commits the pick, or without one reveals, and goes on"]]
        : []),
      ["Tab", "to the next panel or button"],
      ["↑ ↓", "inside a panel: the next chip or row"],
      ["Enter", "pick the chip or row: two chips make a pair"],
    ];
  }

  // ---- messages from Python

  read(data) {
    return new StageMessage(data);
  }

  take(message, isOther, hasMoved) {
    const { predict, busy, in_file: inFile, in_lesson: inLesson } = message.data;
    if (isOther || hasMoved) this.pointing.forgetPicks();
    this.pointing.lookUpAgain(message);
    this.root.classList.toggle("predicting", predict.on);
    this.root.classList.toggle("in-file", inFile === true);
    this.root.classList.toggle("charted", Boolean(message.data.chart));
    this.root.dataset.tokens = inFile ? "file" : inLesson ? "part" : "train";
    setAttribute(this.root, "data-busy", busy ? "true" : null);
    for (const part of this.parts) part.update(message);
    setAttribute(this.predict, "aria-pressed", String(predict.on));
    this.predict.hidden = predict.offered === false;
    for (const element of [this.controls.end, this.controls.play, this.controls.speed]) element.hidden = predict.on;
    if (predict.on) this.view.player.stop();
    const answer = predict.on && predict.revealed === this.position ? `${this.view.historyId}/${this.position}` : "";
    this.isAnswerNew = answer !== "" && answer !== this.answerSaid;
    this.answerSaid = answer;
  }

  // ---- drawing

  /** Draws the position: the words first, because they are what the eye waits for. */
  draw(message, position, from) {
    const { predicting } = this;
    const isHidden = this.isAsking();
    const snapshot = message.snapshot(position);
    const shown = `${this.view.historyId}/${position}/${isHidden}`;
    if (from !== position) this.pointing.forgetPicks();
    if (shown !== this.shown) this.pointing.rest();
    this.shown = shown;
    this.words.draw(message, position, from, isHidden);
    const asked = predicting.sentences(snapshot, position);
    this.headline.show(message.texts, asked ?? snapshot, !asked && message.data.is_new && position === 0);
    this.pairs.draw(message, position, isHidden);
    this.history.draw(message, position, predicting.state.on);
    if (message.data.present) this.strip.draw(message, position);
    else this.vocabulary.draw(message, position);
    this.statistics.show(predicting.state.on ? [] : snapshot.statistics);
    predicting.draw(message, position);
    this.pointing.show();
    if (isHidden && from === position) this.view.announcer.clear(); // it may have told what comes next
    if (this.isAnswerNew) this.sayAnswer(message, position);
    if (from !== position && this.ties.isPause(message, position)) this.view.player.stop();
  }

  /** Announces an answer once, when it comes, and scrolls to it if the page is longer than the window. */
  sayAnswer({ texts }, position) {
    this.isAnswerNew = false;
    const verdict = this.predicting.verdictAt(position);
    if (verdict) this.view.announcer.say(texts.plainSentence(verdict.sentence));
    this.headline.element.scrollIntoView({ block: "nearest" });
  }

  drawControls(message, position) {
    const { known, whole, busy } = message.data;
    const { predicting } = this;
    const [isHidden, isPredicting, isEnd] = [this.isAsking(), predicting.state.on, message.isEnd(position)];
    const isOff = isHidden ? predicting.pick === null : isEnd || busy;
    this.controls.draw(position, known, whole, isEnd || isPredicting, isOff);
    setText(this.merge, isHidden ? "Commit" : "Merge");
    setAttribute(this.merge, "data-role", isHidden ? "commit" : "merge");
    setAttribute(this.merge, "title", isHidden ? "Commit your pick" : "Make the next merge (Right arrow)");
    this.ties.draw(message, position, isPredicting);
    this.controls.scrubber.draw(message, position, isPredicting ? position : Infinity);
  }

  spoken(message, position) {
    const { announcement, next } = message.snapshot(position);
    return this.isAsking() ? announcement : `${announcement} ${next}`;
  }

  // ---- moving

  /** Whether the answer to a prediction is still hidden: then it is asked for, and there is no step. */
  isAsking() {
    return this.predicting.isHidden(this.position);
  }

  isStep(action) {
    return action === "back" || (action === "forward" && !this.predicting.state.on); // else it is an answer
  }

  goesOnAfter(position) {
    return !this.message.isEnd(position);
  }

  furthest() {
    const { known, whole } = this.message.data;
    if (!this.predicting.state.on) return whole ? known : Infinity; // Python trains on
    return Math.min(known, this.position + 1);
  }

  margin() {
    return this.message.data.margin;
  }

  toEnd() {
    const { known, whole } = this.message.data;
    if (this.predicting.state.on) return;
    if (whole && this.view.holds(known)) this.view.moveTo(known);
    else if (!this.message.isEnd(this.position)) this.view.ask("to_end");
  }

  /** To the decision of a tied merge; Python looks for it if the stage was not sent that merge. */
  toTie(rank, request) {
    if (rank === null || this.predicting.state.on) return;
    if (rank === undefined) this.view.ask(request);
    else this.view.goTo(rank);
  }

  /** What the row's merge makes, then its two parts. */
  tokensOf(row) {
    return [...row.querySelectorAll(":is(.merge, button.pair) [data-token]")].reverse();
  }
}

/** Beside the number of ties: to the next one and the one before, and whether playing pauses at them. */
class TieControls {
  constructor() {
    this.previous = makeButton("tie-before", "Previous tie (Shift + T)", icon("previous"), "small", "tieBefore");
    this.next = makeButton("tie-after", "Next tie (T)", icon("following"), "small", "tieAfter");
    this.pauses = make("input", { type: "checkbox", "data-role": "pause-at-ties" });
    const pause = make("label", { class: "check" }, this.pauses, " ", "Pause at ties");
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

export default mounted((parent) => new View(parent, Stage));
