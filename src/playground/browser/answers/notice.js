// Lines about a run: a warning or a failure of a step, and what became of the run, with the button that goes on.

import { button, element } from "../dom.js";

/** @typedef {"warn" | "bad" | "plain"} NoticeKind */

/** @param {NoticeKind} kind @param {string} message @param {string} code */
export function notice(kind, message, code) {
  return element(
    "div",
    `notice ${kind}`,
    element("p", "", message),
    ...(code === "" ? [] : [element("code", "", code)]),
  );
}

/**
 * The button removes the notice, then runs the action.
 *
 * @param {NoticeKind} kind
 * @param {{ title: string, detail?: string, code?: string, action?: { label: string, run: () => void } }} content
 */
export function titledNotice(kind, { title, detail, code, action }) {
  const node = element("div", `notice ${kind}`, element("p", "", element("b", "", title)));
  if (detail) node.append(element("p", "", detail));
  if (code) node.append(element("code", "", code));
  if (action) {
    node.append(button(action.label, "quiet", () => {
      node.remove();
      action.run();
    }));
  }
  return node;
}
