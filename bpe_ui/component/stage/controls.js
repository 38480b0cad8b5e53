// The controls of the stage.

import { Controls } from "../controls.js";
import { icon, make, makeButton, setAttribute, setDisabled, setText } from "../dom.js";
import { Stops } from "../stops.js";

/** Beside the number of ties: to the next one and the one before, and whether playing pauses at them. */
class TieControls {
  constructor() {
    this.previous = makeButton("tie-before", "Previous tie (Shift + T)", icon("previous"), "small");
    this.next = makeButton("tie-after", "Next tie (T)", icon("following"), "small");
    this.pauses = make("input", { type: "checkbox", "data-role": "pause-at-ties" });
    const pause = make("label", { class: "check" }, this.pauses, " Pause at ties");
    this.element = make("span", { class: "ties" }, this.previous, this.next, pause);
  }

  draw(message, position, isPredicting) {
    this.element.hidden = isPredicting;
    setDisabled(this.previous, isPredicting || message.tieBefore(position) === null);
    setDisabled(this.next, isPredicting || message.tieAfter(position) === null);
  }

  /** Whether playing is to stop at a position. */
  isPause(message, position) {
    return this.pauses.checked && message.snapshot(position).tied > 1;
  }
}

/** The row of controls. */
export class StageControls extends Controls {
  constructor(stage) {
    const merge = make("button", { type: "button", "data-role": "merge", class: "main" }, "Merge");
    super(stage, "merge", merge, new Stops(stage, "Position in the training", "merge"));
    this.predict = makeButton("predict", "Predict the next merge (P)", "Predict");
    this.vote = makeButton("class-vote", "Let the class vote with their phones", "Let the class vote");
    this.exit = makeButton("exit", "Exit Present", "Exit");
    this.ties = new TieControls();
    this.listen(stage, this.ties.previous, "previousTie");
    this.listen(stage, this.ties.next, "nextTie");
    this.listen(stage, this.predict, "predict");
    this.listen(stage, this.exit, "exit");
    this.vote.addEventListener("click", () => stage.ask("vote"));
    const { start, back, forward, end, play, help } = this.buttons;
    this.element = this.arrange(
      ...[start, back, forward, stage.predicting.buttons, end, play, this.speed, this.scrubber.element],
      ...[this.position.element, this.predict, this.vote, help, this.exit],
    );
  }

  update(message) {
    this.scrubber.update(message);
    const { predict, present, in_lesson: inLesson } = message.data;
    setAttribute(this.predict, "aria-pressed", String(predict.on));
    this.predict.hidden = predict.offered === false;
    this.vote.hidden = !present || predict.on || predict.voting || inLesson;
    this.exit.hidden = !present;
    for (const element of [this.buttons.end, this.buttons.play, this.speed]) element.hidden = predict.on;
  }

  draw(message, position, { isHidden, isPredicting, canCommit }) {
    const { known, whole, busy } = message.data;
    const { forward, end, play } = this.buttons;
    const atEnd = message.isEnd(position);
    this.drawPosition(position, known, whole);
    setText(forward, isHidden ? "Commit" : "Merge");
    setAttribute(forward, "data-role", isHidden ? "commit" : "merge");
    setAttribute(forward, "title", isHidden ? "Commit your pick" : "Make the next merge (Right arrow)");
    setDisabled(forward, isHidden ? !canCommit : atEnd || busy);
    for (const button of [end, play]) setDisabled(button, atEnd || isPredicting);
    this.ties.draw(message, position, isPredicting);
    this.scrubber.draw(message, position, isPredicting ? position : Infinity);
  }
}
