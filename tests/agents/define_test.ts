import assert from "node:assert/strict";
import * as z from "zod";
import { agent } from "../../src/agents/builder.ts";
import { type AgentDefinition, DEFAULT_LIMITS, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { ToolError } from "../../src/core/tool/tool_error.ts";
import { IN_FILE, listHashed, PARTS } from "../../src/agents/parts.ts";
import { getDefinition } from "../../src/kernel/log/definition.ts";
import { createToolContext } from "../../src/testing/tool_context.ts";
import { asSent } from "../support/as_sent.ts";

const context = createToolContext();

const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });

Deno.test("D2: a tool with zod shows the model the input side and is run with the output side", async () => {
  const tool = defineTool({
    name: "weather",
    description: "Weather.",
    parameters: z.object({
      city: z.string().trim(),
      days: z.number().int().default(1),
      when: z.iso.date().transform((text) => new Date(text)).optional(),
    }),
    run: ({ city, days, when }) => ({ city, days, year: when?.getUTCFullYear() ?? null }),
  });
  assert.equal(tool.parameters.$schema, undefined);
  assert.deepEqual(tool.parameters.required, ["city"]);
  assert.deepEqual(await tool.run({ city: " Paris ", when: "2026-01-02" }, context), {
    city: "Paris",
    days: 1,
    year: 2026,
  });
});

Deno.test("D2: what only zod can check comes back as a failure that the model can correct", async () => {
  const tool = defineTool({
    name: "trip",
    description: "",
    parameters: z.object({ from: z.string(), to: z.string() }).refine(
      ({ from, to }) => from !== to,
      "go somewhere else",
    ),
    run: () => null,
  });
  await assert.rejects(
    tool.run({ from: "Rome", to: "Rome" }, context),
    (error) =>
      error instanceof ToolError && error.kind === "invalid_arguments" &&
      /go somewhere else/.test(error.message),
  );
});

Deno.test("D2: argument types follow the parameters", () => {
  defineTool({
    name: "listed",
    description: "",
    parameters: ["city", { name: "day", description: "ISO date" }],
    run: (args) => {
      const city: string = args.city;
      const day: string = args.day;
      // @ts-expect-error: town is no argument
      return [city, day, args.town ?? null];
    },
  });
  defineTool({
    name: "schema",
    description: "",
    parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    run: (args) => {
      const json: JsonObject = args;
      return json;
    },
  });
});

Deno.test("D3: named arguments are required strings, and a tool that names none takes any", () => {
  const listed = defineTool({
    name: "listed",
    description: "",
    parameters: ["city", "day"],
    run: () => null,
  });
  assert.deepEqual(listed.parameters, {
    type: "object",
    properties: { city: { type: "string" }, day: { type: "string" } },
    required: ["city", "day"],
    additionalProperties: false,
  });
  assert.deepEqual(echo.parameters, { type: "object", properties: {}, additionalProperties: true });
});

Deno.test("D2: a tool's defaults", () => {
  const plain = defineTool({ name: "plain", description: "", run: () => null });
  assert.deepEqual(
    [
      plain.effect,
      plain.timeoutMs,
      plain.maxOutputBytes,
      plain.needsApproval,
      plain.wantsThread,
      plain.reconcile,
    ],
    ["once", 30_000, 262_144, false, false, undefined],
  );
  assert.equal(
    defineTool({ name: "again", description: "", idempotent: true, run: () => null }).effect,
    "keyed",
  );
});

