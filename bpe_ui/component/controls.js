// The controls that the stage and the columns share: to the start, back, merge, to the end, play, and a
// scrubber for the position.

import { icon, make, makeButton, setAttribute, setDisabled, setText } from "./dom.js";
import { withCommas } from "./numbers.js";

const SPEEDS = [
  ["2000", "Slow"],
  ["1000", "Normal"],
  ["400", "Fast"],
  ["120", "Very fast"],
];

/** The buttons of a view by what they ask it to do, the speed and the position. */
export class Controls {
  constructor(view, forward, scrubber) {
    this.scrubber = scrubber;
    this.buttons = {
      start: makeButton("start", "To the start (Home)", icon("start"), "square"),
      back: makeButton("back", "Back one merge (Left arrow)", icon("back"), "square"),
      forward,
      end: makeButton("end", "To the end (End)", icon("end"), "square"),
      play: makeButton("play", "Play (Space)", icon("play"), "square"),
      help: makeButton("help", "Keys (question mark)", "?", "square"),
    };
    const options = SPEEDS.map(([pause, name]) =>
      make("option", { value: pause, selected: pause === "1000" }, name),
    );
    this.speed = make("select", { "data-role": "speed", "aria-label": "Speed of playing" }, ...options);
    this.position = make("span", { class: "position", "data-role": "position" });
    this.speed.addEventListener("change", () => view.player.setPause(Number(this.speed.value)));
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
    setText(this.position, `merge ${withCommas(position)} of ${withCommas(known)}${isWhole ? "" : "+"}`);
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

/** A native slider for fingers and keys, and over a track the marks of a subclass. */
export class Scrubber {
  constructor(view, name, ...marks) {
    const attributes = { type: "range", min: "0", step: "1", "data-role": "scrubber", "aria-label": name };
    this.slider = make("input", attributes);
    this.fill = make("span", { class: "fill" });
    const track = make("span", { class: "track" }, this.fill);
    const picture = make("span", { class: "timeline", "aria-hidden": "true" }, track, ...marks);
    this.element = make("div", { class: "scrubber" }, this.slider, picture);
    this.slider.addEventListener("input", () => view.goTo(Number(this.slider.value)));
    this.slider.addEventListener("change", () => view.telling.sendPlaceIfDue());
  }

  /** Marks the position and says it, with a remark; returns how far along it is, from 0 to 1. */
  drawPosition(position, known, remark) {
    const share = position / Math.max(known, 1);
    if (Number(this.slider.value) !== position) this.slider.value = String(position);
    setAttribute(this.slider, "aria-valuetext", `merge ${position} of ${known}${remark}`);
    this.fill.style.transform = `scaleX(${share})`;
    return share;
  }
}
