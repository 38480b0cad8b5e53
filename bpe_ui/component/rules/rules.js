// Step by step: a text with its tokens, and one of its words, cut by one rule after another.

import { make } from "../dom.js";
import { OPENS_TOKENS } from "../keys.js";
import { mounted } from "../mounted.js";
import { MovingView } from "../moving.js";
import { Headline } from "../stage/headline.js";
import { TextBox } from "../textbox.js";
import { CandidatesPanel, FiredPanel } from "./candidates.js";
import { RulesControls } from "./controls.js";
import { RulesMessage } from "./message.js";
import { TokenQuestion } from "./question.js";
import { TokensPanel } from "./tokens.js";
import { WordPanel } from "./word.js";

const RULES_KEYS = { n: "nextWord", N: "previousWord", p: "predict", P: "predict" };
const RULES_KEY_NAMES = [
  ["→", "apply the next rule; after the last one, go to the next word"],
  ["←", "back one rule"],
  ["Home", "to the word's symbols"],
  ["End", "to its tokens"],
  ["N", "the next word; Shift + N: the one before"],
  ["P", "predict; Esc leaves the answer, then P stops predicting"],
  ["G", "type the number of a rule and go there"],
  ["Space", "play or pause"],
  ["Tab", "to the next panel or button"],
  ["↑ ↓", "inside a panel: the next chip or row"],
  ["Enter", "show the word of a token, or the rule of a row"],
  OPENS_TOKENS,
  ["Esc", "leave the text, exit Present, or close this list"],
];

class Rules extends MovingView {
  read(data) {
    return new RulesMessage(data);
  }

  keys() {
    return RULES_KEYS;
  }

  keyNames() {
    return RULES_KEY_NAMES;
  }

  build() {
    this.textBox = new TextBox();
    this.tokens = new TokensPanel(this);
    this.question = new TokenQuestion(this);
    this.headline = new Headline();
    this.word = new WordPanel(this);
    this.candidates = new CandidatesPanel(this);
    this.fired = new FiredPanel(this);
    this.controls = new RulesControls(this);
    this.counts = make("p", { class: "statistics-line", "data-role": "counts" });
    this.notice = make("p", { class: "message", role: "alert", "data-role": "notice" });
    const panels = [this.word, this.candidates, this.fired].map((panel) => panel.element);
    const root = make(
      "div",
      { class: "stage rules", "data-role": "rules" },
      make("div", { class: "text-and-tokens" }, this.textBox.element, this.tokens.element),
      this.notice,
      this.headline.element,
      this.question.element,
      make("div", { class: "panels" }, ...panels),
      ...[this.controls.element, this.counts, this.announcer.element, this.help.element],
    );
    // A click beside things leaves the text for the keys, and frames no panel that keys can scroll.
    root.addEventListener("mousedown", (event) => {
      if (event.target.closest("button, input, select, textarea, [data-stop]")) return;
      event.preventDefault();
      root.getRootNode().activeElement?.blur();
    });
    return root;
  }

  dispose() {
    this.textBox.dispose();
    super.dispose();
  }

  takeOver(message, isPythons) {
    const { data } = message;
    if (data.history_id !== this.historyId) this.drawn = null;
    super.takeOver(message, isPythons);
    this.root.dataset.tokens = this.isHidden ? "" : data.in_lesson ? "part_text" : "text"; // which are asked for
    this.root.classList.toggle("predicting", data.predict.on);
    this.textBox.update(data.box, this.toPython.setTriggerValue);
    this.question.update(message, this.textBox.hasFocus);
    if (this.isHidden) this.player.stop();
    for (const part of [this.tokens, this.word, this.controls]) part.update(message);
    this.notice.textContent = data.error || data.notice;
    this.notice.hidden = !this.notice.textContent;
    const counts = data.counts.map(([label, number, rest]) =>
      make("span", {}, make("b", {}, number), ` ${label}`, rest && `, ${rest}`),
    );
    const check = make("span", { class: "check-line" }, ...message.texts.sentence(data.check));
    check.title = message.texts.plainSentence(data.check);
    this.counts.replaceChildren(make("span", { class: "statistics" }, ...counts), check);
    this.tokens.reveal();
  }

  draw() {
    const { message, position } = this;
    const snapshot = message.snapshot(position);
    const { isHidden } = this;
    this.word.draw(message, position, this.drawn, isHidden);
    this.headline.show(message.texts, this.sentences(snapshot));
    this.candidates.draw(message, position, isHidden);
    this.fired.draw(message, position);
    this.drawControls();
    if (this.drawn !== null && this.drawn !== position) {
      this.announcer.say(message.texts.plainSentence(snapshot.announcement));
    }
    this.drawn = position;
    Object.assign(this.root.dataset, { position, history: this.historyId });
  }

  drawControls() {
    const isNextWord = !this.canGoOn() && !this.isHidden && this.wordAt(1) !== null;
    this.controls.draw(this.message, this.position, this.isHidden, isNextWord);
  }

  /** Whether the word's tokens are still to be predicted. */
  get isHidden() {
    const { on, open } = this.message.data.predict;
    return on && !open;
  }

  /** The question; then the verdict, until a step is made; else what the position says. */
  sentences(snapshot) {
    const { verdict } = this.message.data.predict;
    if (this.isHidden) return this.question.sentences(this.message);
    return verdict && this.position === 0 ? verdict : snapshot;
  }

  // ---- moving

  actions(isHeld) {
    const actions = super.actions(isHeld);
    return {
      ...actions,
      forward: () => this.forward(actions.forward, isHeld),
      predict: () => this.toPython.ask("predict", { on: !this.message.data.predict.on }),
      nextWord: () => this.toWord(1),
      previousWord: () => this.toWord(-1),
    };
  }

  /** The next rule; after the last one the next word; while there is a question its answer. */
  forward(step, isHeld) {
    if (this.canGoOn()) step();
    else if (isHeld) return;
    else if (this.isHidden) this.toPython.ask("reveal");
    else this.toWord(1);
  }

  canGoOn() {
    return super.canGoOn() && !this.isHidden;
  }

  goesOnAfter(position) {
    return position < this.message.data.known;
  }

  furthest() {
    return this.isHidden ? 0 : this.message.data.known;
  }

  /** To the word after this one, or before it, among the tokens that are here. */
  toWord(by) {
    const token = this.wordAt(by);
    if (token) this.showWord(token.start);
  }

  /** The first token of that word; null where there is none. */
  wordAt(by) {
    const { here, of_text: ofText } = this.message.data.tokens;
    const { shown } = this.message;
    const [first, after] = by > 0 ? [here[1], ofText[1]] : [ofText[0], here[0]];
    const isThere = ({ at, startsWord }) => startsWord && at >= first && at < after;
    return (by > 0 ? shown.find(isThere) : shown.findLast(isThere)) ?? null;
  }

  /** Shows the word at a character of the text. */
  showWord(place) {
    this.player.stop();
    this.toPython.ask("show_word", { place });
  }

  // ---- pointing

  /** Marks a place of the word, in base symbols; null for none. */
  point(place) {
    this.word.light(place ? [place] : []);
  }

  /** Marks where a pair stands in the word. */
  pointAtPair(pair) {
    const symbols = this.message.symbols(this.position);
    const places = symbols
      .slice(1)
      .map((right, at) => [symbols[at], right])
      .filter(([left, right]) => left.text === pair?.leftText && right.text === pair.rightText);
    this.word.light(places.map(([left, right]) => ({ start: left.start, end: right.end })));
  }
}

export default mounted(Rules);
