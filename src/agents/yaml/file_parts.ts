// The parts of an agent in a file, by the tables of parts.ts: their keys in snake case, at the places that IN_FILE names. A part stands
// here by name only where a file writes it in another way.

import * as core from "zod/v4/core";
import * as z from "zod/mini";
import { describeFields, fieldMeaning } from "../../core/text/field_meanings.ts";
import { positive } from "../_checked.ts";
import { toolParts } from "../_tool_check.ts";
import type { AgentDefinition } from "../define_agent.ts";
import { IN_FILE, type Part, PARTS } from "../parts.ts";
import type { Path } from "./text.ts";

/** Where the planner is configured. */
export const CONFIG = ["spec", "planner", "config"] as const;

const GATEWAYS: Path = ["resources", "inference_gateways"];

/** An object of a file that has parts. */
export type Home = keyof typeof IN_FILE;

const HOMES: Readonly<Record<Home, readonly string[]>> = {
  metadata: ["metadata"],
  config: CONFIG,
  spec: ["spec"],
};

/** Keys that are not the part's own name in snake case. */
const KEYS: Readonly<Partial<Record<string, string>>> = { tools: "tool_descriptions", toolSources: "mcp" };

/** Parts with a form of their own in a file, and a reader in this folder. */
const OWN_FORMS: ReadonlySet<string> = new Set(
  [
    "tools",
    "toolChoice",
    "policy",
    "instructions",
    "output",
    "orchestrate",
    "toolSources",
    "selection",
    "schedules",
    "webhooks",
  ] satisfies Part[],
);

/** What a file writes for a check that has no type of JSON; for code nothing. */
const FILE_TYPES: ReadonlyMap<core.$ZodType, core.$ZodType | undefined> = new Map([
  [toolParts.approvalTtlMs, positive],
  [toolParts.promptChars, positive],
  [toolParts.code, undefined],
]);

/** `max_parallel_tool_calls` of the planner. */
const NO_LIMIT_OF_A_FILE = "parallelCalls";

interface PlacedPart {
  readonly part: string;
  readonly key: string;
  readonly means: string;
  readonly schema: core.$ZodType;
}

function listParts(home: Home): readonly PlacedPart[] {
  const parts: Readonly<Record<string, string>> = IN_FILE[home];
  const schemas: Readonly<Record<string, core.$ZodType>> = PARTS;
  return Object.entries(parts).map(([part, means]) => ({
    part,
    key: KEYS[part] ?? toSnake(part),
    means,
    schema: schemas[part] ?? z.unknown(),
  }));
}

/** The keys of an object of a file, in their order; `own` are those with another form than in a definition. */
export function keysIn<Own extends Readonly<Record<string, core.$ZodType>>>(home: Home, own: Own): Own {
  const keys = listParts(home).flatMap(({ part, key, schema }) => {
    const inFile = own[key] ??
      (OWN_FORMS.has(part) ? undefined : z.optional(toFileSchema(schema) ?? z.never()));
    return inFile === undefined ? [] : [[key, inFile] as const];
  });
  const ordered: Readonly<Record<never, core.$ZodType>> = Object.fromEntries(keys);
  return Object.assign(ordered, own);
}

/** What the keys of an object of a file mean. */
export function meaningsIn(home: Home): Readonly<Record<string, string>> {
  return Object.fromEntries(listParts(home).map(({ key, means }) => [key, means]));
}

/** The check of a part as a file has it; undefined for what no file has. */
function toFileSchema(schema: core.$ZodType): core.$ZodType | undefined {
  if (FILE_TYPES.has(schema)) return FILE_TYPES.get(schema);
  if (schema instanceof core.$ZodOptional) {
    const inner = toFileSchema(schema._zod.def.innerType);
    return inner && z.optional(inner);
  }
  if (!(schema instanceof core.$ZodObject)) return schema;
  const fields = Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
    const inFile = name === NO_LIMIT_OF_A_FILE ? undefined : toFileSchema(field);
    return inFile === undefined ? [] : [{ key: toSnake(name), inFile, means: fieldMeaning(schema, name) }];
  });
  const object = z.strictObject(Object.fromEntries(fields.map(({ key, inFile }) => [key, inFile])));
  describeFields(object, Object.fromEntries(fields.map(({ key, means = "" }) => [key, means])));
  return object;
}

/** The parts of a file that it has as definitions have them. */
export function readParts(file: object): Partial<Omit<AgentDefinition, "name">> {
  const homes = Object.keys(IN_FILE).filter(isHome);
  const read = homes.flatMap((home) => {
    const object = HOMES[home].reduce<unknown>(memberOf, file);
    return listParts(home).filter(({ part }) => !OWN_FORMS.has(part)).map(({ part, key, schema }) =>
      [part, toDefinition(schema, memberOf(object, key))] as const
    );
  });
  // The schema of the file has checked each as the definition's does. What is undefined is left out.
  return JSON.parse(JSON.stringify(Object.fromEntries(read)));
}

function isHome(name: string): name is Home {
  return Object.hasOwn(IN_FILE, name);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function toDefinition(schema: core.$ZodType, value: unknown): unknown {
  if (schema instanceof core.$ZodOptional) return toDefinition(schema._zod.def.innerType, value);
  if (!(schema instanceof core.$ZodObject) || value === undefined) return value;
  return Object.fromEntries(
    Object.entries(schema._zod.def.shape).map(([name, field]) =>
      [name, toDefinition(field, memberOf(value, toSnake(name)))] as const
    ),
  );
}

/** Where a file has a place of a definition. Models and their settings stand in gateways. */
export function placeInFile(part: string, rest: readonly string[]): Path {
  if (part === "name") return ["metadata", "name"];
  if (part === "driver") return ["spec", "planner", "type"];
  if (part === "limits" && rest[0] === NO_LIMIT_OF_A_FILE) return [...CONFIG, "max_parallel_tool_calls"];
  for (const home of Object.keys(IN_FILE).filter(isHome)) {
    const placed = listParts(home).find((each) => each.part === part);
    if (placed !== undefined) return [...HOMES[home], placed.key, ...stepsInFile(placed.schema, rest)];
  }
  return GATEWAYS;
}

function stepsInFile(schema: core.$ZodType | undefined, [step, ...rest]: readonly string[]): Path {
  if (step === undefined) return [];
  if (schema instanceof core.$ZodOptional) {
    return stepsInFile(schema._zod.def.innerType, [step, ...rest]);
  }
  if (schema instanceof core.$ZodObject) {
    return [toSnake(step), ...stepsInFile(schema._zod.def.shape[step], rest)];
  }
  const [name = "", ...inner] = rest;
  return [step, RENAMED.includes(name) ? toSnake(name) : name, ...inner].slice(0, rest.length + 1).map(
    toStep,
  );
}

/** What tools, templates and schedules, each an item of a list, have under another name in a file. */
const RENAMED: readonly string[] = ["needsApproval", "approvalTtlMs", "promptChars", "toolChoice"];

function toStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** `topP` as a file has it: `top_p`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
