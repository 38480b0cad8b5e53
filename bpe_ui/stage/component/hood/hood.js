// Under the hood: code that runs, one sub-step after the other, with its data.

import { Controls, Scrubber } from "../controls.js";
import { icon, make, makeButton, setDisabled } from "../dom.js";
import { Texts } from "../glyphs.js";
import { mounted } from "../mounted.js";
import { Headline } from "../stage/headline.js";
import { View } from "../view.js";
import { CodePane } from "./pane.js";

class Hood {
  keys = { n: "partAfter", N: "partBefore" };

  constructor(view) {
    this.view = view;
    this.headline = new Headline();
    this.panes = [];
    this.paneList = make("div", { class: "panes" });
    const next = { "data-role": "sub-step", class: "main", title: "Next step (Right arrow)" };
    const forward = make("button", { type: "button", ...next }, "Step");
    const back = icon("previous");
    this.before = makeButton("part-before", "One merge back (Shift + N)", back, "square", "partBefore");
    this.after = makeButton("part-after", "To the next merge (N)", icon("following"), "square", "partAfter");
    const around = { before: [this.before], behind: [this.after] };
    this.controls = new Controls(view, "step", forward, new PartsTrack(view), around);
    const parts = [this.headline.element, this.paneList, this.controls.element];
    this.root = make("div", { class: "stage hood", "data-role": "hood", "data-tokens": "hood" }, ...parts);
    this.actions = {
      partAfter: () => view.goTo(view.message.partAfter(view.position)),
      partBefore: () => view.goTo(view.message.partBefore(view.position)),
    };
  }

  keyNames() {
    return [
      ["→", "the next step"],
      ["←", "back one step"],
      ["N", "to the next merge; Shift + N: back one merge"],
      ["Home", "to the start"],
      ["End", "to the end"],
      ["G", "type the number of a step and go there"],
      ["Tab", "to the next panel or button"],
      ["↑ ↓", "among the tokens of a panel"],
    ];
  }

  read(data) {
    return new HoodMessage(data);
  }

  take(message, isOther) {
    this.controls.update(message);
    if (!isOther) return;
    this.view.drawn = null;
    this.panes = message.panes.map((pane) => new CodePane(pane));
    this.paneList.replaceChildren(...this.panes.map((pane) => pane.element));
  }

  draw(message, position) {
    const subSteps = message.subSteps(position);
    this.panes.forEach((pane, at) => pane.mark(subSteps[at]));
    this.headline.show(message.texts, message.headline(position));
    this.panes.forEach((pane, at) => pane.draw(subSteps[at], message));
  }

  drawControls({ data: { known } }, position) {
    this.controls.draw(position, known, true, position >= known);
    setDisabled(this.before, position === 0);
    setDisabled(this.after, position >= known);
    this.controls.scrubber.draw(position, known);
  }

  /** What each pane did, if it did anything. */
  spoken(message, position) {
    const { texts, panes } = message;
    const said = ({ said: parts, waits }, at) => (waits ? "" : `${panes[at].title}: ${texts.plainSentence(parts)}`);
    return message.subSteps(position).map(said).filter(Boolean).join(" ");
  }

  isStep(action) {
    return ["back", "forward", "partAfter", "partBefore"].includes(action);
  }
}

/** A scrubber with a tick where each part begins. */
class PartsTrack {
  constructor(view) {
    this.ticks = make("span", { class: "part-ticks" });
    this.scrubber = new Scrubber(view, "Position in the sub-steps", "step", this.ticks);
    this.element = this.scrubber.element;
  }

  update({ starts, data: { known } }) {
    const tick = (start) => make("i", { style: `left: ${(100 * start) / Math.max(known, 1)}%` });
    this.ticks.replaceChildren(...starts.map(tick));
  }

  draw(position, known) {
    this.scrubber.draw(position, known);
  }
}

// Only these three functions know the order of the lists in the message.

function readSubStep([line, phase, said, tables]) {
  return { line, phase, said, tables };
}

function readTable([title, heads, rows, more]) {
  return { title, heads, rows: rows.map(readRow), more };
}

function readRow([mark, ...cells]) {
  return { mark, cells };
}

/** One message from Python: panes of code, what each shows after every sub-step, and which of them stand together. */
class HoodMessage {
  constructor(data) {
    this.data = data;
    this.texts = new Texts(data);
    this.panes = data.panes.map((pane) => ({ ...pane, subSteps: pane.steps.map(readSubStep) }));
    this.tables = data.tables.map(readTable);
    this.starts = data.parts.flatMap((part, position) => (part === data.parts[position - 1] ? [] : [position]));
  }

  /** What each pane shows at a position; one that `waits` has nothing to do while another goes on. */
  subSteps(position) {
    const { places } = this.data;
    return this.panes.map((pane, at) => {
      const place = places[position][at];
      return { ...pane.subSteps[place], waits: position > 0 && places[position - 1][at] === place };
    });
  }

  /** The two sentences on top. */
  headline(position) {
    const [sentence, subtitle] = this.data.headlines[this.data.parts[position]];
    return { sentence, subtitle };
  }

  /** Where the next part begins, or where this one or the one before it does. */
  partAfter(position) {
    return this.starts.find((start) => start > position) ?? this.data.last;
  }

  partBefore(position) {
    return this.starts.findLast((start) => start < position) ?? 0;
  }
}

export default mounted((parent) => new View(parent, Hood));
