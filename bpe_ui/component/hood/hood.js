// Under the hood: code that runs, one sub-step after the other, with its data.

import { make } from "../dom.js";
import { OPENS_TOKENS } from "../keys.js";
import { mounted } from "../mounted.js";
import { MovingView } from "../moving.js";
import { Headline } from "../stage/headline.js";
import { HoodControls } from "./controls.js";
import { HoodMessage } from "./message.js";
import { CodePane } from "./pane.js";

const HOOD_KEYS = { n: "nextPart", N: "previousPart" };
const HOOD_KEY_NAMES = [
  ["→", "the next step"],
  ["←", "back one step"],
  ["N", "to the next merge; Shift + N: back one merge"],
  ["Home", "to the start"],
  ["End", "to the end"],
  ["G", "type the number of a step and go there"],
  ["Space", "play or pause"],
  ["Tab", "to the next panel or button"],
  ["↑ ↓", "among the tokens of a panel"],
  OPENS_TOKENS,
  ["Esc", "exit Present, or close this list"],
];

class Hood extends MovingView {
  read(data) {
    return new HoodMessage(data);
  }

  keys() {
    return HOOD_KEYS;
  }

  keyNames() {
    return HOOD_KEY_NAMES;
  }

  build() {
    this.headline = new Headline();
    this.panes = [];
    this.paneList = make("div", { class: "panes" });
    this.controls = new HoodControls(this);
    const parts = [this.headline.element, this.paneList, this.controls.element, this.announcer.element, this.help.element];
    return make("div", { class: "stage hood", "data-role": "hood" }, ...parts);
  }

  takeOver(message, isPythons) {
    const isNew = message.data.history_id !== this.historyId;
    super.takeOver(message, isPythons);
    this.root.dataset.tokens = "hood";
    this.controls.update(message);
    if (!isNew) return;
    this.drawn = null;
    this.panes = message.panes.map((pane) => new CodePane(pane));
    this.paneList.replaceChildren(...this.panes.map((pane) => pane.element));
  }

  draw() {
    const { message, position } = this;
    const subSteps = message.subSteps(position);
    this.panes.forEach((pane, at) => pane.mark(subSteps[at]));
    this.headline.show(message.texts, message.headline(position));
    this.panes.forEach((pane, at) => pane.draw(subSteps[at], message));
    this.drawControls();
    if (this.drawn !== null && this.drawn !== position) this.announcer.say(this.spoken(subSteps));
    this.drawn = position;
    Object.assign(this.root.dataset, { position, history: this.historyId });
  }

  /** What the panes did that did something. */
  spoken(subSteps) {
    const { texts, panes } = this.message;
    const said = ({ said: parts, waits }, at) => (waits ? "" : `${panes[at].title}: ${texts.plainSentence(parts)}`);
    return subSteps.map(said).filter(Boolean).join(" ");
  }

  drawControls() {
    this.controls.draw(this.position, this.message.data.last);
  }

  // ---- moving

  actions(isHeld) {
    return {
      ...super.actions(isHeld),
      nextPart: () => this.goTo(this.message.partAfter(this.position)),
      previousPart: () => this.goTo(this.message.partBefore(this.position)),
    };
  }

  isStep(action) {
    return super.isStep(action) || action === "nextPart" || action === "previousPart";
  }

  goesOnAfter(position) {
    return position < this.message.data.last;
  }

  furthest() {
    return this.message.data.last;
  }

}

export default mounted(Hood);
