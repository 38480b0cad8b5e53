// Elements: make them, and change only what differs.
//
// Text enters the page here and in glyphs.js alone, and only as text nodes and attributes, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  start: "M4 4h2.6v16H4zM20 4v16L8 12z",
  back: "M18 4v16L6 12z",
  end: "M17.4 4H20v16h-2.6zM4 4l12 8-12 8z",
  play: "M6 4l13 8-13 8z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  search:
    "M10 3a7 7 0 1 0 4.3 12.5l5 5 1.6-1.6-5-5A7 7 0 0 0 10 3zm0 2.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6z",
  chart: "M3 20V12h4.6v8zM9.7 20V4h4.6v16zM16.4 20v-5H21v5z",
  close: "M5 6.4L6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12z",
  previous: "M15.5 4l2 2-6 6 6 6-2 2-8-8z",
  following: "M8.5 4l-2 2 6 6-6 6 2 2 8-8z",
};
/** The longest text that is looked for. */
const LONGEST_SEARCH = 200;
const SEARCH_PAUSE = 300;

/** An element with attributes and children; attributes that are null, undefined or false are not set. */
export function make(tag, attributes = {}, ...children) {
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
export function icon(name) {
  const attributes = { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" };
  return shape("svg", attributes, shape("path", { d: ICONS[name] }));
}

/** An element of a drawing. */
export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with a name for screen readers and a role for scripts; shows `content`. A view hears the `action`. */
export function makeButton(role, name, content, kind = "", action = null) {
  const attributes = { type: "button", "data-role": role, "aria-label": name, title: name, class: kind };
  return make("button", { ...attributes, "data-action": action }, content);
}

/** A search field; calls `onSearch` with its text once the person pauses. */
export function makeSearch(role, name, onSearch) {
  const field = make("input", { type: "search", "data-role": role, placeholder: name, "aria-label": name });
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => onSearch(field.value.slice(0, LONGEST_SEARCH)), SEARCH_PAUSE);
  });
  return field;
}

/** The title of a panel, which explains these words of the glossary: see terms.js. */
export function makeTitle(text, ...terms) {
  return make("h2", { "data-terms": terms.join(), tabindex: "0" }, text);
}

/** A panel: a section with a name, a head, and what is below it. */
export function makePanel(kind, name, head, ...body) {
  const attributes = { class: `panel ${kind}-panel`, "aria-label": name };
  return make("section", attributes, make("div", { class: "panel-head" }, ...head), ...body);
}

/** Opens the panel of a token, as a click on it does: see token_panel. */
export function openToken(element) {
  element.dispatchEvent(new CustomEvent("opentoken", { bubbles: true, composed: true }));
}

/** Writes text only if it differs, so that an unchanged line costs nothing. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute only if it differs; null removes it. */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Greys a button out without taking it out of the keyboard's reach, so that focus is never lost. */
export function setDisabled(button, isDisabled) {
  setAttribute(button, "aria-disabled", isDisabled ? "true" : null);
}

/** Makes these the element's children, touching only what changed: what stays keeps its focus and hover. */
export function setChildren(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.childNodes]) if (!keep.has(child)) child.remove();
  let at = parent.firstChild;
  for (const child of wanted) {
    if (at === child) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
}

/** Forgets what is kept for elements that have left the page, so that a long training does not fill the memory. */
export function forgetUnseen(kept, elementOf) {
  if (kept.size < 600) return;
  for (const [key, value] of kept) if (!elementOf(value).isConnected) kept.delete(key);
}
