// One message from Python: panes of code, what each shows after every sub-step, and which of them stand together.

import { Message } from "../message.js";

// What is where in a list of the message is written down in these three functions alone.

function readSubStep([line, phase, said, tables]) {
  return { line, phase, said, tables };
}

function readTable([title, heads, rows, more]) {
  return { title, heads, rows: rows.map(readRow), more };
}

function readRow([mark, ...cells]) {
  return { mark, cells };
}

export class HoodMessage extends Message {
  constructor(data) {
    super(data);
    this.panes = data.panes.map((pane) => ({ ...pane, subSteps: pane.steps.map(readSubStep) }));
    this.tables = data.tables.map(readTable);
    this.starts = data.parts.flatMap((part, position) => (part === data.parts[position - 1] ? [] : [position]));
  }

  /** What each pane shows at a position; one that `waits` has nothing to do while another goes on. */
  subSteps(position) {
    const { places } = this.data;
    return this.panes.map((pane, at) => {
      const place = places[position][at];
      return { ...pane.subSteps[place], waits: position > 0 && places[position - 1][at] === place };
    });
  }

  /** The two sentences on top. */
  headline(position) {
    const [sentence, subtitle] = this.data.headlines[this.data.parts[position]];
    return { sentence, subtitle };
  }

  /** Where the next part begins, or where this one or the one before it does. */
  partAfter(position) {
    return this.starts.find((start) => start > position) ?? this.data.last;
  }

  partBefore(position) {
    return this.starts.findLast((start) => start < position) ?? 0;
  }
}
