// One tab stop for a panel of many buttons: Tab reaches the panel, arrow up and down move inside it.

import { openToken } from "./dom.js";

/** Keeps a panel's single tab stop; it may come to whatever has `data-stop`. */
export class Roving {
  constructor(container) {
    this.container = container;
    this.current = null;
    container.addEventListener("focusin", (event) => this.hold(event.target));
    container.addEventListener("keydown", (event) => this.move(event));
  }

  /** Makes a button the one that Tab reaches; without one, the first. */
  hold(element) {
    if (!element || element === this.current || element.dataset.stop === undefined) return;
    if (this.current) this.current.tabIndex = -1;
    element.tabIndex = 0;
    this.current = element;
  }

  /** After a redraw: gives the tab stop to the first button if the old one is gone. */
  repair() {
    if (this.current?.isConnected) return;
    this.current = null;
    this.hold(this.container.querySelector("[data-stop]"));
  }

  move(event) {
    const ways = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in ways) || event.target.dataset.stop === undefined) return;
    const items = [...this.container.querySelectorAll("[data-stop]")].filter((item) => item.offsetParent);
    const target = items[items.indexOf(event.target) + ways[event.key]];
    event.preventDefault();
    event.stopPropagation();
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }
}

/** Makes a token one of the stops of its panel. */
export function asButton(token) {
  token.setAttribute("role", "button");
  token.tabIndex = -1;
  token.dataset.stop = "";
}

/** One tab stop for a panel of tokens; Enter opens the token with the focus. */
export function rovingTokens(container) {
  container.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || event.target.dataset.token === undefined) return;
    event.preventDefault();
    openToken(event.target);
  });
  return new Roving(container);
}
