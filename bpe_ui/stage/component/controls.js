// The controls of a view: to the start, back, one step on, to the end, play, and a scrubber and a field for the
// position.

import { icon, make, makeButton, setAttribute, setDisabled, setText } from "./dom.js";
import { say, sayWith, withCommas } from "./say.js";

const LONGEST_NUMBER = 13;

/** At this speed the stage of a training explains each merge, for which the pause is long enough. */
const EXPLAINED = "4500";

/** The pauses between two steps in milliseconds, and what each speed is called. */
function speeds(explains) {
  return [
    ...(explains ? [[EXPLAINED, "Explained"]] : []),
    ["5000", "Very slow"],
    ["2000", "Slow"],
    ["1000", "Normal"],
    ["400", "Fast"],
    ["120", "Very fast"],
  ];
}

/** What is said of a step, by what it is: a merge of a training, or a step in a word or in code. */
function stepTexts() {
  return {
    merge: {
      back: "Back one merge (Left arrow)",
      goTo: "Go to merge",
      number: (field) => sayWith("merge {field}", { field }),
      place: (position, known) => say("merge {position} of {known}", { position, known }),
      example: "Type the number of a merge, such as 200.",
    },
    step: {
      back: "Back one step (Left arrow)",
      goTo: "Go to step",
      number: (field) => sayWith("step {field}", { field }),
      place: (position, known) => say("step {position} of {known}", { position, known }),
      example: "Type the number of a step, such as 200.",
    },
  };
}

/** The buttons of a view, by the action that each asks for, its speed and its position. */
export class Controls {
  /**
   * `step` is what a step is: see `stepTexts`; `forward` is the button that makes one. Others stand
   * `before` the button back, `behind` that for a step, and, as `switches`, before the button for the keys.
   * `explain` is told whether each step is to be explained; without it there is no such speed.
   */
  constructor(view, step, forward, scrubber, { before = [], behind = [], switches = [], explain = null } = {}) {
    this.scrubber = scrubber;
    this.start = makeButton("start", "To the start (Home)", icon("start"), "square", "start");
    this.back = makeButton("back", stepTexts()[step].back, icon("back"), "square", "back");
    this.forward = forward;
    this.end = makeButton("end", "To the end (End)", icon("end"), "square", "end");
    this.play = makeButton("play", "Play (Space)", icon("play"), "square", "play");
    const help = makeButton("help", "Keys (question mark)", "?", "square", "help");
    this.exit = makeButton("exit", "Exit Present", "Exit", "", "exit");
    const options = speeds(explain !== null).map(([pause, name]) =>
      make("option", { value: pause, selected: pause === "1000" }, name),
    );
    this.speed = make("select", { "data-role": "speed", "aria-label": "Speed of playing" }, ...options);
    this.speed.addEventListener("change", () => {
      view.player.setPause(Number(this.speed.value));
      explain?.(this.speed.value === EXPLAINED);
    });
    this.position = new PositionField(view, stepTexts()[step]);
    Object.assign(forward.dataset, { action: "forward", key: "→" }); // the key is shown where there is a keyboard
    this.element = make(
      "div",
      { class: "controls", role: "group", "aria-label": "Controls" },
      ...[this.start, ...before, this.back, forward, ...behind, this.end, this.play, this.speed],
      ...[scrubber.element, this.position.element, ...switches, help, this.exit],
    );
  }

  update(message) {
    this.scrubber.update(message);
    this.exit.hidden = !message.data.present;
  }

  /** `isEnd`: no step leads on from here; `isOff`: the button for a step is off. */
  draw(position, known, isWhole, isEnd, isOff = isEnd) {
    this.position.draw(position, known, isWhole);
    for (const button of [this.start, this.back]) setDisabled(button, position === 0);
    for (const button of [this.end, this.play]) setDisabled(button, isEnd);
    setDisabled(this.forward, isOff);
  }

  showPlaying(isPlaying) {
    const { play } = this;
    const name = isPlaying ? "Pause (Space)" : "Play (Space)";
    play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    setAttribute(play, "aria-label", name);
    setAttribute(play, "title", name);
  }
}