const BAD_SCHEMAS: readonly [JsonObject, RegExp][] = [
  [{ type: "array" }, /\/parameters\/type is "array"; write "object"/],
  [
    { type: "object", properties: { a: { type: "strng" } } },
    /\/properties\/a\/type is "strng"; write one of/,
  ],
  [{ type: "object", properties: { a: { pattern: "(" } } }, /\/a\/pattern "\(" is no regular expression/],
  [{ type: "object", properties: { a: { $ref: "#/$defs/b" } } }, /\/a\/\$ref "#\/\$defs\/b" leads nowhere/],
  [{ type: "object", properties: { a: { $ref: "https://x/y" } } }, /leads nowhere/],
  [{ type: "object", $defs: { a: { $ref: "#/$defs/a" } } }, /leads back to itself/],
  [{ type: "object", properties: ["a"] }, /\/properties is \["a"\]; write an object of schemas/],
  [{ type: "object", required: "a" }, /\/required is "a"; write a list of property names/],
  [{ type: "object", properties: { a: { enum: [] } } }, /\/enum is \[\]; write a list of values, not empty/],
  [{ type: "object", properties: { a: { anyOf: [] } } }, /\/anyOf is \[\]; write a list of schemas/],
  [{ type: "object", properties: { a: { minLength: -1 } } }, /whole number from 0/],
  [{ type: "object", properties: { a: { multipleOf: 0 } } }, /a number above 0/],
  [{ type: "object", properties: { a: { minimum: "1" } } }, /write a number/],
  [{ type: "object", properties: { a: 5 } }, /write a schema/],
  [{ type: "object", patternProperties: { "[": {} } }, /regular expression/],
  [{ $schema: "https://example.com/mine", type: "object" }, /unknown draft/],
];
for (const [parameters, says] of BAD_SCHEMAS) {
  Deno.test(`D2: a broken schema is refused when the tool is defined: ${JSON.stringify(parameters)}`, () => {
    assert.throws(
      () => defineTool({ name: "broken", description: "", parameters, run: () => null }),
      (error) =>
        error instanceof AgentError && error.code === "agent_invalid" &&
        error.message.startsWith('Tool "broken"') && says.test(error.message),
    );
  });
}

Deno.test("D2: schemas of every kind in use are accepted", () => {
  const schemas: JsonObject[] = [
    {
      type: "object",
      properties: { node: { $ref: "#/$defs/node" } },
      $defs: { node: { properties: { next: { $ref: "#/$defs/node" } } } },
    },
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { p: { items: [{}, true] } },
    },
    { type: "object", properties: { a: { type: ["string", "null"], $anchor: "a" }, b: { $ref: "#a" } } },
    { type: "object", properties: { type: { type: "string" }, required: { type: "boolean" }, enum: {} } },
  ];
  for (const parameters of schemas) {
    defineTool({
      name: "fine",
      description: "",
      parameters,
      run: () => null,
    });
  }
});

Deno.test("D2: a zod type that JSON does not have is refused with the way out", () => {
  assert.throws(
    () =>
      defineTool({ name: "dated", description: "", parameters: z.object({ at: z.date() }), run: () => null }),
    /Date cannot be represented in JSON Schema; use types that JSON has/,
  );
  assert.throws(
    () =>
      defineTool({
        name: "many",
        description: "",
        parameters: z.record(z.string(), z.string()).or(z.object({})),
        run: () => null,
      }),
    /\/parameters\/type is missing; write "object"/,
  );
});

Deno.test("D2: all problems of a tool are told at once", () => {
  assert.throws(
    () =>
      defineTool({
        name: "two words",
        description: "",
        parameters: ["a", "a"],
        timeoutMs: 0,
        maxOutputBytes: 10,
        effect: "once",
        idempotent: true,
        run: () => null,
      }),
    (error) => {
      assert(error instanceof AgentError);
      assert.deepEqual(error.problems.map(({ pointer }) => pointer), [
        "/name",
        "/parameters/1",
        "/timeoutMs",
        "/maxOutputBytes",
        "/effect",
      ]);
      return true;
    },
  );
});

const run = () => null;
const circle: { self?: unknown } = {};
circle.self = circle;

const BAD_TOOLS: readonly [string, unknown, string, RegExp][] = [
  ["nothing", undefined, "", /write an object/],
  ["null", null, "", /is null/],
  [
    "a mistyped gate",
    { run, needsAproval: true },
    "/needsAproval",
    /remove it\. Did you mean "needsApproval"\?/,
  ],
  ["mistyped parameters", { run, paramaters: ["a"] }, "/paramaters", /Did you mean "parameters"\?/],
  ["another library's word", { run, execute: run }, "/execute", /Did you mean "run"\?/],
  ["a run that is no function", { run: 1 }, "/run", /write a function/],
  ["a run that is text", { run: "no" }, "/run", /is "no"/],
  ["a reconcile that is text", { run, reconcile: "x" }, "/reconcile", /write a function/],
  [
    "a gate that is text",
    { run, needsApproval: "no" },
    "/needsApproval",
    /is "no"; write true, false or a rule/,
  ],
  ["a gate that is null", { run, needsApproval: null }, "/needsApproval", /is null/],
  ["a wantsThread that is a number", { run, wantsThread: 1 }, "/wantsThread", /true or false/],
  ["an idempotent that is text", { run, idempotent: "no" }, "/idempotent", /true or false/],
  ["a timeout that is text", { run, timeoutMs: "5" }, "/timeoutMs", /is "5"; write a whole number/],
  ["parameters that are null", { run, parameters: null }, "/parameters", /is null; write z\.object/],
  ["a parameter that is null", { run, parameters: [null] }, "/parameters/0", /has no name/],
  ["a typed name", { run, parameters: [{ name: "n", type: "number" }] }, "/parameters/0/type", /z\.object/],
  ["bare zod types", { run, parameters: { city: z.string() } }, "/parameters", /wrap it: z\.object/],
  ["parameters in a circle", { run, parameters: circle }, "/parameters/self", /contains itself/],
];
for (const [what, more, pointer, says] of BAD_TOOLS) {
  Deno.test(`D2: a tool with ${what} is refused`, () => {
    const definition = typeof more === "object" && more !== null
      ? { name: "t", description: "", ...more }
      : more;
    refuses(() => Reflect.apply(defineTool, undefined, [definition]), pointer, says);
  });
}

