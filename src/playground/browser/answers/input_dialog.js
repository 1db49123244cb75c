// The dialog with what the model was given in a step. It is read when it is opened.

/** @typedef {import("./model_input.js").ModelInput} ModelInput */
/** @typedef {import("../../../core/contract/entries.ts").EntryView} EntryView */

import { element } from "../dom.js";
import { jsonNodes, jsonTextNodes } from "../json_view.js";
import { count } from "../words.js";
import { copyButton } from "./copy.js";
import { readModelInput } from "./model_input.js";

/** @param {string} thread @param {number} version */
export async function showModelInput(thread, version) {
  const body = element("div", "input-body", element("p", "small", "Reading the record…"));
  const close = element("button", "quiet", "Close");
  const title = element("h2", "", `Model input of version ${version}`);
  title.id = "model-input-title";
  const form = element("form", "", close);
  form.method = "dialog";
  const dialog = element("dialog", "dialog input", element("header", "panel-head", title, form), body);
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.setAttribute("closedby", "any");
  // The browser gives the focus back to the button that opened it.
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  try {
    const input = await readModelInput(thread, version);
    body.replaceChildren(
      ...input === undefined ? [element("p", "", "This step has no plan.")] : nodesOf(input),
    );
  } catch (error) {
    body.replaceChildren(
      element("p", "bad", `The record cannot be read. ${error instanceof Error ? error.message : error}`),
    );
  }
}

/** @param {ModelInput} input */
function nodesOf({ model, record, definition, summary, entries }) {
  const tools = definition?.tools ?? [];
  return [
    element("p", "small", factsOf(model, record)),
    ...(definition?.instructions
      ? [section("Instructions", block("Instructions", definition.instructions))]
      : definition === undefined
      ? [element("p", "small", "The agent's definition of this step is not in the record.")]
      : []),
    ...(summary === undefined ? [] : [section("Summary of what came before", block("Summary", summary))]),
    section(
      `Messages (${count(entries.length)})`,
      element("ol", "messages", ...entries.map((entry) => element("li", "", ...messageNodes(entry)))),
    ),
    ...(tools.length === 0 ? [] : [section(
      `Tools (${count(tools.length)})`,
      ...record?.tools
        ? [element("p", "small", "Some of these were offered: see the tools of the choice.")]
        : [],
      ...tools.map(({ name, description, parameters }) =>
        element(
          "details",
          "",
          element("summary", "", element("code", "", name), ` ${description}`),
          block(`Parameters of ${name}`, ...jsonNodes(parameters)),
        )
      ),
    )]),
    ...(definition?.settings === undefined || Object.keys(definition.settings).length === 0
      ? []
      : [section("Settings", block("Settings", ...jsonNodes(definition.settings)))]),
  ];
}

/** @param {string} model @param {ModelInput["record"]} record */
function factsOf(model, record) {
  if (record === undefined) return `${model}. This step was not recorded: these are the entries before it.`;
  const { request, start, pins = [], hint, maxOutputTokens, response } = record;
  return [
    model,
    request === undefined ? "the driver sent no request" : `body with SHA-256 ${request}`,
    ...(start > 0 ? [`window from entry ${start}`] : []),
    ...(pins.length > 0 ? [`pinned entries ${pins.join(", ")}`] : []),
    ...(maxOutputTokens === undefined ? [] : [`at most ${count(maxOutputTokens)} tokens of output`]),
    ...(hint === undefined ? [] : [`with the line: ${hint}`]),
    ...(response === undefined ? [] : [`answered as ${response}`]),
  ].join(", ");
}

/** @param {EntryView} entry @returns {Node[]} */
function messageNodes(entry) {
  switch (entry.type) {
    case "user":
      return [element("h4", "", "user"), block("Input", entry.text)];
    case "assistant":
      return [
        element("h4", "", "assistant"),
        ...entry.blocks.flatMap((part) =>
          part.type === "call"
            ? [
              element("p", "small", `call ${part.name}`),
              block(`Arguments of ${part.name}`, ...jsonTextNodes(part.args)),
            ]
            : part.text === ""
            ? []
            : [
              ...part.type === "reasoning" ? [element("p", "small", "reasoning")] : [],
              block("Text", part.text),
            ]
        ),
      ];
    case "tool":
      return [
        element("h4", "", `tool ${entry.name}`),
        block(`Output of ${entry.name}`, ...entry.error ? [entry.error.message] : jsonNodes(entry.output)),
      ];
    case "summary":
    case "notice":
      return [element("h4", "", entry.type), block(entry.type, entry.text)];
    case "cut":
    case "failure":
      return [];
  }
}

/** @param {string} title @param {...Node} nodes */
function section(title, ...nodes) {
  return element("section", "", element("h3", "", title), ...nodes);
}

/** A text with a button that copies it. @param {string} label @param {...(Node | string)} nodes */
function block(label, ...nodes) {
  const text = element("pre", "json", ...nodes);
  text.tabIndex = 0;
  text.role = "group";
  text.ariaLabel = label;
  return element("div", "block", text, copyButton(label.toLowerCase(), () => text.textContent ?? ""));
}
