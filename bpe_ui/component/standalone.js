// The stage in a file of its own, without a server: what Python answers in the app is answered here, from what
// the file holds.
//
//   message    what the stage is told, with every position of the training in its window
//   verdicts   for each position the verdicts on picks, by the texts of their two symbols; null: no Predict
//   stories    for each token, by its id, what its panel says
//   meanings   the glossary
//   translations   see say.js

import { AT } from "./address_bar.js";
import { Stage } from "./stage/stage.js";
import { TermsTip } from "./terms.js";
import { TokenPanel } from "./token_panel/panel.js";
import { View } from "./view.js";

const HIDDEN = { revealed: null, verdict: null, counted: false };

/** The stage, and the state that a visit has in the app: the modes, the score, and where nothing more is scored. */
class Standalone {
  constructor({ message, verdicts, stories }) {
    Object.assign(this, { message, verdicts, stories });
    this.tokens = new TokenPanel(document.querySelector(".stApp"), (asked) => this.tell(asked));
    this.settled = new Set();
    this.view = new View(document.querySelector("#stage"), Stage);
    const at = new URL(location.href).searchParams.get(AT);
    if (/^\d+$/.test(at) && Number(at) <= message.known) message.position = Number(at);
    this.show({});
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

  /** Answers the panel of a token; what two tokens would make is not known here. */
  tell({ serial, id }) {
    const { texts, rtl } = this.message;
    const ids = Object.fromEntries(this.view.message.texts.ids);
    if (this.stories[id]) this.tokens.answer({ serial, ...this.stories[id], texts, rtl, ids });
    else this.tokens.hide();
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

/** A half right prediction neither adds to those in a row nor breaks them. */
function scored({ asked, score, streak, best_streak: best }, points) {
  const inRow = points === 1 ? streak + 1 : points > 0 ? streak : 0;
  return { asked: asked + 1, score: score + points, streak: inRow, best_streak: Math.max(best, inRow) };
}

const held = JSON.parse(document.querySelector("#training").textContent);
globalThis.translations = held.translations;
const standalone = new Standalone(held);
new TermsTip(held.meanings);
document.querySelector("#present").addEventListener("click", () => standalone.show({ present: true }));