const BAD_PARTS: readonly [string, unknown, string, RegExp][] = [
  ["a definition that is missing", undefined, "", /write an object/],
  ["tools that are no list", { tools: echo }, "/tools", /is no list/],
  ["a tool that is missing", { tools: [undefined] }, "/tools/0", /is missing and no tool/],
  ["a tool that is a function", { tools: [run] }, "/tools/0", /is a function/],
  [
    "a tool without timeout",
    { tools: [{ ...echo, timeoutMs: undefined }] },
    "/tools/0/timeoutMs",
    /is missing/,
  ],
  [
    "a tool with an endless timeout",
    { tools: [{ ...echo, timeoutMs: 1e13 }] },
    "/tools/0/timeoutMs",
    /1 to 2147483647/,
  ],
  ["a tool without parameters", { tools: [{ ...echo, parameters: null }] }, "/tools/0/parameters", /is null/],
  [
    "a hook of another name",
    { hooks: { before: run } },
    "/hooks/before",
    /would never run, beforeCall and afterCall do; remove it/,
  ],
  ["a hook that is text", { hooks: { beforeCall: "x" } }, "/hooks/beforeCall", /write a function/],
  ["hooks that are null", { hooks: null }, "/hooks", /has no value; write an object/],
  ["a choice in a circle", { toolChoice: circle }, "/toolChoice", /is no tool choice/],
  ["a choice with a bigint", { toolChoice: { type: 5n } }, "/toolChoice", /is no tool choice/],
  ["a plan in a circle", { plan: circle }, "/plan/self", /contains itself/],
  [
    "a selection whose settings are in a circle",
    { selection: { settings: circle, env: [], open: run } },
    "/selection/settings/self",
    /contains itself; write the value out/,
  ],
  ["plugins in a circle", { plugins: { p: circle } }, "/plugins/p/self", /contains itself/],
  ["plugins that are a list", { plugins: [] }, "/plugins", /write an object/],
  [
    "settings of a plugin __proto__",
    { plugins: JSON.parse('{"__proto__":{}}') },
    "/plugins/__proto__",
    /unknown key; remove it/,
  ],
  ["a plan with a date", { plan: { at: new Date(0) } }, "/plan/at", /class Date, which JSON does not have/],
  ["a plan with a number that JSON does not have", { plan: { n: NaN } }, "/plan/n", /is NaN/],
  [
    "an effort that nobody has",
    { settings: { reasoningEffort: "huge" } },
    "/settings/reasoningEffort",
    /xhigh or max/,
  ],
];
for (const [what, more, pointer, says] of BAD_PARTS) {
  Deno.test(`D2: an agent with ${what} is refused`, () => {
    const definition = more === undefined ? undefined : { name: "a", ...Object(more) };
    refuses(() => Reflect.apply(defineAgent, undefined, [definition]), pointer, says);
  });
}

function refuses(work: () => unknown, pointer: string, says: RegExp): void {
  assert.throws(work, (error) => {
    assert(error instanceof AgentError && error.code === "agent_invalid", String(error));
    assert.equal(error.problems[0]?.pointer, pointer);
    assert.match(error.problems[0]?.detail ?? "", says);
    return true;
  });
}

Deno.test("D2: every reasoning effort that providers know is accepted", () => {
  for (const reasoningEffort of ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const) {
    assert.deepEqual(defineAgent({ name: "a", settings: { reasoningEffort } }).settings, { reasoningEffort });
  }
});

