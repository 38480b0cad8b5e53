// A question of a lesson or, on a phone, of a quiz: options, or a field to type into. An answer is judged by Python;
// below it stands why it is right, or which mistake it is, and another one can be given until the question is closed.
// What Python cannot read as an answer stays in the field, and below it stands what to type.

import { make, setAttribute } from "../dom.js";
import { Texts } from "../glyphs.js";
import { actionOf } from "../keys.js";
import { say } from "../say.js";

const NUMBERS = Object.fromEntries(Array.from("123456789", (digit) => [digit, Number(digit)]));

export class QuestionView {
  constructor(parentElement) {
    this.ask = make("h2", { class: "ask", id: "ask" });
    this.body = make("div", { role: "group", "aria-labelledby": "ask" });
    this.verdict = make("p", { class: "verdict", role: "status", "data-role": "verdict" });
    this.element = make("div", { class: "question-view", "data-role": "question" }, this.ask, this.body, this.verdict);
    parentElement.append(this.element);
    this.onKey = (event) => this.hearKey(event);
    document.addEventListener("keydown", this.onKey);
  }

  /** Draws what is new; the options stay as they are until something else is asked, and so does the focus. */
  update({ setTriggerValue }, message) {
    if (message === null) return;
    const isNew = this.message?.part !== message.part;
    this.message = message;
    this.tell = (answer) => setTriggerValue("answer", { part: message.part, answer });
    this.texts = new Texts(message);
    this.ask.replaceChildren(...this.texts.sentence(message.ask));
    this.element.classList.toggle("large", message.large);
    if (isNew) this.body.replaceChildren(...(message.options.length ? this.options(message) : [this.form(message)]));
    this.mark(message);
  }

  dispose() {
    document.removeEventListener("keydown", this.onKey);
    this.element.remove();
  }

  options({ options }) {
    return options.map((parts, index) => {
      const number = make("span", { class: "number", "aria-hidden": "true" }, String(index + 1));
      const text = make("span", {}, ...this.texts.sentence(parts));
      const button = make("button", { type: "button", class: "option" }, number, text);
      button.addEventListener("click", () => this.tell(String(index)));
      return button;
    });
  }

  form({ answer, longest, form: hint }) {
    const attributes = { type: "text", maxlength: String(longest), autocomplete: "off", spellcheck: "false" };
    const names = { "aria-labelledby": "ask", "aria-describedby": "form", "data-role": "answer" };
    const field = make("input", { ...attributes, autocapitalize: "off", ...names });
    field.value = answer;
    const said = make("span", { class: "form", id: "form" }, say("Type {hint}.", { hint }));
    const form = make("form", {}, field, make("button", { type: "submit" }, "Answer"), said);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      field.blur(); // so that the next key steps the stage
      this.tell(field.value);
    });
    return form;
  }

  /** What is in the field; null if there are options. */
  typed() {
    return this.body.querySelector("input")?.value ?? null;
  }

  /** A verdict that is neither right nor wrong only says something. */
  mark({ options, answer, verdict, refused, closed = false }) {
    const isJudged = typeof verdict?.right === "boolean" && !refused.length;
    const tone = isJudged ? (verdict.right ? "right" : "wrong") : "";
    for (const control of this.body.querySelectorAll("button, input")) control.disabled = closed;
    [...this.body.children].forEach((child, index) => {
      const isChosen = options.length > 0 && answer === String(index);
      if (options.length) setAttribute(child, "aria-pressed", String(isChosen));
      child.classList.remove("right", "wrong");
      if (tone && (isChosen || !options.length)) child.classList.add(tone);
    });
    this.verdict.className = `verdict ${tone}`;
    const verdicts = { right: "Right.", wrong: "Not right.", "": "" };
    const word = refused.length ? "Once more." : verdicts[tone];
    const said = refused.length ? refused : verdict?.sentence ?? [];
    this.verdict.replaceChildren(...(word ? [make("b", {}, word), " "] : []), ...this.texts.sentence(said));
  }

  hearKey(event) {
    const number = this.message?.options.length ? actionOf(event, NUMBERS) : null;
    if (number === null || number > this.message.options.length) return;
    event.preventDefault();
    this.body.children[number - 1].click();
  }
}
