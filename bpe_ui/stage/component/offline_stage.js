// The stage without Python: what Python answers in the app is answered here, from what `share/html_file.py` put in.
//
//   message    what the stage is told, with every position of the training in its window
//   verdicts   for each position the verdicts on picks, by the texts of their two symbols; null: no Predict

import { Stage } from "./stage/stage.js";
import { View } from "./view.js";

const HIDDEN = { revealed: null, verdict: null, counted: false };

/** The stage, and the state that a visit has in the app: the modes, the score, and where nothing more is scored. */
export class StageAlone {
  constructor(parent, { message, verdicts }) {
    Object.assign(this, { message, verdicts });
    this.settled = new Set();
    this.view = new View(parent, Stage);
  }

  /** Shows the message with some fields changed. */
  show(changes) {
    Object.assign(this.message, changes);
    const python = {
      setStateValue: (_, { position }) => this.moved(position),
      setTriggerValue: (_, action) => this.answer(action),
    };
    this.view.update(python, { ...this.message });
  }

  predict(changes) {
    this.show({ predict: { ...this.message.predict, ...changes } });
  }

  /** At another position the answer is hidden again. */
  moved(position) {
    const { revealed } = this.message.predict;
    if (revealed !== null && revealed !== position) this.predict(HIDDEN);
  }

  answer({ name, position, on, left, right }) {
    const answers = {
      leave_present: () => this.show({ present: false }),
      predict: () => this.verdicts && this.predict({ on, ...HIDDEN }),
      commit: () => this.judge(position, left, right),
      reveal: () => this.predict({ ...HIDDEN, revealed: position }),
      skip: () => this.view.moveTo(position + 1),
    };
    answers[name]?.();
    if (["commit", "reveal", "skip"].includes(name)) this.settled.add(position);
  }

  judge(position, left, right) {
    const pick = [left, right].map((id) => this.view.message.textOf(id));
    const { picks, absent } = this.verdicts[position];
    const [score, sentence, subtitle] = picks[pick.join()] ?? aboutOthers(absent, pick);
    const isNew = !this.settled.has(position);
    this.predict({
      ...(isNew ? scored(this.message.predict, score) : {}),
      revealed: position,
      verdict: { score, sentence, subtitle, pick, position },
      counted: !isNew,
    });
  }
}

/** The verdict on two symbols that are not side by side, made from that on two others. */
function aboutOthers(absent, pick) {
  const sentence = absent.sentence.map((part) => {
    const at = absent.pick.indexOf(part.t);
    return at < 0 ? part : { t: pick[at] };
  });
  return [absent.score, sentence, absent.subtitle];
}

function scored({ asked, score }, points) {
  return { asked: asked + 1, score: score + points };
}