Deno.test("D2: an agent's defaults", () => {
  const { hash, ...plain } = defineAgent({ name: "plain" });
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.deepEqual(asSent(plain), {
    name: "plain",
    description: "",
    capabilities: {},
    onUnsupported: "degrade",
    onViolation: "report",
    tokenEfficient: false,
    settings: {},
    instructions: "",
    tools: [],
    execution: "loop",
    driver: "tool_calling",
    historyForm: "native",
    maxRetries: 2,
    finalViaInference: false,
    limits: DEFAULT_LIMITS,
    hooks: {},
    env: [],
    throwOnToolFailure: false,
    stopOnToolBlock: false,
  });
});

const CHOICES: readonly [Json, object, string][] = [
  ["any", { type: "required" }, "loop"],
  ["echo", { type: "tool", name: "echo" }, "loop"],
  [{ type: "function", function: { name: "echo" } }, { type: "tool", name: "echo" }, "loop"],
  [{ mode: "NONE" }, { type: "none" }, "loop"],
  ["generate", { type: "required" }, "generate"],
];
for (const [spelling, choice, execution] of CHOICES) {
  Deno.test(`C2: an agent takes the tool choice ${JSON.stringify(spelling)}`, () => {
    const made = defineAgent({ name: "a", tools: [echo], toolChoice: spelling });
    assert.deepEqual(made.toolChoice, choice);
    assert.equal(made.execution, execution);
  });
}

Deno.test("C2: a gateway's tool choice sets the execution where the agent has no tool choice and no execution", () => {
  const executionOf = (more: Partial<AgentDefinition>) =>
    defineAgent({ name: "a", tools: [echo], gatewayToolChoice: "generate", ...more }).execution;
  assert.equal(executionOf({}), "generate");
  assert.equal(executionOf({ toolChoice: "echo" }), "loop");
  assert.equal(executionOf({ execution: "predict" }), "predict");
});

Deno.test("C2: an agent's tool choice with disable_parallel_tool_use limits its plans to one call", () => {
  const one = { type: "auto", disable_parallel_tool_use: true };
  const callsOf = (more: Partial<AgentDefinition>) =>
    defineAgent({ name: "a", tools: [echo], ...more }).limits.parallelCalls;
  assert.equal(callsOf({ toolChoice: one }), 1);
  assert.equal(callsOf({ gatewayToolChoice: one }), 1);
  assert.equal(callsOf({ gatewayToolChoice: one, toolChoice: "echo" }), DEFAULT_LIMITS.parallelCalls);
  assert.equal(callsOf({ gatewayToolChoice: one, limits: { parallelCalls: 3 } }), 3);
  assert.equal(callsOf({ toolChoice: one, limits: { parallelCalls: 1 } }), 1);
});

