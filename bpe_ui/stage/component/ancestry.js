// The ancestry of a token as a picture: the token on top, below it the two it was merged from, and so on.
//
//      hug 3      as wide as its parts together;
//   h  | ug 1     a base symbol reaches down to the bottom, so that these read as the token does
//      | u | g
//
// Its look is that of ancestry.css.

import { make } from "./dom.js";
import { LONGEST_IN_CHIP } from "./glyphs.js";
import { asButton } from "./roving.js";
import { say, withCommas } from "./say.js";

/** How many merges a screen reader is told at most. */
const PARTS_TOLD = 20;

/**
 * The picture of a tree. A node has its `text`, the `halves` it was merged from and, if there are any, the `rank` of
 * the merge; perhaps a `reading`, a sentence that says what it stands for. Returns the picture, and each node with its
 * block, the topmost first. A part of a word runs in the `direction` of the word.
 */
export function drawAncestry(tree, texts, direction = texts.direction(tree.text) ?? "ltr") {
  const blocks = placed(tree, 1, 1).toReversed();
  const bottom = 1 + Math.max(...blocks.map(({ row }) => row));
  for (const block of blocks) block.element = makeBlock(block, bottom, texts);
  const told = tree.halves.length ? { role: "img", "aria-label": toldOf(blocks, texts) } : {};
  const attributes = { class: "ancestry", dir: direction, ...told };
  const element = make("div", attributes, ...blocks.map((block) => block.element));
  return { element, blocks };
}

/** The same picture, in which the keyboard reaches each token; as wide as `--columns` says. */
export function reachableAncestry(tree, texts) {
  const { element, blocks } = drawAncestry(tree, texts);
  if (tree.halves.length) element.setAttribute("role", "group"); // not one image: it holds buttons
  element.style.setProperty("--columns", String(blocks[0].width));
  for (const { element: block } of blocks) if (block.dataset.token !== undefined) asButton(block);
  return element;
}

/** Where each node is drawn, one after those below it. */
function placed(node, column, row) {
  const below = [];
  let width = 0;
  for (const half of node.halves) {
    below.push(...placed(half, column + width, row + 1));
    width += below.at(-1).width;
  }
  return [...below, { node, column, row, width: width || 1 }];
}

function makeBlock({ node, column, row, width }, bottom, texts) {
  const isMade = node.halves.length > 0;
  const title = isMade ? mergeOf(node, texts) : texts.plain[node.text];
  const attributes = { class: isMade ? "learned" : "base", title, "data-token": texts.ids.get(node.text) };
  const block = make("span", attributes, texts.token(node.text, LONGEST_IN_CHIP));
  if (isMade && node.rank !== null) block.append(make("sup", {}, withCommas(node.rank + 1)));
  if (node.reading) block.append(make("small", {}, ...texts.sentence(node.reading)));
  block.style.gridArea = `${row} / ${column} / ${isMade ? row + 1 : bottom} / span ${width}`;
  return block;
}

function toldOf(blocks, texts) {
  const merges = blocks.map(({ node }) => node).filter(({ halves }) => halves.length);
  const told = merges.slice(0, PARTS_TOLD).map((node) => mergeOf(node, texts));
  const more = merges.length - told.length;
  return [...told, ...(more ? [say("and {more:,} more", { more })] : [])].join("; ");
}

/** `hug = h + ug (merge 3)`; without the number if no merge has made it. */
function mergeOf({ text, halves, rank }, texts) {
  const parts = halves.map((half) => texts.plain[half.text]).join(" + ");
  const merge = `${texts.plain[text]} = ${parts}`;
  return rank === null ? merge : say("{merge} (merge {number:,})", { merge, number: rank + 1 });
}
