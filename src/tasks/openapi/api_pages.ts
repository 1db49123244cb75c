// What is generated of docs/http-api.md and of the pages in docs/http-api: the table of routes, the fields of requests and answers, the
// error codes. The words around them are written by hand, and say which page a route or a type is on.

import type * as z from "zod/mini";
import { AgentError, ERROR_CODES, type ErrorCode } from "../../core/error.ts";
import { ALL_CODES, listErrors } from "../../http/schemas/operations.ts";
import { fieldList, listMembers, type ListRules, typeList } from "../contract/field_list.ts";
import { findFields } from "../contract/type_text.ts";
import { headedTexts, linkFrom, toAnchor } from "../../cli/docs/headings.ts";
import { tableText } from "../table_text.ts";
import { formatText } from "../format_text.ts";
import { ALL_COMPONENTS } from "./components.ts";
import type { Route } from "./described_routes.ts";
import { SHARED_ERRORS } from "./shared_errors.ts";

/** The page with the table of routes. */
const OVERVIEW = "http-api.md";

/** The page with the table of error codes, which has sections for those that users meet. */
const SYMPTOMS = "symptoms.md";

/** The pages of resources, in the order of the table. Fields of an object that two pages have are listed on the first one. */
export const API_PAGES: readonly string[] = [
  OVERVIEW,
  SYMPTOMS,
  ...[
    ...["access", "errors", "types", "steps", "threads", "approvals", "chat", "ag-ui", "openai", "agents"],
    ...["catalogues", "evaluations", "schedules", "webhooks", "usage", "deployment"],
  ].map((name) => `http-api/${name}.md`),
];

/** Behind it stands a line for each field of the section's route or type. */
const FIELDS = "<!-- fields -->";
/** Behind it stands a line for each type of a union, with the names of its fields. */
const TYPES = "<!-- types -->";
/** Behind it stands the table of routes. */
const ROUTES = "<!-- routes -->";
/** Behind it stands the table of error codes. */
const CODES = "<!-- codes -->";
const END = "<!-- end -->";

/** The route whose codes every route that runs steps has. */
const STEPS = "POST /v1/threads/:id/steps";

const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries(ALL_COMPONENTS).map(([name, schema]) => [schema, name]),
);

/** What the sections of all pages are written from. */
interface Sources {
  /** By their titles: `GET /v1/threads`. */
  readonly routes: ReadonlyMap<string, Route>;
  /** The page of each route, type and error code, by the title of its section. */
  readonly pages: ReadonlyMap<string, string>;
  readonly listed: ListRules["listed"];
}

/**
 * The pages as they are now, as `deno fmt` leaves them, by their paths relative to docs. `texts` are all of {@link API_PAGES}.
 *
 * @throws {AgentError} internal - a route or a type has no section, has no place for its fields, or has one and no fields
 */
