// The controls that the stage and the columns share: to the start, back, merge, to the end, play, and a
// scrubber and a field for the position.

import { icon, make, makeButton, setAttribute, setDisabled, setText } from "./dom.js";
import { withCommas } from "./numbers.js";

const SPEEDS = [
  ["5000", "Very slow"],
  ["2000", "Slow"],
  ["1000", "Normal"],
  ["400", "Fast"],
  ["120", "Very fast"],
];
const LONGEST_NUMBER = 13;

/** The buttons of a view by what they ask it to do, the speed and the position. */
export class Controls {
  /** `noun` is what a step is: a merge, or a rule that fires. */
  constructor(view, noun, forward, scrubber) {
    this.scrubber = scrubber;
    this.buttons = {
      start: makeButton("start", "To the start (Home)", icon("start"), "square"),
      back: makeButton("back", `Back one ${noun} (Left arrow)`, icon("back"), "square"),
      forward,
      end: makeButton("end", "To the end (End)", icon("end"), "square"),
      play: makeButton("play", "Play (Space)", icon("play"), "square"),
      help: makeButton("help", "Keys (question mark)", "?", "square"),
    };
    const options = SPEEDS.map(([pause, name]) =>
      make("option", { value: pause, selected: pause === "1000" }, name),
    );
    this.speed = make("select", { "data-role": "speed", "aria-label": "Speed of playing" }, ...options);
    this.position = new PositionField(view, noun);
    this.speed.addEventListener("change", () => view.player.setPause(Number(this.speed.value)));
    setAttribute(forward, "data-key", "→"); // shown on it where there is a keyboard
    for (const [action, button] of Object.entries(this.buttons)) this.listen(view, button, action);
  }

  listen(view, button, action) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") view.perform(action);
    });
  }

  /** The row of these, in this order. */
  arrange(...parts) {
    return make("div", { class: "controls", role: "group", "aria-label": "Controls" }, ...parts);
  }

  drawPosition(position, known, isWhole) {
    this.position.draw(position, known, isWhole);
    for (const name of ["start", "back"]) setDisabled(this.buttons[name], position === 0);
  }

  showPlaying(isPlaying) {
    const { play } = this.buttons;
    const name = isPlaying ? "Pause (Space)" : "Play (Space)";
    play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    setAttribute(play, "aria-label", name);
    setAttribute(play, "title", name);
  }
}

/** `merge 4 of 7`, where the 4 is a field: a number typed there is gone to. */
class PositionField {
  constructor(view, noun) {
    Object.assign(this, { view, noun });
    const attributes = { "data-role": "go-to", "aria-label": `Go to ${noun}`, inputmode: "numeric" };
    this.field = make("input", { ...attributes, autocomplete: "off", maxlength: String(LONGEST_NUMBER) });
    this.known = make("span", { "data-role": "known" });
    this.element = make("label", { class: "position" }, `${noun} `, this.field, " ", this.known);
    this.field.addEventListener("focus", () => {
      view.player.stop();
      this.field.select();
    });
    this.field.addEventListener("input", () => this.field.setCustomValidity(""));
    this.field.addEventListener("keydown", (event) => this.hearKey(event.key));
    this.field.addEventListener("blur", () => this.leave());
  }

  focus() {
    this.field.focus();
  }

  /** Shows the position, unless another one is being typed. */
  draw(position, known, isWhole) {
    const digits = withCommas(known);
    setText(this.known, `of ${digits}${isWhole ? "" : " so far"}`);
    const more = isWhole ? "" : `; training goes on beyond the ${digits} merges made so far`;
    setAttribute(this.element, "title", `Type a number and press Enter to go there (G)${more}`);
    this.field.style.width = `calc(${digits.length + 1}ch + 0.8rem)`;
    if (this.field.getRootNode().activeElement !== this.field) this.showPosition(position);
  }

  showPosition(position) {
    this.field.setCustomValidity("");
    this.field.value = withCommas(position);
  }

  hearKey(key) {
    if (key === "Escape") this.showPosition(this.view.position);
    if (key === "Enter") this.field.setCustomValidity(this.problem());
    if (key === "Escape" || (key === "Enter" && this.field.reportValidity())) this.field.blur();
  }

  /** What was typed counts, like anywhere else in a browser, once the field is left. */
  leave() {
    if (!this.problem()) this.view.goTo(this.typed());
    this.showPosition(this.view.position);
  }

  typed() {
    return Number(this.field.value.replaceAll(/[,\s]/g, "") || NaN);
  }

  /** What is wrong with what was typed, in a sentence; empty where it is a position. */
  problem() {
    const furthest = this.view.furthest();
    if (Number.isSafeInteger(this.typed()) && this.typed() >= 0 && this.typed() <= furthest) return "";
    return Number.isFinite(furthest)
      ? `Type a number from 0 to ${withCommas(furthest)}.`
      : `Type the number of a ${this.noun}, such as 200.`;
  }
}

/** A native slider for fingers and keys, and over a track the marks of a subclass. */
export class Scrubber {
  constructor(view, name, noun, ...marks) {
    this.noun = noun;
    const attributes = { type: "range", min: "0", step: "1", "data-role": "scrubber", "aria-label": name };
    this.slider = make("input", attributes);
    this.fill = make("span", { class: "fill" });
    const track = make("span", { class: "track" }, this.fill);
    const picture = make("span", { class: "timeline", "aria-hidden": "true" }, track, ...marks);
    this.element = make("div", { class: "scrubber" }, this.slider, picture);
    this.slider.addEventListener("input", () => view.goTo(Number(this.slider.value)));
    this.slider.addEventListener("change", () => view.toPython.sendPlaceIfDue());
    // A slider that was dragged would keep the keys, Page Up and Page Down of a lesson plan among them.
    this.slider.addEventListener("pointerup", () => this.slider.blur());
  }

  /** Marks the position and says it, with a remark; returns how far along it is, from 0 to 1. */
  drawPosition(position, known, remark) {
    const share = position / Math.max(known, 1);
    if (Number(this.slider.value) !== position) this.slider.value = String(position);
    setAttribute(this.slider, "aria-valuetext", `${this.noun} ${position} of ${known}${remark}`);
    this.fill.style.transform = `scaleX(${share})`;
    return share;
  }
}