const BAD_AGENTS: readonly [Partial<AgentDefinition>, string, RegExp][] = [
  [{ name: "" }, "/name", /use up to 64 letters/],
  [{ name: "constructor()" }, "/name", /is "constructor\(\)"/],
  [{ tools: [echo, echo] }, "/tools/1/name", /taken by an earlier tool/],
  [{ toolChoice: { type: "maybe" } }, "/toolChoice", /is no tool choice/],
  [
    { tools: [echo], toolChoice: "ecko" },
    "/toolChoice",
    /no tool named "ecko"; choose one of the agent's tools: echo\. Did you mean "echo"\?/,
  ],
  [{ toolChoice: "required" }, "/toolChoice", /forces a call, but the agent has no tools/],
  [{ gatewayToolChoice: "gone" }, "/gatewayToolChoice", /the agent has no tools/],
  [{ tools: [echo], toolChoice: "generate", execution: "loop" }, "/execution", /tool choice says generate/],
  [
    { toolChoice: { type: "auto", disable_parallel_tool_use: true }, limits: { parallelCalls: 4 } },
    "/limits/parallelCalls",
    /is 4, but the tool choice allows one call; keep one of the two/,
  ],
  [
    { tools: [echo], toolChoice: { type: "allowed", names: Array(128).fill("x"), mode: "auto" } },
    "/toolChoice",
    /no tool named "x"/,
  ],
  [{ limits: { parallelCalls: 0 } }, "/limits/parallelCalls", /0 is too small; write a whole number from 1/],
  [{ limits: { stepMs: 1.5 } }, "/limits/stepMs", /whole number/],
  [{ limits: { stepMs: 2 ** 31 } }, "/limits/stepMs", /too big; write a number up to 2147483647/],
  [{ limits: { wallMs: 1e13 } }, "/limits/wallMs", /too big/],
  [{ model: "gpt-5" }, "/model", /provider\/model/],
  [{ compaction: { afterEntries: 5, keepEntries: 5 } }, "/compaction/keepEntries", /below afterEntries/],
  [
    { compaction: { afterEntries: 200, keepEntries: 5 } },
    "/compaction/afterEntries",
    /below 200, or raise limits/,
  ],
  [
    { compaction: { afterEntries: 9, keepEntries: 5 }, limits: { historyEntries: 9 } },
    "/compaction/afterEntries",
    /window of 9 entries/,
  ],
  [{ compaction: { keepEntries: 5 } }, "/compaction/afterEntries", /is missing, and afterTokens is too/],
  [{ compaction: { afterTokens: 500, keepTokens: 500 } }, "/compaction/keepTokens", /below afterTokens, 500/],
  [
    { compaction: { afterTokens: 9_000 }, limits: { historyTokens: 9_000 } },
    "/compaction/afterTokens",
    /not reached in a window of 9000 tokens; write a number below 9000, or raise limits\.historyTokens/,
  ],
  [{ compaction: { afterEntries: 9, model: "small" } }, "/compaction/model", /provider\/model/],
  [
    { compaction: { afterEntries: 9, model: "p/m", summarize: () => "x" } },
    "/compaction/model",
    /is for a model, but the function summarize makes the summary/,
  ],
  [
    { compaction: { afterEntries: 9, summarize: JSON.parse('"x"') } },
    "/compaction/summarize",
    /write a function/,
  ],
  [{ limits: { outputChars: 499 } }, "/limits/outputChars", /499; write a whole number from 500/],
  [{ limits: { historyTokens: 0 } }, "/limits/historyTokens", /too small/],
  [
    { tools: [{ ...echo, name: "read_output" }], limits: { outputChars: 500 } },
    "/tools/0/name",
    /is read_output, which an agent that shortens outputs has of its own; rename the tool/,
  ],
  [{ tools: [{ ...echo, promptChars: 10 }] }, "/tools/0/promptChars", /from 500/],
  [{ tools: [echo], toolChoice: "read_output" }, "/toolChoice", /no tool named "read_output"/],
  [{ settings: { topP: 2 } }, "/settings/topP", /is too big/],
  [{ examples: Array(9).fill("Hello") }, "/examples", /too many items; write at most 8/],
  [{ examples: ["Hello", "x".repeat(201)] }, "/examples/1", /too many characters; write at most 200/],
  [{ examples: [" "] }, "/examples/0", /is empty; write some text/],
  [JSON.parse('{"examples":"Hello"}'), "/examples", /write a list/],
  [{ reminder: { text: " " } }, "/reminder/text", /is empty; write some text/],
  [{ reminder: { text: "x".repeat(2_001) } }, "/reminder/text", /too many characters; write at most 2000/],
  [{ reminder: { text: "Go on.", everySteps: 0 } }, "/reminder/everySteps", /is too small/],
  [{ reminder: { text: "Go on.", everySteps: 1_001 } }, "/reminder/everySteps", /is too big/],
  [{ reminder: { text: "Go on.", everySteps: 1.5 } }, "/reminder/everySteps", /write a whole number/],
  [JSON.parse('{"reminder":{"text":"Go on.","every":2}}'), "/reminder/every", /unknown key/],
  [JSON.parse('{"reminder":"Go on."}'), "/reminder", /write an object/],
  [JSON.parse('{"instruction":"x"}'), "/instruction", /not a part of an agent.*"instructions"/],
];
for (const [wrong, pointer, says] of BAD_AGENTS) {
  Deno.test(`D2: an agent with ${JSON.stringify(wrong).slice(0, 70)} is refused at ${pointer}`, () => {
    assert.throws(() => defineAgent({ name: "a", ...wrong }), (error) => {
      assert(error instanceof AgentError && error.code === "agent_invalid");
      const [problem] = error.problems;
      assert.equal(problem?.pointer, pointer);
      assert.match(problem?.detail ?? "", says);
      return true;
    });
  });
}

