/** The pages of docs are compared with the code: files, functions, folders, routes, events, codes and variables. */
import assert from "node:assert/strict";
import { parseToolChoice } from "../../../src/core/tool_choice/parse_tool_choice.ts";
import config from "../../../deno.json" with { type: "json" };
import { DEFAULT_LIMITS } from "../../../src/agents/define_agent.ts";
import { eventsPage } from "../../../src/tasks/events.ts";
import { API_PAGES, apiPages } from "../../../src/tasks/openapi/api_pages.ts";
import { describeRoutes } from "../../../src/tasks/openapi/described_routes.ts";
import { AgentError, ERROR_CODES, type ErrorCode } from "../../../src/core/error.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import { WRITER } from "../../../src/core/record.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import { readSettings } from "../../../src/deps/settings.ts";
import { problemBody } from "../../../src/http/errors.ts";
import { EVENT_SCHEMAS } from "../../../src/http/schemas/responses/events.ts";
import openapi from "../../../src/playground/dist/openapi.json" with { type: "json" };
import { loadProviders } from "../../../src/provider_registry.ts";
import {
  COMMIT_FIELD,
  HEADER_FIELD,
  PENDING_FIELD,
  RECEIPT_FIELD,
} from "../../../src/stores/upstash/layout.ts";
import { declares } from "../../support/docs/declares.ts";
import {
  anchorsOf,
  codeBlocks,
  codeIn,
  readPage,
  relativeLinks,
  rowsOf,
  sectionsOf,
} from "../../support/docs/markdown.ts";
import { readPages } from "../../support/docs/pages.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";

const pages = await readPages();
const architecture = (await readPage("docs/architecture.md")).text;
const redis = (await readPage("docs/redis.md")).text;
const apiTexts = new Map(
  await Promise.all(API_PAGES.map(async (page) => [page, (await readPage(`docs/${page}`)).text] as const)),
);
const apiErrors = apiTexts.get("http-api/errors.md") ?? "";
const symptoms = apiTexts.get("symptoms.md") ?? "";
const events = (await readPage("docs/events.md")).text;
const files = (await Promise.all(
  ["src", "functions", "tests", "docs"].map((folder) => Array.fromAsync(walkFiles(folder))),
)).flat();

// Every page ------------------------------------------------------------------------------------------------------------

for (const { path, text } of pages) {
  Deno.test(`${path}: every link within the project leads to a file, and to a heading of it`, async () => {
    for (const link of relativeLinks(text)) {
      const [target = "", anchor] = link.split("#");
      const url = new URL(target === "" ? path : target, new URL(path, projectRoot));
      const file = target === "" ? new URL(path, projectRoot) : url;
      const found = await Deno.readTextFile(file).catch(() => assert.fail(`${link} leads nowhere`));
      assert.ok(anchor === undefined || anchorsOf(found).has(anchor), `${link}: there is no such heading`);
    }
  });

  Deno.test(`${path}: every file, folder and task that it names is there`, () => {
    for (const named of codeIn(text).filter((code) => /^(?:src|tests|functions|docs)\/\S*$/.test(code))) {
      assert.ok(isThere(named), `${named} does not exist`);
    }
    const tasks = [...text.matchAll(/\bdeno(?:@[\d.]+)?\s+task\s+([a-z][\w:-]*)/g)].map((match) => match[1]);
    assert.deepEqual(tasks.filter((task) => task === undefined || !(task in config.tasks)), []);
  });
}

