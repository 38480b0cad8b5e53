// The charts beside the stage: one click on a figure below it opens them, a second one closes them.

import { icon, make, makeButton, setAttribute, setText, shape } from "../dom.js";
import { say, withCommas } from "../say.js";

const SIZE = 1000; // of a line's own coordinates, which stretch to the room that there is

/** The panel with the charts of one figure, as Python sent them for every position of the window. */
export class ChartsPanel {
  constructor(stage) {
    this.stage = stage;
    this.plots = [];
    this.close = makeButton("close-charts", say("Close the charts"), icon("close"), "small");
    this.close.addEventListener("click", () => this.show(""));
    this.body = make("div", { class: "plots" });
    const attributes = { class: "panel charts-panel", "aria-label": say("Charts"), "data-role": "charts" };
    this.element = make("section", attributes, this.close, this.body);
  }

  /** Asks for the charts of a figure, or for none. */
  show(chart) {
    this.stage.view.ask("chart", { chart });
  }

  update({ data }) {
    const { open, plots } = data.charts ?? { open: "", plots: [] };
    this.element.hidden = open === "";
    if (open !== this.open || plots.length !== this.plots.length) {
      this.plots = plots.map(({ kind }) => (kind === "line" ? new Line(this.stage.view) : new Bars()));
      this.body.replaceChildren(...this.plots.map((plot) => plot.element));
    }
    this.open = open;
    this.plots.forEach((plot, at) => plot.update(plots[at], data));
  }

  draw({ data }, position) {
    for (const plot of this.plots) plot.draw(position, position - data.first);
  }
}

/** A chart's title with the number of the position, and its picture, which is told in a sentence. */
class Plot {
  constructor(kind, ...parts) {
    this.title = make("h2", { tabindex: "0" });
    this.value = make("b");
    this.rest = make("span");
    this.picture = make("div", { class: kind, role: "img" }, ...parts);
    const said = make("p", {}, this.value, " ", this.rest);
    this.element = make("div", { class: "plot" }, make("header", {}, this.title, said), this.picture);
  }

  update(plot) {
    this.plot = plot;
    setText(this.title, plot.title);
    this.title.dataset.terms = plot.terms.join();
  }

  draw(index) {
    const [value, rest, alt, ...more] = this.plot.here[index];
    setText(this.value, value);
    setText(this.rest, rest);
    setAttribute(this.picture, "aria-label", alt);
    return more;
  }
}

/** A line over the merges: thick up to the position, thin beyond it. A click goes there. */
class Line extends Plot {
  constructor(view) {
    const [ahead, done] = ["ahead", "done"].map((name) => shape("polyline", { class: name }));
    const drawing = shape("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, preserveAspectRatio: "none" }, ahead, done);
    const here = make("i", { class: "here" });
    const area = make("div", { class: "area" }, drawing, here);
    const [most, last] = [make("span"), make("span")];
    const [values, merges] = [make("div", {}, most, "0"), make("div", { class: "merges" }, "0", last)];
    super("line", values, area, merges);
    Object.assign(this, { ahead, done, here, most, last });
    area.addEventListener("click", ({ clientX }) => {
      const { left, width } = area.getBoundingClientRect();
      view.goTo(Math.round(((clientX - left) / width) * this.known));
    });
  }

  update(plot, { known, whole }) {
    super.update(plot);
    this.known = known;
    setText(this.most, withCommas(plot.most));
    setText(this.last, whole ? say("{n:,} {n:merge|merges}", { n: known }) : say("{n:,} merges so far", { n: known }));
    this.ahead.setAttribute("points", this.points(plot.points));
  }

  draw(position, index) {
    super.draw(index);
    const made = this.plot.points.filter(([merges]) => merges <= position);
    this.done.setAttribute("points", this.points(made));
    const [x, y] = this.place(made.at(-1));
    this.here.style.left = `${(100 * x) / SIZE}%`;
    this.here.style.top = `${(100 * y) / SIZE}%`;
  }

  place([merges, value]) {
    return [(SIZE * merges) / Math.max(this.known, 1), SIZE * (1 - value / Math.max(this.plot.most, 1))];
  }

  points(points) {
    return points.map((point) => this.place(point).join()).join(" ");
  }
}

/** A bar for each length; the one that the last merge made longer is marked. */
class Bars extends Plot {
  constructor() {
    super("bars");
    this.rows = [];
  }

  update(plot) {
    super.update(plot);
    if (this.rows.length !== plot.names.length) {
      this.rows = plot.names.map(() => ({ name: make("span"), bar: make("i"), number: make("b"), more: make("em") }));
      const rows = this.rows.map(({ name, bar, number, more }) => make("div", {}, name, bar, number, more));
      this.picture.replaceChildren(...rows);
    }
    plot.names.forEach((name, at) => setText(this.rows[at].name, name));
  }

  draw(position, index) {
    const [tokens, newest] = super.draw(index);
    const most = Math.max(...tokens);
    this.rows.forEach(({ bar, number, more }, at) => {
      bar.hidden = tokens[at] === 0;
      bar.style.flexGrow = String(tokens[at] / most);
      bar.className = at === newest ? "new" : "";
      setText(number, withCommas(tokens[at]));
      setText(more, at === newest ? "+1" : "");
    });
  }
}
