// A file of types, from their schemas.

import { dirname, relative } from "node:path/posix";
import type * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { EXISTING_TYPES, type ExistingType, WORD_TYPES } from "./existing_types.ts";
import {
  bareTypeText,
  docText,
  fieldsText,
  findDescription,
  findFields,
  type TypeRules,
} from "./type_text.ts";

/** A type that is written from a schema. */
export interface WrittenType {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** What it is, where the schema does not say it: a deployment carries those of requests. */
  readonly about?: string;
  /** The name of a type whose fields it has, as the same schemas. */
  readonly extends?: string;
  /** Exactly one of these fields is there: the type is a union. */
  readonly oneOf?: readonly string[];
}

/** The types of one side of the API, by the files that they are written to. */
export interface WrittenTypes {
  readonly files: Readonly<Record<string, readonly WrittenType[]>>;
  /** The first line of each file, as a comment. */
  readonly head: string;
  readonly side: TypeRules["side"];
  readonly meaningOf?: TypeRules["meaningOf"];
  readonly instead?: TypeRules["instead"];
}

/**
 * The texts of the files, before they are formatted.
 *
 * @throws {AgentError} internal - a type has no description, or lacks a field of the one that it extends
 */
export function typeTexts(
  { files, head, side, meaningOf = () => undefined, instead = new Map() }: WrittenTypes,
): Map<string, string> {
  const types = Object.values(files).flat();
  const rules: TypeRules = {
    names: new Map([
      ...[...EXISTING_TYPES].map(([schema, { name }]) => [schema, name] as const),
      ...types.map(({ schema, name }) => [schema, name] as const),
    ]),
    nameOfWords: (words) => typeOfWords(words)?.name,
    meaningOf,
    instead,
    side,
  };
  return new Map(
    Object.entries(files).map(([file, own]) => {
      const body = own.map((type) => declaration(type, types, rules)).join("\n\n");
      const note = "// Written by `deno task contract`: change the schema and run the task.";
      return [file, [`// ${head}`, note, "", writeImports(file, body, files), body, ""].join("\n")];
    }),
  );
}

function declaration(
  { name, schema, extends: base, oneOf, about }: WrittenType,
  types: readonly WrittenType[],
  rules: TypeRules,
): string {
  const description = about ?? findDescription(schema, { ...rules, names: new Map() });
  if (description === undefined) {
    throw new AgentError("internal", `The schema of ${name} has no description.`);
  }
  if (findFields(schema) === undefined) {
    return `${docText(description)}export type ${name} = ${bareTypeText(schema, rules)};`;
  }
  if (oneOf !== undefined) {
    return `${docText(description)}export type ${name} =${oneOfText(schema, oneOf, rules)};`;
  }
  const inherited = base === undefined ? new Set<string>() : findInheritedFields(schema, base, types);
  const clause = base === undefined ? "" : ` extends ${base}`;
  return `${docText(description)}export interface ${name}${clause} {\n${
    fieldsText(schema, rules, inherited)
  }\n}`;
}

/** A union: each member has one of the fields, and lacks the others. */
function oneOfText(schema: z.core.$ZodType, fields: readonly string[], rules: TypeRules): string {
  return fields.map((field) => {
    const others = fields.filter((other) => other !== field);
    const absent = others.map((other) => `readonly ${other}?: undefined;`);
    const own = fieldsText(schema, rules, new Set(others)).replace(`${field}?:`, `${field}:`)
      .replace(/ \| undefined;$/, ";");
    return `\n| {\n${[own, ...absent].join("\n")}\n}`;
  }).join("");
}

/** The fields that a schema has of another one: all of that one's. */
function findInheritedFields(
  schema: z.core.$ZodType,
  base: string,
  types: readonly WrittenType[],
): Set<string> {
  const found = types.find(({ name }) => name === base);
  const inherited = Object.entries(findFields(found?.schema) ?? {});
  const own = findFields(schema) ?? {};
  const other = inherited.filter(([name, field]) => own[name] !== field);
  if (inherited.length === 0 || other.length > 0) {
    throw new AgentError("internal", `A type extends ${base} and has not all of its fields.`);
  }
  return new Set(inherited.map(([name]) => name));
}

/** The imports of the types that the text of a file names, from where they are declared and from the other files. */
function writeImports(file: string, body: string, files: WrittenTypes["files"]): string {
  const code = body.replaceAll(/\/\*\*.*?\*\//gs, "").replaceAll(/"[^"]*"/g, "");
  const known: readonly ExistingType[] = [
    ...["Json", "JsonObject"].map((name) => ({ name, file: "core/json.ts" })),
    ...EXISTING_TYPES.values(),
    ...WORD_TYPES.map(([, type]) => type),
    ...Object.entries(files).filter(([other]) => other !== file)
      .flatMap(([other, types]) => types.map(({ name }) => ({ name, file: other }))),
  ];
  const used = known.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(code));
  const byPath = Map.groupBy(used, (type) => pathTo(type.file, file));
  const lines = [...byPath].toSorted(([one], [other]) => one < other ? -1 : 1).map(([path, types]) => {
    return `import type { ${types.map(({ name }) => name).toSorted().join(", ")} } from "${path}";`;
  });
  return `${lines.join("\n")}\n`;
}

/** The path of a file as another file imports it; both are paths in src. */
function pathTo(file: string, importer: string): string {
  const path = relative(dirname(importer), file);
  return path.startsWith(".") ? path : `./${path}`;
}

function typeOfWords(words: readonly string[]): ExistingType | undefined {
  return WORD_TYPES.find(([known]) =>
    known.length === words.length && known.every((word) => words.includes(word))
  )
    ?.[1];
}
