// What is known of the chosen agent: at the beginning of a thread, and in the inspector.

/** @typedef {import("../api.js").AgentView} AgentView */
/** @typedef {import("../api.js").AgentDetail} AgentDetail */

import { caller, readAgent } from "../api.js";
import { byId, element } from "../dom.js";
import { jsonNodes } from "../json_view.js";
import { choiceWords, count } from "../words.js";

/** Units of limits by the end of their names; a limit without one is a number of something. */
const UNITS = { Ms: "ms", Bytes: "bytes", Tokens: "tokens", Chars: "characters" };

/** The card in both of its places. */
export class AgentCard {
  #intro = byId("intro", HTMLElement);
  #pane = byId("agent-pane", HTMLElement);
  /** @type {Map<string, AgentDetail>} */
  #known = new Map();
  #wanted = "";

  /** @param {AgentView} agent */
  async show(agent) {
    this.#wanted = agent.name;
    const known = this.#known.get(agent.name);
    this.#draw(agent, known);
    // A token is refused: it has what the list of agents says.
    if (known || caller?.token) return;
    try {
      const detail = await readAgent(agent.name);
      this.#known.set(agent.name, detail);
      if (this.#wanted === agent.name) this.#draw(agent, detail);
    } catch {
      // The card shows what the list of agents has; what else fails tells of the server.
    }
  }

  /** @param {AgentView} agent @param {AgentDetail} [detail] */
  #draw(agent, detail) {
    this.#intro.replaceChildren(
      ...headOf("h2", agent),
      element(
        "p",
        "card-hint",
        "Send a message to begin a thread. Each step acts, plans and commits; what is committed is stored, so this page can be closed at any time.",
      ),
      ...partsOf("h3", agent, detail),
    );
    this.#pane.replaceChildren(...headOf("h3", agent), ...partsOf("h4", agent, detail));
  }
}

/** @param {"h2" | "h3"} heading @param {AgentView} agent @returns {HTMLElement[]} */
function headOf(heading, { name, description }) {
  return [
    element(heading, "card-name", name),
    ...(description === "" ? [] : [element("p", "card-description", description)]),
  ];
}

/** @param {"h3" | "h4"} heading @param {AgentView} agent @param {AgentDetail} [detail] @returns {HTMLElement[]} */
export function partsOf(heading, { model, execution, toolChoice }, detail) {
  const facts = element(
    "dl",
    "card-facts",
    ...fact("Model", model ?? "default of the deployment"),
    ...(detail?.fallbackModel ? fact("Fallback", detail.fallbackModel) : []),
    ...fact("Execution", execution),
    ...(toolChoice ? fact("Tool choice", choiceWords(toolChoice)) : []),
    ...(detail?.policy ? fact("Policy", detail.policy) : []),
  );
  if (detail === undefined) return [facts];
  const { instructions, tools, limits } = detail;
  return [
    facts,
    element(heading, "card-heading", tools.length === 0 ? "No tools" : `Tools (${tools.length})`),
    ...(tools.length === 0 ? [] : [element("ul", "card-tools", ...tools.map(toolItem))]),
    ...(instructions ? [fold("Instructions", () => [element("p", "card-text", instructions)])] : []),
    ...(detail.plan ? [fold("Strategic plan", () => [jsonBlock(detail.plan)])] : []),
    fold("Limits and budgets", () => [element("dl", "card-facts", ...limitFacts(limits))]),
  ];
}

/** @param {AgentDetail["tools"][number]} tool */
function toolItem({ name, description, parameters, effect, needsApproval, timeoutMs, client }) {
  const marks = [
    ...(needsApproval === true ? ["needs approval"] : []),
    ...(needsApproval === "conditional" ? ["may need approval"] : []),
    ...(client ? ["run by the client"] : []),
  ];
  const summary = element(
    "summary",
    "",
    element("code", "", name),
    ...marks.map((mark) => element("span", "mark", mark)),
    element("span", "card-line", description),
  );
  const body = element("div", "card-body");
  const node = element("details", "", summary, body);
  node.addEventListener("toggle", () => {
    if (!node.open || body.hasChildNodes()) return;
    const facts = [...fact("Effect", effect), ...(client ? [] : fact("Timeout", `${count(timeoutMs)} ms`))];
    body.append(
      element("p", "card-text", description),
      element("dl", "card-facts", ...facts),
      jsonBlock(parameters),
    );
  });
  return element("li", "", node);
}

/** @param {string} title @param {() => HTMLElement[]} body Made when it is opened. */
function fold(title, body) {
  const node = element("details", "card-fold", element("summary", "", title));
  node.addEventListener("toggle", () => {
    if (node.open && node.childElementCount === 1) node.append(...body());
  });
  return node;
}

/** @param {unknown} value A JSON value. */
function jsonBlock(value) {
  const block = element("pre", "json", ...jsonNodes(value));
  block.tabIndex = 0;
  block.role = "region";
  block.ariaLabel = "JSON";
  return block;
}

/** @param {AgentDetail["limits"]} limits @returns {HTMLElement[]} */
function limitFacts(limits) {
  return Object.entries(limits).flatMap(([name, value]) => {
    if (typeof value === "object") {
      return Object.entries(value).flatMap(([inner, number]) =>
        fact(`${name}.${inner}`, amount(inner, number))
      );
    }
    return fact(name, typeof value === "number" ? amount(name, value) : String(value));
  });
}

/** @param {string} name @param {number} value */
function amount(name, value) {
  if (name === "usd") return `$${value}`;
  const unit = Object.entries(UNITS).find(([end]) => name.endsWith(end))?.[1] ?? "";
  return `${count(value)} ${unit}`.trim();
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return [element("dt", "", name), element("dd", "", value)];
}
