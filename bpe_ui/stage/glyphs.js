// Text as a person can read it.
//
// In: the data's texts, each as glyph runs. Out: DOM nodes. Text of the corpus enters the page here alone,
// and only as text: textContent and text nodes, never markup.
//
//   "a b\n"  ->  ["a", {name: "space"}, "b", {name: "LF"}]  ->  a, an open box, b, a small frame with LF

/** The longest token in a chip, in characters; the whole of it is in the title. */
const LONGEST_IN_CHIP = 24;
/** The longest token in a sentence or a table row. */
const LONGEST_IN_ROW = 14;

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  start: "M4 4h2.6v16H4zM20 4v16L8 12z",
  back: "M18 4v16L6 12z",
  end: "M17.4 4H20v16h-2.6zM4 4l12 8-12 8z",
  play: "M6 4l13 8-13 8z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  search:
    "M10 3a7 7 0 1 0 4.3 12.5l5 5 1.6-1.6-5-5A7 7 0 0 0 10 3zm0 2.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6z",
  previous: "M15.5 4l2 2-6 6 6 6-2 2-8-8z",
  following: "M8.5 4l-2 2 6 6-6 6 2 2 8-8z",
};
const MARK_ON_CIRCLE = /(\u25cc\p{M}+)/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** An element with attributes and children; attributes that are null or false are left out. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

/** A drawn icon; its button carries the name. */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with a name for screen readers and a role for scripts; shows `content`. */
function makeButton(role, name, content, kind = "") {
  return make(
    "button",
    { type: "button", "data-role": role, "aria-label": name, title: name, class: kind },
    content,
  );
}

/** Writes text only where it differs, so that an unchanged line costs nothing. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute only where it differs; null removes it. */
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Greys a button out without taking it out of the keyboard's reach, so that focus is never lost. */
function setDisabled(button, isDisabled) {
  setAttribute(button, "aria-disabled", isDisabled ? "true" : null);
}

/** Makes the element's children these, touching only what changed: what stays keeps its focus and hover. */
function place(parent, wanted) {
  const keep = new Set(wanted);
  let at = parent.firstChild;
  for (const child of wanted) {
    while (at !== null && !keep.has(at)) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    if (at === child) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
  while (at !== null) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Drops what is kept for elements that have left the page, so that a long film does not fill the memory. */
function forgetUnseen(kept, elementOf) {
  if (kept.size < 600) return;
  for (const [key, value] of kept) if (!elementOf(value).isConnected) kept.delete(key);
}

/** A whole number with thousands separated. */
function withCommas(number) {
  return number.toLocaleString("en-US");
}

/** `+3` or `−5`. */
function signed(difference) {
  return difference > 0 ? `+${withCommas(difference)}` : `−${withCommas(-difference)}`;
}

/** `1 word`, `3 words`. */
function counted(number, noun) {
  return `${withCommas(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A text in one string, for titles and screen readers: what does not show itself is named. */
function plainText(runs) {
  return runs.map((run) => (typeof run === "string" ? run : run.name === "space" ? "␣" : `[${run.name}]`)).join("");
}

/** The texts of one message from Python, as nodes; each is built once and then copied. */
class Texts {
  constructor(data) {
    this.runs = data.texts;
    this.plain = data.texts.map(plainText);
    this.rightToLeft = new Set(data.rtl);
    this.built = new Map();
  }

  /** A text as a node, cut after `longest` characters. */
  token(index, longest = LONGEST_IN_ROW) {
    const key = `${index}/${longest}`;
    if (!this.built.has(key)) this.built.set(key, this.build(index, longest));
    return this.built.get(key).cloneNode(true);
  }

  build(index, longest) {
    const element = make("bdi", { class: "token" });
    let room = longest;
    for (const run of this.runs[index]) {
      if (room <= 0) break;
      const [shown, length] =
        typeof run === "string" ? firstCharacters(run, room) : [namedGlyph(run.name), 1];
      element.append(...(typeof run === "string" ? withMarks(shown) : [shown]));
      room -= length;
    }
    if (room < 0 || element.childNodes.length < this.runs[index].length) {
      element.append("…");
      element.title = this.plain[index];
    }
    return element;
  }

  /** `h + ug`, as nodes. */
  pair(left, right, longest = LONGEST_IN_ROW) {
    return [this.token(left, longest), make("span", { class: "quiet" }, " + "), this.token(right, longest)];
  }

  /** `h + ug`, as plain text. */
  plainPair(left, right) {
    return `${this.plain[left]} + ${this.plain[right]}`;
  }

  /** A sentence's parts as nodes: words, numbers and texts. */
  sentence(parts) {
    return parts.map((part) => {
      if (typeof part === "string") return document.createTextNode(part);
      return "n" in part ? make("b", {}, withCommas(part.n)) : this.token(part.t, 16);
    });
  }

  /** The same as plain text. */
  plainSentence(parts) {
    return parts
      .map((part) => {
        if (typeof part === "string") return part;
        return "n" in part ? withCommas(part.n) : this.plain[part.t];
      })
      .join("");
  }
}

/** The first characters of a run, and how many they are; one more than there is room for if it was cut. */
function firstCharacters(run, room) {
  if (run.length <= room) return [run, run.length];
  const found = Array.from(graphemes.segment(run.slice(0, room * 12)), (part) => part.segment);
  const fits = found.length <= room && run.length <= room * 12;
  return [found.slice(0, room).join(""), fits ? found.length : room + 1];
}

/** A text's nodes: a mark on its dotted circle in a font that puts it there, the rest as it is. */
function withMarks(text) {
  const parts = text.split(MARK_ON_CIRCLE);
  return parts.map((part, at) => (at % 2 ? make("span", { class: "mark" }, part) : part)).filter((part) => part);
}

/** A character that cannot show itself: a space as an open box, others as their name in a small frame. */
function namedGlyph(name) {
  if (name === "space") return make("span", { class: "space", role: "img", "aria-label": "space" });
  return make("span", { class: "named" }, name);
}