/** `merge 4 of 7`, where the 4 is a field: typing a number there goes to that position. */
class PositionField {
  constructor(view, texts) {
    Object.assign(this, { view, texts });
    const attributes = { "data-role": "go-to", "aria-label": texts.goTo, inputmode: "numeric" };
    this.field = make("input", { ...attributes, autocomplete: "off", maxlength: String(LONGEST_NUMBER) });
    this.known = make("span", { "data-role": "known" });
    this.element = make("label", { class: "position" }, ...texts.number(this.field), " ", this.known);
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
    setText(this.known, isWhole ? say("of {known:,}", { known }) : say("of {known:,} so far", { known }));
    const title = isWhole
      ? "Type a number and press Enter to go there (G)"
      : say("Type a number and press Enter to go there (G); training goes on beyond the {known:,} merges made so far", {
          known,
        });
    setAttribute(this.element, "title", title);
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

  /** Goes to what was typed once the field is left, as everywhere in a browser. */
  leave() {
    if (!this.problem()) this.view.goTo(this.typed());
    this.showPosition(this.view.position);
  }

  typed() {
    return Number(this.field.value.replaceAll(/[,\s]/g, "") || NaN);
  }

  /** A sentence that says what is wrong with the typed text; empty if it is a position. */
  problem() {
    const furthest = this.view.furthest();
    if (Number.isSafeInteger(this.typed()) && this.typed() >= 0 && this.typed() <= furthest) return "";
    return Number.isFinite(furthest)
      ? say("Type a number from 0 to {furthest:,}.", { furthest })
      : this.texts.example;
  }
}

/** A native slider for fingers and keys, and a track with marks on it. */
export class Scrubber {
  constructor(view, name, step, ...marks) {
    this.texts = stepTexts()[step];
    const attributes = { type: "range", min: "0", step: "1", "data-role": "scrubber", "aria-label": name };
    this.slider = make("input", attributes);
    this.fill = make("span", { class: "fill" });
    const track = make("span", { class: "track" }, this.fill);
    const picture = make("span", { class: "timeline", "aria-hidden": "true" }, track, ...marks);
    this.element = make("div", { class: "scrubber" }, this.slider, picture);
    this.slider.addEventListener("input", () => view.goTo(Number(this.slider.value)));
    this.slider.addEventListener("change", () => view.toPython.sendPlaceIfDue());
    // Otherwise a dragged slider would keep the keys, also Page Up and Page Down of a lesson plan.
    this.slider.addEventListener("pointerup", () => this.slider.blur());
  }

  /** Marks the position and says it, with remarks; returns how far along it is, from 0 to 1. */
  draw(position, known, remarks = []) {
    const share = position / Math.max(known, 1);
    this.position = position;
    setAttribute(this.slider, "max", String(known));
    if (Number(this.slider.value) !== position) this.slider.value = String(position);
    setAttribute(this.slider, "aria-valuetext", [this.texts.place(position, known), ...remarks].join(", "));
    this.fill.style.transform = `scaleX(${share})`;
    return share;
  }
}

const MOST_NAMED_STOPS = 13;
const MOST_DOTS = 80;
const NAME_GAP = 6; // pixels, at least

/**
 * A scrubber with a stop for each position.
 *
 *                           =
 *   o-----o-----o-----@- - -.- - -.     a dot a position while they are few, with the tokens' names up to the
 *   start ug    un    hug               furthest one seen, and "=" above ties; a long one is a plain track
 */
export class Stops {
  constructor(view, name, step) {
    this.stops = make("span", { class: "stops" });
    this.scrubber = new Scrubber(view, name, step, this.stops);
    this.element = this.scrubber.element;
    this.stops.addEventListener("click", ({ target }) => {
      const tie = target.closest(".tie");
      if (tie) view.goTo(Number(tie.dataset.position) - 1);
    });
    this.dots = [];
    this.known = null;
    this.historyId = null;
    this.here = make("span", { class: "name here-name" });
    this.given = make("i", { class: "given-part" });
    new ResizeObserver(() => this.hideCrowdedNames()).observe(this.element);
  }

