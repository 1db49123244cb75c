// The tables of docs/agents.md: the keys of YAML from their schema, and the parts of a definition from the comments of its interface.

import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { tableText } from "../table_text.ts";
import { formatText } from "../format_text.ts";
import { definitionSchema } from "../../agents/parts.ts";
import type { Key } from "./json_schema.ts";

/** Marks the place of a table: of the keys below a path, or of the members of an interface in a file. */
const PLACE =
  /(<!-- (keys|members): (\S+)(?: of (\S+))?, written by deno task agent-schema -->\n)[\s\S]*?(<!-- \2: end -->)/g;

/**
 * The page with its tables as they are now, as `deno fmt` leaves it. `readSource` gives the text of a file of the project.
 *
 * @throws {AgentError} internal - a key stands in no table; an interface is not there, or has a member without a comment
 */
export async function agentsPage(
  page: string,
  keys: readonly Key[],
  readSource: (path: string) => string,
): Promise<string> {
  const places = [...page.matchAll(PLACE)].filter(([, , kind]) => kind === "keys").map(([, , , path = ""]) =>
    path
  );
  const outside = keys.find(({ path }) => findPlace(path, places) === undefined);
  if (outside !== undefined) {
    throw new AgentError("internal", `The key ${outside.path} is in no table of the page.`);
  }
  const written = page.replaceAll(PLACE, (...[, begin, kind, name, file, end]: string[]) => {
    const table = kind === "keys"
      ? keyTable(keys.filter(({ path }) => findPlace(path, places) === name), name ?? "")
      : memberTable(
        name === "AgentDefinition" ? listParts(readSource) : listMembers(readSource(file ?? ""), name ?? ""),
      );
    return `${begin}\n${table}\n\n${end}`;
  });
  return await formatText(written, "md");
}

/** The longest of the places that a key is below. The top of the file is `.`. */
function findPlace(path: string, places: readonly string[]): string | undefined {
  return places.filter((place) =>
    place === "." || path.startsWith(`${place}.`) || path.startsWith(`${place}[].`)
  )
    .sort((one, other) => other.length - one.length)[0];
}

function keyTable(keys: readonly Key[], place: string): string {
  const rows = keys.map(({ path, schema, required }) => {
    const name = place === "." ? path : path.slice(place.length).replace(/^(?:\[\])?\./, "");
    return [`\`${name}\`${required ? ", required" : ""}`, typeText(schema), String(schema.description)];
  });
  return tableText(["key", "value", "meaning"], rows);
}

function typeText(schema: JsonObject): string {
  const { type, enum: values, const: constant, anyOf, items, additionalProperties } = schema;
  if (constant !== undefined) return `\`${String(constant)}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (Array.isArray(anyOf)) return anyOf.filter(isJsonObject).map(typeText).join(" or ");
  if (type === "array") return `list of ${plural(isJsonObject(items) ? typeText(items) : "value")}`;
  if (type === "object") return isJsonObject(additionalProperties) ? "map by name" : "object";
  return WORDS[String(type)] ?? "any";
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
};

function plural(word: string): string {
  return word.startsWith("`") || word === "any" ? word : `${word}s`;
}

interface Member {
  readonly name: string;
  /** Empty where it takes several lines, or is long. */
  readonly type: string;
  readonly meaning: string;
}

function memberTable(members: readonly Member[]): string {
  const rows = members.map(({ name, type, meaning }) => [`\`${name}\``, type && `\`${type}\``, meaning]);
  return tableText(["part", "type", "meaning"], rows);
}

/** The parts of a definition: those of an agent, some of which an author writes in another form. */
function listParts(readSource: (path: string) => string): readonly Member[] {
  const rewritten = listMembers(readSource("src/agents/define_agent.ts"), "RewrittenParts");
  const own = listMembers(readSource("src/core/agent.ts"), "Agent");
  const further = rewritten.filter((member) => !own.some(({ name }) => name === member.name));
  return [...own, ...further]
    .map((member) => rewritten.find(({ name }) => name === member.name) ?? member)
    .filter(({ name }) => Object.hasOwn(definitionSchema.shape, name));
}

/**
 * The members of an interface with their comments, and behind them those of the interfaces of the file that it extends. Members of one
 * line are read, as `deno fmt` leaves them.
 */
function listMembers(source: string, name: string): readonly Member[] {
  const start = source.search(new RegExp(`^(?:export )?interface ${name}\\b`, "m"));
  if (start < 0) throw new AgentError("internal", `There is no interface ${name}.`);
  const text = source.slice(start, source.indexOf("\n}\n", start));
  const [head = "", body = ""] = text.split(/ \{\n/s, 2);
  const members = body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n)? {2}readonly (\w+)\??: ([^\n]*)/g);
  const own = [...members].map(([, comment, member = "", written = ""]) => {
    if (comment === undefined) throw new AgentError("internal", `${name}.${member} has no comment.`);
    const type = written.endsWith(";") && written.length <= 60 ? written.slice(0, -1) : "";
    return { name: member, type: type.replace(/ \| undefined$/, ""), meaning: toSentence(comment) };
  });
  const bases = /\bextends\s+([\s\S]+)$/.exec(head)?.[1]?.split(/,\s*/) ?? [];
  return [...own, ...bases.flatMap((base) => listMembers(source, base.trim()))];
}

/** The text of a comment in one line. A link to a type is its name. */
function toSentence(comment: string): string {
  return comment.replaceAll(/^\s*\*/gm, "").replaceAll(/\{@link ([^}]+)\}/g, "`$1`").replaceAll(/\s+/g, " ")
    .trim();
}

/** A schema as the file has it. */
export function schemaText(schema: Json): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
