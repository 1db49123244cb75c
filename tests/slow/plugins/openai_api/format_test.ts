// Row E6: answers as JSON: `response_format` of a chat and `text.format` of a response, with the clients that ask for them.

import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, Output } from "ai";
import OpenAI from "openai";
import OpenAI6 from "openai6";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { StepEventBody } from "../../../../src/core/event.ts";
import { ChatWriter } from "../../../../src/plugins/openai_api/encoders/chat.ts";
import { ResponseWriter } from "../../../../src/plugins/openai_api/encoders/responses.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { assertPublished, type Door, KEY, readFrames, serveDoor } from "../../../plugins/openai_api/_door.ts";

const SCHEMA = {
  type: "object" as const,
  properties: { city: { type: "string" as const }, tempC: { type: "number" as const } },
  required: ["city", "tempC"],
  additionalProperties: false,
};
const FORMAT = { type: "json_schema", name: "report", strict: true, schema: SCHEMA } as const;
const OF_CHAT = {
  type: "json_schema",
  json_schema: { name: "report", strict: true, schema: SCHEMA },
} as const;
const REPORT = { city: "Paris", tempC: 18 };
const TEXT = JSON.stringify(REPORT);
const ASK = { role: "user", content: "What is the weather in Paris?" } as const;

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "18 degrees" });
const looker = defineAgent({ name: "looker", model: "recorded/m", tools: [look] });
const remove = defineTool({
  name: "remove",
  description: "Removes.",
  needsApproval: true,
  run: () => "gone",
});
const remover = defineAgent({ name: "remover", model: "recorded/m", tools: [remove] });
const reporter = defineAgent({ name: "reporter", model: "recorded/m", output: SCHEMA });
const LOOKS = scenario().says("Let me look.").calls("look", {}).next().says(TEXT);
const CLIENTS = [["openai 6", OpenAI6], ["openai 7", OpenAI]] as const;

