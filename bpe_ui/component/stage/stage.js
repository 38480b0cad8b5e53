// The stage: one position of a training, with its words, pairs, vocabulary and history.

import { make, setAttribute } from "../dom.js";
import { OPENS_TOKENS } from "../keys.js";
import { mounted } from "../mounted.js";
import { MovingView } from "../moving.js";
import { StageControls } from "./controls.js";
import { Headline, StatisticsLine } from "./headline.js";
import { HistoryPanel, HistoryStrip, VocabularyPanel } from "./history.js";
import { StageMessage } from "./message.js";
import { PairsPanel } from "./pairs.js";
import { Pointing } from "./pointing.js";
import { Predicting } from "./predict.js";
import { WordsPanel } from "./words.js";

const SNAPSHOTS_LEFT_BEFORE_ASKING = 12;
const STAGE_KEYS = { p: "predict", P: "predict", t: "nextTie", T: "previousTie" };
const KEY_NAMES = [
  ["→", "merge"],
  ["←", "back one merge"],
  ["Home", "to the start"],
  ["End", "to the end"],
  ["G", "type the number of a merge and go there"],
  ["Space", "play or pause"],
  ["T", "to the next tie; Shift + T: to the one before"],
  ["P", "predict, or stop predicting; → then commits the pick, or without one reveals, and goes on"],
  ["Tab", "to the next panel or button"],
  ["↑ ↓", "inside a panel: the next chip or row"],
  ["Enter", "pick the chip or row: two chips make a pair"],
  OPENS_TOKENS,
  ["Page ↓ ↑", "in Present, as → and ← (a presentation remote)"],
  ["Esc", "exit Present, or close this list"],
];

export class Stage extends MovingView {
  shown = ""; // the training, position and answer on screen
  announced = ""; // the answer that was last said aloud

  read(data) {
    return new StageMessage(data);
  }

  keys() {
    return STAGE_KEYS;
  }

  keyNames() {
    if (this.message.data.predict.offered !== false) return KEY_NAMES;
    return KEY_NAMES.filter(([key]) => key !== "P");
  }

  // ---- building

  build() {
    this.headline = new Headline(this);
    this.predicting = new Predicting(this);
    this.pointing = new Pointing(this);
    this.words = new WordsPanel(this);
    this.vocabulary = new VocabularyPanel(this);
    this.pairs = new PairsPanel(this);
    this.history = new HistoryPanel(this);
    this.strip = new HistoryStrip();
    this.controls = new StageControls(this);
    this.statistics = new StatisticsLine(this, this.predicting.strip, this.controls.ties.element);
    const panels = [this.words, this.pairs, this.vocabulary, this.history];
    this.parts = [...panels, this.controls, this.statistics, this.predicting];
    const root = make(
      "div",
      { class: "stage", "data-role": "stage" },
      this.headline.element,
      make("div", { class: "panels" }, ...panels.map((panel) => panel.element)),
      ...[this.strip, this.controls, this.statistics, this.announcer, this.help].map((part) => part.element),
    );
    for (const name of ["pointermove", "pointerover"]) {
      root.addEventListener(name, (event) => this.pointing.note(event), true);
    }
    return root;
  }

  // ---- messages from Python

  receive(message, isPythons) {
    super.receive(message, isPythons);
    this.announceAnswer();
  }

  takeOver(message, isPythons) {
    const { data } = message;
    const isMoved = isPythons && data.position !== this.position;
    if (data.history_id !== this.historyId || isMoved) this.pointing.forgetPicks();
    super.takeOver(message, isPythons);
    this.pointing.lookUpAgain(message);
    this.root.classList.toggle("predicting", data.predict.on);
    this.root.classList.toggle("in-file", data.in_file === true);
    this.root.dataset.tokens = data.in_file ? "file" : data.in_lesson ? "part" : "train";
    setAttribute(this.root, "data-busy", data.busy ? "true" : null);
    for (const part of this.parts) part.update(message);
    if (data.predict.on) this.player.stop();
  }

  /** An answer is said aloud once, when it comes, and where the page is longer than the window it is shown. */
  announceAnswer() {
    const isOpen = this.predicting.state.on && this.predicting.state.revealed === this.position;
    const name = isOpen ? `${this.historyId}/${this.position}` : "";
    if (isOpen && name !== this.announced) {
      const verdict = this.predicting.verdictAt(this.position);
      if (verdict) this.announcer.say(this.message.texts.plainSentence(verdict.sentence));
      this.headline.element.scrollIntoView({ block: "nearest" });
    }
    this.announced = name;
  }

