// What the browser says by itself: each text is one template, written as in bpe_core/phrases.py.
//
//   say("{shown:,} of {total:,} {total:word|words}", { shown: 3, total: 1200 })    "3 of 1,200 words"
//   sayWith("Your pick: {pair}", { pair: [h, " + ", ug] })                         ["Your pick: ", h, " + ", ug]

const FIELD = /\{(\w+)(?::([^}]*))?\}/;
const WITH_COMMAS = new Intl.NumberFormat("en-US");

/** A template with its fields filled, as a string. */
export function say(template, values) {
  return sayWith(template, values).join("");
}

/** The same as nodes and strings; a value may be a node, or a list of them. */
export function sayWith(template, values = {}) {
  const parts = template.split(FIELD);
  return parts.flatMap((words, at) => {
    if (at % 3 === 0) return words ? [words] : [];
    return at % 3 === 1 ? filled(values[words], parts[at + 1], words, template) : []; // its kind is the next part
  });
}

function filled(value, kind, name, template) {
  if (value === undefined) throw new Error(`"${template}" is said without ${name}.`);
  if (kind === ",") return [withCommas(value)];
  if (kind === "rank") return [withCommas(value + 1)];
  if (kind) return [kind.split("|")[value === 1 ? 0 : 1].replace("#", withCommas(value))];
  return Array.isArray(value) ? value : [value];
}

/** Lists of nodes as one, with a text between them, and perhaps another one before the last. */
export function joined(lists, between = ", ", last = between) {
  return lists.flatMap((nodes, at) => [...(at ? [at + 1 === lists.length ? last : between] : []), ...nodes]);
}

/** An integer with thousands separated. */
export function withCommas(number) {
  return WITH_COMMAS.format(number); // toLocaleString makes such an object each time, which takes ten times as long
}

/** `+3` or `−5`. */
export function signed(difference) {
  return difference > 0 ? `+${withCommas(difference)}` : `−${withCommas(-difference)}`;
}
