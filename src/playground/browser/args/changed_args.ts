// The arguments of a call that waits, as the fields of its tool's form: what a person has typed stands beside what the model wrote.

import { type Signal, signal } from "@preact/signals";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { visibleJson, visibleText } from "../visible_json.ts";
import { type ArgField, type FieldKind, readArgs, readFields } from "./tool_args.ts";

/** Characters of a text that one line has room for. */
const LINE = 48;

/** What of the arguments a person has changed, by the names of fields. */
export class ChangedArgs {
  readonly fields: readonly ArgField[];
  /** What is typed in place of the model's; a field that has the model's is not in it. */
  readonly typed: Signal<ReadonlyMap<string, string>> = signal(new Map<string, string>());
  /** What is wrong with it, at the last reading. */
  readonly problems: Signal<ReadonlyMap<string, string>> = signal(new Map<string, string>());
  readonly #args: JsonObject;

  /** Those of the model; `fields` as {@link fieldsOf} makes them. */
  constructor(fields: readonly ArgField[], args: JsonObject) {
    this.fields = fields;
    this.#args = args;
  }

  /** What the model wrote, as it would be typed; undefined where it wrote nothing. */
  before({ name, kind }: ArgField): string | undefined {
    return Object.hasOwn(this.#args, name) ? toText(kind, this.#args[name] ?? null) : undefined;
  }

  /** Takes what a person types; the words of the model again are no change. What was wrong with the field is looked at again with the answer. */
  type(field: ArgField, text: string): void {
    const typed = new Map(this.typed.peek());
    if (text === (this.before(field) ?? "")) typed.delete(field.name);
    else typed.set(field.name, text);
    this.typed.value = typed;
    if (!this.problems.peek().has(field.name)) return;
    const problems = new Map(this.problems.peek());
    problems.delete(field.name);
    this.problems.value = problems;
  }

  /** The arguments with the changes; undefined where some of them are wrong, which `problems` then says. */
  read(): JsonObject | undefined {
    const typed = this.typed.peek();
    const changed = this.fields.filter(({ name }) => typed.has(name));
    const read = readArgs(changed, typed);
    this.problems.value = read.problems ?? new Map();
    if (read.problems !== undefined) return undefined;
    const kept = Object.entries(this.#args).filter(([name]) => !typed.has(name));
    return { ...Object.fromEntries(kept), ...read.args };
  }
}

/**
 * The fields of arguments: those of the schema, then those that the arguments have besides. A value that its field could not have, or in
 * which a character would not be seen, is JSON.
 *
 * @param parameters JSON Schema of the tool; null where it is not known.
 */
export function fieldsOf(parameters: JsonObject | null, args: JsonObject): readonly ArgField[] {
  const known = parameters === null ? [] : readFields(parameters) ?? [];
  const names = new Set(known.map(({ name }) => name));
  const others = Object.keys(args).filter((name) => !names.has(name)).map((name): ArgField => ({
    name,
    kind: kindOf(args[name] ?? null),
    isRequired: false,
    description: "",
    choices: [],
  }));
  return [...known, ...others].map((field) =>
    Object.hasOwn(args, field.name) ? fit(field, args[field.name] ?? null) : field
  );
}

function kindOf(value: Json): FieldKind {
  const kind = typeof value;
  return kind === "string" ? "text" : kind === "number" || kind === "boolean" ? kind : "json";
}

function fit(field: ArgField, value: Json): ArgField {
  const isOwn = field.kind === "choice"
    ? field.choices.includes(JSON.stringify(value))
    : field.kind === (field.kind === "integer" && Number.isInteger(value) ? "integer" : kindOf(value));
  const isSeen = typeof value !== "string" || visibleText(value) === value;
  if (!isOwn || !isSeen) return { ...field, kind: "json", choices: [] };
  const isLong = typeof value === "string" && (value.length > LINE || value.includes("\n"));
  return isLong && field.kind === "text" ? { ...field, isLong } : field;
}

function toText(kind: FieldKind, value: Json): string {
  if (kind === "text" && typeof value === "string") return value;
  return kind === "json" ? visibleJson(value) : JSON.stringify(value);
}

/** Whether fields of a schema stand for all that its tool takes: one without properties takes whatever an object may have. */
export function hasFields(parameters: JsonObject | null): parameters is JsonObject {
  return isJsonObject(parameters?.properties);
}
