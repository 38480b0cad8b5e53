// A button that copies the link in the Share panel.

import { make, setText } from "../dom.js";
import { mounted } from "../mounted.js";

const COPIED_SECONDS = 4;

/** Copies a text, also where the browser has no clipboard for pages: over http, outside this computer. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = make("textarea", { readonly: "", style: "position: fixed; opacity: 0" });
    box.value = text;
    document.body.append(box);
    box.select();
    const isCopied = document.execCommand("copy");
    box.remove();
    return isCopied;
  }
}

class Copying {
  constructor(parent) {
    this.button = make("button", { type: "button" });
    this.answer = make("span", { role: "status" });
    this.root = make("div", { class: "copying" }, this.button, this.answer);
    this.button.addEventListener("click", () => this.click());
    parent.append(this.root);
  }

  dispose() {
    this.root.remove();
  }

  update({ data }) {
    this.text = data.text;
    setText(this.button, data.label);
  }

  async click() {
    const isCopied = await copy(this.text);
    setText(this.answer, isCopied ? "Copied." : "This browser does not let the page copy: copy the address line.");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => setText(this.answer, ""), COPIED_SECONDS * 1000);
    this.button.focus();
  }
}

export default mounted((parent) => new Copying(parent));
