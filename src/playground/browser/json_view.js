// JSON for people: indented, with its kinds of tokens marked for colour.

import { element } from "./dom.js";

/** Characters after which colour, and then the text itself, would make the page slow. */
const COLOUR_LIMIT = 20_000;
const TEXT_LIMIT = 100_000;

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * @param {unknown} value A JSON value.
 * @returns {Node[]}
 */
export function jsonNodes(value) {
  const text = JSON.stringify(value, null, 2) ?? "";
  if (text.length > TEXT_LIMIT) {
    const rest = (text.length - TEXT_LIMIT).toLocaleString("en");
    return [document.createTextNode(`${text.slice(0, TEXT_LIMIT)}\n… ${rest} more characters`)];
  }
  return text.length > COLOUR_LIMIT ? [document.createTextNode(text)] : colour(text);
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
    return [document.createTextNode(text)];
  }
}

/**
 * @param {string} text
 * @returns {Node[]}
 */
function colour(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    nodes.push(document.createTextNode(text.slice(from, match.index)));
    const [token, string, colon] = match;
    const kind = string === undefined ? "json-atom" : colon === undefined ? "json-string" : "json-key";
    nodes.push(element("span", kind, string ?? token));
    from = match.index + (string ?? token).length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}
