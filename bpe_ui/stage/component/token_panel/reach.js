// The keyboard's way to the tokens in the HTML of a page: Tab comes to one of each block, and from there the arrow
// keys up and down go to the others. (Tokens of a component are reached as the component says.)

const BLOCK = ".stHtml";
const TEXT = "[data-text]";
const WAYS = { ArrowDown: 1, ArrowUp: -1 };

/** Before Tab moves the focus: lets it come to the first token of each block whose tokens open. */
export function reachTexts() {
  for (const block of document.querySelectorAll(`${BLOCK}:has(${TEXT}):not(:has(${TEXT}[tabindex]))`)) {
    const first = block.querySelector(TEXT);
    if (first.closest("[data-tokens]")?.dataset.tokens && !first.closest("[role=img]")) stopAt(first);
  }
}

/** To the token before or after one of a block; whether the key asked for that. */
export function walkTexts(key, token) {
  if (!(key in WAYS) || !isReached(token)) return false;
  const all = [...token.closest(BLOCK).querySelectorAll(TEXT)];
  const to = all[all.indexOf(token) + WAYS[key]];
  if (to) {
    token.removeAttribute("tabindex");
    stopAt(to);
    to.focus();
  }
  return true;
}

/** Whether it is a token to which Tab comes. */
export function isReached(node) {
  return node.matches?.(`${BLOCK} ${TEXT}[tabindex]`) ?? false;
}

function stopAt(token) {
  token.setAttribute("role", "button");
  token.tabIndex = 0;
}
