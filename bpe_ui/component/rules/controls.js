// The controls under the word: as on Train, where a step is a rule that fires.

import { Controls } from "../controls.js";
import { make, makeButton, setAttribute, setDisabled, setText } from "../dom.js";
import { Stops } from "../stops.js";

export class RulesControls extends Controls {
  constructor(view) {
    const next = make("button", { type: "button", "data-role": "apply", class: "main" }, "Apply rule");
    super(view, "rule", next, new Stops(view, "Position in the word", "rule"));
    this.predict = makeButton("predict", "Predict what a word becomes (P)", "Predict");
    this.listen(view, this.predict, "predict");
    this.exit = makeButton("exit", "Exit Present", "Exit");
    this.listen(view, this.exit, "exit");
    const { start, back, forward, end, play, help } = this.buttons;
    this.element = this.arrange(
      ...[start, back, forward, end, play, this.speed, this.scrubber.element, this.position.element, this.predict, help, this.exit],
    );
  }

  update(message) {
    this.scrubber.update(message);
    this.exit.hidden = !message.data.present;
    setAttribute(this.predict, "aria-pressed", String(message.data.predict.on));
  }

  /** `isNextWord`: all rules are applied, and there is another word. */
  draw(message, position, isHidden, isNextWord) {
    const { known } = message.data;
    const { forward, end, play } = this.buttons;
    this.drawPosition(position, known, true);
    setText(forward, isNextWord ? "Next word" : "Apply rule");
    setAttribute(forward, "title", `${isNextWord ? "Show the next word" : "Apply the next rule"} (Right arrow)`);
    for (const button of [end, play]) setDisabled(button, isHidden || position >= known);
    setDisabled(forward, isHidden || (position >= known && !isNextWord));
    this.scrubber.draw(message, position, position);
  }
}
