/// <reference lib="deno.unstable" />
import assert from "node:assert/strict";
import plugin from "../../lint/import_rule.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";

/** file, source, the messages expected: none for a legal line. */
type Case = [file: string, source: string, ...messages: string[]];

function lint(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source).map((diagnostic) => diagnostic.message);
}

function table(name: string, cases: Case[]) {
  Deno.test(name, () => {
    for (const [file, source, ...messages] of cases) {
      assert.deepEqual(lint(file, source), messages, `${file}: ${source}`);
    }
  });
}

const CORE_TO_RUNTIME =
  "src/core must not import src/kernel/step/step.ts (allowed: nothing outside its folder)";
const BARREL = "Only an entry of the package re-exports: import from the file that declares it";

table("import rule: every form of import is read", [
  ["src/core/a.ts", `import { step } from "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `import step from "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `import "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `import * as step from "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `import type { Step } from "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `import { type Step } from "../kernel/step/step.ts";`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `export { step } from "../kernel/step/step.ts";`, CORE_TO_RUNTIME, BARREL],
  ["src/core/a.ts", `export type { Step } from "../kernel/step/step.ts";`, CORE_TO_RUNTIME, BARREL],
  ["src/core/a.ts", `export * from "../kernel/step/step.ts";`, CORE_TO_RUNTIME, BARREL],
  ["src/core/a.ts", `export * as step from "../kernel/step/step.ts";`, CORE_TO_RUNTIME, BARREL],
  ["src/core/a.ts", `const step = await import("../kernel/step/step.ts");`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `type Step = import("../kernel/step/step.ts").Step;`, CORE_TO_RUNTIME],
  ["src/core/a.ts", `type Step = typeof import("../kernel/step/step.ts");`, CORE_TO_RUNTIME],
  [
    "src/core/a.ts",
    `import step = require("../kernel/step/step.ts");`,
    "Write import ... from: import = require() is not a module import",
  ],
  [
    "src/core/a.ts",
    "const step = await import(`../${name}.ts`);",
    "import() takes a string literal, so that the import rule can read it",
  ],
  ["src/cli/agents.ts", "const agents = await import(path);"],
]);

/** The table of DESIGN section 2 as a grid: what each folder may import from each other one. */
const FOLDERS = [
  "core",
  "kernel/history",
  "agents",
  "kernel",
  "kernel/choice",
  "kernel/drivers",
  "kernel/hooks",
  "kernel/prompt",
  "kernel/tools",
  "providers",
  "stores",
  "protocols",
  "triggers",
  "http",
  "playground",
  "plugins/chat",
  "cli",
];
const ALLOWED: Record<string, readonly string[]> = {
  core: [],
  "kernel/history": ["core"],
  "kernel/drivers": ["core", "kernel/history", "kernel/prompt"],
  kernel: ["core", "kernel/history", "kernel/choice", "kernel/hooks"],
  "kernel/hooks": ["core", "kernel/history", "kernel/choice"],
  http: ["core", "kernel", "kernel/hooks"],
  playground: ["core"],
  "plugins/chat": ["core", "kernel", "kernel/hooks", "kernel/history", "http", "protocols"],
  cli: FOLDERS,
};

Deno.test("import rule: a folder imports the folders of its row and no other", () => {
  for (const from of FOLDERS) {
    for (const to of FOLDERS) {
      const legal = from === to || (ALLOWED[from] ?? ["core", "kernel/history"]).includes(to);
      const up = from.replace(/[^/]+/g, "..");
      const found = lint(`src/${from}/a.ts`, `import { b } from "${up}/${to}/b.ts";`);
      assert.equal(found.length, legal ? 0 : 1, `${from} to ${to}: ${found}`);
    }
  }
});

table(
  "import rule: a dialect imports what all dialects share, and another dialect only where its row names it",
  [
    ["src/providers/gemini/provider.ts", `import { post } from "../_wire/post.ts";`],
    ["src/providers/gemini/provider.ts", `import { GEMINI_REFUSALS } from "../_refusals/gemini.ts";`],
    ["src/providers/mistral/provider.ts", `import { decoder } from "../openai/chat/decoder.ts";`],
    [
      "src/providers/gemini/provider.ts",
      `import { sign } from "../bedrock/sigv4.ts";`,
      "src/providers/gemini must not import src/providers/bedrock/sigv4.ts (allowed: src/core, src/kernel/history, src/providers/_wire, src/providers/_refusals)",
    ],
  ],
);

table("import rule: the message says which row refused and what it allows", [
  [
    "src/kernel/drivers/react.ts",
    `import { step } from "../step/step.ts";`,
    "src/kernel/drivers must not import src/kernel/step/step.ts (allowed: src/core, src/kernel/history, src/kernel/prompt)",
  ],
  [
    "src/kernel/tools/executor.ts",
    `import { UpstashStore } from "../../stores/upstash/store.ts";`,
    "src/kernel/tools must not import src/stores/upstash/store.ts (allowed: src/core, src/kernel/history, src/outbound)",
  ],
  [
    "src/http/steps.ts",
    `import { createApp } from "../app.ts";`,
    "src/http must not import src/app.ts (allowed: src/core, src/kernel, src/kernel/choice/provider_view.ts, not src/kernel/drivers, not src/kernel/prompt, not src/kernel/tools, not src/kernel/choice, not src/kernel/history, types of src/protocols)",
  ],
  [
    "src/http/steps.ts",
    `import { bridge } from "../../tests/support/redis/rest.ts";`,
    "src/http must not import tests/support/redis/rest.ts (allowed: src/core, src/kernel, src/kernel/choice/provider_view.ts, not src/kernel/drivers, not src/kernel/prompt, not src/kernel/tools, not src/kernel/choice, not src/kernel/history, types of src/protocols)",
  ],
  [
    "src/app.ts",
    `import demo from "../functions/agents/demo.ts";`,
    "src/app.ts must not import functions/agents/demo.ts (allowed: src)",
  ],
  [
    "src/helpers/a.ts",
    `export const a = 1;`,
    "src/helpers/a.ts has no row in the import table (tests/lint/import_rule.ts)",
  ],
  [
    "src/extra.ts",
    `export const a = 1;`,
    "src/extra.ts has no row in the import table (tests/lint/import_rule.ts)",
  ],
]);

table("import rule: the sources of the page are TypeScript and JavaScript", [
  ["src/playground/browser/app.ts", `import { byId } from "./dom.js";`],
  ["src/playground/browser/app.ts", `import { Inbox } from "./places/inbox.tsx";`],
  ["src/playground/browser/app.ts", `import "./dom";`, '"./dom" must end in .ts, .tsx or .js'],
  ["src/playground/page.ts", `import "./dom.js";`, '"./dom.js" must end in .ts or .json'],
  [
    "src/playground/browser/panels/a.ts",
    `import { buildSpans } from "../../../plugins/trace_svg/drawing/spans.ts";`,
  ],
  [
    "src/playground/browser/places/a.ts",
    `import type { Row } from "../../../plugins/analytics/contract.ts";`,
  ],
  [
    "src/playground/browser/app.ts",
    `import { step } from "../../kernel/step/step.ts";`,
    "src/playground/browser must not import src/kernel/step/step.ts (allowed: src/core, src/kernel/choice/provider_view.ts, src/evaluation/record, " +
    "src/plugins/policies, src/plugins/trace_svg/drawing, types of src/plugins, types of src/evaluation)",
  ],
]);

table("import rule: http sees types of the protocols alone, and the client types of core", [
  ["src/http/steps.ts", `import type { Protocol } from "../protocols/events.ts";`],
  ["src/http/steps.ts", `type Encoder = import("../protocols/events.ts").Encoder;`],
  [
    "src/http/steps.ts",
    `import { events } from "../protocols/events.ts";`,
    "src/http may import only types from src/protocols/events.ts: write import type",
  ],
  ["src/react/a.ts", `import { TreadleError } from "./client/error.ts";`],
  [
    "src/react/a.ts",
    `import { seqBase } from "../core/event.ts";`,
    "src/react may import only types from src/core/event.ts: write import type",
  ],
  ["src/react/client/a.ts", `import type { StepEvent } from "../../core/event.ts";`],
  [
    "src/react/client/a.ts",
    `import { seqBase } from "../../core/event.ts";`,
    "src/react/client may import only types from src/core/event.ts: write import type",
  ],
  [
    "src/react/client/a.ts",
    `import type { RunResult } from "../../kernel/result.ts";`,
    "src/react/client must not import src/kernel/result.ts (allowed: types of src/core)",
  ],
]);

table("import rule: the files that put things together may import everything in src but the command line", [
  ["src/app.ts", `import { stepRoutes } from "./http/steps.ts";`],
  ["src/deps.ts", `import { PROVIDERS } from "./provider_registry.ts";`],
  ["src/provider_registry.ts", `import { openai } from "./providers/openai.ts";`],
  ["src/mod.ts", `export { createApp } from "./app.ts"; export * from "./core/error.ts";`],
  ["src/tasks/openapi.ts", `import { createApp } from "../mod.ts"; import { read } from "../cli/args.ts";`],
  [
    "src/app.ts",
    `import { main } from "./cli/agents.ts";`,
    "src/cli may be imported only by src/cli, src/tasks, because it is a package of its own, which the package of the runtime does not have",
  ],
]);

table("import rule: what is deployed imports the package by its name, and its agents", [
  [
    "functions/step.ts",
    `import { serve } from "@treadle/treadle/deno"; import { agents } from "./agents/mod.ts";`,
  ],
  [
    "functions/agents/mod.ts",
    `export { default as demo } from "./demo.ts"; import { defineAgent } from "@treadle/treadle";`,
  ],
  [
    "functions/step.ts",
    `import { createApp } from "../src/treadle/mod.ts";`,
    "functions must not import src/treadle/mod.ts (allowed: functions/agents)",
  ],
  [
    "functions/cloudflare.ts",
    `import app from "./deno.ts";`,
    "functions must not import functions/deno.ts (allowed: functions/agents)",
  ],
  [
    "functions/agents/demo.ts",
    `import { AgentError } from "../../src/core/error.ts";`,
    "functions/agents must not import src/core/error.ts (allowed: nothing outside its folder)",
  ],
  [
    "src/app.ts",
    `import { defineAgent } from "@treadle/treadle";`,
    "Package @treadle/treadle may be imported only in functions",
  ],
]);

const SQLITE =
  "src/stores/embedded/sqlite/store.ts may be imported only by src/cli, src/deno, so that node:sqlite never enters the Worker bundle";

const LISTED_ALONE = "so that a deployment of the kernel carries the plugins that it names, and no other";
const FACTORIES = "src/mod.ts, src/deps.ts, src/treadle.ts, src/cloudflare/mod.ts, src/deno/mod.ts";
const SET_MESSAGE =
  `src/plugins may be imported only by src/plugins, src/playground/browser, src/treadle/app.ts, src/treadle/options.ts, src/cli, src/evaluation, src/tasks, src/testing/check_plugin.ts, ${FACTORIES}, ${LISTED_ALONE}`;
const FACTORY_MESSAGE = `src/deps.ts may be imported only by ${FACTORIES}, src/tasks, ${LISTED_ALONE}`;

table("import rule: only what adds the standard set imports it", [
  ["src/deno/mod.ts", `import { withStandard } from "../plugins/standard.ts";`],
  ["src/mod.ts", `export { createDeps } from "./deps.ts";`],
  ["src/deno/serve.ts", `import { withStandard } from "../plugins/standard.ts";`, SET_MESSAGE],
  ["src/treadle/mod.ts", `export { standard } from "../plugins/standard.ts";`, SET_MESSAGE],
  ["src/evaluation/runner.ts", `import { createDeps } from "../deps.ts";`, FACTORY_MESSAGE],
  ["src/treadle/deployments.ts", `import { createDeps } from "../deps.ts";`, FACTORY_MESSAGE],
]);

table("import rule: what runs on Deno alone is named by the entry for Deno alone", [
  ["src/deno/mod.ts", `import { sqliteStore } from "../stores/embedded/sqlite/store.ts";`],
  ["src/cloudflare/mod.ts", `import { sqliteStore } from "../stores/embedded/sqlite/store.ts";`, SQLITE],
  ["src/provider_registry.ts", `import { sqliteStore } from "./stores/embedded/sqlite/store.ts";`, SQLITE],
  ["src/mod.ts", `export type { SqliteStore } from "./stores/embedded/sqlite/store.ts";`, SQLITE],
  ["src/stores/embedded/memory.ts", `import { sqliteStore } from "./sqlite/store.ts";`, SQLITE],
  ["src/cli/agents.ts", `import { sqliteStore } from "../stores/embedded/sqlite/store.ts";`],
  ["src/deno/mod.ts", `import { nodeSha256 } from "./node_sha256.ts";`],
  [
    "src/deps.ts",
    `import { nodeSha256 } from "./deno/node_sha256.ts";`,
    "src/deno may be imported only by src/deno, src/cli, because it runs on Deno alone",
  ],
  ["src/deno/serve.ts", `import { readAsset } from "../playground/bundled.ts";`],
  [
    "src/app.ts",
    `import { readAsset } from "./playground/bundled.ts";`,
    "src/playground may be imported only by src/cli, src/deno/serve.ts, src/playground, src/tasks, so that the page is no part of a start",
  ],
  ["src/playground/texts.ts", `import css from "./dist/app.css" with { type: "text" };`],
]);

table("import rule: a name that starts with an underscore is private to its folder", [
  ["src/providers/openai/provider.ts", `import { readEvents } from "../_wire/response/sse.ts";`],
  ["src/providers/_wire/post.ts", `import { readEvents } from "./response/sse.ts";`],
  ["src/stores/upstash/lua/begin.ts", `import { encode } from "../_text.ts";`],
  [
    "src/app.ts",
    `import { readEvents } from "./providers/_wire/response/sse.ts";`,
    "src/providers/_wire/response/sse.ts is private to src/providers",
  ],
  [
    "src/mod.ts",
    `export { preflight } from "./kernel/tools/_preflight.ts";`,
    "src/kernel/tools/_preflight.ts is private to src/kernel/tools",
  ],
  [
    "src/http/steps.ts",
    `import type { Draft } from "../core/_draft.ts";`,
    "src/core/_draft.ts is private to src/core",
  ],
]);

const packageMessage = (name: string, homes: string) => `Package ${name} may be imported only in ${homes}`;

table("import rule: an npm package stays in its folders, types included", [
  [
    "src/providers/openai/provider.ts",
    `import type OpenAI from "openai"; const { OpenAI: Client } = await import("openai");`,
  ],
  ["src/http/steps.ts", `import { streamSSE } from "hono/streaming";`],
  ["src/app.ts", `import { Hono } from "hono";`],
  ["src/http/page/files.ts", `import { html } from "hono/html";`],
  ["functions/step.ts", `import { Hono } from "hono";`],
  ["src/plugins/mcp/client/connection.ts", `import { Client } from "@modelcontextprotocol/client";`],
  ["src/cli/agents.ts", `import { parse } from "yaml";`],
  [
    "src/core/entry.ts",
    `import type OpenAI from "openai";`,
    packageMessage("openai", "src/providers, src/plugins/selection"),
  ],
  [
    "src/core/entry.ts",
    `type Chat = import("openai/resources").Chat;`,
    packageMessage("openai", "src/providers, src/plugins/selection"),
  ],
  [
    "src/kernel/drivers/react.ts",
    `const sdk = await import("openai");`,
    packageMessage("openai", "src/providers, src/plugins/selection"),
  ],
  [
    "functions/step.ts",
    `import OpenAI from "openai";`,
    packageMessage("openai", "src/providers, src/plugins/selection"),
  ],
  [
    "src/kernel/step/step.ts",
    `import { Redis } from "@upstash/redis/cloudflare";`,
    packageMessage("@upstash/redis", "src/stores, functions"),
  ],
  [
    "src/stores/upstash/store.ts",
    `import { createClient } from "redis";`,
    "Package redis has no row in the package table (tests/lint/import_rule.ts)",
  ],
  [
    "src/kernel/step/step.ts",
    `import type { Context } from "hono";`,
    packageMessage(
      "hono",
      "src/http, src/app.ts, src/evaluation/door, src/hono, src/plugins, src/treadle/app.ts, src/treadle/routes.ts, functions",
    ),
  ],
  [
    "src/core/tool.ts",
    `import { Client } from "@modelcontextprotocol/client";`,
    packageMessage("@modelcontextprotocol/client", "src/plugins/mcp/client"),
  ],
  ["src/http/agents.ts", `import { parse } from "yaml";`, packageMessage("yaml", "src/cli, src/agents")],
  [
    "src/core/text/id.ts",
    `import { nanoid } from "nanoid";`,
    "Package nanoid has no row in the package table (tests/lint/import_rule.ts)",
  ],
  [
    "src/core/text/id.ts",
    `import a from "constructor";`,
    "Package constructor has no row in the package table (tests/lint/import_rule.ts)",
  ],
]);

table("import rule: the openai package is loaded on demand", [
  ["src/providers/openai/client.ts", `import type { OpenAI } from "openai"; await import("openai/client");`],
  [
    "src/providers/openai/client.ts",
    `import { OpenAI } from "openai/client";`,
    "openai/client is loaded by import() alone: loading it takes 50 ms, which only a deployment that uses it spends",
  ],
]);

table("import rule: zod is imported whole", [
  ["functions/agents/tools.ts", `import * as z from "zod";`],
  ["src/agents/schema.ts", `import type { ZodType } from "zod";`],
  [
    "functions/agents/tools.ts",
    `import { z } from "zod";`,
    `Write import * as z from "zod": the named import costs five times the bytes`,
  ],
  [
    "functions/agents/tools.ts",
    `import z from "zod/v4";`,
    `Write import * as z from "zod/v4": the named import costs five times the bytes`,
  ],
  [
    "src/core/problems.ts",
    `import * as z from "zod/mini"; export const isObject = (x: z.core.$ZodType) => x instanceof z.core.$ZodObject;`,
    'Write import * as core from "zod/v4/core": z.core as a value brings all of zod into the bundle',
  ],
  [
    "src/stores/embedded/memory.ts",
    `import * as z from "zod/mini";`,
    packageMessage(
      "zod",
      "src/core, src/agents, src/deps, src/evaluation, src/http, src/plugins, src/treadle, src/cli, src/tasks, functions",
    ),
  ],
  [
    "src/http/steps.ts",
    `import { threadSchema } from "./schemas/responses/threads.ts";`,
    "src/http/schemas/responses may be imported only by src/http/schemas/responses, src/tasks, so that what only describes responses never enters a deployment",
  ],
  ["src/http/schemas/responses/runs.ts", `import { ALL_CODES } from "../operations.ts";`],
  [
    "src/http/steps.ts",
    `import { OPERATIONS } from "./schemas/operations.ts";`,
    "src/http/schemas/operations.ts may be imported only by src/http/schemas/responses, src/tasks, so that what only describes routes never enters a deployment",
  ],
]);

const NODE =
  "node: modules may be imported only in src/stores/embedded/sqlite/store.ts, src/stores/embedded/sqlite/load_sqlite.ts, src/deno, src/redis_rest, src/cli, src/tasks";

table("import rule: modules of one runtime and specifiers with a version", [
  ["src/stores/embedded/sqlite/store.ts", `import { DatabaseSync } from "node:sqlite";`],
  ["src/cli/agents.ts", `import { join } from "node:path";`],
  ["src/core/text/id.ts", `import { randomUUID } from "node:crypto";`, NODE],
  ["src/stores/upstash/store.ts", `import type { Buffer } from "node:buffer";`, NODE],
  ["functions/cloudflare.ts", `import { env } from "cloudflare:workers";`],
  [
    "src/deps.ts",
    `import { env } from "cloudflare:workers";`,
    "cloudflare: modules may be imported only in functions/cloudflare.ts",
  ],
  [
    "src/app.ts",
    `import { Hono } from "npm:hono@4";`,
    `"npm:hono@4" belongs in the imports of deno.json; import its bare name`,
  ],
]);

table("import rule: a path carries its extension", [
  ["src/kernel/step/step.ts", `import { AgentError } from "../../core/error.ts";`],
  [
    "src/kernel/step/step.ts",
    `import { AgentError } from "../core/error";`,
    `"../core/error" must end in .ts or .json`,
  ],
  ["src/kernel/step/step.ts", `import type { Entry } from "../core";`, `"../core" must end in .ts or .json`],
]);

table("import rule: the entries of the package are the only barrels", [
  ["src/hono/mod.ts", `export { createApp } from "../treadle/app.ts";`],
  ["src/mod.ts", `export * from "./core/error.ts"; export type { Entry } from "./core/entry.ts";`],
  ["src/core/a.ts", `const b = 1; export { b }; export type A = string;`],
  ["src/core/a.ts", `export { b } from "./b.ts";`, BARREL],
  ["src/core/a.ts", `import { b } from "./b.ts"; export { b };`, BARREL],
  ["src/core/a.ts", `import type { B } from "./b.ts"; export type { B };`, BARREL],
]);

const DENO = "Deno exists on one runtime only: allowed in src/cli, src/deno, src/tasks";
const PROCESS =
  "process exists on one runtime only: allowed in src/cli, src/redis_rest, src/stores/embedded/sqlite";

table("import rule: globals of one runtime", [
  ["src/core/a.ts", `const key = Deno.env.get("KEY");`, DENO],
  ["src/core/a.ts", `const on = typeof Deno !== "undefined";`, DENO],
  ["src/core/a.ts", `let listener: Deno.Listener;`, DENO],
  ["src/core/a.ts", `const { env } = Deno;`, DENO],
  ["src/core/a.ts", `const runtime = globalThis.Deno;`, DENO],
  ["src/core/a.ts", `const runtime = globalThis["Deno"];`, DENO],
  ["functions/cloudflare.ts", `Deno.serve(() => new Response());`, DENO],
  ["src/stores/embedded/sqlite/store.ts", `Deno.mkdirSync(folder);`, DENO],
  ["src/deps.ts", `const key = process.env.KEY;`, PROCESS],
  [
    "src/core/a.ts",
    `const bytes = Buffer.from("a");`,
    "Buffer exists on one runtime only: allowed in src/cli, src/redis_rest",
  ],
  ["src/cli/agents.ts", `const key = process.env.KEY ?? Deno.args[0];`],
  ["src/deno/server.ts", `Deno.serve(() => new Response());`],
  ["src/core/a.ts", `const names = { Deno: 1 }; const one = names.Deno; const two = names.process;`],
]);

table("import rule: tests are not restricted", [
  [
    "tests/kernel/step/step_test.ts",
    `import { z } from "zod"; import "../../src/stores/embedded/sqlite/store.ts"; Deno.cwd();`,
  ],
]);

Deno.test("import rule: the real tree obeys, and no comment switches the rule off", async () => {
  for (const folder of ["src", "functions"]) {
    for await (const file of walkFiles(folder)) {
      if (!/\.(tsx?|js)$/.test(file)) continue;
      if (file.endsWith("/dist/package.js")) continue; // the code of packages, by deno task cut
      if (file.startsWith("src/playground/dist/")) continue; // what esbuild makes of the page
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      assert.deepEqual(lint(file, source), [], file);
      assert.doesNotMatch(source, /deno-lint-ignore(-file)?\s+treadle\/|deno-lint-ignore-file\s*$/m, file);
    }
  }
});
