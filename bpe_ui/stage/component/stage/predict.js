// Predicting: the learner picks a pair before the counts are shown. What is hidden is not in the page at all.
//
//   pick a row or two chips -> Commit -> the verdict (Python's), counts and winner -> Merge goes on
//   or Skip (the next question), or Reveal (the answer without a score)
//
// With the right arrow alone, or a presentation remote: commit what is picked, or else reveal; then go on.

import { make, makeButton, setDisabled, setText } from "../dom.js";
import { say, sayWith } from "../say.js";

/** The pick, the strip with the score, and the buttons of predict mode. */
export class Predicting {
  constructor(stage) {
    this.stage = stage;
    this.state = { on: false, revealed: null };
    this.pick = null; // {left, right, leftText, rightText, key}
    this.skip = makeButton("skip", "Skip this question", "Skip", "", "skip");
    this.reveal = makeButton("reveal", "Reveal the answer, without a score", "Reveal", "", "reveal");
    this.buttons = make("span", { class: "predict-buttons", hidden: true }, this.reveal, this.skip);
    this.picked = make("span", { class: "your-pick", "data-role": "pick" });
    this.score = make("span", { class: "score", "data-role": "score", "data-terms": "prediction", tabindex: "0" });
    const attributes = { class: "predict-strip", "data-role": "predict-strip", hidden: true };
    this.strip = make("div", attributes, this.picked, this.score);
  }

  /** Whether the answer at a position is still closed; at the end, and of a given merge, nothing is asked. */
  isHidden(position) {
    const { message } = this.stage;
    const isAsked = position >= message.data.given && !message.isEnd(position);
    return this.state.on && this.state.revealed !== position && isAsked;
  }

  update(message) {
    this.state = message.data.predict;
    const { on, score, asked, counted, voting } = this.state;
    this.score.hidden = voting || !(asked || counted); // or the class answers
    this.strip.hidden = !on;
    this.buttons.hidden = !on;
    const told = say("Score {score} of {asked}", { score, asked });
    const isSeen = counted && "Not scored: you had seen the answer.";
    setText(this.score, [isSeen, asked && told].filter(Boolean).join(" "));
    if (!on) this.pick = null;
  }

  /** Takes a pick, or with null takes it back. */
  choose(pick) {
    this.pick = pick;
  }

  draw(message, position) {
    const isHidden = this.isHidden(position);
    const { texts } = message;
    setDisabled(this.skip, !isHidden);
    setDisabled(this.reveal, !isHidden);
    if (!this.state.on) return;
    const verdict = this.verdictAt(position);
    const pair = verdict ? verdict.pick : this.pick ? [this.pick.leftText, this.pick.rightText] : null;
    const nothing = isHidden ? "Nothing picked yet" : "";
    const nodes = pair ? sayWith("Your pick: {pair}", { pair: texts.pair(pair[0], pair[1]) }) : [nothing];
    this.picked.replaceChildren(...nodes);
  }

  verdictAt(position) {
    const { verdict, revealed } = this.state;
    return verdict && revealed === position && verdict.position === position ? verdict : null;
  }

  /** The sentences on top in predict mode; null where the snapshot's own are shown. */
  sentences(snapshot, position) {
    if (this.isHidden(position)) return { sentence: ["Which pair is merged next?"], subtitle: [this.hint()] };
    const verdict = this.verdictAt(position);
    if (verdict) return this.ofVerdict(verdict, snapshot);
    const { on, summary } = this.state;
    if (!on || !summary?.length || !this.stage.message.isEnd(position)) return null;
    return { sentence: snapshot.sentence, subtitle: [...summary, " ", ...snapshot.subtitle] };
  }

  /** What to do; and that the words are sorted as asked later, if sorting now would tell the answer. */
  hint() {
    if (this.state.voting) return "Your phone asks you the same. Choose a pair there.";
    const hint = "Pick a row of the table, or two neighbouring symbols of a word, then press Commit. Reveal shows the answer without a score.";
    if (this.stage.message.data.words.sort !== "next") return hint;
    return `${hint} The words with the next pair come first once you have answered.`;
  }

  ofVerdict({ score, sentence, subtitle }, snapshot) {
    const why = subtitle ?? snapshot.sentence;
    const tone = score === 1 ? "right" : score > 0 ? "half" : "wrong";
    return { sentence, subtitle: [...why, why.length ? " " : "", "Merge to go on."], tone };
  }

  /** Commits the pick; without one, shows the answer. */
  answer() {
    const { view } = this.stage;
    if (this.pick) view.ask("commit", { left: this.pick.left, right: this.pick.right });
    else view.ask("reveal");
  }
}
