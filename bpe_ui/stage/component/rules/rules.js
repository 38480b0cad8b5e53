// One tokenizer: a text with its tokens, and one of its words, cut by one rule after another.

import { Controls, Stops } from "../controls.js";
import { make, setAttribute, setText } from "../dom.js";
import { mounted } from "../mounted.js";
import { Headline } from "../stage/headline.js";
import { TextBox } from "../textbox.js";
import { View } from "../view.js";
import { CandidatesPanel, FiredPanel, LookupPanel } from "./candidates.js";
import { RulesMessage } from "./message.js";
import { TokensPanel } from "./tokens.js";
import { WordPanel } from "./word.js";

class Rules {
  keys = { n: "wordAfter", N: "wordBefore" };

  constructor(view) {
    this.view = view;
    this.textBox = new TextBox();
    this.tokens = new TokensPanel(this);
    this.headline = new Headline();
    this.word = new WordPanel(this);
    this.candidates = new CandidatesPanel(this);
    this.fired = new FiredPanel(view);
    this.lookup = new LookupPanel();
    this.apply = make("button", { type: "button", "data-role": "apply", class: "main" }, "Merge");
    const stops = new Stops(view, "Position in the word", "step");
    this.controls = new Controls(view, "step", this.apply, stops);
    this.counts = make("p", { class: "statistics-line", "data-role": "counts" });
    this.notice = make("p", { class: "message", role: "alert", "data-role": "notice" });
    const panels = [this.word, this.candidates, this.fired, this.lookup].map((panel) => panel.element);
    this.root = make(
      "div",
      { class: "stage rules", "data-role": "rules" },
      make("div", { class: "text-and-tokens" }, this.textBox.element, this.tokens.element),
      this.notice,
      this.headline.element,
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
      ["G", "type the number of a step and go there"],
      ["Tab", "to the next panel or button"],
      ["↑ ↓", "inside a panel: the next chip or row"],
      ["Enter", "show the word of a token, or the merge of a row"],
    ];
  }

  read(data) {
    return new RulesMessage(data);
  }

  take(message, isOther) {
    const { data, texts } = message;
    if (isOther) this.view.drawn = null;
    this.root.dataset.tokens = data.in_lesson ? "part_text" : "text"; // which are asked for
    this.controls.position.element.hidden = message.word?.lookup === "Unigram"; // which has no steps
    this.textBox.update(data.box, this.view.toPython.setTriggerValue);
    for (const part of [this.tokens, this.word, this.controls]) part.update(message);
    this.notice.textContent = data.error || data.notice;
    this.notice.hidden = !this.notice.textContent;
    const counts = data.counts.map(([label, number, rest]) =>
      make("span", {}, make("b", {}, number), ` ${label}`, rest && `, ${rest}`),
    );
    const check = make("span", { class: "check-line" }, ...texts.sentence(data.check));
    check.title = texts.plainSentence(data.check);
    this.counts.replaceChildren(make("span", { class: "statistics" }, ...counts), check);
    this.isRevealed = false;
  }

  draw(message, position, from) {
    this.word.draw(message, position, from);
    this.headline.show(message.texts, message.snapshot(position));
    this.candidates.draw(message, position);
    this.fired.draw(message, position);
    this.lookup.draw(message, position);
  }

  drawControls(message, position) {
    const { known } = message.data;
    const isEnd = position >= known;
    const isNextWord = isEnd && this.wordAt(1) !== null;
    this.controls.draw(position, known, true, isEnd, isEnd && !isNextWord);
    const isLookedUp = message.lookedUp(position) !== null;
    setText(this.apply, isNextWord ? "Next word" : isLookedUp ? "Take token" : "Merge");
    const onward = isLookedUp ? "Take the next token (Right arrow)" : "Make the next merge (Right arrow)";
    const title = isNextWord ? "Show the next word (Right arrow)" : onward;
    setAttribute(this.apply, "title", title);
    this.controls.scrubber.draw(message, position, position);
    if (!this.isRevealed) this.tokens.reveal(); // last, so that the page is laid out once
    this.isRevealed = true;
  }

  spoken(message, position) {
    return message.texts.plainSentence(message.snapshot(position).announcement);
  }

  // ---- moving

  /** The next rule; after the last one the next word. */
  forward(isHeld) {
    if (this.view.canGoOn()) this.view.step(1, !isHeld);
    else if (!isHeld) this.toWord(1);
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

export default mounted((parent) => new View(parent, Rules));
