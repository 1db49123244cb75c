import assert from "node:assert/strict";
import * as z from "zod";
import { agent } from "../../src/agents/builder.ts";
import { type AgentDefinition, DEFAULT_LIMITS, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { type ToolContext, ToolError } from "../../src/core/tool.ts";

const context: ToolContext = {
  tenant: "acme",
  thread: "t1",
  agent: "tester",
  step: 1,
  callId: "c1",
  idempotencyKey: "c1",
  attempt: 1,
  signal: new AbortController().signal,
};

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

Deno.test("D2: an agent's defaults", () => {
  const { hash, ...plain } = defineAgent({ name: "plain" });
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.deepEqual(plain, {
    name: "plain",
    description: "",
    model: undefined,
    settings: {},
    instructions: "",
    tools: [],
    toolChoice: undefined,
    gatewayToolChoice: undefined,
    execution: "loop",
    driver: "tool_calling",
    driverConfig: {},
    historyForm: "native",
    plan: undefined,
    limits: DEFAULT_LIMITS,
    compaction: undefined,
    hooks: {},
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

const BAD_AGENTS: readonly [Partial<AgentDefinition>, string, RegExp][] = [
  [{ name: "" }, "/name", /use up to 64 letters/],
  [{ name: "constructor()" }, "/name", /is "constructor\(\)"/],
  [{ tools: [echo, echo] }, "/tools/1/name", /taken by an earlier tool/],
  [{ toolChoice: { type: "maybe" } }, "/toolChoice", /is no tool choice/],
  [
    { tools: [echo], toolChoice: "ecko" },
    "/toolChoice",
    /no tool named "ecko"; its tools are echo\. Did you mean "echo"\?/,
  ],
  [{ toolChoice: "required" }, "/toolChoice", /forces a call, but the agent has no tools/],
  [{ gatewayToolChoice: "gone" }, "/gatewayToolChoice", /the agent has no tools/],
  [{ tools: [echo], toolChoice: "generate", execution: "loop" }, "/execution", /tool choice says generate/],
  [{ limits: { parallelCalls: 0 } }, "/limits/parallelCalls", /Too small/],
  [{ limits: { stepMs: 1.5 } }, "/limits/stepMs", /int/],
  [{ model: "gpt-5" }, "/model", /provider\/model/],
  [{ compaction: { afterEntries: 5, keepEntries: 5 } }, "/compaction", /below afterEntries/],
  [{ settings: { topP: 2 } }, "/settings/topP", /Too big/],
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

Deno.test("D2: the hash changes with what a model can notice and with nothing else", () => {
  const base: AgentDefinition = { name: "a", model: "openai/gpt-5", tools: [echo], plan: { x: 1, y: 2 } };
  const { hash } = defineAgent(base);
  const same: Partial<AgentDefinition>[] = [
    { plan: { y: 2, x: 1 } },
    { name: "b", description: "another" },
    { hooks: { beforeCall: () => ({ type: "proceed" }) } },
    { limits: { stepsPerRun: 3 } },
  ];
  const other: Partial<AgentDefinition>[] = [
    { instructions: "Be brief." },
    { model: "openai/gpt-6" },
    { plan: { x: 1, y: 3 } },
    { tools: [] },
    { tools: [{ ...echo, description: "Repeats." }] },
    { tools: [{ ...echo, parameters: { type: "object" } }] },
    { toolChoice: "echo" },
    { limits: { parallelCalls: 1 } },
    { historyForm: "text" },
  ];
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
    .driver("scripted", { scenario: [] })
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
      driverConfig: { scenario: [] },
      execution: "generate",
    }),
  );
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
