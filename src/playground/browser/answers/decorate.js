// What a drawn block of Markdown has besides its text: the language and a button on code, an own scroll area for tables.

import { element } from "../dom.js";
import { copyButton } from "./copy.js";

/** @param {DocumentFragment} fragment */
export function decorate(fragment) {
  for (const pre of fragment.querySelectorAll("pre")) frameCode(pre);
  for (const table of fragment.querySelectorAll("table")) {
    const area = scrollArea(element("div", "table"), "Table");
    table.replaceWith(area);
    area.append(table);
  }
  for (const item of fragment.querySelectorAll("li")) {
    if (/^[☐☑] /.test(item.textContent ?? "")) item.className = "task";
  }
}

/** @param {HTMLPreElement} pre */
function frameCode(pre) {
  const language = pre.dataset.lang ?? "";
  const frame = element("div", "code");
  pre.replaceWith(frame);
  scrollArea(pre, language === "" ? "Code" : `Code, ${language}`);
  const copy = copyButton("the code", () => (pre.textContent ?? "").replace(/\n$/, ""));
  frame.append(element("div", "code-head", element("span", "", language), copy), pre);
}

/**
 * An area that may scroll sideways is reachable with the keyboard.
 *
 * @template {HTMLElement} Area
 * @param {Area} area @param {string} label
 */
function scrollArea(area, label) {
  area.tabIndex = 0;
  area.role = "group";
  area.ariaLabel = label;
  return area;
}