  /** Hides names that would touch one nearer to the position; hidden names keep their width. */
  hideCrowdedNames() {
    const { position: here } = this.scrubber;
    const nearestFirst = [...this.dots].sort((a, b) => Math.abs(a.position - here) - Math.abs(b.position - here));
    const boxes = nearestFirst.map(({ name }) => name.getBoundingClientRect()); // all of them before any is hidden
    const shown = [];
    nearestFirst.forEach(({ name }, at) => {
      const { left, right } = boxes[at];
      const hasRoom = shown.every((box) => right + NAME_GAP <= box.left || box.right + NAME_GAP <= left);
      name.classList.toggle("no-room", !hasRoom);
      if (hasRoom && right > left) shown.push(boxes[at]);
    });
  }

  /** Lays the stops out anew where more merges are known or the training is another. */
  update({ data: { known, given = 0, history_id: historyId } }) {
    if (known === this.known && historyId === this.historyId) return;
    Object.assign(this, { known, historyId, isDense: known + 1 > MOST_NAMED_STOPS });
    this.element.classList.toggle("dense", this.isDense);
    const positions = known <= MOST_DOTS ? Array.from({ length: known + 1 }, (_, position) => position) : [];
    this.dots = positions.map((position) => this.makeDot(position));
    this.given.style.width = `${(100 * given) / Math.max(known, 1)}%`;
    this.given.hidden = !given;
    this.stops.replaceChildren(this.given, ...this.dots.map((dot) => dot.element), ...(this.isDense ? [this.here] : []));
  }

  makeDot(position) {
    const name = make("span", { class: "name" });
    const tie = make("i", { class: "tie", "data-position": position });
    const element = make("span", { class: "stop" }, tie, name);
    element.style.left = `${(100 * position) / Math.max(this.known, 1)}%`;
    return { position, element, name, tie, text: null, state: "" };
  }

  /** Marks the position, ties up to `tiesUpTo`, and names up to `namesUpTo`: what is ahead is to be predicted. */
  draw(message, position, tiesUpTo, namesUpTo = tiesUpTo) {
    const { texts, byRank } = message;
    let isRenamed = false;
    for (const dot of this.dots) {
      const merge = byRank.get(dot.position - 1);
      const isKnown = dot.position <= namesUpTo;
      this.markDot(dot, position, isKnown && merge?.by_user);
      this.markTie(dot, dot.position <= tiesUpTo && merge?.tied_with);
      isRenamed = this.nameDot(dot, isKnown ? merge : undefined, texts) || isRenamed;
    }
    const merge = byRank.get(position - 1);
    const remarks = [merge && texts.plain[merge.tokenText], merge?.by_user && "your choice"].filter(Boolean);
    const share = this.scrubber.draw(position, this.known, remarks);
    if (isRenamed || this.stops.querySelector(".no-room")) this.hideCrowdedNames();
    if (!this.isDense) return;
    this.here.style.left = `${100 * share}%`;
    this.here.replaceChildren(merge ? texts.token(merge.tokenText, 10) : position === 0 ? "start" : "");
  }

  /** Done, here or ahead; a merge that a person chose is a square. */
  markDot(dot, position, isOwn) {
    const state = dot.position === position ? "here" : dot.position < position ? "done" : "ahead";
    const name = `stop ${state}${isOwn ? " own" : ""}`;
    if (dot.state !== name) dot.element.className = name;
    dot.state = name;
  }

  markTie({ tie }, isTie) {
    setText(tie, isTie ? "=" : "");
    setAttribute(tie, "title", isTie ? "A tie: show the decision" : null);
  }

  /** Returns whether its name is another one now. */
  nameDot(dot, merge, texts) {
    const isStart = dot.position === 0;
    const text = isStart ? "start" : merge ? texts.plain[merge.tokenText] : "";
    if (this.isDense || dot.text === text) return false;
    dot.text = text;
    dot.name.replaceChildren(merge ? texts.token(merge.tokenText, 8) : text);
    return true;
  }
}
