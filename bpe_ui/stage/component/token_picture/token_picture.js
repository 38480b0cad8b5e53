// What a token is made of, as a part of a page; each token in it opens its own panel.

import { reachableAncestry } from "../ancestry.js";
import { make } from "../dom.js";
import { Texts } from "../glyphs.js";
import { mounted } from "../mounted.js";
import { rovingTokens } from "../roving.js";

class TokenPicture {
  constructor(parent) {
    this.root = make("div", { class: "token-picture", "data-role": "token-picture" });
    this.roving = rovingTokens(this.root);
    parent.append(this.root);
  }

  update(component, message) {
    if (message === null) return;
    this.root.dataset.tokens = message.of;
    this.root.replaceChildren(...message.trees.map((tree) => reachableAncestry(tree, new Texts(message))));
    this.roving.repair();
  }

  dispose() {
    this.root.remove();
  }
}

export default mounted((parent) => new TokenPicture(parent));
