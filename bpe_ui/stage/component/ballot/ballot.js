// What a student sees: the question, the words, and the pairs to choose from. Once the answer is open, the pairs
// say which is right, and nothing can be chosen.

import { make, setAttribute } from "../dom.js";
import { Texts } from "../glyphs.js";
import { withCommas } from "../say.js";

export class BallotView {
  constructor(parentElement) {
    this.sentence = make("h1", { class: "sentence", role: "status", "data-role": "sentence" });
    this.subtitle = make("p", { class: "subtitle" });
    this.words = make("ul", { class: "words", tabindex: "0", "aria-label": "The words and how often they occur" });
    this.pairs = make("div", { class: "choices", role: "group", "aria-label": "Pairs" });
    this.note = make("p", { class: "subtitle" });
    const parts = [this.sentence, this.subtitle, this.words, this.pairs, this.note];
    this.element = make("div", { class: "ballot", "data-role": "ballot" }, ...parts);
    parentElement.append(this.element);
  }

  /** Draws what is new. The pairs stay as they are until something else is asked, and so does the focus. */
  update({ setStateValue }, message) {
    if (message === null) return;
    const isNew = this.message?.moment !== message.moment;
    this.message = message;
    this.tell = (vote) => setStateValue("vote", vote);
    this.texts = new Texts(message);
    this.sentence.replaceChildren(...this.texts.sentence(message.sentence));
    this.subtitle.replaceChildren(...this.texts.sentence(message.subtitle));
    if (isNew) this.drawQuestion(message);
    this.mark(message.vote);
  }

  dispose() {
    this.element.remove();
  }

  drawQuestion({ words, pairs, note }) {
    this.words.hidden = !words.length;
    this.words.replaceChildren(...words.map((word) => this.word(word)));
    this.pairs.replaceChildren(...pairs.map((pair, index) => this.choice(pair, index)));
    this.note.replaceChildren(...this.texts.sentence(note));
  }

  word({ symbols, count }) {
    const { texts } = this;
    const chips = symbols.map((text) => make("span", { class: "chip" }, texts.token(text)));
    const times = make("span", { class: "count" }, `${withCommas(count)} ×`);
    return make("li", {}, times, make("span", { class: "symbols", dir: texts.directionOf(symbols) }, ...chips));
  }

  choice([left, right], index) {
    const { marks, vote } = this.message;
    const button = make("button", { type: "button", class: "choice" }, ...this.texts.pair(left, right, 12));
    if (marks === null) {
      button.addEventListener("click", () => this.choose(index));
      return button;
    }
    const says = [marks[index], index === vote ? "your vote" : ""].filter(Boolean).join(", ");
    if (marks[index]) button.classList.add(marks[index]);
    button.disabled = true;
    button.append(make("span", { class: "state" }, says));
    return button;
  }

  /** The choice shows at once; Python's next message has it too. A second tap takes it back. */
  choose(index) {
    const isChosen = this.pairs.children[index].getAttribute("aria-pressed") === "true";
    this.mark(isChosen ? null : index);
    this.tell({ moment: this.message.moment, pair: isChosen ? -1 : index });
  }

  mark(chosen) {
    [...this.pairs.children].forEach((button, index) => {
      setAttribute(button, "aria-pressed", String(index === chosen));
    });
  }
}
