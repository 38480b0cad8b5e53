// Plays a film by itself, at one of a few speeds.

const SPEEDS = [
  ["2000", "Slow"],
  ["1000", "Normal"],
  ["400", "Fast"],
  ["120", "Very fast"],
];

/** The box to choose a speed in. */
function makeSpeeds() {
  return make(
    "select",
    { "data-role": "speed", "aria-label": "Speed of playing" },
    ...SPEEDS.map(([pause, name]) => make("option", { value: pause, selected: pause === "1000" }, name)),
  );
}

/** Plays the film: one merge, a pause, the next. The pauses are measured from when the last was due. */
class Player {
  constructor(stage) {
    this.stage = stage;
    this.pause = 1000;
    this.isPlaying = false;
    this.timer = 0;
  }

  setPause(pause) {
    this.pause = pause;
    if (this.isPlaying) this.schedule(performance.now());
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.start();
  }

  start() {
    this.isPlaying = true;
    this.stage.controls.showPlaying(true);
    this.stage.step(1);
    this.schedule(performance.now());
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.stage.controls.showPlaying(false);
  }

  schedule(last) {
    clearTimeout(this.timer);
    const due = last + this.pause;
    this.timer = setTimeout(
      () => {
        if (!this.stage.canGoOn()) {
          this.stop();
          return;
        }
        this.stage.step(1);
        this.schedule(Math.max(due, performance.now() - this.pause / 2));
      },
      Math.max(0, due - performance.now()),
    );
  }
}
