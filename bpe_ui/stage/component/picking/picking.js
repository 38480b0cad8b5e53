// A click on a part of the page that has a number, such as a difference of two tokenizers: the number goes to Python.
// It shows nothing itself.

import { mounted } from "../mounted.js";

class Picking {
  constructor() {
    this.onClick = ({ target }) => {
      const number = target.closest?.("[data-pick]")?.dataset.pick;
      if (number) this.setTriggerValue("picked", Number(number));
    };
    document.addEventListener("click", this.onClick);
  }

  update({ setTriggerValue }) {
    this.setTriggerValue = setTriggerValue;
  }

  dispose() {
    document.removeEventListener("click", this.onClick);
  }
}

export default mounted((parent) => new Picking(parent));