Deno.test("every page has one title, and no two sections of one name", () => {
  for (const { path, text } of pages.filter(({ path }) => path.startsWith("docs/") && path.endsWith(".md"))) {
    const headings: readonly string[] = text.replace(/^(`{3,}).*?^\1$/gms, "").match(/^##? .+$/gm) ?? [];
    assert.deepEqual(headings.filter((heading, index) => headings.indexOf(heading) !== index), [], path);
    assert.equal(headings.filter((heading) => heading.startsWith("# ")).length, 1, path);
  }
});

Deno.test("CHANGELOG.md: the sections are Unreleased, those of versions, and the days before; each of the first has its kinds in order", async () => {
  const sections = sectionsOf((await readPage("CHANGELOG.md")).text, 2);
  const titles = sections.map(({ title }) => title);
  assert.equal(titles[0], "Unreleased");
  assert.equal(titles.at(-1), "Before the first release, by day");
  for (const { title, text } of sections.slice(0, -1)) {
    assert.match(title, /^(?:Unreleased|\d+\.\d+\.\d+, \d{4}-\d\d-\d\d)$/);
    const kinds = sectionsOf(text, 3).map(({ title }) => title);
    assert.deepEqual(kinds, ["Added", "Changed", "Fixed", "Removed"].filter((kind) => kinds.includes(kind)));
  }
});

Deno.test("no manifest of tests names a package that deno.json has, and no two of them have other versions of one", async () => {
  const read = async (path: string): Promise<Record<string, string>> =>
    JSON.parse((await readPage(path)).text).imports;
  const root = await read("deno.json");
  const ranges = new Map<string, string>();
  for (const path of ["tests/deno.json", "tests/slow/deno.json", "tests/bench/deno.json"]) {
    for (const [name, range] of Object.entries(await read(path))) {
      assert.ok(!(name in root), `${path} names ${name}, as deno.json does`);
      assert.equal(ranges.get(name) ?? range, range, `${path}: ${name}`);
      ranges.set(name, range);
    }
  }
});

// docs/architecture.md --------------------------------------------------------------------------------------------------

Deno.test("docs/architecture.md: every function is declared in the file that is named before it", async () => {
  let functions = 0;
  for (const block of architecture.split(/\n\n|\n(?=\d+\. |\| )/)) {
    let file: string | undefined;
    for (const code of codeIn(block)) {
      if (/^(?:src|functions)\/\S+\.ts$/.test(code)) file = code;
      const name = /^(#?\w+)\(\)$/.exec(code)?.[1];
      if (name === undefined) continue;
      assert.ok(file !== undefined, `${code} stands before any file in:\n${block}`);
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      assert.ok(declares(source, name), `${file} declares no ${name}`);
      functions++;
    }
  }
  assert.ok(functions >= 40, `the page names ${functions} functions`);
});

Deno.test("docs/architecture.md: the walk is numbered, and goes from an entrypoint over begin, act and plan to the commit", () => {
  const walk = /<!-- walk: begin -->(.*)<!-- walk: end -->/s.exec(architecture)?.[1] ?? "";
  const numbers = [...walk.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  assert.deepEqual(numbers, numbers.map((_, index) => index + 1));
  const places = [
    "functions/deno.ts",
    "src/http/routes/steps.ts",
    "src/kernel/run.ts",
    "src/stores/upstash/lua/begin.ts",
    "src/kernel/step/act.ts",
    "src/kernel/step/plan.ts",
    "src/kernel/drivers/tool_calling.ts",
    "src/providers/_wire/http_provider.ts",
    "src/kernel/step/commit.ts",
    "src/stores/upstash/lua/commit.ts",
  ].map((file) => walk.indexOf(`\`${file}\``));
  assert.deepEqual(places.filter((place) => place < 0), []);
  assert.deepEqual(places, places.toSorted((one, other) => one - other));
  assert.equal(codeBlocks(architecture, "mermaid").length, 1, "a sequence diagram");
});

Deno.test("docs/architecture.md: every path that the tree names exists", async () => {
  for (const path of readTree(architecture)) {
    const { isDirectory } = await Deno.stat(new URL(path, projectRoot)).catch(() =>
      assert.fail(`${path} does not exist`)
    );
    assert.equal(isDirectory, path.endsWith("/"), `${path}: a folder ends with a slash, a file does not`);
  }
});

Deno.test("docs/architecture.md: the tree names every folder of src, the files beside them, functions, and the folders of tests", async () => {
  const named = readTree(architecture);
  const isFolder = (path: string) => path.endsWith("/");
  const actual = [...await children("src"), ...await children("functions")];
  actual.push(...(await children("tests")).filter(isFolder), ...foldersOf(files, "src"));
  assert.deepEqual(actual.filter((path) => !named.includes(path)), []);
});

Deno.test("docs/architecture.md: who may import whom has every part of src, and functions", async () => {
  const parts = (await children("src")).filter((path) => !path.endsWith(".md")).map((path) =>
    path.replace(/^src\/|\/$|\.ts$/g, "")
  );
  const rows = rowsOf(architecture, "folder").flatMap(([names = ""]) => names.split(", "));
  assert.deepEqual(rows.toSorted(), [...new Set([...parts, "functions"])].toSorted());
});

Deno.test("docs/redis.md: the keys of a thread are those of src/stores/upstash/keys.ts", async () => {
  const source = await Deno.readTextFile(new URL("src/stores/upstash/keys.ts", projectRoot));
  const pinned = [...source.matchAll(/^ \* \| \w+ \| `(:[^`]+)` \| (\w+)/gm)].map(([, key, type]) =>
    `${key} ${type}`
  );
  const shown = rowsOf(redis, "key").map(([key = "", type]) => `${codeIn(key)[0]} ${type}`);
  assert.ok(pinned.length >= 10);
  assert.deepEqual(shown.toSorted(), pinned.toSorted());
});

Deno.test("docs/redis.md: the fields of the hashes are those of src/stores/upstash/layout.ts", () => {
  const named = (head: string) => rowsOf(redis, head).map(([field = "", name = ""]) => `${field} ${name}`);
  const fields = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([name, field]) => `\`${field}\` \`${name}\``);
  assert.deepEqual(named("header"), [...fields(HEADER_FIELD), `\`${COMMIT_FIELD}<n>\` \`commits\``]);
  assert.deepEqual(named("receipt"), fields(RECEIPT_FIELD));
  const [, , pending = ""] = rowsOf(redis, "key").find(([key]) => key === "`:x`") ?? [];
  const places = Object.values(PENDING_FIELD).map((field) => field.endsWith(":") ? `${field}<id>` : field);
  assert.deepEqual(codeIn(pending).filter((code) => code !== "once"), places);
});

