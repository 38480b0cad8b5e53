// The controls: to the start, back, merge, to the end, play, and the film with a stop for each position.
//
//                           =
//   o-----o-----o-----@- - -.- - -.     a dot a position while they are few, with their tokens' names, and
//   start ug    un    hug   pun   pug   "=" above a merge decided among ties; a long film is a plain track

const MOST_NAMED_STOPS = 13;
const MOST_DOTS = 80;

/** The scrubber: a native slider for fingers and keys, and the picture of the film under it. */
class Scrubber {
  constructor(stage) {
    this.stage = stage;
    this.slider = make("input", {
      type: "range",
      min: "0",
      step: "1",
      "data-role": "scrubber",
      "aria-label": "Position in the film",
    });
    this.fill = make("span", { class: "fill" });
    this.stops = make("span", { class: "stops" });
    this.picture = make(
      "span",
      { class: "film", "aria-hidden": "true" },
      make("span", { class: "track" }, this.fill),
      this.stops,
    );
    this.element = make("div", { class: "scrubber" }, this.slider, this.picture);
    this.dots = [];
    this.reading = null;
    this.known = null;
    this.film = null;
    this.here = make("span", { class: "name here-name" });
    this.slider.addEventListener("input", () => this.stage.goTo(Number(this.slider.value)));
    this.slider.addEventListener("change", () => this.stage.telling.sendPlace());
  }

  /** Lays the stops out anew where the film grew or is another. */
  update(reading) {
    const { known, film } = reading.data;
    this.reading = reading;
    if (known === this.known && film === this.film) return;
    this.known = known;
    this.film = film;
    this.slider.max = String(known);
    const isDense = known + 1 > MOST_NAMED_STOPS;
    this.element.classList.toggle("dense", isDense);
    const positions = known <= MOST_DOTS ? Array.from({ length: known + 1 }, (_, position) => position) : [];
    this.dots = positions.map((position) => this.makeDot(position, known));
    this.stops.replaceChildren(...this.dots.map((dot) => dot.element), ...(isDense ? [this.here] : []));
  }

  makeDot(position, known) {
    const name = make("span", { class: "name" });
    const tie = make("i", { class: "tie" });
    const element = make("span", { class: "stop" }, tie, name);
    element.style.left = `${(100 * position) / Math.max(known, 1)}%`;
    return { position, element, name, tie, text: null, state: "" };
  }

  /** Marks the position; names up to `namesUpTo` only, so that predicting is not told the answer. */
  draw(reading, position, namesUpTo) {
    const isDense = this.known + 1 > MOST_NAMED_STOPS;
    const share = position / Math.max(this.known, 1);
    if (Number(this.slider.value) !== position) this.slider.value = String(position);
    this.fill.style.transform = `scaleX(${share})`;
    for (const dot of this.dots) {
      const isTold = dot.position <= namesUpTo;
      this.markDot(dot, position, isTold && reading.byRank.get(dot.position - 1)?.byUser);
      this.nameDot(dot, reading, isTold, isDense);
    }
    const merge = reading.byRank.get(position - 1);
    const token = merge ? `, ${reading.texts.plain[merge.tokenText]}` : "";
    const choice = merge?.byUser ? ", your choice" : "";
    setAttribute(this.slider, "aria-valuetext", `merge ${position} of ${this.known}${token}${choice}`);
    if (!isDense) return;
    this.here.style.left = `${100 * share}%`;
    const start = position === 0 ? "start" : "";
    this.here.replaceChildren(merge ? reading.texts.token(merge.tokenText, 10) : start);
  }

  /** Done, here or ahead; a merge that a person chose is a square. */
  markDot(dot, position, isOwn) {
    let state = dot.position < position ? "stop done" : "stop ahead";
    if (dot.position === position) state = "stop here";
    if (isOwn) state += " own";
    if (dot.state !== state) dot.element.className = state;
    dot.state = state;
  }

  nameDot(dot, reading, isTold, isDense) {
    const merge = isTold ? reading.byRank.get(dot.position - 1) : undefined;
    const isStart = dot.position === 0;
    const text = isStart ? "start" : merge ? reading.texts.plain[merge.tokenText] : "";
    setText(dot.tie, merge?.tiedWith ? "=" : "");
    if (isDense || dot.text === text) return;
    dot.text = text;
    dot.name.replaceChildren(isStart ? "start" : merge ? reading.texts.token(merge.tokenText, 8) : "");
  }
}

/** The row of controls. */
class Controls {
  constructor(stage) {
    this.stage = stage;
    this.scrubber = new Scrubber(stage);
    this.start = makeButton("start", "To the start (Home)", icon("start"), "square");
    this.back = makeButton("back", "Back one merge (Left arrow)", icon("back"), "square");
    this.merge = make("button", { type: "button", "data-role": "merge", class: "main" }, "Merge");
    this.end = makeButton("end", "To the end (End)", icon("end"), "square");
    this.play = makeButton("play", "Play (Space)", icon("play"), "square");
    this.speed = makeSpeeds();
    this.position = make("span", { class: "position", "data-role": "position" });
    this.predict = makeButton("predict", "Predict the next merge (P)", "Predict");
    this.help = makeButton("help", "Keys (question mark)", "?", "square");
    this.exit = makeButton("exit", "Exit the large view", "Exit");
    this.element = make(
      "div",
      { class: "controls", role: "group", "aria-label": "Controls" },
      this.start,
      this.back,
      this.merge,
      stage.predicting.buttons,
      this.end,
      this.play,
      this.speed,
      this.scrubber.element,
      this.position,
      this.predict,
      this.help,
      this.exit,
    );
    this.listen();
  }

  listen() {
    const { stage } = this;
    const actions = [
      [this.start, "start"],
      [this.back, "back"],
      [this.merge, "forward"],
      [this.end, "end"],
      [this.play, "play"],
      [this.predict, "predict"],
      [this.help, "help"],
      [this.exit, "exit"],
    ];
    for (const [button, action] of actions) {
      button.addEventListener("click", () => {
        if (button.getAttribute("aria-disabled") !== "true") stage.perform(action);
      });
    }
    this.speed.addEventListener("change", () => stage.player.setPause(Number(this.speed.value)));
  }

  update(reading) {
    this.scrubber.update(reading);
    const { predict, present } = reading.data;
    setAttribute(this.predict, "aria-pressed", String(predict.on));
    this.exit.hidden = !present;
    for (const element of [this.end, this.play, this.speed]) element.hidden = predict.on;
  }

  draw(reading, position, { isHidden, isPredicting, canCommit, isWaiting }) {
    const { known, whole } = reading.data;
    const atEnd = reading.isEnd(position);
    setText(this.position, `merge ${withCommas(position)} of ${withCommas(known)}${whole ? "" : "+"}`);
    setText(this.merge, isHidden ? "Commit" : "Merge");
    setAttribute(this.merge, "data-role", isHidden ? "commit" : "merge");
    setAttribute(this.merge, "title", isHidden ? "Commit your pick" : "Make the next merge (Right arrow)");
    setDisabled(this.merge, isHidden ? !canCommit : atEnd || isWaiting);
    setDisabled(this.start, position === 0);
    setDisabled(this.back, position === 0);
    setDisabled(this.end, atEnd || isPredicting);
    setDisabled(this.play, atEnd || isPredicting);
    this.scrubber.draw(reading, position, isPredicting ? position : Infinity);
  }

  showPlaying(isPlaying) {
    const name = isPlaying ? "Pause (Space)" : "Play (Space)";
    this.play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    setAttribute(this.play, "aria-label", name);
    setAttribute(this.play, "title", name);
  }
}
