// The stage in a file of its own, without a server: as in offline_stage.js, with the panel of tokens.
//
//   stories    for each token, by its id, what its panel says
//   meanings   the glossary

import { AT } from "./address_bar.js";
import { StageAlone } from "./offline_stage.js";
import { TermsTip } from "./terms.js";
import { TokenPanel } from "./token_panel/panel.js";

class Standalone extends StageAlone {
  constructor(held) {
    super(document.querySelector("#stage"), held);
    const { message, stories } = held;
    this.stories = stories;
    this.tokens = new TokenPanel(document.querySelector(".stApp"), (asked) => this.tell(asked));
    const at = new URL(location.href).searchParams.get(AT);
    if (/^\d+$/.test(at) && Number(at) <= message.known) message.position = Number(at);
    this.show({});
  }

  /** Answers the panel of a token; what two tokens would make is not known here. */
  tell({ serial, id }) {
    const { texts, rtl } = this.message;
    const ids = Object.fromEntries(this.view.message.texts.ids);
    if (this.stories[id]) this.tokens.answer({ serial, ...this.stories[id], texts, rtl, ids });
    else this.tokens.hide();
  }
}

const held = JSON.parse(document.querySelector("#training").textContent);
const standalone = new Standalone(held);
new TermsTip(held.meanings);
document.querySelector("#present").addEventListener("click", () => standalone.show({ present: true }));