Deno.test("D2: the hash changes with the parts that it covers and with no other", () => {
  const base: AgentDefinition = { name: "a", model: "openai/gpt-5", tools: [echo], plan: { x: 1, y: 2 } };
  const { hash } = defineAgent(base);
  const same: Partial<AgentDefinition>[] = [
    { plan: { y: 2, x: 1 } },
    { name: "b", description: "another" },
    { examples: ["Where is order 1002?"] },
    { fallbackModel: "anthropic/claude" },
    { capabilities: { required: false } },
    { onUnsupported: "error" },
    { hooks: { beforeCall: () => ({ type: "proceed" }) } },
    { env: ["KEY"] },
    { throwOnToolFailure: true },
    { stopOnToolBlock: true },
    { onContextRequired: "ask" },
    { limits: { stepsPerRun: 3, steps: 4, tokens: 5, calls: 6, wallMs: 7, stepMs: 8 } },
    { tools: [{ ...echo, wantsThread: !echo.wantsThread, env: ["KEY"] }] },
    { models: ["openai/gpt-6"] },
    { price: { input: 1, output: 2 } },
    { maxRetries: 5 },
    { finalViaInference: true },
    { schedules: [{ name: "daily", cron: "0 9 * * *", input: "Go." }] },
    { webhooks: [{ trigger: "github", input: "Look." }] },
    { hold: "prefix" },
  ];
  const selection = { settings: { find: 3 }, env: [], open: () => assert.fail() };
  const source = { name: "s", prefix: "s.", settings: { url: "u" }, env: [], tools: () => assert.fail() };
  const other: Partial<AgentDefinition>[] = [
    { instructions: "Be brief." },
    { model: "openai/gpt-6" },
    { plan: { x: 1, y: 3 } },
    { tools: [] },
    { tools: [{ ...echo, description: "Repeats." }] },
    { tools: [{ ...echo, parameters: { type: "object" } }] },
    { tools: [{ ...echo, effect: "keyed" }] },
    { tools: [{ ...echo, timeoutMs: 1 }] },
    { tools: [{ ...echo, maxOutputBytes: 256 }] },
    { tools: [{ ...echo, needsApproval: true }] },
    { settings: { temperature: 0 } },
    { toolChoice: "echo" },
    { gatewayToolChoice: "echo" },
    { onViolation: "retry" },
    { tokenEfficient: true },
    { execution: "generate" },
    { driver: "scripted" },
    { limits: { parallelCalls: 1 } },
    { limits: { repeatedCalls: 1 } },
    { limits: { historyEntries: 100 } },
    { limits: { historyBytes: 1_000 } },
    { limits: { historyTokens: 1_000 } },
    { limits: { outputChars: 1_000 } },
    { tools: [{ ...echo, promptChars: 1_000 }] },
    { compaction: { afterEntries: 20, keepEntries: 10 } },
    { compaction: { afterEntries: 20, keepEntries: 10, model: "p/m" } },
    { compaction: { afterEntries: 20, keepEntries: 10, summarize: () => "x" } },
    { historyForm: "text" },
    { reminder: { text: "Go on." } },
    { reminder: { text: "Go on.", everySteps: 11 } },
    { limits: { answer: false } },
    { policy: "calm" },
    { hold: "strict" },
    { output: { type: "object" } },
    { decision: { schema: { type: "object" }, toDecision: () => assert.fail() } },
    { clearToolResults: { afterTokens: 10 } },
    { approvalTtlMs: 1_000 },
    { plugins: { own: { calm: true } } },
    { selection },
    { toolSources: [source] },
    // By its tools.
    { orchestrate: { workers: { research: { agent: "a" } } } },
  ];
  const tried = new Set([...same, ...other].flatMap((change) => Object.keys(change)));
  assert.deepEqual(Object.keys(PARTS).filter((part) => !tried.has(part)), [], "every part is tried");
  for (const change of same) {
    assert.equal(defineAgent({ ...base, ...change }).hash, hash, JSON.stringify(change));
  }
  const hashes = other.map((change) => defineAgent({ ...base, ...change }).hash);
  assert.equal(new Set([hash, ...hashes]).size, other.length + 1);
});

Deno.test("D2: the builder says the same as defineAgent", () => {
  const built = agent("weather")
    .describe("Weather.")
    .model("openai/gpt-5", { temperature: 0 })
    .instructions("Look it up.")
    .tool(echo)
    .forceToolUse("echo", "always")
    .maxParallelCalls(2)
    .limits({ stepsPerRun: 4 })
    .plan({ goal: "weather" })
    .driver("scripted")
    .execution("generate")
    .build();
  assert.deepEqual(
    built,
    defineAgent({
      name: "weather",
      description: "Weather.",
      model: "openai/gpt-5",
      settings: { temperature: 0 },
      instructions: "Look it up.",
      tools: [echo],
      toolChoice: { type: "tool", name: "echo", times: "always" },
      limits: { parallelCalls: 2, stepsPerRun: 4 },
      plan: { goal: "weather" },
      driver: "scripted",
      execution: "generate",
    }),
  );
});

