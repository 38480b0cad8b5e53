// The controls of all columns, as on Train: to the start, back, merge, to the end, play, and the position.

const COLUMN_KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  Home: "start",
  End: "end",
  " ": "play",
  d: "difference",
  D: "difference",
  "?": "help",
};
const COLUMN_KEY_NAMES = [
  ["→", "the next merge, in all columns"],
  ["←", "back one merge"],
  ["Home", "to the start"],
  ["End", "to the end"],
  ["Space", "play or pause"],
  ["D", "to the first difference"],
  ["Tab", "to the next panel or button, and out of the columns to Why here, Picture and the others"],
  ["← → there", "another of them; Space chooses it"],
  ["↑ ↓", "among the merges: the next row"],
  ["Enter", "go to the merge of that row"],
  ["?", "this list"],
  ["Esc", "close it"],
];

/** The row of controls. */
class Controls {
  constructor(columns) {
    this.columns = columns;
    this.start = makeButton("start", "To the start (Home)", icon("start"), "square");
    this.back = makeButton("back", "Back one merge (Left arrow)", icon("back"), "square");
    this.forward = makeButton("forward", "Make the next merge in all columns (Right arrow)", "Merge", "main");
    this.end = makeButton("end", "To the end (End)", icon("end"), "square");
    this.play = makeButton("play", "Play (Space)", icon("play"), "square");
    this.speed = makeSpeeds();
    this.slider = make("input", { type: "range", min: "0", step: "1", "data-role": "scrubber", "aria-label": "Position in the films" });
    this.fill = make("span", { class: "fill" });
    this.dot = make("span", { class: "stop here" });
    this.flag = make("span", { class: "flag" }, "≠");
    const film = make("span", { class: "film", "aria-hidden": "true" }, make("span", { class: "track" }, this.fill), this.flag, this.dot);
    this.position = make("span", { class: "position", "data-role": "position" });
    this.help = makeButton("help", "Keys (question mark)", "?", "square");
    this.element = make(
      "div",
      { class: "controls", role: "group", "aria-label": "Controls" },
      ...[this.start, this.back, this.forward, this.end, this.play, this.speed],
      make("div", { class: "scrubber" }, this.slider, film),
      this.position,
      this.help,
    );
    this.listen();
  }

  listen() {
    const { columns } = this;
    for (const action of ["start", "back", "forward", "end", "play", "help"]) {
      this[action].addEventListener("click", () => {
        if (this[action].getAttribute("aria-disabled") !== "true") columns.perform(action);
      });
    }
    this.speed.addEventListener("change", () => columns.player.setPause(Number(this.speed.value)));
    this.slider.addEventListener("input", () => columns.goTo(Number(this.slider.value)));
    this.slider.addEventListener("change", () => columns.telling.sendPlaceIfDue());
  }

  update({ data, difference }) {
    this.slider.max = String(data.length);
    this.flag.hidden = difference === null;
    this.flag.style.left = `${(100 * (difference ?? 0)) / Math.max(data.length, 1)}%`;
  }

  draw({ data, difference }, position) {
    const { length, whole } = data;
    const share = position / Math.max(length, 1);
    setText(this.position, `merge ${withCommas(position)} of ${withCommas(length)}${whole ? "" : "+"}`);
    for (const button of [this.start, this.back]) setDisabled(button, position === 0);
    for (const button of [this.forward, this.end, this.play]) setDisabled(button, position === length);
    if (Number(this.slider.value) !== position) this.slider.value = String(position);
    const apart = difference !== null && position >= difference ? ", after the first difference" : "";
    setAttribute(this.slider, "aria-valuetext", `merge ${position} of ${length}${apart}`);
    this.fill.style.transform = `scaleX(${share})`;
    this.dot.style.left = `${100 * share}%`;
  }

  showPlaying(isPlaying) {
    const name = isPlaying ? "Pause (Space)" : "Play (Space)";
    this.play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    setAttribute(this.play, "aria-label", name);
    setAttribute(this.play, "title", name);
  }
}