Deno.test("readTree: names before two spaces are paths, the indentation is the folder", () => {
  const tree = [
    "# Treadle",
    "```text",
    "treadle/               the project",
    "  deno.json deno.lock  the manifest",
    "  src/                 runtime-neutral",
    "    mod.ts",
    "    core/              types",
    "  tests/",
    "    lint/  rules",
    "```",
  ].join("\n");
  assert.deepEqual(readTree(tree), [
    "deno.json",
    "deno.lock",
    "src/",
    "src/mod.ts",
    "src/core/",
    "tests/",
    "tests/lint/",
  ]);
});

// docs/http-api ---------------------------------------------------------------------------------------------------------

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const description: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> };
} = JSON.parse(JSON.stringify(openapi));

const operations = new Map(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `\`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}\``,
      operation,
    ])
  ),
);
const apiSections = [...apiTexts.values()].flatMap((text) => sectionsOf(text, 2));
const routes = apiSections.filter(({ title }) => /^`[A-Z]+ \/.*`$/.test(title));

Deno.test("docs/http-api: the routes are those of openapi.json, each once, and the overview links each", () => {
  assert.deepEqual(routes.map(({ title }) => title).toSorted(), [...operations.keys()].toSorted());
  const listed = rowsOf(apiTexts.get("http-api.md") ?? "", "route").map(([route = ""]) => codeIn(route)[0]);
  assert.deepEqual(listed, routes.map(({ title }) => codeIn(title)[0]));
});

for (const { title, text } of routes) {
  const operation = operations.get(title);
  if (operation === undefined) continue;

  Deno.test(`docs/http-api: ${title} lists its errors`, () => {
    const shared = rowsOf(sectionNamed(apiErrors, "Errors"), "where").flatMap(([, codes = ""]) =>
      codeIn(codes)
    );
    const expected = errorsOf(operation).filter((code) => !shared.includes(code));
    assert.deepEqual(listedErrors(text).toSorted(), expected.toSorted());
  });
}

