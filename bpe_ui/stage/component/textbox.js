// A box for the text to tokenize, or for ids of one. What is typed goes to Python key by key: one text is under way at a time,
// and no key waits for an answer. Places in a text are counted in characters, as Python counts them.

import { make, setText } from "./dom.js";
import { say } from "./say.js";

/** Streamlit may lose a text that comes while it draws all of the page: without an answer it is sent again. */
const TEXT_PATIENCE = 2000;
/** How long after the last key the rest of the page is updated: its address, an open panel. */
const REST = 700;

export class TextBox {
  constructor() {
    this.field = make("textarea", { "data-role": "text", dir: "auto", rows: "2", spellcheck: "false", autocapitalize: "off" });
    this.note = make("p", { class: "quiet", role: "status", "data-role": "reading" });
    this.other = make("button", { type: "button", class: "small", "data-role": "read-otherwise", hidden: true });
    this.lit = make("div", { class: "lit-text", dir: "auto", "aria-hidden": "true", hidden: true });
    this.element = make("div", { class: "textbox" }, make("div", { class: "field" }, this.field, this.lit), make("div", { class: "reading" }, this.note, this.other));
    this.version = null; // of the text that Python gave last
    this.sent = { number: 0, text: "", place: 0, as_text: false };
    this.isText = false; // whether ids are read as a text
    this.sentAt = -Infinity; // when a text was sent that is not answered yet
    this.timer = 0; // until the text is sent again, or once it is answered until the page follows
    this.before = ""; // what was in the box before the last input
    this.hadReturns = false; // whether \r\n came in, which a box keeps as \n
    this.pasted = null; // where what came in at once begins, and where the cursor stood behind it
    this.field.addEventListener("keydown", ({ key }) => key === "Escape" && this.field.blur());
    this.field.addEventListener("paste", ({ clipboardData }) => this.noteReturns(clipboardData));
    this.field.addEventListener("drop", ({ dataTransfer }) => this.noteReturns(dataTransfer));
    this.field.addEventListener("input", () => this.notePasted());
    this.other.addEventListener("click", () => {
      this.isText = !this.isText;
      this.send();
    });
    for (const name of ["input", "keyup", "pointerup"]) this.field.addEventListener(name, () => this.send());
  }

  dispose() {
    clearTimeout(this.timer);
  }

  /** Takes over what Python says, and goes on with what was typed meanwhile. */
  update({ name, placeholder, text, version, number, limit, as_text: isText, said, other }, setTriggerValue) {
    Object.assign(this, { setTriggerValue, limit, said });
    Object.assign(this.field, { ariaLabel: name, placeholder });
    if (version !== this.version) {
      Object.assign(this, { version, isText, sent: { number, text, place: null, as_text: isText } });
      this.field.value = this.before = text;
      this.settle();
    } else if (number === this.sent.number && this.sentAt > -Infinity) {
      this.settle();
      // Not before: of two messages sent while Python is at work Streamlit keeps only the later one.
      this.timer = setTimeout(() => this.setTriggerValue("rested", number), REST);
      this.send();
    }
    this.sayNote();
    setText(this.other, other);
    this.other.hidden = !other;
  }

  /** Nothing is under way any more. */
  settle() {
    clearTimeout(this.timer);
    this.sentAt = -Infinity;
  }

  /** Notes whether a text that comes in has line ends that are not kept. */
  noteReturns(data) {
    this.hadReturns ||= data?.getData("text/plain").includes("\r\n") ?? false;
  }

  /** Notes what was pasted: its beginning is shown as long as the cursor stays behind it. */
  notePasted() {
    const { value, selectionStart: cursor } = this.field;
    let start = 0;
    while (start < cursor && value[start] === this.before[start]) start += 1;
    this.pasted = cursor - start > 1 ? { first: start + 1, cursor } : null;
    this.before = value;
  }

  /** The place behind the character that is shown. */
  get shownAt() {
    const { selectionStart: cursor } = this.field;
    return this.pasted?.cursor === cursor ? this.pasted.first : cursor;
  }

  /** Sends what is in the box, and where the cursor is, unless Python knows that or is about to answer. */
  send() {
    const now = performance.now();
    if (now - this.sentAt < TEXT_PATIENCE || !this.setTriggerValue) return;
    const whole = this.field.value.toWellFormed();
    const text = whole.length > this.limit ? characters(whole).slice(0, this.limit).join("") : whole;
    const place = Math.min(characters(whole.slice(0, this.shownAt)).length, this.limit);
    const isKnown = text === this.sent.text && [place, null].includes(this.sent.place);
    if (isKnown && this.isText === this.sent.as_text) return;
    this.hadReturns &&= text.includes("\n");
    this.sent = { number: this.sent.number + 1, text, place, as_text: this.isText, had_returns: this.hadReturns };
    this.sentAt = now;
    this.sayNote();
    this.setTriggerValue("typed", this.sent);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sendAgain(), TEXT_PATIENCE);
  }

  /** Sends what is in the box though it was sent before. */
  sendAgain() {
    this.sent = { ...this.sent, text: null };
    this.settle();
    this.send();
  }

  /** Says how much is read, or how it was read. */
  sayNote() {
    const length = characters(this.field.value).length;
    const { limit } = this;
    const says = say("The text has {length:,} characters; the first {limit:,} are read.", { length, limit });
    setText(this.note, length > limit ? says : this.said);
  }

  /** Marks a part of the text; null for none. */
  light(part) {
    this.lit.hidden = part === null;
    if (part === null) return;
    const text = characters(this.field.value);
    const cut = (from, to) => text.slice(from, to).join("");
    const mark = make("mark", {}, cut(part.start, part.end));
    this.lit.replaceChildren(cut(0, part.start), mark, cut(part.end)); // all of it, for lines and directions
    this.lit.scrollTop = this.field.scrollTop;
  }
}

function characters(text) {
  return Array.from(text);
}
