// The stage: one position of a training, with its words, pairs, vocabulary and history.

import { Controls, Stops } from "../controls.js";
import { icon, make, makeButton, setAttribute, setDisabled, setText } from "../dom.js";
import { mounted } from "../mounted.js";
import { View } from "../view.js";
import { ChartsPanel } from "./charts.js";
import { Headline, StatisticsLine } from "./headline.js";
import { HistoryPanel, VocabularyPanel } from "./history.js";
import { StageMessage } from "./message.js";
import { PairsPanel } from "./pairs.js";
import { Pointing } from "./pointing.js";
import { Predicting } from "./predict.js";
import { Story } from "./story.js";
import { WordsPanel } from "./words.js";

/** Where the panels are below each other, as on a phone: see stage.css. */
const NARROW = window.matchMedia("(max-width: 760px)");

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
    this.story = new Story(this);
    this.pointing = new Pointing(this);
    this.words = new WordsPanel(this);
    this.vocabulary = new VocabularyPanel(this);
    this.pairs = new PairsPanel(this);
    this.history = new HistoryPanel(this);
    this.ties = new TieControls();
    this.charts = new ChartsPanel(this);
    const showCharts = (chart) => this.charts.show(chart);
    this.statistics = new StatisticsLine(this.predicting.strip, this.ties.element, showCharts);
    this.merge = make("button", { type: "button", class: "main" }, "Merge");
    this.predict = makeButton("predict", "Predict the next merge (P)", "Predict", "", "predict");
    const stops = new Stops(view, "Position in the training", "merge");
    const orKey = make("span", { class: "quiet or-key" }, "or press → on the keyboard");
    this.controls = new Controls(view, "merge", this.merge, stops, {
      behind: [this.predicting.buttons, orKey],
      switches: [this.predict],
      explain: (tellsAll) => (this.story.tellsAll = tellsAll),
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
      ...[this.controls, this.statistics].map((part) => part.element),
    );
    for (const name of ["pointermove", "pointerover"]) {
      this.root.addEventListener(name, (event) => this.pointing.note(event), true);
    }
    this.actions = {
      forward: (isHeld) => this.forward(isHeld),
      end: () => this.toEnd(),
      play: () => this.predicting.state.on || view.play(),
      tieAfter: () => this.toTie(this.message.tieAfter(this.position), "next_tie"),
      tieBefore: () => this.toTie(this.message.tieBefore(this.position), "previous_tie"),
      predict: () => view.ask("predict", { on: !this.predicting.state.on }),
      skip: () => view.ask("skip"),
      reveal: () => view.ask("reveal"),
      closeCharts: () => this.charts.open && this.charts.show(""),
      learn: () => view.ask("learn"),
      teach: () => view.ask("teach"),
      check: () => view.ask("check"),
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
    if (isOther || hasMoved) this.story.stop();
    this.pointing.lookUpAgain(message);
    this.root.classList.toggle("predicting", predict.on);
    this.root.classList.toggle("in-class", predict.voting === true);
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
    const { predicting, story } = this;
    const isFresh = story.isFresh(message, position);
    const isHidden = this.isAsking() || isFresh;
    const snapshot = message.snapshot(position);
    const shown = `${this.view.historyId}/${position}/${isHidden}`;
    this.root.classList.toggle("fresh", isFresh);
    this.root.classList.toggle("voting", this.isAsking() && message.data.predict.voting);
    if (from !== position) this.pointing.forgetPicks();
    if (shown !== this.shown) this.pointing.rest();
    this.shown = shown;
    this.words.draw(message, position, from, isHidden);
    this.drawHeadline(message, position, snapshot, isFresh);
    if (story.phase !== "join") this.pairs.draw(message, position, from, this.hidesCounts());
    this.history.draw(message, position, predicting.state.on);
    this.vocabulary.draw(message, position);
    this.statistics.show(predicting.state.on || isFresh ? [] : snapshot.statistics);
    predicting.draw(message, position);
    this.pointing.show();
    if (isHidden && from === position) this.view.announcer.clear(); // it may have told what comes next
    if (this.isAnswerNew) this.sayAnswer(message, position);
    if (from !== null && from !== position && NARROW.matches) this.words.element.scrollIntoView({ block: "nearest" });
    if (from !== position && this.ties.isPause(message, position)) this.view.player.stop();
  }

  drawHeadline(message, position, snapshot, isFresh) {
    const { texts, data } = message;
    const told = this.story.sentences(message, position);
    if (isFresh) this.headline.welcome(data.words.total);
    else if (told) this.headline.showNodes(told.sentence, told.subtitle);
    else this.headline.show(texts, this.predicting.sentences(snapshot, position) ?? snapshot);
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
    const isFresh = this.story.isFresh(message, position);
    const isOff = isHidden ? predicting.pick === null : isEnd || busy;
    this.controls.draw(position, known, whole, isEnd || isPredicting, isOff);
    setText(this.merge, isFresh ? "Count and merge" : isHidden ? "Commit" : "Merge");
    setText(this.predict, isFresh ? "Guess first" : "Predict");
    setAttribute(this.merge, "data-role", isHidden ? "commit" : "merge");
    setAttribute(this.merge, "title", isHidden ? "Commit your pick" : "Make the next merge (Right arrow)");
    this.ties.draw(message, position, isPredicting);
    const seen = isPredicting ? position : Math.max(this.history.reached, position);
    this.controls.scrubber.draw(message, position, isPredicting || isFresh ? position : Infinity, seen);
  }

  spoken(message, position) {
    const { announcement, next } = message.snapshot(position);
    return this.hidesCounts() ? announcement : `${announcement} ${next}`;
  }

  // ---- moving

  /** Whether the answer to a prediction is still hidden: then it is asked for, and there is no step. */
  isAsking() {
    return this.predicting.isHidden(this.position);
  }

  /** Whether the counts are not to be seen yet. */
  hidesCounts() {
    return this.isAsking() || this.story.phase === "count" || this.story.isFresh(this.message, this.position);
  }

  /** An answer, the next phase of a story, or a merge; a key that is held down is told nothing. */
  forward(isHeld) {
    if (this.story.phase) this.story.goOn();
    else if (this.isAsking()) this.predicting.answer();
    else if (isHeld) this.view.step(1);
    else this.view.stepOn(true);
  }

  /** Whether a story is told in place of a step. */
  tells() {
    return this.story.begin();
  }

  /** Whether a key or a click goes on: within a story it has a meaning of its own. */
  isForward(event) {
    return ["ArrowRight", "PageDown"].includes(event.key) || event.composedPath().includes(this.merge);
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
