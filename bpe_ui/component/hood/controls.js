// The controls: as on Train, where a step is a sub-step, and a click further merge after merge.

import { Controls, Scrubber } from "../controls.js";
import { icon, make, makeButton, setDisabled } from "../dom.js";

/** A scrubber with a tick where each part begins. */
class Parts extends Scrubber {
  constructor(view) {
    const ticks = make("span", { class: "part-ticks" });
    super(view, "Position in the sub-steps", "step", ticks);
    this.ticks = ticks;
  }

  update({ starts, data: { last } }) {
    this.slider.max = String(last);
    const tick = (start) => make("i", { style: `left: ${(100 * start) / Math.max(last, 1)}%` });
    this.ticks.replaceChildren(...starts.map(tick));
  }
}

export class HoodControls extends Controls {
  constructor(view) {
    const next = make("button", { type: "button", "data-role": "sub-step", class: "main", title: "Next step (Right arrow)" }, "Step");
    super(view, "step", next, new Parts(view));
    this.before = makeButton("part-before", "One merge back (Shift + N)", icon("previous"), "square");
    this.after = makeButton("part-after", "To the next merge (N)", icon("following"), "square");
    this.exit = makeButton("exit", "Exit Present", "Exit");
    this.listen(view, this.before, "previousPart");
    this.listen(view, this.after, "nextPart");
    this.listen(view, this.exit, "exit");
    const { start, back, forward, end, play, help } = this.buttons;
    this.element = this.arrange(
      ...[start, this.before, back, forward, this.after, end, play, this.speed, this.scrubber.element, this.position.element],
      ...[help, this.exit],
    );
  }

  update(message) {
    this.scrubber.update(message);
    this.exit.hidden = !message.data.present;
  }

  draw(position, last) {
    this.drawPosition(position, last, true);
    setDisabled(this.before, position === 0);
    for (const button of [this.buttons.forward, this.after, this.buttons.end, this.buttons.play]) setDisabled(button, position >= last);
    this.scrubber.drawPosition(position, last, "");
  }
}