export async function apiPages(
  texts: ReadonlyMap<string, string>,
  routes: readonly Route[],
): Promise<Map<string, string>> {
  const sources = {
    routes: new Map(routes.map((route) => [formatTitle(route), route])),
    pages: findSections(texts),
    listed: new Map(),
  };
  const written = Array.from(texts, ([page, text]) => {
    const sections = text.split(/^(?=## )/m).map((section) => sectionText(section, page, sources));
    return [page, sections.join("")] as const;
  });
  return new Map(
    await Promise.all(written.map(async ([page, text]) => [page, await formatText(text, "md")] as const)),
  );
}

/** The page of every section whose title is code, which is that of a route, a type or an error code. */
function findSections(texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    Array.from(texts).flatMap(([page, text]) => {
      return headedTexts(text).flatMap(({ title }) => {
        const [, code] = /^`([^`]+)`$/.exec(title) ?? [];
        return code === undefined ? [] : [[code, page] as const];
      });
    }),
  );
}

function formatTitle({ method, path }: Route): string {
  return `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
}

/** A section with what is generated of it. */
function sectionText(section: string, page: string, sources: Sources): string {
  if (hasMark(section, ROUTES)) return replaceBlock(section, ROUTES, routesTable(page, sources));
  if (hasMark(section, CODES)) return replaceBlock(section, CODES, codesTable(sources.pages));
  const title = /^## `([^`]+)`\n/.exec(section)?.[1] ?? "";
  const route = sources.routes.get(title);
  const rules = { names: NAMES, pages: sources.pages, page, section: title, listed: sources.listed };
  if (route === undefined) {
    const component = ALL_COMPONENTS[title];
    if (component === undefined) return section;
    return withFields(section, title, answerLines(component, section, { ...rules, side: "answer" }));
  }
  const like = /^As \[`([^`]+)`\]/m.exec(section)?.[1];
  if (like !== undefined) {
    assertAlike(route, sources.routes.get(like));
    return section;
  }
  const fields = withFields(section, title, requestLines(route, { ...rules, side: "request" }));
  return withErrors(fields, errorsText(route, page, sources));
}

/** The section with the lists in their place. */
function withFields(section: string, title: string, lines: string): string {
  const begin = [FIELDS, TYPES].find((mark) => hasMark(section, mark));
  if (begin === undefined && lines === "") return section;
  if (begin === undefined || lines === "") {
    const wrong = lines === ""
      ? "has no fields: remove their marks"
      : `has fields: mark their place with ${FIELDS}`;
    throw new AgentError("internal", `${title} of docs/http-api ${wrong}.`);
  }
  return replaceBlock(section, begin, lines);
}

function replaceBlock(section: string, begin: string, text: string): string {
  const start = section.indexOf(`\n${begin}\n`) + 1;
  const end = section.indexOf(END, start);
  if (end < 0) throw new AgentError("internal", `${begin} of docs/http-api has no ${END} behind it.`);
  return `${section.slice(0, start)}${begin}\n\n${text}\n\n${section.slice(end)}`;
}

/** A mark is a line of its own: text may name it. */
function hasMark(section: string, mark: string): boolean {
  return section.includes(`\n${mark}\n`);
}

// Routes ----------------------------------------------------------------------------------------------------------------

/** In the order of the pages and of their sections. */
function routesTable(page: string, { routes, pages }: Sources): string {
  for (const title of routes.keys()) {
    if (!pages.has(title)) throw new AgentError("internal", `${title} has no section in docs/http-api.`);
  }
  const rows = Array.from(pages).flatMap(([title, target]) => {
    const route = routes.get(title);
    if (route === undefined) return [];
    return [[`[\`${title}\`](${linkFrom(page, `${target}#${toAnchor(title)}`)})`, route.operation.summary]];
  });
  return tableText(["route", "what it does"], rows);
}

/** The lists of the body, the query and the headers of a route. */
function requestLines({ operation, facts }: Route, rules: ListRules): string {
  const bodies = facts.flatMap((fact) => fact.type === "json" || fact.type === "form" ? [fact.schema] : []);
  const body = bodies[0] ?? operation.body;
  const query = facts.find((fact) => fact.type === "query");
  const headers = Object.entries(operation.headers ?? {}).map(([name, meaning]) => {
    return `- \`${name}?\`: ${meaning}`;
  });
  return [
    ["Body", body === undefined ? "" : fieldList(body, rules)],
    ["Query", query === undefined ? "" : fieldList(query.schema, rules)],
    ["Headers", headers.join("\n")],
  ].flatMap(([head, lines]) => lines === "" ? [] : [`${head}:\n\n${lines}`]).join("\n\n");
}

/**
 * Two routes of which the section of one refers to the other: all that is generated of them is the same.
 *
 * @throws {AgentError} internal - it is not
 */
function assertAlike(route: Route, other: Route | undefined): void {
  const generated = (each: Route) => {
    const rules = { names: NAMES, pages: new Map(), page: "", section: "", listed: new Map() };
    return `${requestLines(each, { ...rules, side: "request" })} ${ownErrors(each)}`;
  };
  if (other !== undefined && generated(route) === generated(other)) return;
  throw new AgentError("internal", `${formatTitle(route)} is not as the route that its section refers to.`);
}

// Errors ----------------------------------------------------------------------------------------------------------------

/** The codes of a route that docs/http-api/errors.md does not list for all; OpenAI's errors have codes of their own. */
function ownErrors({ operation: { errors = [], openai } }: Route): readonly ErrorCode[] {
  return openai ? [] : ALL_CODES.filter((code) => errors.includes(code) && !SHARED_ERRORS.has(code));
}

/** `Errors: those of the route for steps, "approval_decided".` Every code of models is `model_*`. */
function errorsText(route: Route, page: string, { routes, pages }: Sources): string {
  const own = ownErrors(route);
  const steps = routes.get(STEPS);
  const ofSteps = steps === undefined || steps === route ? [] : ownErrors(steps);
  const runsSteps = ofSteps.length > 0 && ofSteps.every((code) => own.includes(code));
  const rest = own.filter((code) => !runsSteps || !ofSteps.includes(code));
  const ofModels = listErrors("model");
  const hasModels = ofModels.every((code) => rest.includes(code));
  const single = rest.filter((code) => !hasModels || !ofModels.includes(code)).map((code) => `\`${code}\``);
  const link = linkFrom(page, `${pages.get(STEPS) ?? ""}#${toAnchor(STEPS)}`);
  const words = [
    ...(runsSteps ? [`those of [\`${STEPS}\`](${link})`] : []),
    ...single,
    ...(hasModels ? ["`model_*`"] : []),
  ];
  return words.length === 0 ? "" : `Errors: ${words.join(", ")}`;
}

/** The section with its paragraph of errors at its end, in place of the one that it has. */
function withErrors(section: string, errors: string): string {
  const text = section.replace(/^Errors: (?:.+\n)+/m, "").trimEnd();
  return `${text}\n\n${errors === "" ? "" : `${errors}\n\n`}`;
}

/** Each code is an anchor of the page, by its section or by its row: the `type` of an error leads there. */
function codesTable(pages: Sources["pages"]): string {
  const rows = ALL_CODES.map((code) => {
    const { status, retryable, title } = ERROR_CODES[code];
    const hasSection = pages.get(code) === SYMPTOMS;
    const name = hasSection ? `[\`${code}\`](#${toAnchor(code)})` : `<a id="${code}"></a>\`${code}\``;
    return [name, String(status), retryable ? "yes" : "no", title];
  });
  return tableText(["code", "status", "retryable", "meaning"], rows);
}

// Answers ---------------------------------------------------------------------------------------------------------------

/** The list of a type, without the fields of another one that its section names; none for one of several components. */
function answerLines(schema: z.core.$ZodType, section: string, rules: ListRules): string {
  const members = listMembers(schema).filter((member) => member !== schema);
  if (members.length > 0 && members.every((member) => NAMES.has(member))) return "";
  const base = findFields(ALL_COMPONENTS[/^Everything of \[`(\w+)`\]/m.exec(section)?.[1] ?? ""]) ?? {};
  const own = findFields(schema) ?? {};
  const inherited = new Set(Object.keys(base).filter((name) => own[name] === base[name]));
  if (hasMark(section, TYPES)) return typeList(schema, sharedFields(section));
  return fieldList(schema, rules, inherited);
}

/** The fields that all types have, as a section names them: "all have `id`, `at` and `version`". */
function sharedFields(section: string): ReadonlySet<string> {
  const [, named = ""] = /all have ([^.]*)\./.exec(section) ?? [];
  return new Set([...named.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
}
