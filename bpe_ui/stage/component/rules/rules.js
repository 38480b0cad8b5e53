// Step by step: a text with its tokens, and one of its words, cut by one rule after another.

import { Controls, Stops } from "../controls.js";
import { make, makeButton, setAttribute, setText } from "../dom.js";
import { keyForTokens } from "../keys.js";
import { mounted } from "../mounted.js";
import { say, sayWith } from "../say.js";
import { Headline } from "../stage/headline.js";
import { TextBox } from "../textbox.js";
import { View } from "../view.js";
import { CandidatesPanel, FiredPanel, LookupPanel } from "./candidates.js";
import { RulesMessage } from "./message.js";
import { TokensPanel } from "./tokens.js";
import { WordPanel } from "./word.js";

class Rules {
  keys = { n: "wordAfter", N: "wordBefore", p: "predict", P: "predict" };

  constructor(view) {
    this.view = view;
    this.textBox = new TextBox();
    this.tokens = new TokensPanel(this);
    this.question = new TokenQuestion(view);
    this.headline = new Headline();
    this.word = new WordPanel(this);
    this.candidates = new CandidatesPanel(this);
    this.fired = new FiredPanel(view);
    this.lookup = new LookupPanel();
    this.apply = make("button", { type: "button", "data-role": "apply", class: "main" }, "Merge");
    this.predict = makeButton("predict", "Predict what a word becomes (P)", "Predict", "", "predict");
    const stops = new Stops(view, "Position in the word", "step");
    this.controls = new Controls(view, "step", this.apply, stops, { switches: [this.predict] });
    this.counts = make("p", { class: "statistics-line", "data-role": "counts" });
    this.notice = make("p", { class: "message", role: "alert", "data-role": "notice" });
    const panels = [this.word, this.candidates, this.fired, this.lookup].map((panel) => panel.element);
    this.root = make(
      "div",
      { class: "stage rules", "data-role": "rules" },
      make("div", { class: "text-and-tokens" }, this.textBox.element, this.tokens.element),
      this.notice,
      this.headline.element,
      this.question.element,
      make("div", { class: "panels" }, ...panels),
      ...[this.controls.element, this.counts],
    );
    // A click on the background takes the focus out of the text, and gives it to no panel, so that keys step again.
    this.root.addEventListener("mousedown", (event) => {
      if (event.target.closest("button, input, select, textarea, [data-stop]")) return;
      event.preventDefault();
      this.root.getRootNode().activeElement?.blur();
    });
    this.actions = {
      forward: (isHeld) => this.forward(isHeld),
      predict: () => this.predict.hidden || view.ask("predict", { on: !view.message.data.predict.on }),
      reveal: () => view.ask("reveal"),
      wordAfter: () => this.toWord(1),
      wordBefore: () => this.toWord(-1),
    };
  }

  dispose() {
    this.textBox.dispose();
  }

  keyNames() {
    return [
      ["→", "one step on; after the last one, to the next word"],
      ["←", "back one step"],
      ["Home", "to the word's symbols"],
      ["End", "to its tokens"],
      ["N", "the next word; Shift + N: the one before"],
      ...(this.predict.hidden ? [] : [["P", "predict; Esc leaves the answer, then P stops predicting"]]),
      ["G", "type the number of a step and go there"],
      ["Space", "play or pause"],
      ["Tab", "to the next panel or button"],
      ["↑ ↓", "inside a panel: the next chip or row"],
      ["Enter", "show the word of a token, or the merge of a row"],
      keyForTokens(),
      ["Esc", "leave the text, exit Present, or close this list"],
    ];
  }

  read(data) {
    return new RulesMessage(data);
  }

  take(message, isOther) {
    const { data, texts } = message;
    const isAsking = this.isAsking();
    if (isOther) this.view.drawn = null;
    this.root.dataset.tokens = isAsking ? "" : data.in_lesson ? "part_text" : "text"; // which are asked for
    this.root.classList.toggle("predicting", data.predict.on);
    setAttribute(this.predict, "aria-pressed", String(data.predict.on));
    this.predict.hidden = !data.predict.is_offered;
    this.controls.position.element.hidden = message.word?.lookup === "Unigram"; // which has no steps
    this.textBox.update(data.box, this.view.toPython.setTriggerValue);
    this.question.update(message, this.textBox.hasFocus);
    if (isAsking) this.view.player.stop();
    for (const part of [this.tokens, this.word, this.controls]) part.update(message);
    this.notice.textContent = data.error || data.notice;
    this.notice.hidden = !this.notice.textContent;
    const counts = data.counts.map(([label, number, rest]) =>
      make("span", {}, make("b", {}, number), ` ${label}`, rest && `, ${rest}`),
    );
    const check = make("span", { class: "check-line" }, ...texts.sentence(data.check));
    check.title = texts.plainSentence(data.check);
    this.counts.replaceChildren(make("span", { class: "statistics" }, ...counts), check);
    this.tokens.reveal();
  }

  draw(message, position, from) {
    const isAsking = this.isAsking();
    this.word.draw(message, position, from, isAsking);
    this.headline.show(message.texts, this.sentences(message, position));
    this.candidates.draw(message, position, isAsking);
    this.fired.draw(message, position);
    this.lookup.draw(message, position);
  }

