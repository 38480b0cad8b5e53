// Playing: one merge, a pause, the next.

/** Steps a view by itself. The pauses are measured from when the last step was due. */
export class Player {
  constructor(view) {
    this.view = view;
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
    this.view.controls.showPlaying(true);
    this.schedule(performance.now());
    this.view.step(1); // may end the playing
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.view.controls.showPlaying(false);
  }

  schedule(last) {
    clearTimeout(this.timer);
    const due = last + this.pause;
    this.timer = setTimeout(() => this.tick(due), Math.max(0, due - performance.now()));
  }

  tick(due) {
    if (!this.view.canGoOn()) {
      this.stop();
      return;
    }
    this.schedule(Math.max(due, performance.now() - this.pause / 2));
    this.view.step(1);
  }
}
