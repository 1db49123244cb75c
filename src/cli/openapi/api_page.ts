// The tables of docs/http-api.md: the fields of every request and answer, from their schemas. The words around them are
// written by hand.

import type * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { ALL_COMPONENTS } from "./components.ts";
import { fieldTable, lineOf, membersOf, type TableRules, typeTable } from "../contract/field_table.ts";
import { fieldsOf } from "../contract/type_text.ts";
import type { Route } from "./described_routes.ts";
import { formatText } from "../format_text.ts";

/** Behind it stands a row for each field. */
const BEGIN = "<!-- fields: written by deno task openapi -->";
/** Behind it stands a row for each type of a union, with the names of its fields. */
const BEGIN_TYPES = "<!-- types: written by deno task openapi -->";
const END = "<!-- fields: end -->";

const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries(ALL_COMPONENTS).map(([name, schema]) => [schema, name]),
);
const REQUEST: TableRules = { names: NAMES, page: "http-api.md", side: "request" };
const ANSWER: TableRules = { names: NAMES, page: "http-api.md", side: "answer" };

/**
 * The page with its tables as they are now, as `deno fmt` leaves it.
 *
 * @throws {AgentError} internal - a route or an answer with fields has no place for them in its section, or another has one
 */
export async function apiPage(page: string, routes: readonly Route[]): Promise<string> {
  const requests = new Map(routes.map((route) => {
    return [`${route.method} ${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`, requestTables(route)];
  }));
  const sections = page.split(/^(?=#{2,3} )/m).map((section) => {
    const title = /^### `([^`]+)`\n/.exec(section)?.[1];
    if (title === undefined) return section;
    const component = ALL_COMPONENTS[title];
    const tables = requests.get(title) ?? (component && answerTable(component, section));
    return tables === undefined ? section : withTables(section, title, tables);
  });
  return await formatText(sections.join(""), "md");
}

/** The section with the tables in their place. */
function withTables(section: string, title: string, tables: string): string {
  const begin = [BEGIN, BEGIN_TYPES].find((mark) => section.includes(mark));
  if (begin === undefined && tables === "") return section;
  const [start, end] = [section.indexOf(begin ?? BEGIN), section.indexOf(END)];
  if (begin === undefined || end < start || tables === "") {
    const wrong = tables === ""
      ? "has no fields: remove their marks"
      : `has fields: mark their place with ${BEGIN}`;
    throw new AgentError("internal", `${title} of docs/http-api.md ${wrong}.`);
  }
  return `${section.slice(0, start)}${begin}\n\n${tables}\n\n${section.slice(end)}`;
}

/** The tables of the body, the query and the headers of a route. */
function requestTables({ operation, facts }: Route): string {
  const bodies = facts.flatMap((fact) => fact.type === "json" || fact.type === "form" ? [fact.schema] : []);
  const body = bodies[0] ?? operation.body;
  const query = facts.find((fact) => fact.type === "query");
  const headers = Object.entries(operation.headers ?? {}).map(([name, meaning]) => {
    return lineOf([`\`${name}?\``, meaning]);
  });
  return [
    body === undefined ? "" : fieldTable("body", body, REQUEST),
    query === undefined ? "" : fieldTable("query", query.schema, REQUEST),
    headers.length === 0 ? "" : [lineOf(["header", "meaning"]), "|---|---|", ...headers].join("\n"),
  ].filter((table) => table !== "").join("\n\n");
}

/** The table of an answer, without the fields of another one that its section names; none for one of several components. */
function answerTable(schema: z.core.$ZodType, section: string): string {
  const members = membersOf(schema).filter((member) => member !== schema);
  if (members.length > 0 && members.every((member) => NAMES.has(member))) return "";
  const base = fieldsOf(ALL_COMPONENTS[/^Everything of \[`(\w+)`\]/m.exec(section)?.[1] ?? ""]) ?? {};
  const own = fieldsOf(schema) ?? {};
  const inherited = new Set(Object.keys(base).filter((name) => own[name] === base[name]));
  if (section.includes(BEGIN_TYPES)) return typeTable(schema, sharedFields(section));
  return fieldTable("field", schema, ANSWER, inherited);
}

/** The fields that all types have, as a section names them: "all have `id`, `at` and `version`". */
function sharedFields(section: string): ReadonlySet<string> {
  const [, named = ""] = /all have ([^.]*)\./.exec(section) ?? [];
  return new Set([...named.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
}
