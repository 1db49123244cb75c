// CountGroup: the attributes by which the counts of a step are grouped, and their text in the ledger.

import { CHOICE_SOURCES, type ChoiceSource } from "../../../core/tool_choice/choice_report.ts";
import type { CountedStep } from "../../../kernel/hooks/counted_step.ts";

/** The agent, the model of its plan, the policy and the source of the choice that the counts of a step belong to. */
export interface CountGroup {
  readonly agent: string;
  /** `provider/model`; of the agent's model, where the step made no plan. */
  readonly model: string;
  /** Empty without a policy. */
  readonly policy: string;
  /** Undefined: the step made no plan. */
  readonly source: ChoiceSource | undefined;
  /** The names of the agent's tools; counts have their places. */
  readonly tools: readonly string[];
}

/** One letter for each source. */
const SOURCE_LETTERS: Readonly<Record<ChoiceSource, string>> = {
  execution: "e",
  limit: "l",
  request: "q",
  condition: "c",
  policy: "p",
  agent: "a",
  gateway: "g",
  environment: "v",
  reset: "t",
  default: "d",
  rule: "r",
};

/** A group as a text. */
export function writeGroup({ agent, model, policy, source, tools }: CountGroup): string {
  const letter = source === undefined ? "" : SOURCE_LETTERS[source];
  return [agent, model, policy, letter, ...tools].map(escapePart).join(",");
}

/** The group of a text of {@link writeGroup}; undefined for a text of another form. */
export function readGroup(text: string): CountGroup | undefined {
  const [agent, model, policy, letter, ...tools] = text.split(",").map(unescapePart);
  if (agent === undefined || model === undefined || policy === undefined) return undefined;
  const source = CHOICE_SOURCES.find((source) => SOURCE_LETTERS[source] === letter);
  return source === undefined && letter !== "" ? undefined : { agent, model, policy, source, tools };
}

// Names of agents, tools and policies hold none of these; a model may have any name.
const SPECIAL = /[%,|~]/g;

/** A text without the characters that separate parts. */
export function escapePart(text: string): string {
  return text.replace(SPECIAL, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** Reverses {@link escapePart}. */
export function unescapePart(text: string): string {
  return text.replace(
    /%(25|2c|7c|7e)/g,
    (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The groups of one agent. */
export class AgentGroups {
  readonly #agent: string;
  /** By the tools of a step, which a server may change; then by the rest of the group. */
  readonly #written = new WeakMap<readonly string[], Map<string, string>>();

  constructor(agent: string) {
    this.#agent = agent;
  }

  /** The text of a step's group. Every commit needs one of a few: each is written once. */
  textOf({ tools, model, attributes: { policy = "" }, plan }: CountedStep): string {
    const source = plan?.choice.source;
    let groups = this.#written.get(tools);
    if (groups === undefined) this.#written.set(tools, groups = new Map());
    const key = `${source}\n${policy}\n${model}`;
    let text = groups.get(key);
    if (text === undefined) {
      text = writeGroup({ agent: this.#agent, model, policy, source, tools });
      groups.set(key, text);
    }
    return text;
  }
}
