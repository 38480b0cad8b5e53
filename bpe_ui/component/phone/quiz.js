// A quiz on a student's phone: one question at a time, and at the end a name and the button to hand in; after that
// the score, and with each question why its answer is right.

import { make, setAttribute, setDisabled, setText } from "../dom.js";
import { Texts } from "../glyphs.js";
import { QuestionView } from "../question/question.js";
import { say } from "../say.js";
import { Unheard } from "./unheard.js";

export class PhoneQuiz {
  constructor(parent, number, connection) {
    Object.assign(this, { number, connection });
    this.unheard = new Unheard(connection);
    this.quiz = null;
    this.here = null; // the question on screen; the end comes after the last one
    this.title = make("p", { class: "subtitle" });
    this.numbers = make("div", { class: "numbers", role: "group", "aria-label": say("Questions") });
    this.words = make("p", { class: "quiz-words" });
    this.topic = make("h1", { class: "topic", tabindex: "-1" });
    this.body = make("div");
    this.question = new QuestionView(this.body);
    this.end = new QuizEnd((name) => this.handIn(name));
    this.back = make("button", { type: "button" }, say("Back"));
    this.next = make("button", { type: "button" }, say("Next"));
    this.back.addEventListener("click", () => this.go(this.here - 1));
    this.next.addEventListener("click", () => this.go(this.here + 1));
    const ways = make("div", { class: "ways" }, this.back, this.next);
    const parts = [this.title, this.numbers, this.words, this.topic, this.body, this.end.element, ways];
    this.element = make("div", { class: "ballot quiz", "data-role": "quiz" }, ...parts);
    parent.append(this.element);
  }

  /** Draws what the server says, and what it has not heard yet. */
  update(quiz) {
    const isOver = quiz.handed_in && this.quiz?.handed_in === false;
    this.quiz = quiz;
    this.texts = new Texts(quiz);
    if (quiz.handed_in) this.unheard.forget();
    else quiz.questions.forEach((question, at) => this.unheard.putInto(question, at));
    this.unheard.tellAgain();
    this.here ??= this.firstLeft();
    if (isOver) this.here = quiz.questions.length;
    this.draw();
  }

  dispose() {
    this.question.dispose();
    this.element.remove();
  }

  firstLeft() {
    const { questions, handed_in: isHandedIn } = this.quiz;
    const left = questions.findIndex(({ answer }) => !answer);
    return isHandedIn || left < 0 ? questions.length : left;
  }

  // ---- what a student does

  go(to) {
    if (to < 0 || to > this.quiz.questions.length) return;
    this.takeTyped();
    this.here = to;
    this.draw();
    this.topic.focus({ preventScroll: true });
    this.element.closest("main").scrollTo(0, 0);
  }

  /** An answer that was typed, and not sent with the button. */
  takeTyped() {
    const question = this.quiz.questions[this.here];
    const typed = question ? this.question.typed() : null;
    if (typed !== null && typed.trim() !== question.answer.trim()) this.answer(typed.trim());
  }

  answer(answer) {
    if (this.quiz.handed_in) return;
    this.unheard.answer(this.number, this.here, answer);
    Object.assign(this.quiz.questions[this.here], { answer, verdict: null, refused: [] });
    this.draw();
  }

  handIn(name) {
    this.unheard.handIn(this.number, name);
  }

  // ---- drawing

  draw() {
    const { quiz, here, texts } = this;
    const question = quiz.questions[here];
    setText(this.title, quiz.title);
    this.numbers.replaceChildren(...quiz.questions.map((each, at) => this.numberOf(each, at)));
    this.words.replaceChildren(...texts.sentence(quiz.words));
    setText(this.topic, question ? question.topic : say("The end"));
    this.body.hidden = !question;
    this.end.element.hidden = Boolean(question);
    if (question) this.drawQuestion(question);
    else this.end.draw(quiz, texts);
    setDisabled(this.back, here === 0);
    setDisabled(this.next, here === quiz.questions.length);
  }

  drawQuestion(question) {
    const { texts, rtl } = this.quiz;
    const tell = { setTriggerValue: (_, { answer }) => this.answer(answer) };
    this.question.update(tell, { ...question, part: this.here, large: false, texts, rtl });
  }

  numberOf({ answer, verdict }, at) {
    const isRight = this.quiz.handed_in ? verdict.right === true : null;
    const state = isRight === null ? (answer ? say("answered") : "") : isRight ? say("right") : say("wrong");
    const about = [say("Question {number}", { number: at + 1 }), state].filter(Boolean).join(", ");
    const kind = isRight === null ? (answer ? "answered" : "") : isRight ? "right" : "wrong";
    const button = make("button", { type: "button", class: kind, "aria-label": about }, String(at + 1));
    setAttribute(button, "aria-current", at === this.here ? "step" : null);
    button.addEventListener("click", () => this.go(at));
    return button;
  }
}

/** The end of a quiz: how many are answered, a field for the name, Hand in; then the score. */
class QuizEnd {
  constructor(onHandIn) {
    this.said = make("p", { class: "sentence", role: "status", "data-role": "sentence" });
    this.unread = make("p", { class: "subtitle", role: "alert" });
    this.field = make("input", { autocomplete: "name", spellcheck: "false", "data-role": "name" });
    const label = make("label", {}, say("Your name, if you like; your teacher sees it"), this.field);
    this.done = make("button", { type: "submit", class: "choice" }, say("Hand in"));
    this.form = make("form", { class: "hand-in" }, label, this.done);
    this.how = make("p", { class: "subtitle" }, say("Tap a number to see why its answer is right."));
    this.element = make("div", { class: "quiz-end" }, this.said, this.unread, this.form, this.how);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.done.disabled) onHandIn(this.field.value.trim());
    });
  }

  draw({ handed_in: isHandedIn, said, unread, longest_name: longest }, texts) {
    this.said.replaceChildren(...texts.sentence(said));
    setText(this.unread, unread);
    this.unread.hidden = !unread;
    this.field.maxLength = longest;
    this.done.disabled = Boolean(unread);
    this.form.hidden = isHandedIn;
    this.how.hidden = !isHandedIn;
  }
}