function clientOf(create: typeof OpenAI, { url }: Door): OpenAI {
  return new create({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
}

for (const [name, Client] of CLIENTS) {
  // Their types differ in nothing that is used here.
  const create = Client as typeof OpenAI;

  Deno.test(`E6: ${name}: parse reads a chat and a response behind tools of the agent`, async () => {
    await using door = serveDoor(LOOKS, { agents: [looker] });
    const client = clientOf(create, door);
    const chat = await client.chat.completions.parse({
      model: "looker",
      messages: [ASK],
      response_format: OF_CHAT,
    });
    assert.equal(chat.choices[0]?.message.content, TEXT);
    assert.equal(chat.choices[0]?.finish_reason, "stop");
    const response = await client.responses.parse({
      model: "looker",
      input: "go",
      text: { format: FORMAT },
    });
    assert.equal(response.output_text, TEXT);
    assert.deepEqual(response.output.map(({ type }) => type), ["mcp_call", "message"]);
    assert.deepEqual(response.text?.format, FORMAT);
  });

  Deno.test(`E6: ${name}: a stream has the JSON alone, as the body has it`, async () => {
    await using door = serveDoor(LOOKS, { agents: [looker] });
    const client = clientOf(create, door);
    const stream = client.chat.completions.stream({
      model: "looker",
      messages: [ASK],
      response_format: OF_CHAT,
    });
    assert.equal(await stream.finalContent(), TEXT);
    const events = client.responses.stream({ model: "looker", input: "go", text: { format: FORMAT } });
    assert.equal((await events.finalResponse()).output_text, TEXT);
  });
}

Deno.test("E6: the AI SDK reads objects of responses and of chats", async () => {
  await using door = serveDoor(LOOKS, { agents: [looker] });
  const openai = createOpenAI({ baseURL: `${door.url}/v1`, apiKey: KEY });
  for (const model of [openai.responses("looker"), openai.chat("looker")]) {
    const { output } = await generateText({
      model,
      prompt: "go",
      output: Output.object({ schema: jsonSchema<typeof REPORT>(SCHEMA) }),
    });
    assert.deepEqual(output, REPORT);
  }
});

Deno.test("E6: a model that answers in words is asked again, and the schema is in its prompt", async () => {
  const script = scenario().says("It is warm.").next().says(TEXT);
  await using door = serveDoor(script, { agents: [looker] });
  const response = await door.post("/v1/chat/completions", {
    model: "looker",
    messages: [ASK],
    response_format: OF_CHAT,
  });
  const body = await response.json();
  await assertPublished("openai.chat.response", [body]);
  assert.equal(body.choices[0].message.content, TEXT);
  assert.equal(door.requests.length, 2);
  assert.ok(door.requests[0]?.system.includes('"tempC"'));
});

Deno.test("E6: json_object takes any object", async () => {
  await using door = serveDoor(scenario().says('{"any":1}'), { agents: [looker] });
  const chat = { model: "looker", messages: [ASK], response_format: { type: "json_object" } };
  const { choices } = await (await door.post("/v1/chat/completions", chat)).json();
  assert.equal(choices[0].message.content, '{"any":1}');
  const request = { model: "looker", input: "go", text: { format: { type: "json_object" } } };
  const { output, text } = await (await door.post("/v1/responses", request)).json();
  assert.equal(output[0].content[0].text, '{"any":1}');
  assert.deepEqual(text, { format: { type: "json_object" } });
});

Deno.test("E6: calls of the caller stand alone, and their result leads to the JSON", async () => {
  const script = scenario().says("Let me ask.").calls("place", {}).next().says(TEXT);
  await using door = serveDoor(script, { agents: [looker] });
  const tools = [{ type: "function", function: { name: "place", parameters: { type: "object" } } }];
  const chat = { model: "looker", messages: [ASK] as object[], tools, response_format: OF_CHAT };
  const first = await (await door.post("/v1/chat/completions", chat)).json();
  const { message, finish_reason } = first.choices[0];
  assert.deepEqual([message.content, finish_reason], [null, "tool_calls"]);
  const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: "Paris" };
  const second =
    await (await door.post("/v1/chat/completions", { ...chat, messages: [ASK, message, result] }))
      .json();
  assert.equal(second.choices[0].message.content, TEXT);
});

Deno.test("E6: a run that waits has a refusal in the place of JSON, in each form", async () => {
  const script = scenario().says("I see.").calls("remove", {}).next().says(TEXT);
  await using door = serveDoor(script, { agents: [remover] });
  const chat = { model: "remover", messages: [ASK], response_format: OF_CHAT };
  const body = await (await door.post("/v1/chat/completions", chat)).json();
  const { content, refusal } = body.choices[0].message;
  await assertPublished("openai.chat.response", [body]);
  assert.equal(content, null);
  assert.match(refusal, /^The call \S+ of remove waits for approval\.$/);
  const { bodies } = readFrames(
    await (await door.post("/v1/chat/completions", { ...chat, stream: true })).text(),
  );
  await assertPublished("openai.chat.chunk", bodies);
  const deltas = bodies.map((each) => Object(each).choices[0]?.delta?.refusal).filter((each) => each);
  assert.deepEqual(deltas.length, 1);
  assert.match(deltas[0], /waits for approval/);
});

Deno.test("E6: a response goes on behind an approval to the JSON that it was begun for, and is read so", async () => {
  const script = scenario().says("I see.").calls("remove", {}).next().says(TEXT);
  await using door = serveDoor(script, { agents: [remover] });
  const text = { format: FORMAT };
  const first = await (await door.post("/v1/responses", { model: "remover", input: "go", text })).json();
  assert.deepEqual(first.output.map(({ type }: { type: string }) => type), ["mcp_approval_request"]);
  const answer = {
    model: "remover",
    previous_response_id: first.id,
    input: [{ type: "mcp_approval_response", approval_request_id: first.output[0].id, approve: true }],
  };
  for (const other of [undefined, { format: { type: "json_object" } }]) {
    const refused = await door.post("/v1/responses", { ...answer, text: other });
    const { error } = await refused.json();
    assert.deepEqual([refused.status, error.param], [400, "text.format"]);
  }
  const second = await (await door.post("/v1/responses", { ...answer, text })).json();
  assert.deepEqual(second.output.map(({ type }: { type: string }) => type), ["mcp_call", "message"]);
  assert.equal(second.output[1].content[0].text, TEXT);
  for (const { id, output } of [first, second]) {
    const read = await fetch(`${door.url}/v1/responses/${id}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const stored = await read.json();
    assert.deepEqual(stored.output, output);
    await assertPublished("openai.responses.response", [stored]);
    assert.deepEqual(stored.text, { format: FORMAT });
  }
});

Deno.test("E6: a refusal of the model is a refusal, and no JSON", () => {
  const events: readonly StepEventBody[] = [
    { type: "step.started", thread: "t", agent: "a", step: 1, model: "m/x", choice: null, at: 0 },
    { type: "text.delta", block: 0, text: "I would rather not." },
    {
      type: "step.finished",
      step: 1,
      version: 1,
      status: "done",
      finish: "refusal",
      outcome: null,
      continues: false,
    },
  ];
  const options = { execution: "loop", onlyOne: false, callable: undefined, isJson: true } as const;
  const spell = (name: string) => name;
  const response = new ResponseWriter({
    ...options,
    id: "resp_1",
    created: 0,
    repeated: {},
    now: () => 0,
    spell,
  });
  const chat = new ChatWriter({
    ...options,
    id: "chatcmpl-1",
    model: "m",
    created: 0,
    fingerprint: "fp_1",
    includeUsage: false,
    traces: false,
    spell,
    toError: () => ({}),
  });
  for (const [index, event] of events.entries()) {
    response.encode({ ...event, seq: index + 1 });
    chat.encode({ ...event, seq: index + 1 });
  }
  const refusal = "I would rather not.";
  const { status, output } = Object(response.body);
  assert.deepEqual([status, output[0].content], ["completed", [{ type: "refusal", refusal }]]);
  const { choices: [choice] } = Object(chat.body);
  assert.deepEqual([choice.message.content, choice.message.refusal, choice.finish_reason], [
    null,
    refusal,
    "stop",
  ]);
});

Deno.test("E6: an agent keeps an output of its own", async () => {
  await using door = serveDoor(scenario().says(TEXT), { agents: [reporter] });
  const ask = (response_format: object) =>
    door.post("/v1/chat/completions", { model: "reporter", messages: [ASK], response_format });
  for (const format of [{ type: "json_object" }, OF_CHAT, { type: "text" }]) {
    const { choices } = await (await ask(format)).json();
    assert.equal(choices[0].message.content, TEXT);
  }
  const other = { ...OF_CHAT, json_schema: { name: "other", schema: { type: "object" } } };
  const refused = await ask(other);
  const { error } = await refused.json();
  assert.deepEqual([refused.status, error.param], [400, "response_format"]);
  assert.match(error.message, /another form than the output of agent reporter/);
});

const BAD: readonly (readonly [string, unknown, string, string])[] = [
  ["that is no object", "json", "response_format", "invalid_value"],
  ["of an unknown type", { type: "yaml" }, "response_format.type", "invalid_value"],
  [
    "without its schema",
    { type: "json_schema" },
    "response_format.json_schema",
    "missing_required_parameter",
  ],
  [
    "with a name that is none",
    { type: "json_schema", json_schema: { name: "a b", schema: SCHEMA } },
    ...["response_format.json_schema.name", "invalid_value"] as const,
  ],
  [
    "whose schema is missing",
    { type: "json_schema", json_schema: { name: "a" } },
    ...["response_format.json_schema.schema", "missing_required_parameter"] as const,
  ],
  [
    "whose schema is none",
    { type: "json_schema", json_schema: { name: "a", schema: [] } },
    ...["response_format.json_schema.schema", "invalid_json_schema"] as const,
  ],
  [
    "whose strict is a text",
    { type: "json_schema", json_schema: { name: "a", schema: SCHEMA, strict: "yes" } },
    ...["response_format.json_schema.strict", "invalid_type"] as const,
  ],
  [
    "whose description is a number",
    { type: "json_schema", json_schema: { name: "a", schema: SCHEMA, description: 1 } },
    ...["response_format.json_schema.description", "invalid_type"] as const,
  ],
  [
    "of an object with the schema of a list",
    { type: "json_object", schema: { type: "array" } },
    ...["response_format.schema.type", "invalid_json_schema"] as const,
  ],
  [
    "of a list",
    { type: "json_schema", json_schema: { name: "a", schema: { type: "array" } } },
    ...["response_format.json_schema.schema.type", "invalid_json_schema"] as const,
  ],
  [
    "whose reference leads nowhere",
    {
      type: "json_schema",
      json_schema: { name: "a", schema: { type: "object", properties: { a: { $ref: "#/$defs/b" } } } },
    },
    ...["response_format.json_schema.schema.properties.a.$ref", "invalid_json_schema"] as const,
  ],
  [
    "with a slash in a name",
    {
      type: "json_schema",
      json_schema: { name: "a", schema: { type: "object", properties: { "a/b": { enum: 1 } } } },
    },
    ...["response_format.json_schema.schema.properties.a/b.enum", "invalid_json_schema"] as const,
  ],
  [
    "with a pattern that is none",
    {
      type: "json_schema",
      json_schema: {
        name: "a",
        schema: { type: "object", properties: { a: { type: "string", pattern: "(" } } },
      },
    },
    ...["response_format.json_schema.schema.properties.a.pattern", "invalid_json_schema"] as const,
  ],
];
for (const [what, response_format, param, code] of BAD) {
  Deno.test(`E6: a format ${what} is refused before a model is asked`, async () => {
    await using door = serveDoor(scenario().says(TEXT), { agents: [looker] });
    const response = await door.post("/v1/chat/completions", {
      model: "looker",
      messages: [ASK],
      response_format,
    });
    const { error } = await response.json();
    assert.deepEqual([response.status, error.param, error.code], [400, param, code]);
    assert.equal(door.requests.length, 0);
  });
}

Deno.test("E6: outputs of tools are no answer that has a format", async () => {
  await using door = serveDoor(LOOKS, { agents: [looker] });
  const body = { model: "looker", messages: [ASK], tools: ["look"], response_format: OF_CHAT };
  const refused = await door.post("/v1/chat/completions", { ...body, tool_choice: "execute" });
  assert.equal((await refused.json()).error.param, "response_format");
  assert.equal(door.requests.length, 0);
  const answered = await (await door.post("/v1/chat/completions", { ...body, tool_choice: "generate" }))
    .json();
  assert.equal(answered.choices[0].message.content, TEXT);
});

Deno.test("E6: the format of the other API is refused", async () => {
  await using door = serveDoor(scenario().says(TEXT), { agents: [looker] });
  const chat = await door.post("/v1/chat/completions", {
    model: "looker",
    messages: [ASK],
    text: { format: FORMAT },
  });
  assert.equal((await chat.json()).error.param, "text");
  const response = await door.post("/v1/responses", {
    model: "looker",
    input: "go",
    response_format: OF_CHAT,
  });
  assert.equal((await response.json()).error.param, "response_format");
});

Deno.test("E6: a schema that the strict modes of providers cannot express holds the answer", async () => {
  const schema = {
    type: "object",
    properties: {
      code: { type: "string", pattern: "^[A-Z]{3}$" },
      next: { $ref: "#" },
      tags: { type: "object", additionalProperties: { type: "integer", minimum: 1 } },
    },
    required: ["code"],
  };
  const whole = '{"code":"PAR","next":{"code":"ROM"},"tags":{"a":1}}';
  const script = scenario().says('{"code":"par"}').next().says('{"code":"PAR","tags":{"a":0}}').next().says(
    whole,
  );
  await using door = serveDoor(script, { agents: [looker] });
  const format = { type: "json_schema", name: "codes", schema };
  const { output } =
    await (await door.post("/v1/responses", { model: "looker", input: "go", text: { format } }))
      .json();
  assert.equal(output[0].content[0].text, whole);
  assert.equal(door.requests.length, 3);
});

Deno.test("E6: no answer that fits is an error, and what was asked for is not kept as one", async () => {
  const script = scenario().says("No.").next().says("No.").next().says("No.").next().says("No.");
  await using door = serveDoor(script, { agents: [looker] });
  const body = { model: "looker", messages: [ASK], response_format: OF_CHAT };
  const failed = await door.post("/v1/chat/completions", body);
  assert.deepEqual([failed.status, (await failed.json()).error.code], [502, "model_answer_invalid"]);
});

Deno.test("E6: under an Idempotency-Key the same format is answered once, and another one is refused", async () => {
  await using door = serveDoor(scenario().says(TEXT), { agents: [looker] });
  const key = { "idempotency-key": "k1" };
  for (
    const [path, body, other] of [
      ["/v1/responses", { model: "looker", input: "go", text: { format: FORMAT } }, { text: null }],
      [
        "/v1/chat/completions",
        { model: "looker", messages: [ASK], response_format: OF_CHAT },
        { response_format: { type: "json_object" } },
      ],
    ] as const
  ) {
    const before = door.requests.length;
    const once = await (await door.post(path, body, key)).json();
    const twice = await (await door.post(path, body, key)).json();
    assert.deepEqual([twice.id, twice.output ?? twice.choices], [once.id, once.output ?? once.choices]);
    assert.ok(JSON.stringify(once).includes(JSON.stringify(TEXT).slice(1, -1)));
    const mixed = await door.post(path, { ...body, ...other }, key);
    assert.deepEqual([mixed.status, (await mixed.json()).error.code], [400, "idempotency_mismatch"]);
    assert.equal(door.requests.length, before + 1);
  }
});

Deno.test("E6: a response that continues another has the format of its own request", async () => {
  const script = scenario().says(TEXT).next().says("In words.").next().says('{"any":1}');
  await using door = serveDoor(script, { agents: [looker] });
  const ask = async (text: object | undefined, previous?: string) =>
    await (await door.post("/v1/responses", {
      model: "looker",
      input: "go",
      text,
      ...(previous === undefined ? {} : { previous_response_id: previous }),
    })).json();
  const first = await ask({ format: FORMAT });
  const second = await ask(undefined, first.id);
  const third = await ask({ format: { type: "json_object" } }, second.id);
  assert.deepEqual(
    [first, second, third].map(({ output, text }) => [output[0].content[0].text, text.format.type]),
    [
      [TEXT, "json_schema"],
      ["In words.", "text"],
      ['{"any":1}', "json_object"],
    ],
  );
});

Deno.test("E6: a long schema is not kept with the response, which is read as it was answered otherwise", async () => {
  const schema = { ...SCHEMA, description: "x".repeat(5_000) };
  await using door = serveDoor(scenario().says(TEXT), { agents: [looker] });
  const request = { model: "looker", input: "go", text: { format: { ...FORMAT, schema } } };
  const made = await (await door.post("/v1/responses", request)).json();
  assert.equal(made.text.format.schema.description.length, 5_000);
  const headers = { authorization: `Bearer ${KEY}` };
  const stored = await (await fetch(`${door.url}/v1/responses/${made.id}`, { headers })).json();
  assert.deepEqual([stored.output, stored.text.format], [made.output, { ...FORMAT, schema: {} }]);
});
