// The panel of a token in the app, where Python knows what a token is made of.

import { mounted } from "../mounted.js";
import { TokenPanel } from "./panel.js";

class AskedPanel {
  constructor(parent) {
    this.panel = new TokenPanel(parent, (asked) => this.ask(asked));
  }

  update({ data, setTriggerValue }, message) {
    this.ask = (asked) => setTriggerValue("asked", asked);
    document.querySelector(".stApp").dataset.tokens = data.tokens; // of the tokens in no picture of their own
    if (message !== null) this.panel.answer(message);
  }

  dispose() {
    this.panel.dispose();
  }
}

export default mounted((parent) => new AskedPanel(parent));