/** An agent with a value of its own for nearly every part. */
const FULL: AgentDefinition = {
  name: "full",
  description: "Does all.",
  examples: ["One."],
  model: "openai/gpt-5",
  models: ["openai/gpt-4"],
  fallbackModel: "anthropic/claude",
  capabilities: { required: false },
  price: { input: 1, output: 2 },
  settings: { temperature: 0.5 },
  instructions: "Do.",
  tools: [echo],
  toolChoice: "echo",
  gatewayToolChoice: "auto",
  policy: "calm",
  onUnsupported: "error",
  hold: "strict",
  onViolation: "retry",
  tokenEfficient: true,
  driver: "react",
  historyForm: "text",
  output: { type: "object", properties: { a: { type: "string" } } },
  maxRetries: 1,
  finalViaInference: true,
  plan: { a: 1 },
  limits: { answer: false, stepsPerRun: 3, outputChars: 700, perRun: { tokens: 5 } },
  compaction: { afterEntries: 20, summarize: () => "x" },
  clearToolResults: { afterTokens: 10, exceptTools: ["echo"] },
  reminder: { text: "Mind." },
  hooks: { beforeCall: () => undefined },
  approvalTtlMs: 1_000,
  env: ["KEY"],
  throwOnToolFailure: true,
  stopOnToolBlock: true,
  onContextRequired: "ask",
  plugins: { own: { calm: true } },
  webhooks: [{ trigger: "github", input: "Look." }],
};

Deno.test("D2: what a definition comes to has one order, whatever the author's, so that hash and record of earlier releases stay", async () => {
  const turned = Object.fromEntries(Object.entries(FULL).reverse());
  for (const definition of [FULL, { ...turned, name: FULL.name, schedules: undefined }]) {
    const full = defineAgent(definition);
    assert.equal(full.hash, "317fb5e150b46b09");
    assert.equal((await getDefinition(full)).digest, "CtevHHRkA5NtkC9GVKmqCHRHpQx3Y_JngZ8xjbzPkwI");
  }
  const least = defineAgent({
    name: "least",
    hold: "prefix",
    onContextRequired: "observe",
    model: undefined,
  });
  assert.equal(least.hash, "275a7cd36c2c6da7");
  assert.equal((await getDefinition(least)).digest, "ZQExJ9zoU3aT2hkn0dhISc4eL_iCuhe2JmVC1Eo9o8w");
  const parts = Object.keys(PARTS).filter((part) => part !== "selection");
  assert.deepEqual(Object.keys(defineAgent(FULL)), ["name", ...parts, "threadTools", "hash"]);
});

Deno.test("D2: every part of a definition is a method of the builder, and a flag needs no argument", () => {
  const base = agent("full");
  for (const part of Object.keys(PARTS)) assert.equal(typeof Reflect.get(base, part), "function", part);
  const built = base.clearToolResults({ afterTokens: 10 }).approvalTtlMs(1_000).compaction({
    afterEntries: 20,
  })
    .throwOnToolFailure().stopOnToolBlock(false).tokenEfficient().onContextRequired("ask").build();
  assert.deepEqual(
    built,
    defineAgent({
      name: "full",
      clearToolResults: { afterTokens: 10 },
      approvalTtlMs: 1_000,
      compaction: { afterEntries: 20 },
      throwOnToolFailure: true,
      stopOnToolBlock: false,
      tokenEfficient: true,
      onContextRequired: "ask",
    }),
  );
  // @ts-expect-error: no number of tokens
  assert.throws(() => base.clearToolResults({}).build(), /clearToolResults\/afterTokens is missing/);
  // @ts-expect-error: no agent has it
  assert.equal(base.calm, undefined);
});

Deno.test("D1: a file has every part but code and names of variables; gateways have the models, their choice and settings", () => {
  const placed = Object.values(IN_FILE).flatMap((parts) => Object.keys(parts));
  assert.deepEqual(Object.keys(PARTS).filter((part) => !placed.includes(part)), [
    "model",
    "models",
    "fallbackModel",
    "capabilities",
    "settings",
    "gatewayToolChoice",
    "driver",
    "decision",
    "hooks",
    "env",
  ]);
  assert.equal(new Set(placed).size, placed.length);
  assert.ok(listHashed().includes("clearToolResults") && !listHashed().includes("fallbackModel"));
});

