// CountGroup: what the counts of a step belong to. The ledger knows a group by a short hash, and has its definition once a day:
// so neither the names of the agent's tools nor that of its model travel with every commit.

import { Lru } from "../../core/lru.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { CHOICE_SOURCES, type ChoiceSource } from "../../core/tool_choice/choice_report.ts";

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

/** A group as the ledger has it. */
export interface WrittenGroup {
  /** 10 hex digits: 40 bits, for the few hundred groups of a tenant's day. */
  readonly hash: string;
  /** The name of the count that defines the group. */
  readonly definition: string;
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

const HASH = 10;

/** What the name of a definition begins with. */
const DEFINITION = "D=";

/** The hash and the definition of a group. */
export function writeGroup({ agent, model, policy, source, tools }: CountGroup): WrittenGroup {
  const letter = source === undefined ? "" : SOURCE_LETTERS[source];
  const text = [agent, model, policy, letter, ...tools].map(escapePart).join(",");
  return { hash: fnv64(text).slice(-HASH), definition: `${DEFINITION}${text}` };
}

/** The group that a count of this name defines; undefined for other counts. */
export function readGroup(name: string): CountGroup | undefined {
  if (!name.startsWith(DEFINITION)) return undefined;
  const [agent, model, policy, letter, ...tools] = name.slice(DEFINITION.length).split(",").map(unescapePart);
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

/** The text that {@link escapePart} was given. */
export function unescapePart(text: string): string {
  return text.replace(
    /%(25|2c|7c|7e)/g,
    (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Most groups of tenants and days that an isolate remembers. */
const GROUPS = 5_000;

/** What a group has of an agent. */
export interface NamedAgent {
  readonly name: string;
  readonly tools: readonly { readonly name: string }[];
}

/** The groups of one isolate, and which of them the ledger has the definitions of. */
export class CountGroups {
  readonly #written = new WeakMap<NamedAgent, Map<string, WrittenGroup>>();
  readonly #defined = new Lru<true>(GROUPS);

  /** The group of an agent's step; made once for each agent object. */
  of(agent: NamedAgent, model: string, policy: string, source: ChoiceSource | undefined): WrittenGroup {
    let groups = this.#written.get(agent);
    if (groups === undefined) this.#written.set(agent, groups = new Map());
    const key = `${source}\n${policy}\n${model}`;
    let group = groups.get(key);
    if (group === undefined) {
      const tools = agent.tools.map(({ name }) => name);
      group = writeGroup({ agent: agent.name, model, policy, source, tools });
      groups.set(key, group);
    }
    return group;
  }

  /** True when the ledger of this tenant and day is known to have the definition. */
  isDefined({ hash }: WrittenGroup, tenant: string, day: string): boolean {
    return this.#defined.get(keyOf(hash, tenant, day)) === true;
  }

  /** The ledger of this tenant and day has the definition now. */
  confirm({ hash }: WrittenGroup, tenant: string, day: string): void {
    this.#defined.set(keyOf(hash, tenant, day), true);
  }
}

// Tenants hold no control characters, so no key stands for two groups.
function keyOf(hash: string, tenant: string, day: string): string {
  return `${tenant}\n${day}\n${hash}`;
}
