// A trainer: its code with the line that just ran, what that line did, and its data.

import { forgetUnseen, make, makePanel, makeTitle, setAttribute, setChildren, setText } from "../dom.js";
import { rovingTokens, asButton } from "../roving.js";
import { say } from "../say.js";
import { makeTable } from "../table.js";

export class CodePane {
  constructor({ title, code, phases }) {
    this.phases = phases.map((name, at) => make("li", {}, `${at + 1} ${name}`));
    const list = make("ol", { class: "phases", "aria-label": "Phases" }, ...this.phases);
    list.hidden = !phases.length;
    this.said = make("p", { class: "said", "data-role": "said" });
    this.lines = code.map(commented).map(([line, isComment]) => make("span", { class: isComment ? "line comment" : "line" }, line));
    const name = say("Code: {title}", { title });
    const attributes = { class: "code scroll", tabindex: "0", role: "region", "aria-label": name };
    this.code = make("pre", attributes, ...this.lines);
    const dataName = say("Data: {title}", { title });
    this.data = make("div", { class: "data scroll", tabindex: "0", role: "region", "aria-label": dataName });
    this.element = makePanel("pane", title, [makeTitle(title, "sub-step", "stale entry"), list], this.said, this.code, this.data);
    this.here = null;
    this.tables = new Map();
    this.roving = rovingTokens(this.data);
  }

  /** Marks a line, and scrolls the code to it; before anything is written, so that its place is known. */
  mark({ line }) {
    const marked = this.lines[line];
    if (marked === this.here) return;
    this.code.scrollTop = marked.offsetTop - (this.code.clientHeight - marked.offsetHeight) / 2;
    if (this.here !== null) setAttribute(this.here, "aria-current", null);
    setAttribute(marked, "aria-current", "step");
    this.here = marked;
  }

  draw({ phase, said, tables, waits }, message) {
    this.element.classList.toggle("waits", waits);
    if (waits) setText(this.said, "Done with this part: it waits for the other one.");
    else this.said.replaceChildren(...message.texts.sentence(said));
    this.phases.forEach((item, at) => setAttribute(item, "aria-current", at + 1 === phase ? "step" : null));
    setChildren(
      this.data,
      tables.map((index) => this.table(index, message)),
    );
    forgetUnseen(this.tables, (element) => element);
    this.roving.repair();
  }

  /** A table of the message, drawn once: most are the same at the next sub-step. */
  table(index, message) {
    if (!this.tables.has(index)) this.tables.set(index, drawTable(message.tables[index], message.texts));
    return this.tables.get(index);
  }
}

/** A line of Python, and whether it is a comment or within a docstring, which have no room on a wall. */
function commented(line, at, code) {
  const quotes = (text) => text.split('"""').length - 1;
  const isWithin = quotes(code.slice(0, at).join("")) % 2 === 1;
  return [line, isWithin || quotes(line) > 0 || line.trimStart().startsWith("#")];
}

function drawTable({ title, heads, rows, more }, texts) {
  const lines = rows.map((row) => drawRow(row, texts));
  for (const line of lines) line.querySelectorAll("[data-token]").forEach(asButton);
  return make(
    "div",
    { class: "data-table" },
    make("h3", {}, title),
    makeTable({ "aria-label": title }, heads.map((name) => ({ title: name })), make("tbody", {}, ...lines)),
    make("p", { class: "quiet limit" }, more ? say("and {more:,} more", { more }) : ""),
  );
}

function drawRow({ mark, cells: [name, ...others] }, texts) {
  const head = make("th", { scope: "row" }, ...texts.sentence(name));
  return make("tr", { class: mark || null }, head, ...others.map((cell) => make("td", {}, ...texts.sentence(cell))));
}
