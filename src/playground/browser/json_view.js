// JSON as readable text: indented, with its kinds of tokens marked for colour.

import { element } from "./dom.js";
import { count } from "./words.js";

/** Characters beyond which a text would make the page slow. */
const LIMIT = 50_000;

/** Characters up to which a value stays on one line. */
const LINE = 44;

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Characters that cannot be seen, or that change the order of others: what a model wrote is read before it is approved. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** A text with each unseen character as \uXXXX. @param {string} text */
export function visibleText(text) {
  return text.replace(
    UNSEEN,
    (found) =>
      found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

/**
 * JSON text, indented, with each unseen character of its strings as \uXXXX: it is still JSON of the same value.
 *
 * @param {unknown} value A JSON value.
 */
export function visibleJson(value) {
  return visibleText(JSON.stringify(value, null, 2) ?? "");
}

/**
 * @param {unknown} value A JSON value.
 * @returns {(Node | string)[]}
 */
export function jsonNodes(value) {
  const indented = visibleJson(value);
  // A line break inside a string is written as \\n, so every real one is the indentation's.
  const line = indented.replace(/\n\s*/g, " ");
  const text = line.length > LINE ? indented : line;
  if (text.length <= LIMIT) return colour(text);
  return [...colour(text.slice(0, LIMIT)), `\n… ${count(text.length - LIMIT)} more characters`];
}

/**
 * The same for text that should be JSON and may not be: what a model writes is shown as it is.
 *
 * @param {string} text
 */
export function jsonTextNodes(text) {
  try {
    return jsonNodes(JSON.parse(text));
  } catch {
    return [text];
  }
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function colour(text) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    nodes.push(text.slice(from, match.index));
    const [token, string, colon] = match;
    const kind = string === undefined ? "json-atom" : colon === undefined ? "json-string" : "json-key";
    nodes.push(element("span", kind, string ?? token));
    from = match.index + (string ?? token).length;
  }
  nodes.push(text.slice(from));
  return nodes;
}
