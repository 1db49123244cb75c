// Environment variables whose names look mistyped. Their values are never read.

import leven from "leven";
import type { Agent } from "../core/agent.ts";
import { PROVIDER_VARIABLES } from "./provider_variables.ts";
import { SETTING_NAMES } from "./settings.ts";

/** A variable that nothing reads. */
export interface MistypedVariable {
  readonly name: string;
  /** The variable that was probably meant; undefined for a name that begins with TREADLE_ and is near to no variable. */
  readonly meant?: string;
}

/** Names that begin with TREADLE_ and are no settings: what the command line reads, and what `treadle dev` passes to the server. */
const OTHER_NAMES = ["TREADLE_KEY", "TREADLE_URL", "TREADLE_DEV"];

const KNOWN: readonly string[] = [...SETTING_NAMES, ...PROVIDER_VARIABLES];

/** Shorter names, such as SORT and PORT, are near each other by chance. */
const SHORTEST = 8;

/**
 * The variables that look mistyped, sorted by name. A name looks so when nothing reads it, and
 * - it differs from a known one by at most two letters, case and `_` apart (`TREDLE_MODEL`, `OPENAI_APIKEY`),
 * - or it lacks one word of a known one (`UPSTASH_REDIS_URL`, `OPENAI_KEY`),
 * - or it begins with `TREADLE_`.
 * A name whose known one is set beside it is no mistake.
 *
 * @param env the names are its keys
 * @param agents those of the deployment, which with their tools may read variables of their own
 */
export function findMistypedVariables(
  env: Readonly<Record<string, unknown>>,
  agents: readonly Agent[],
): MistypedVariable[] {
  const read = new Set([...KNOWN, ...OTHER_NAMES, ...agents.flatMap(declaredBy)]);
  const found: MistypedVariable[] = [];
  for (const name of Object.keys(env).sort()) {
    if (read.has(name) || name.length < SHORTEST) continue;
    const meant = nearest(name.toUpperCase());
    if (meant !== undefined && !(meant in env)) found.push({ name, meant });
    else if (meant === undefined && name.startsWith("TREADLE_")) found.push({ name });
  }
  return found;
}

/** `TREDLE_MODEL: did you mean TREADLE_MODEL?` */
export function mistypedText({ name, meant }: MistypedVariable): string {
  return meant === undefined ? `${name}: there is no such variable` : `${name}: did you mean ${meant}?`;
}

/** The fields of the warning about such variables. */
export function mistypedFields(mistyped: readonly MistypedVariable[]): { readonly variables: string } {
  return { variables: mistyped.map(mistypedText).join("; ") };
}

function declaredBy({ env, tools }: Agent): readonly string[] {
  return [...env, ...tools.flatMap((tool) => tool.env ?? [])];
}

function nearest(name: string): string | undefined {
  let best: { readonly known: string; readonly edits: number } | undefined;
  const plain = letters(name);
  for (const [index, known] of KNOWN.entries()) {
    const other = LETTERS[index] ?? "";
    if (Math.abs(other.length - plain.length) > MOST_EDITS || !sameOwner(name, known)) continue;
    const edits = leven(plain, other, { maxDistance: MOST_EDITS + 1 });
    if (edits < (best?.edits ?? MOST_EDITS + 1)) best = { known, edits };
  }
  return best?.known ?? KNOWN.find((known) => lacksOneWord(name, known));
}

const MOST_EDITS = 2;

/** {@link KNOWN} without `_`. */
const LETTERS: readonly string[] = KNOWN.map(letters);

function letters(name: string): string {
  return name.replaceAll("_", "");
}

/** Short first words, such as those of XAI_API_KEY and ZAI_API_KEY, are names of different companies. */
function sameOwner(name: string, known: string): boolean {
  const owner = firstWord(known);
  return owner.length > 4 || owner === firstWord(name);
}

function firstWord(name: string): string {
  const end = name.indexOf("_");
  return end < 0 ? name : name.slice(0, end);
}

/** True for `OPENAI_KEY` and `OPENAI_API_KEY`. */
function lacksOneWord(name: string, known: string): boolean {
  if (name.length >= known.length - 1 || firstWord(name) !== firstWord(known)) return false;
  const words = known.split("_");
  return words.some((_, index) =>
    index > 0 && words.filter((_, other) => other !== index).join("_") === name
  );
}