  // ---- drawing

  /** Draws the position: the words first, because they are what the eye waits for. */
  draw() {
    const { message, position, predicting } = this;
    const isHidden = predicting.isHidden(position);
    const from = this.drawn;
    const snapshot = message.snapshot(position);
    const shown = `${this.historyId}/${position}/${isHidden}`;
    if (shown !== this.shown) this.pointing.rest();
    this.shown = shown;
    this.words.draw(message, position, from, isHidden);
    const isNew = message.data.is_new && position === 0;
    this.headline.show(message.texts, predicting.sentences(snapshot, position) ?? snapshot, isNew);
    this.pairs.draw(message, position, isHidden);
    this.history.draw(message, position, predicting.state.on);
    if (message.data.present) this.strip.draw(message, position);
    else this.vocabulary.draw(message, position);
    this.statistics.show(predicting.state.on ? [] : snapshot.statistics);
    predicting.draw(message, position);
    this.drawControls();
    this.pointing.show();
    this.announce(snapshot, from, isHidden);
    if (from !== position && this.controls.ties.isPause(message, position)) this.player.stop();
    this.drawn = position;
    Object.assign(this.root.dataset, { position, history: this.historyId });
  }

  drawControls() {
    const { message, position, predicting } = this;
    const isHidden = predicting.isHidden(position);
    const canCommit = predicting.pick !== null;
    this.controls.draw(message, position, { isHidden, isPredicting: predicting.state.on, canCommit });
  }

  announce({ announcement, next }, from, isHidden) {
    if (from !== null && from !== this.position) {
      this.announcer.say(isHidden ? announcement : `${announcement} ${next}`);
    } else if (isHidden) this.announcer.clear(); // it may have told what comes next
  }

  // ---- moving

  actions(isHeld) {
    const { predicting } = this;
    const actions = super.actions(isHeld);
    return {
      ...actions,
      forward: () => (predicting.isHidden(this.position) ? predicting.answer() : actions.forward()),
      end: () => this.toEnd(),
      play: () => predicting.state.on || actions.play(),
      nextTie: () => this.toTie(this.message.tieAfter(this.position), "next_tie"),
      previousTie: () => this.toTie(this.message.tieBefore(this.position), "previous_tie"),
      predict: () => this.ask("predict", { on: !predicting.state.on }),
    };
  }

  /** What the row's merge makes, then its two parts. */
  tokensOf(row) {
    return [...row.querySelectorAll(":is(.merge, button.pair) [data-token]")].reverse();
  }

  canGoOn() {
    return super.canGoOn() && !this.predicting.isHidden(this.position);
  }

  toEnd() {
    const { known, whole } = this.message.data;
    if (this.predicting.state.on) return;
    if (whole && this.message.holds(known)) this.moveTo(known);
    else if (!this.message.isEnd(this.position)) this.ask("to_end");
  }

  /** To the decision of a tied merge; among merges that the stage was not sent Python looks for it. */
  toTie(rank, request) {
    if (rank === null || this.predicting.state.on) return;
    if (rank === undefined) this.ask(request);
    else this.goTo(rank);
  }

  furthest() {
    const { known, whole } = this.message.data;
    if (!this.predicting.state.on) return whole ? known : Infinity; // Python trains on
    return Math.min(known, this.position + (this.predicting.isHidden(this.position) ? 0 : 1));
  }

  moveTo(to) {
    this.pointing.forgetPicks();
    super.moveTo(to);
  }

  goesOnAfter(position) {
    return !this.message.isEnd(position);
  }

  margin() {
    return SNAPSHOTS_LEFT_BEFORE_ASKING;
  }

  // ---- telling Python

  ask(name, details) {
    this.toPython.ask(name, details);
  }

  /** Asks for another merge than the rule's. */
  mergeInstead({ left, right }) {
    this.player.stop();
    this.toPython.askOnce("merge_instead", { left, right });
  }

  isStep(action) {
    return action === "back" || (action === "forward" && !this.predicting.state.on); // else it is an answer
  }
}

export default mounted(Stage);
