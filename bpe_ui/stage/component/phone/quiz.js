// A quiz on a student's phone: one question at a time, and at the end a name and the button to hand in; once the teacher
// has ended it for everybody, the score, and with each question why its answer is right.

import { make, setAttribute, setDisabled, setText } from "../dom.js";
import { Texts } from "../glyphs.js";
import { QuestionView } from "../question/question.js";
import { say } from "../say.js";
import { Unheard } from "./unheard.js";

/** A name is told once nothing was typed for so long. */
const NAME_PAUSE = 300;

export class PhoneQuiz {
  constructor(parent, number, connection) {
    Object.assign(this, { number, connection });
    this.unheard = new Unheard(connection);
    this.quiz = null;
    this.here = null; // the question on screen; the end comes after the last one
    this.title = make("p", { class: "subtitle" });
    this.ended = new QuizEnded(() => connection.send({ handout: number, to_class: true }));
    this.numbers = make("div", { class: "numbers", role: "group", "aria-label": "Questions" });
    this.words = make("p", { class: "quiz-words" });
    this.topic = make("h1", { class: "topic", tabindex: "-1" });
    this.body = make("div");
    this.question = new QuestionView(this.body);
    this.end = new QuizEnd((name) => this.write(name), (name) => this.handIn(name));
    this.back = make("button", { type: "button" }, "Back");
    this.next = make("button", { type: "button" }, "Next");
    this.back.addEventListener("click", () => this.go(this.here - 1));
    this.next.addEventListener("click", () => this.go(this.here + 1));
    const ways = make("div", { class: "ways" }, this.back, this.next);
    const parts = [this.ended.element, this.title, this.numbers, this.words, this.topic, this.body, this.end.element, ways];
    this.element = make("div", { class: "ballot quiz", "data-role": "quiz" }, ...parts);
    parent.append(this.element);
  }

  /** Draws what the server says, and what it has not heard yet. */
  update(quiz) {
    const isNewlyClosed = quiz.is_closed && this.quiz?.is_closed === false;
    this.quiz = quiz;
    this.texts = new Texts(quiz);
    this.unheard.hasName(quiz.name);
    if (quiz.is_closed) this.unheard.forget();
    else quiz.questions.forEach((question, at) => this.unheard.putInto(question, at));
    this.unheard.tellAgain();
    this.here ??= this.firstLeft();
    if (isNewlyClosed) this.here = quiz.questions.length;
    this.draw();
  }

  dispose() {
    this.question.dispose();
    this.element.remove();
  }

  firstLeft() {
    const { questions, is_closed: isClosed } = this.quiz;
    const left = questions.findIndex(({ answer }) => !answer);
    return isClosed || left < 0 ? questions.length : left;
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
    if (this.quiz.is_closed) return;
    this.unheard.answer(this.number, this.here, answer);
    Object.assign(this.quiz.questions[this.here], { answer, verdict: null, refused: [] });
    this.draw();
  }

  write(name) {
    if (!this.quiz.is_closed) this.unheard.write(this.number, name);
  }

  handIn(name) {
    this.unheard.handIn(this.number, name);
  }

  // ---- drawing

  draw() {
    const { quiz, here, texts } = this;
    const question = quiz.questions[here];
    this.ended.draw(quiz);
    setText(this.title, quiz.title);
    this.numbers.replaceChildren(...quiz.questions.map((each, at) => this.numberOf(each, at)));
    this.words.replaceChildren(...texts.sentence(quiz.words));
    setText(this.topic, question ? question.topic : "The end");
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

  numberOf(question, at) {
    const kind = this.kindOf(question);
    const states = { answered: "answered", unread: "look again", right: "right", wrong: "wrong" };
    const about = [say("Question {number}", { number: at + 1 }), states[kind]].filter(Boolean).join(", ");
    const button = make("button", { type: "button", class: kind, "aria-label": about }, String(at + 1));
    setAttribute(button, "aria-current", at === this.here ? "step" : null);
    button.addEventListener("click", () => this.go(at));
    return button;
  }

  kindOf({ answer, verdict, refused }) {
    if (refused.length) return "unread";
    if (!answer) return "";
    if (!this.quiz.is_over) return "answered";
    return verdict.right ? "right" : "wrong";
  }
}

/** Above a quiz that the teacher has ended: that it has, and the way to what the class sees. */
class QuizEnded {
  constructor(onLeave) {
    this.said = make("p", { class: "sentence", role: "status" });
    const leave = make("button", { type: "button" }, "To the class");
    leave.addEventListener("click", onLeave);
    this.element = make("div", { class: "ended" }, this.said, leave);
  }

  draw({ ended }) {
    setText(this.said, ended);
    this.element.hidden = !ended;
  }
}

/** The end of a quiz: how many are answered, a field for the name, Hand in; then the score. */
class QuizEnd {
  constructor(onName, onHandIn) {
    this.timer = 0; // until the name is told
    this.isNamed = false; // whether the field has had the name that the server knows
    this.asks = ""; // what is asked before empty or unreadable answers are handed in; and what was asked
    this.asked = "";
    this.said = make("p", { class: "sentence", role: "status", "data-role": "sentence" });
    this.alert = make("p", { class: "subtitle", role: "alert" });
    this.field = make("input", { autocomplete: "name", spellcheck: "false", "data-role": "name" });
    const label = make("label", {}, "Your name, if you like; your teacher sees it", this.field);
    this.done = make("button", { type: "submit", class: "choice" }, "Hand in");
    this.form = make("form", { class: "hand-in" }, label, this.done);
    this.how = make("p", { class: "subtitle" }, "Tap a number to see why its answer is right.");
    this.element = make("div", { class: "quiz-end" }, this.said, this.alert, this.form, this.how);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      if (this.asked === this.asks) onHandIn(this.field.value.trim());
      else this.showAlert((this.asked = this.asks));
    });
    const tellName = (pause) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => onName(this.field.value.trim()), pause);
    };
    this.field.addEventListener("input", () => tellName(NAME_PAUSE));
    this.field.addEventListener("change", () => tellName(0));
  }

  draw({ is_closed: isClosed, is_over: isOver, said, asks, name, longest_name: longest }, texts) {
    if (!this.isNamed) this.field.value = name;
    this.isNamed = true;
    this.said.replaceChildren(...texts.sentence(said));
    this.asks = asks;
    if (this.asked !== asks) this.asked = "";
    this.showAlert(isClosed ? "" : this.asked);
    this.field.maxLength = longest;
    this.form.hidden = isClosed;
    this.how.hidden = !isOver;
  }

  showAlert(text) {
    setText(this.alert, text);
    this.alert.hidden = !text;
  }
}