/** The codes that the section of a route lists; it may refer to another route for all of them, or for some. */
function listedErrors(text: string): string[] {
  const like = /^As \[(`[^`]+`)\]/m.exec(text)?.[1];
  const line = /^Errors: (.*?)$(?!\n`)/ms.exec(text)?.[1] ?? "";
  const ofOther = /^those of \[(`[^`]+`)\]\(\S+\)/.exec(line);
  const other = routes.find(({ title }) => title === (like ?? ofOther?.[1]));
  const own = codeIn(line.slice(ofOther?.[0].length ?? 0)).flatMap((code) =>
    code.endsWith("*") ? CODES.filter((each) => each.startsWith(code.slice(0, -1))) : [code]
  );
  return [...other === undefined ? [] : listedErrors(other.text), ...own];
}

Deno.test("docs/http-api: the types are the components of openapi.json, each described once", () => {
  const described = Object.keys(description.components.schemas).filter((name) => !(name in EVENT_SCHEMAS)); // docs/events.md has those
  const types = apiSections.map(({ title }) => title).filter((title) => /^`\w+`$/.test(title));
  assert.deepEqual(types.toSorted(), described.map((name) => `\`${name}\``).toSorted());
});

Deno.test("docs/http-api: a type that the fields of two pages have stands on the page of shared types, any other beside its routes", () => {
  const users = new Map<string, Set<string>>();
  for (const [page, text] of apiTexts) {
    for (const [fields] of text.matchAll(/^<!-- fields -->$.*?^<!-- end -->$/gms)) {
      for (const [, name = ""] of fields.matchAll(/\[`(\w+)`\]\(/g)) {
        users.set(name, (users.get(name) ?? new Set()).add(page));
      }
    }
  }
  const shared = "http-api/types.md";
  for (const [page, text] of apiTexts) {
    for (
      const [name = ""] of sectionsOf(text, 2).map(({ title }) => codeIn(title)).filter((code) =>
        /^\w+$/.test(code[0] ?? "")
      )
    ) {
      const others = [...users.get(name) ?? []].filter((user) => user !== page && user !== shared);
      assert.ok(page === shared ? others.length > 0 : others.length === 0, `${name} of ${page}: ${others}`);
    }
  }
});

Deno.test("docs/http-api: what is generated is what the schemas say now", async () => {
  for (const [page, text] of await apiPages(apiTexts, describeRoutes())) {
    assert.equal(apiTexts.get(page), text, `docs/${page}: run deno task openapi`);
  }
});

Deno.test("docs/http-api: every page of the folder is one of the generator", async () => {
  const found = (await Array.fromAsync(walkFiles("docs/http-api"))).map((path) => path.replace("docs/", ""));
  assert.deepEqual(found.toSorted(), API_PAGES.filter((page) => page.includes("/")).toSorted());
});

// docs/events.md --------------------------------------------------------------------------------------------------------

/** Every event with its fields, "?" for those that may be absent. The compiler compares it with the union. */
const EVENTS: {
  readonly [Type in StepEvent["type"]]: Fields<Omit<Extract<StepEvent, { type: Type }>, "type" | "seq">>;
} = {
  "step.started": { thread: "", agent: "", step: "", model: "", choice: "", at: "", input: "?" },
  "input.taken": { id: "", door: "?" },
  "plan.restarted": { model: "", choice: "", reason: "", because: "", from: "" },
  "warning": { code: "", message: "" },
  "text.started": { block: "" },
  "text.delta": { block: "", text: "" },
  "text.ended": { block: "" },
  "reasoning.started": { block: "" },
  "reasoning.delta": { block: "", text: "" },
  "reasoning.ended": { block: "" },
  "call.started": { block: "", callId: "", name: "" },
  "call.delta": { block: "", callId: "", text: "" },
  "call.ready": { block: "", callId: "", name: "", args: "", readiness: "" },
  "tool.started": { callId: "", name: "", args: "", attempt: "", app: "?" },
  "tool.finished": { callId: "", name: "", outcome: "", output: "", error: "?", ms: "", app: "?" },
  "approval.requested": {
    callId: "",
    thread: "?",
    name: "",
    args: "",
    digest: "",
    expiresAt: "?",
    approvals: "?",
    edits: "?",
    asks: "?",
    client: "?",
    because: "?",
  },
  "result.requested": { callId: "", name: "", args: "" },
  "authorization.requested": { callId: "", name: "", server: "", url: "", expiresAt: "" },
  "call.deferred": { callId: "", name: "", ref: "", expiresAt: "", pollAt: "?" },
  "child.started": { thread: "", phase: "", callId: "", worker: "" },
  "child.step": { thread: "", phase: "", callId: "", step: "", status: "" },
  "child.finished": { thread: "", phase: "", callId: "", outcome: "" },
  "usage": {
    inputTokens: "",
    outputTokens: "",
    cachedTokens: "?",
    cacheWriteTokens: "?",
    reasoningTokens: "?",
    microDollars: "?",
    estimated: "?",
  },
  "step.finished": {
    step: "",
    version: "",
    status: "",
    finish: "",
    outcome: "",
    continues: "",
    question: "?",
  },
  "step.failed": { step: "", version: "", error: "" },
};

type Fields<Event> = { readonly [Field in keyof Event]-?: object extends Pick<Event, Field> ? "?" : "" };

Deno.test("docs/events.md: the events and their fields are those of the union in src/core/event.ts", () => {
  const shown = sectionsOf(events, 2).filter(({ title }) => title !== "`stream.failed`").map((
    { title, text },
  ) => [codeIn(title)[0], listedFields(text)]);
  const expected = Object.entries(EVENTS).map(([type, fields]) => [
    type,
    Object.entries(fields).map(([field, mark]) => field + mark).toSorted(),
  ]);
  assert.equal(shown.length, expected.length);
  assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(expected));
});

