// Predicting on Tokenize: the learner types what a word will become before its tokens are shown.

import { make, makeButton, setText } from "../dom.js";

const LONGEST_ANSWER = 1000;
const QUESTION_HINT = "Type its tokens with spaces between them, then commit. Reveal shows the answer, without a score.";

export class TokenQuestion {
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

  /** Asks about a word, anew where it is another one. */
  update({ data: { predict, history_id: word } }, isTyping) {
    const { on, open, score } = predict;
    this.element.hidden = !on;
    this.form.hidden = open;
    setText(this.score, on ? `Score ${score[0]} of ${score[1]}` : "");
    const asked = on && !open ? word : null;
    if (asked !== null && asked !== this.asked) {
      this.field.value = "";
      if (!isTyping) this.field.focus();
    }
    this.asked = asked;
  }

  /** The sentences on top while the answer is hidden. */
  sentences({ word }) {
    return { sentence: ["What will ", { t: word.text }, " become?"], subtitle: [QUESTION_HINT] };
  }
}
