import assert from "node:assert/strict";
import * as kernel from "../../src/treadle/mod.ts";
import * as surface from "../../src/mod.ts";
import {
  echoProvider,
  firstToolDriver,
  NotingStore,
  refusingExecutor,
} from "./pack/project/foreign_parts.ts";
import { fromFileUrl } from "../support/project.ts";
import { typeErrors } from "./support/types/type_check.ts";

Deno.test("D2: the public surface (pin)", () => {
  assert.deepEqual(Object.keys(surface).sort(), [
    "AgentError",
    "DEFAULT_LIMITS",
    "ERROR_CODES",
    "ModelError",
    "PROVIDERS",
    "RunFailure",
    "SCOPES",
    "ToolError",
    "agent",
    "askUser",
    "bindAgent",
    "checkJson",
    "costOf",
    "createApp",
    "createDeps",
    "createExecutor",
    "createMemoryStore",
    "createReactDriver",
    "createScriptedDriver",
    "createScriptedProvider",
    "createTelemetry",
    "createToolCallingDriver",
    "createTreadle",
    "createUpstashStore",
    "defineAgent",
    "definePlugin",
    "definePolicy",
    "defineTool",
    "exportThread",
    "failureFields",
    "parseToolChoice",
    "parseTraceContext",
    "problemResponse",
    "reportUsage",
    "scenario",
    "standard",
    "startRun",
    "streamRun",
    "toTraceHeaders",
    "withMedia",
    "withRetries",
    "withStream",
    "withTraces",
  ]);
});

/** What comes with the standard set. */
const ADDED = ["PROVIDERS", "createTelemetry", "standard"];

Deno.test("D2: the surface of the kernel has the same names but the standard set, and factories of its own (pin)", () => {
  const names = Object.keys(surface).sort();
  assert.deepEqual(Object.keys(kernel).sort(), names.filter((name) => !ADDED.includes(name)));
  const shared = new Map<string, unknown>(Object.entries(kernel));
  const own = Object.entries(surface).filter(([name, value]) => shared.get(name) !== value);
  assert.deepEqual(own.map(([name]) => name).sort(), [...ADDED, "createDeps", "createTreadle"].sort());
});

Deno.test("D2: importing the surface does not load the openai package", async () => {
  const code = `await import("${new URL("../../src/mod.ts", import.meta.url)}");
    console.log(performance.getEntriesByType === undefined ? "" : "loaded");`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--log-level=debug", code],
    env: { NO_COLOR: "1" },
  }).output();
  assert.match(new TextDecoder().decode(stdout), /loaded/);
  const log = new TextDecoder().decode(stderr);
  assert.match(log, /mod\.ts/, "the debug log names the modules that are loaded");
  assert.doesNotMatch(log, /node_modules\/openai\/|openai\/index\.mjs/);
});

Deno.test("P6: the surface imports no provider but the scripted one: a model's is loaded when it is first asked", async () => {
  const root = new URL("../../src/mod.ts", import.meta.url).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", root] }).output();
  const { modules }: { modules: Module[] } = JSON.parse(new TextDecoder().decode(stdout));
  const found = new Set([root]);
  for (const specifier of found) {
    const { dependencies = [] } = modules.find((module) => module.specifier === specifier) ?? {};
    for (const { code, isDynamic } of dependencies) {
      if (code?.specifier && !isDynamic) found.add(code.specifier);
    }
  }
  const files = [...found].map((specifier) => specifier.split("/src/")[1] ?? "");
  assert.ok(files.includes("provider_registry.ts"));
  assert.deepEqual(files.filter((file) => file.startsWith("providers/")).sort(), [
    "providers/scripted/demo_model.ts",
    "providers/scripted/provider.ts",
    "providers/scripted/read_args.ts",
    "providers/scripted/scenario.ts",
  ]);
});

Deno.test("a store, a driver, a provider and an executor can be written against the surface alone", async () => {
  const parts = new URL("pack/project/foreign_parts.ts", import.meta.url);
  const imported = [...(await Deno.readTextFile(parts)).matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
  assert.deepEqual(imported, ["@treadle/treadle"]);
  assert.equal(await typeErrors([fromFileUrl(parts)]), "");
});

Deno.test("a run goes through parts that were written against the surface alone", async () => {
  const store = new NotingStore(surface.createMemoryStore());
  const ping = surface.defineTool({ name: "ping", description: "Answers pong.", run: () => "pong" });
  const agent = surface.defineAgent({
    name: "foreign",
    model: "echo/one",
    driver: "first_tool",
    execution: "generate",
    tools: [ping],
  });
  const deps = surface.createDeps({
    env: { TREADLE_STORE: "noting" },
    agents: [agent],
    stores: { noting: () => store },
    providers: [echoProvider("Hello.")],
    drivers: [firstToolDriver],
    log: () => {},
  });
  const started = await surface.startRun({
    ref: { tenant: "local", thread: "t1" },
    agent: "foreign",
    inputs: ["Hi."],
    until: "done",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, { ...deps, executor: refusingExecutor });
  assert(started.type !== "queued");
  const result = await started.run(() => {});
  assert.equal(result.output, "Hello.");
  assert.deepEqual(result.calls.map(({ state }) => state), ["blocked"]);
  for (const method of ["begin", "advance", "commit"]) assert(store.called.includes(method), method);
});

/** Types of packages, the bases and parts of other types, which no one needs by name, and what a step is within (`AfterPlan`, ports). */
const NOT_OURS = [
  "ChildSpend",
  "Created",
  "Draft",
  "EntryBase",
  "Hono",
  "ObjectOf",
  "OwnMethods",
  "PartMethods",
  "Pausing",
  "Redis",
  "Rewritten",
  "RewrittenParts",
  "RunningStep",
  "Schema",
  "Session",
  "StandardRoutes",
  "ZodObjectSchema",
  "ZodType",
  "input",
  "output",
];

Deno.test("every type that a signature of the surface refers to is exported", async () => {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--lint", new URL("../../src/mod.ts", import.meta.url).href],
    env: { NO_COLOR: "1" },
  }).output();
  const found = new TextDecoder().decode(stderr).matchAll(/references private type '(\w+)'/g);
  assert.deepEqual([...new Set(Array.from(found, ([, name]) => name))].sort(), NOT_OURS);
});

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}
