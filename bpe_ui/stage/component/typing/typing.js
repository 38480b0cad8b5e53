// The box for the text alone, above a view that Python draws.

import { mounted } from "../mounted.js";
import { TextBox } from "../textbox.js";

class Typing {
  constructor(parent) {
    this.box = new TextBox();
    parent.append(this.box.element);
  }

  update({ data, setTriggerValue }) {
    this.box.update(data, setTriggerValue);
  }

  dispose() {
    this.box.dispose();
    this.box.element.remove();
  }
}

export default mounted((parent) => new Typing(parent));