  /** The question; then the verdict, until a step is made; else what the position says. */
  sentences(message, position) {
    const { verdict } = message.data.predict;
    if (this.isAsking()) return this.question.sentences(message);
    return verdict && position === 0 ? verdict : message.snapshot(position);
  }

  drawControls(message, position) {
    const { known } = message.data;
    const [isAsking, isEnd] = [this.isAsking(), position >= known];
    const isNextWord = isEnd && !isAsking && this.wordAt(1) !== null;
    this.controls.draw(position, known, true, isAsking || isEnd, isAsking || (isEnd && !isNextWord));
    const isLookedUp = message.lookedUp(position) !== null;
    setText(this.apply, isNextWord ? "Next word" : isLookedUp ? "Take token" : "Merge");
    const onward = isLookedUp ? "Take the next token (Right arrow)" : "Make the next merge (Right arrow)";
    const title = isNextWord ? "Show the next word (Right arrow)" : onward;
    setAttribute(this.apply, "title", title);
    this.controls.scrubber.draw(message, position, position);
  }

  spoken(message, position) {
    return message.texts.plainSentence(message.snapshot(position).announcement);
  }

  // ---- moving

  /** Whether the word's tokens are still to be predicted. */
  isAsking() {
    const { on, open } = this.view.message.data.predict;
    return on && !open;
  }

  /** The next rule; after the last one the next word; while there is a question its answer. */
  forward(isHeld) {
    if (this.view.canGoOn()) this.view.step(1, !isHeld);
    else if (isHeld) return;
    else if (this.isAsking()) this.view.ask("reveal");
    else this.toWord(1);
  }

  /** To the word after this one, or before it, among the tokens that are here. */
  toWord(by) {
    const token = this.wordAt(by);
    if (token) this.showWord(token.start);
  }

  /** The first token of that word; null where there is none. */
  wordAt(by) {
    const { here, of_text: ofText } = this.view.message.data.tokens;
    const { shown } = this.view.message;
    const [first, after] = by > 0 ? [here[1], ofText[1]] : [ofText[0], here[0]];
    const isThere = ({ at, startsWord }) => startsWord && at >= first && at < after;
    return (by > 0 ? shown.find(isThere) : shown.findLast(isThere)) ?? null;
  }

  /** Shows the word at a character of the text. */
  showWord(place) {
    this.view.player.stop();
    this.view.ask("show_word", { place });
  }

  // ---- pointing

  /** Marks a place of the word, in base symbols; null for none. */
  point(place) {
    this.word.light(place ? [place] : []);
  }

  /** Marks where a pair stands in the word. */
  pointAtPair(pair) {
    const symbols = this.view.message.symbols(this.view.position);
    const places = symbols
      .slice(1)
      .map((right, at) => [symbols[at], right])
      .filter(([left, right]) => left.text === pair?.leftText && right.text === pair.rightText);
    this.word.light(places.map(([left, right]) => ({ start: left.start, end: right.end })));
  }
}

const LONGEST_ANSWER = 1000;

/** Predicting: the learner types what a word will become before its tokens are shown. */
class TokenQuestion {
  constructor(view) {
    const name = "Its tokens, with spaces between them";
    const attributes = { "data-role": "answer", "aria-label": name, placeholder: "its tokens", autocomplete: "off" };
    this.field = make("input", { ...attributes, spellcheck: "false", maxlength: String(LONGEST_ANSWER) });
    const commit = make("button", { type: "submit", class: "small", "data-role": "commit" }, "Commit");
    const reveal = makeButton("reveal", "Reveal the answer, without a score", "Reveal", "small", "reveal");
    this.form = make("form", { class: "answer-form" }, this.field, commit, reveal);
    this.score = make("span", { class: "score", "data-role": "score" });
    this.element = make("div", { class: "token-question" }, this.form, this.score);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.field.value.trim()) view.ask("commit", { typed: this.field.value });
    });
    this.field.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.field.blur();
      else if (key === "ArrowRight" && !this.field.value) view.perform("forward");
    });
    this.asked = null;
  }

  /** Asks about a word; starts a new question if the word has changed. */
  update({ data: { predict, history_id: word } }, isTyping) {
    const { on, open, score } = predict;
    this.element.hidden = !on;
    this.form.hidden = open;
    if (open) this.field.blur(); // a hidden field has the keys until the next frame
    setText(this.score, on && score[1] ? say("Score {score} of {asked}", { score: score[0], asked: score[1] }) : "");
    const asked = on && !open ? word : null;
    if (asked !== null && asked !== this.asked) {
      this.field.value = "";
      if (!isTyping) this.field.focus();
    }
    this.asked = asked;
  }

  /** The sentences on top while the answer is hidden. */
  sentences({ word }) {
    const hint = "Type its tokens with spaces between them, then commit. Reveal shows the answer, without a score.";
    return { sentence: sayWith("What will {word} become?", { word: { t: word.text } }), subtitle: [hint] };
  }
}

export default mounted((parent) => new View(parent, Rules));