Deno.test("D2: a reminder comes before every tenth plan where nothing else is set, and an agent without one has no such part", () => {
  const reminded = defineAgent({ name: "a", reminder: { text: " Go on. " } });
  assert.deepEqual(reminded.reminder, { text: "Go on.", everySteps: 10 });
  assert.deepEqual(agent("a").reminder("Go on.").build(), reminded);
  assert.deepEqual(agent("a").reminder("Go on.", 3).build().reminder, { text: "Go on.", everySteps: 3 });
  assert.equal(defineAgent({ name: "a" }).reminder, undefined);
});

Deno.test("C8: forceToolUse without a name means any tool, preventToolUse means none, and a base is not changed by its variants", () => {
  const base = agent("a").tool(echo);
  assert.deepEqual(base.forceToolUse().build().toolChoice, { type: "required" });
  assert.deepEqual(base.preventToolUse().build().toolChoice, { type: "none" });
  assert.deepEqual(base.toolChoice("echo").build().toolChoice, { type: "tool", name: "echo" });
  assert.equal(base.build().toolChoice, undefined);
  const hook = () => ({ type: "proceed" } as const);
  assert.equal(base.hooks({ beforeCall: hook }).build().hooks.beforeCall, hook);
});

Deno.test("C2: the refusal of a choice names at most 20 tools", () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => prefix + index);
  const tools = numbered("t", 60).map((name) => ({ ...echo, name }));
  const toolChoice = { type: "allowed" as const, names: numbered("gone", 128), mode: "auto" as const };
  assert.throws(() => defineAgent({ name: "a", tools, toolChoice }), (error) => {
    assert(error instanceof AgentError && error.problems.length === 21);
    assert.match(error.problems[0]?.detail ?? "", /no tool named "gone0"; .*: t0, .*, t19 and 40 more\./);
    assert.match(error.problems[20]?.detail ?? "", /108 more of its names are no tools/);
    return true;
  });
});

Deno.test("E13: an agent that shortens outputs has read_output, which choices and policies may name", () => {
  const limits = { outputChars: 500 };
  const named = defineAgent({
    name: "a",
    tools: [echo],
    limits,
    toolChoice: { type: "allowed", names: ["echo", "read_output"], mode: "auto" },
    policy: {
      rules: [{ type: "after", tool: "read_output", after: "echo" }],
    },
  });
  assert.deepEqual(named.tools.map(({ name }) => name), ["echo", "read_output"]);
  assert.equal(defineAgent({ name: "a", limits }).tools.length, 0, "without tools there is nothing to read");
  const own = defineAgent({ name: "a", tools: [{ ...echo, name: "read_output" }] });
  assert.equal(own.tools[0]?.description, echo.description, "without limits the name is free");
});

Deno.test("E1: maxSteps of other libraries is answered with the key to write, and a bare object with defineTool", () => {
  const said = (definition: object) => {
    try {
      defineAgent({ name: "a", ...definition });
      return "defined";
    } catch (thrown) {
      return thrown instanceof AgentError ? thrown.message.split("\n").slice(1).join("\n").trim() : thrown;
    }
  };
  const cases: readonly (readonly [object, string])[] = [
    [{ maxSteps: 5 }, '/maxSteps is not a part of an agent; remove it. Did you mean "limits.stepsPerRun"?'],
    [
      { limits: { maxSteps: 5 } },
      '/limits/maxSteps unknown key; remove it. Did you mean "limits.stepsPerRun"?',
    ],
    [{ instruction: "x" }, '/instruction is not a part of an agent; remove it. Did you mean "instructions"?'],
    [{ constructor: 1, __proto__: null }, "/constructor is not a part of an agent; remove it."],
    [
      { tools: [{ name: "look", description: "Looks.", inputSchema: {}, execute: () => 1 }] },
      '/tools/0 is {"name":"look","description":"Looks.","inputSchema":{}} and no tool; write what defineTool returns.',
    ],
    [{ tools: ["look"] }, '/tools/0 is "look" and no tool; write what defineTool returns.'],
  ];
  for (const [definition, message] of cases) assert.equal(said(definition), message);
});
