// The place of the charts beside the stage. Python draws them there, as part of the page, and they follow when the
// view rests: a click on a figure below the stage opens them, a second one, Esc or the cross closes them.

import { icon, make, makeButton } from "../dom.js";
import { say } from "../say.js";

const SIDES = ["left", "top", "width", "height"];

let fetched = null;

/** Fetches once what Streamlit draws charts with, as a hand nears a figure: the first chart would wait mostly for that. */
export function fetchChartCode() {
  fetched ??= Promise.resolve().then(fetchAll);
  return fetched;
}

function fetchAll() {
  const main = document.querySelector("script[type=module][src]").src;
  const named = (code) => new Set(code.match(/(?:ArrowVegaLiteChart|embed|vega-interpreter)\.[\w-]+\.js/g));
  return fetch(main, { cache: "force-cache" })
    .then((answer) => answer.text())
    .then((code) => Promise.all([...named(code)].map((name) => import(new URL(name, main).href))));
}

/** The panel that stands below the charts; the page learns its place. */
export class ChartsPanel {
  constructor(stage) {
    this.stage = stage;
    this.open = null; // the figure whose charts are open; null where there are none
    const close = makeButton("close-charts", say("Close the charts (Esc)"), icon("close"), "small");
    close.addEventListener("click", () => this.show(""));
    this.element = make("section", { class: "panel charts-panel", "data-role": "charts" }, close);
    this.watcher = new ResizeObserver(() => this.tellPlace());
    this.watcher.observe(this.element);
  }

  /** Asks for the charts of a figure, or for none; the panel is there at once. */
  show(figure) {
    this.element.hidden = figure === "";
    this.stage.view.ask("chart", { chart: figure });
  }

  update({ data: { chart = null } }) {
    this.open = chart;
    this.element.hidden = !chart;
    this.tellPlace();
  }

  tellPlace() {
    const page = this.element.getRootNode().host?.closest(".stMain") ?? document.body;
    const [box, origin] = [this.element.getBoundingClientRect(), page.getBoundingClientRect()];
    for (const side of SIDES) {
      const start = { left: origin.left - page.scrollLeft, top: origin.top - page.scrollTop }[side] ?? 0;
      page.style.setProperty(`--charts-${side}`, `${box[side] - start}px`);
    }
  }
}