Deno.test("docs/events.md: it is what the schemas say now, and every field has a type and a meaning", async () => {
  assert.equal(events, await eventsPage(), "run deno task events");
  const fields = events.match(/^ *- `(?:.|\n *(?!- )\S)+/gm) ?? [];
  assert.ok(fields.length > 100);
  for (const field of fields) assert.match(field, /^ *- `\w+\??` \(.+\):\s\S/s, "a type and a meaning");
});

const CODES = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => code in ERROR_CODES);

Deno.test("docs/symptoms.md: the table of errors is that of the code", () => {
  const shown = rowsOf(sectionNamed(symptoms, "All codes"), "code");
  assert.deepEqual(
    shown.map(([code = "", status, retryable, meaning]) => [codeIn(code)[0], status, retryable, meaning]),
    CODES.map((code) => {
      const { status, retryable, title } = ERROR_CODES[code];
      return [code, String(status), retryable ? "yes" : "no", title];
    }),
  );
});

Deno.test("docs/symptoms.md: the type of every error leads to an anchor of the page, which is in the package, and no section is of a code that is none", () => {
  const anchors = anchorsOf(symptoms);
  for (const code of CODES) {
    const { type } = { type: "", ...problemBody(new AgentError(code, "It failed."), "r1") };
    const { origin, pathname, hash } = new URL(type);
    assert.equal(`${origin}${pathname}`, `https://unpkg.com/${config.name}/docs/symptoms.md`);
    assert.equal(hash, `#${code}`);
    assert.ok(anchors.has(code), `${code} has no anchor`);
  }
  const named = [...symptoms.matchAll(/^### `(\w+)`$/gm)].map(([, code = ""]) => code);
  assert.ok(named.length >= 20, `${named.length} codes have a section`);
  assert.deepEqual(named.filter((code) => !CODES.some((each) => each === code)), []);
});

Deno.test("docs/http-api/errors.md: the warnings are those that src gives", async () => {
  const given = new Set<string>();
  for (const file of files.filter((path) => /^src\/.*\.ts$/.test(path))) {
    const source = await Deno.readTextFile(new URL(file, projectRoot));
    for (const [, code, word] of source.matchAll(/\bcode: "(\w+)",\s*message|\bwarn\(\s*"(\w+)"/g)) {
      given.add(code ?? word ?? "");
    }
  }
  given.delete("custom"); // an issue of zod
  const shown = rowsOf(sectionNamed(apiErrors, "Warnings"), "code").map(([code = ""]) =>
    codeIn(code)[0] ?? ""
  );
  assert.deepEqual(shown, [...given].toSorted());
});

// docs/configuration.md -------------------------------------------------------------------------------------------------

Deno.test("docs/configuration.md: the settings are those that a deployment reads, with their defaults", async () => {
  const read = new Set<string>();
  const settings: Readonly<Record<string, unknown>> = readSettings(
    new Proxy({}, { get: (_, name) => void read.add(String(name)) }),
  );
  const rows = rowsOf(sectionNamed((await readPage("docs/configuration.md")).text, "Settings"), "variable");
  assert.deepEqual(rows.map(([name = ""]) => codeIn(name)[0]).toSorted(), [...read].toSorted());
  for (const [variable = "", shown = ""] of rows) {
    const value = settings[codeIn(variable)[0] ?? ""];
    if (value !== undefined) assert.equal(shown, `\`${value}\``, variable);
  }
});

Deno.test("docs/configuration.md: the variables of the providers are those that they read, with the addresses in their code", async () => {
  const rows = rowsOf(sectionNamed((await readPage("docs/configuration.md")).text, "Providers"), "variable");
  const names = rows.map(([name = ""]) => codeIn(name)[0] ?? "");
  const expected = (await loadProviders()).flatMap(([, { variables }]) => variables);
  assert.deepEqual(names.toSorted(), expected.toSorted());
  const sources = await Promise.all(
    files.filter((path) => path.startsWith("src/providers/")).map((path) =>
      Deno.readTextFile(new URL(path, projectRoot))
    ),
  );
  const code = sources.join("\n").replaceAll("${region}", "<region>");
  for (const [variable, shown = ""] of rows) {
    for (const address of codeIn(shown).filter((value) => value.includes("://"))) {
      assert.ok(code.includes(address), `${variable}: ${address} is in no provider`);
    }
  }
});

Deno.test("docs/guarantees.md: the limits of an agent are its defaults", async () => {
  const { text } = await readPage("docs/guarantees.md");
  const limits = rowsOf(sectionNamed(text, "Limits"), "what").map(([, limit = ""]) => limit);
  const { stepsPerRun, stepMs, parallelCalls, repeatedCalls, historyEntries, historyBytes } = DEFAULT_LIMITS;
  const expected = [
    `${stepsPerRun}; ${stepMs / 1000} s (\`limits.stepsPerRun\`, \`limits.stepMs\`)`,
    `${parallelCalls}; ${repeatedCalls} (\`limits.parallelCalls\`, \`limits.repeatedCalls\`)`,
    `${historyEntries} entries, ${
      historyBytes / 1024
    } KB (\`limits.historyEntries\`, \`limits.historyBytes\`)`,
  ];
  assert.deepEqual(expected.filter((limit) => !limits.includes(limit)), []);
});

Deno.test("docs/stability.md: the numbers of stored forms are those of the code, and tests/compat has as many commits", async () => {
  const text = (await readPage("docs/stability.md")).text.replaceAll(/\s+/g, " ");
  const [, schema] = /`SCHEMA` in `src\/core\/state\.ts`; (\d+) is/.exec(text) ?? [];
  const [, writer] = /`WRITER` in `src\/core\/record\.ts`; (\d+) is/.exec(text) ?? [];
  assert.deepEqual([schema, writer], [String(SCHEMA), String(WRITER)]);
  const commits = (await children("tests/compat")).filter((path) => path.endsWith("/"));
  const numbers = ["six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
  assert.ok(text.includes(`holds threads of ${numbers[commits.length - 6]} commits`), String(commits.length));
  assert.ok(text.includes(`The package is ${config.version} `), config.version);
});

Deno.test("C2: docs/tool-choice.md: each spelling in its table is the choice that stands beside it", async () => {
  const { text } = await readPage("docs/tool-choice.md");
  const rows = [...text.matchAll(/^\| [^|]+ \| (`[^|]+) \| `(\w+)`[^|]*\|$/gm)];
  const checked = rows.flatMap(([, examples = "", expected = ""]) =>
    codeIn(examples).filter((example) => /^["{]/.test(example) && !example.includes("...")).map((example) => {
      assert.equal(parseToolChoice(JSON.parse(example))?.choice.type, expected, example);
      return example;
    })
  );
  for (const word of ["generate", "execute", "predict"]) assert.ok(checked.includes(`"${word}"`), word);
});

Deno.test("docs/tool-choice.md: the fields that a step reports are those of openapi.json", async () => {
  const { text } = await readPage("docs/tool-choice.md");
  assert.deepEqual(
    fieldsIn(sectionNamed(text, "What a step reports"), "field"),
    fieldsOf(description.components.schemas.EffectiveChoice ?? {}),
  );
});

// Parts -----------------------------------------------------------------------------------------------------------------

/** `src/providers/<dialect>/models.ts` is there when one dialect has it; `tests/wire/<dialect>/` is a folder. */
function isThere(named: string): boolean {
  const pattern = named.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/<\w+>/g, "[^/]+").replace(
    /\/$/,
    "",
  );
  return files.some((file) => new RegExp(`^${pattern}(?:/|$)`).test(file));
}

function sectionNamed(text: string, title: string): string {
  const found = sectionsOf(text, 2).find((section) => section.title === title);
  return found?.text ?? assert.fail(`there is no section ${title}`);
}

/** The fields of a table, "name?" for those that may be left out, sorted. */
function fieldsIn(text: string, head: string): string[] {
  return rowsOf(text, head).flatMap(([field = ""]) => codeIn(field)).toSorted();
}

/** The fields that a list has at its outer level, "name?" for those that may be left out, sorted. */
function listedFields(text: string): string[] {
  return [...text.matchAll(/^- `(\w+\??)`/gm)].map(([, field = ""]) => field).toSorted();
}

/** The codes of the problems that an operation answers. */
function errorsOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.["application/problem+json"]?.examples ?? {})
  );
}

/** The fields of a schema, "name?" for those that may be left out, sorted. */
function fieldsOf({ properties = {}, required = [] }: ObjectSchema): string[] {
  return Object.keys(properties).map((name) => required.includes(name) ? name : `${name}?`).toSorted();
}

/**
 * The paths of the fenced block that starts with the line `treadle/`. A line is names separated by one space, then at least
 * two spaces and what they are; two spaces of indentation per level; a folder ends with a slash, and its files follow it.
 */
function readTree(markdown: string): string[] {
  const block = /^```\w*\n(treadle\/.*?)^```/ms.exec(markdown)?.[1];
  assert.ok(block !== undefined, "the page has a fenced block that starts with the line treadle/");
  const folders: string[] = [];
  return block.trimEnd().split("\n").slice(1).flatMap((line) => {
    const indentation = /^ */.exec(line)?.[0].length ?? 0;
    const level = indentation / 2 - 1;
    assert.ok(Number.isInteger(level) && level >= 0 && level <= folders.length, `indentation of "${line}"`);
    const names = line.trim().split(/ {2,}/)[0]?.split(" ") ?? [];
    const paths = names.map((name) => folders.slice(0, level).join("") + name);
    folders.splice(level, Infinity, names[0] ?? "");
    return paths;
  });
}

/** `src/mod.ts`, `src/core/`: what a folder holds, without hidden files. */
async function children(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, projectRoot)));
  return entries.filter(({ name }) => !name.startsWith("."))
    .map(({ name, isDirectory }) => `${folder}/${name}${isDirectory ? "/" : ""}`).sort();
}

/** Every folder below this one, as `src/core/`. */
function foldersOf(paths: readonly string[], folder: string): string[] {
  const folders = paths.filter((path) => path.startsWith(`${folder}/`)).flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
  });
  return [...new Set(folders)];
}
