// A part of a lesson on a student's phone: the prose, the question, and the stage, which is stepped through here; and
// the ways to the parts before and after it. Of views that only the app has there are the facts, in lines.

import { StageAlone } from "../offline_stage.js";
import { make, setDisabled, setText } from "../dom.js";
import { Texts } from "../glyphs.js";
import { QuestionView } from "../question/question.js";
import { say } from "../say.js";
import { Unheard } from "./unheard.js";

const LONGEST = 300;

export class PhoneLesson {
  constructor(parent, number, connection) {
    Object.assign(this, { number, connection });
    this.unheard = new Unheard(connection);
    this.lesson = null;
    this.part = null; // the number of the part on screen
    this.stage = null;
    this.title = make("p", { class: "subtitle" });
    this.heading = make("h1", { class: "sentence", tabindex: "-1", "data-role": "sentence" });
    this.aside = make("p", { class: "subtitle" });
    this.prose = make("div", { class: "prose" });
    this.asked = make("div");
    this.question = new QuestionView(this.asked);
    this.shown = make("div", { class: "shown" });
    this.back = make("button", { type: "button" }, "Back");
    this.next = make("button", { type: "button" }, "Next");
    this.back.addEventListener("click", () => this.go(-1));
    this.next.addEventListener("click", () => this.go(1));
    const ways = make("div", { class: "ways" }, this.back, this.next);
    const text = make("div", { class: "ballot" }, this.title, this.heading, this.aside, this.prose, this.asked);
    this.element = make("div", { class: "lesson", "data-role": "lesson" }, text, this.shown, ways);
    parent.append(this.element);
  }

  /** Draws what the server says: where the student is, and the question; and the part, if it is another one. */
  update(lesson, material) {
    this.lesson = lesson;
    const { question, part, parts } = lesson;
    if (question) this.unheard.putInto(question, part);
    this.unheard.tellAgain();
    setText(this.title, say("{title}, part {part} of {parts}", { title: lesson.title, part: this.at() + 1, parts: parts.length }));
    if (part !== this.part) this.drawPart(material);
    this.drawQuestion();
    setDisabled(this.back, this.at() === 0);
    setDisabled(this.next, this.at() === parts.length - 1);
  }

  dispose() {
    this.question.dispose();
    this.stage?.view.dispose();
    this.element.remove();
  }

  at() {
    return this.lesson.parts.indexOf(this.lesson.part);
  }

  // ---- what a student does

  go(by) {
    const part = this.lesson.parts[this.at() + by];
    if (part !== undefined) this.connection.send({ handout: this.number, part });
  }

  answer(answer) {
    this.unheard.answer(this.number, this.part, answer);
    Object.assign(this.lesson.question, { answer, verdict: null, refused: [] });
    this.drawQuestion();
  }

  // ---- drawing

  drawPart(material) {
    const isFirst = this.part === null;
    this.part = material.part;
    this.texts = new Texts(material);
    setText(this.heading, material.title);
    setText(this.aside, material.aside);
    this.aside.hidden = !material.aside;
    this.prose.replaceChildren(...material.prose.map(([isList, lines]) => this.block(isList, lines)));
    this.stage?.view.dispose();
    this.stage = null;
    this.shown.replaceChildren();
    this.shown.style.setProperty("--ties", material.ties); // as stage.css says
    if (material.stage) this.drawStage(material.stage);
    else this.drawLines(material.still);
    this.element.closest("main").scrollTo(0, 0);
    if (!isFirst) this.heading.focus({ preventScroll: true });
  }

  block(isList, lines) {
    if (!isList) return make("p", {}, ...this.texts.sentence(lines[0]));
    return make("ul", {}, ...lines.map((line) => make("li", {}, ...this.texts.sentence(line))));
  }

  drawStage(stage) {
    this.stage = new StageAlone(this.shown, stage);
    this.stage.view.toPython.sayInAddress = () => {}; // the address is the class's
    this.stage.show({});
  }

  drawLines(lines) {
    const items = lines.map((line) => make("li", {}, ...line.map((part) => this.piece(part))));
    const how = make("p", { class: "subtitle" }, "Your teacher's screen shows this live.");
    this.shown.append(make("div", { class: "ballot" }, make("ul", { class: "still" }, ...items), how));
  }

  piece(part) {
    if (typeof part === "string" || "n" in part) return this.texts.sentence([part])[0];
    return make("span", { class: "chip", dir: this.texts.direction(part.t) }, this.texts.token(part.t, LONGEST));
  }

  drawQuestion() {
    const { question } = this.lesson;
    this.asked.hidden = !question;
    if (!question) return;
    const tell = { setTriggerValue: (_, { answer }) => this.answer(answer) };
    this.question.update(tell, { ...question, large: false });
  }
}
