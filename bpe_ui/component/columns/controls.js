// The controls of all columns, as on Train: to the start, back, merge, to the end, play, and the position.

import { Controls, Scrubber } from "../controls.js";
import { make, makeButton, setDisabled } from "../dom.js";

/** The scrubber of the columns: one dot, and a flag at the first difference. */
class ColumnsScrubber extends Scrubber {
  constructor(view) {
    const flag = make("span", { class: "flag" }, "≠");
    const dot = make("span", { class: "stop here" });
    super(view, "Position in all columns", "merge", flag, dot);
    Object.assign(this, { flag, dot });
  }

  update({ data: { length }, difference }) {
    this.slider.max = String(length);
    this.flag.hidden = difference === null;
    this.flag.style.left = `${(100 * (difference ?? 0)) / Math.max(length, 1)}%`;
  }

  draw({ data: { length }, difference }, position) {
    const isApart = difference !== null && position >= difference;
    const share = this.drawPosition(position, length, isApart ? ", after the first difference" : "");
    this.dot.style.left = `${100 * share}%`;
  }
}

/** The row of controls. */
export class ColumnsControls extends Controls {
  constructor(view) {
    const name = "Make the next merge in all columns (Right arrow)";
    super(view, "merge", makeButton("forward", name, "Merge", "main"), new ColumnsScrubber(view));
    const { start, back, forward, end, play, help } = this.buttons;
    this.element = this.arrange(
      ...[start, back, forward, end, play, this.speed, this.scrubber.element, this.position.element, help],
    );
  }

  update(message) {
    this.scrubber.update(message);
  }

  draw(message, position) {
    const { length, whole } = message.data;
    const { forward, end, play } = this.buttons;
    this.drawPosition(position, length, whole);
    for (const button of [forward, end, play]) setDisabled(button, position === length);
    this.scrubber.draw(message, position);
  }
}
