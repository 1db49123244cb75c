// The names of tools: those that some model API does not take, and those that differ in case or separators alone.

import { groupBy } from "../../../core/group_by.ts";
import { WIRE_NAMES, type WireNames } from "../../../core/tool/wire_names.ts";

/** What the names of {@link WIRE_NAMES} stand for. */
const APIS: Readonly<Record<WireNames, string>> = {
  common: "most APIs, OpenAI's for one,",
  anthropic: "Anthropic",
  cohere: "Cohere",
  gemini: "Gemini",
};

/** A name for which some requests have an alias. */
export interface AliasedName {
  readonly apis: readonly WireNames[];
  /** A sentence. */
  readonly detail: string;
  /** A name that every API takes; undefined where none can be made of it. */
  readonly legal: string | undefined;
}

/** Where a name is sent as an alias; undefined for one that every API takes. */
export function findAlias(name: string): AliasedName | undefined {
  const apis = Object.entries(WIRE_NAMES).flatMap(([api, legal]) =>
    isApi(api) && !legal.test(name) ? [api] : []
  );
  if (apis.length === 0) return undefined;
  const takers = apis.length === Object.keys(WIRE_NAMES).length
    ? "No API takes"
    : `${capitalize(listApis(apis))} not take`;
  const detail = `${takers} a tool of this name (${describeReason(name)}): the model reads an alias.`;
  return { apis, detail, legal: toLegalName(name) };
}

/** `Anthropic and Cohere do`. */
function listApis(apis: readonly WireNames[]): string {
  const names = apis.map((api) => APIS[api]);
  const text = names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${text} ${apis.length > 1 || apis[0] === "common" ? "do" : "does"}`;
}

function isApi(api: string): api is WireNames {
  return Object.hasOwn(WIRE_NAMES, api);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeReason(name: string): string {
  const wrong = [...new Set(name.match(/[^a-zA-Z0-9_]/gu) ?? [])].slice(0, 5).map((char) =>
    JSON.stringify(char)
  );
  const reasons = [
    ...(wrong.length > 0 ? [`it has ${wrong.join(" ")}`] : []),
    ...(/^[0-9]/.test(name) ? ["it begins with a digit"] : []),
    ...(name.length > 64 ? [`it has ${name.length} characters of 64`] : []),
    ...(name === "" ? ["it is empty"] : []),
  ];
  return reasons.join(", ");
}

function toLegalName(name: string): string | undefined {
  const legal = name.replace(/[^a-zA-Z0-9_]+/g, "_").replace(/^(?=[0-9])/, "_").slice(0, 64);
  return /[a-zA-Z0-9]/.test(legal) ? legal : undefined;
}

/** The names that differ in case or separators alone, in groups of at least two. */
export function findAlikeNames(names: readonly string[]): readonly (readonly string[])[] {
  const groups = groupBy([...new Set(names)], (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  return [...groups].filter(([key, group]) => key !== "" && group.length > 1).map(([, group]) => group);
}
