// Predicting: the learner picks a pair before the counts are shown. What is hidden is not in the page at all.
//
//   pick a row or two chips -> Commit -> the verdict (Python's), counts and winner -> Merge goes on
//   or Skip (the next question), or Reveal (the answer without a score)

const PREDICT_QUESTION = ["Which pair is merged next?"];
const PREDICT_HINT = ["Pick a row of the table, or two neighbours in the words, then commit."];
const PREDICT_GO_ON = [" Merge to go on."];

/** The pick, the strip with the score, and the buttons of predict mode. */
class Predicting {
  constructor(stage) {
    this.stage = stage;
    this.state = { on: false, revealed: null };
    this.pick = null; // {left, right, leftText, rightText, key} and, across words, {leftWord, rightWord}
    this.skip = makeButton("skip", "Skip this question", "Skip");
    this.reveal = makeButton("reveal", "Reveal the answer, without a score", "Reveal");
    this.buttons = make("span", { class: "predict-buttons", hidden: true }, this.reveal, this.skip);
    this.picked = make("span", { class: "your-pick", "data-role": "pick" });
    this.score = make("span", { class: "score", "data-role": "score" });
    this.question = new CountQuestion(stage);
    this.counts = make("input", { type: "checkbox", "data-role": "predict-counts" });
    const also = make("label", { class: "also" }, this.counts, " also ask for a new count");
    this.strip = make(
      "div",
      { class: "predict-strip", "data-role": "predict-strip", hidden: true },
      this.picked,
      this.question.element,
      also,
      this.score,
    );
    this.skip.addEventListener("click", () => stage.act("skip"));
    this.reveal.addEventListener("click", () => stage.act("reveal"));
    this.counts.addEventListener("change", () => stage.act("predict_counts", { on: this.counts.checked }));
  }

  /** Whether the answer at a position is still closed; at the end there is nothing to ask. */
  isHidden(position) {
    return this.state.on && this.state.revealed !== position && !this.stage.reading.isEnd(position);
  }

  update(reading) {
    this.state = reading.data.predict;
    const { on, counts, score, asked, streak, best_streak: best } = this.state;
    this.strip.hidden = !on;
    this.counts.checked = counts;
    setText(this.score, `Score ${score} of ${asked} · in a row ${streak} · best ${best}`);
    if (!on) this.pick = null;
  }

  /** Takes a pick, or with null takes it back. */
  choose(pick) {
    this.pick = pick;
  }

  draw(reading, position) {
    const isHidden = this.isHidden(position);
    const { texts } = reading;
    this.buttons.hidden = !isHidden;
    this.question.draw(reading, position, isHidden);
    if (!this.state.on) return;
    const verdict = this.verdictAt(position);
    const pair = verdict ? verdict.pick : this.pick ? [this.pick.leftText, this.pick.rightText] : null;
    const nothing = isHidden ? "Nothing picked yet" : "";
    this.picked.replaceChildren(...(pair ? ["Your pick: ", ...texts.pair(pair[0], pair[1])] : [nothing]));
  }

  verdictAt(position) {
    const { verdict, revealed } = this.state;
    return verdict && revealed === position && verdict.position === position ? verdict : null;
  }

  /** The sentences on top in predict mode; null where the scene's own stand there. */
  sentences(scene, position) {
    if (this.isHidden(position)) return { sentence: PREDICT_QUESTION, aside: PREDICT_HINT, tone: "" };
    const verdict = this.verdictAt(position);
    if (!verdict) return null;
    const tone = verdict.score === 1 ? "right" : verdict.score > 0 ? "half" : "wrong";
    return { sentence: verdict.sentence, aside: [...scene.sentence, ...PREDICT_GO_ON], tone };
  }

  commit() {
    const { pick } = this;
    if (!pick) return;
    const across =
      pick.leftWord === pick.rightWord ? {} : { left_word: pick.leftWord, right_word: pick.rightWord };
    this.stage.act("commit", { left: pick.left, right: pick.right, ...across });
  }
}

/** "What will this pair's count be after the merge?" */
class CountQuestion {
  constructor(stage) {
    this.ask = make("span", { class: "ask" });
    this.field = make("input", {
      type: "number",
      min: "0",
      max: "9007199254740991",
      step: "1",
      "data-role": "count",
      "aria-label": "Its count after the merge",
    });
    this.send = make("button", { type: "submit", class: "small", "data-role": "count-send" }, "Answer");
    this.form = make("form", { class: "count-form" }, this.field, this.send);
    this.element = make(
      "span",
      { class: "question", "data-role": "question", hidden: true },
      this.ask,
      this.form,
    );
    this.shown = null;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = Number(this.field.value);
      if (this.field.value !== "" && Number.isSafeInteger(value) && value >= 0) stage.act("count", { value });
    });
  }

  draw(reading, position, isHidden) {
    const { question } = reading.data.predict;
    const isOpen =
      question !== null && question.position === position && !isHidden && reading.data.predict.on;
    this.element.hidden = !isOpen;
    if (!isOpen) return this.ask.replaceChildren();
    const { texts } = reading;
    const isAnswered = question.answer !== null;
    this.form.hidden = isAnswered;
    const pair = texts.pair(question.left_text, question.right_text);
    const asked = [...pair, ` counts ${withCommas(question.before)}. After this merge: `];
    this.ask.replaceChildren(...(isAnswered ? texts.sentence(question.sentence) : asked));
    const name = `${position}:${question.left_text}:${question.right_text}`;
    if (this.shown !== name) this.field.value = "";
    this.shown = name;
    return undefined;
  }
}
