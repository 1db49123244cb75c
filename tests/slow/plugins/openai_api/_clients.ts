// The published clients of OpenAI's API against one server; the runtimes' test runs the same scenes on both.

import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Arcade } from "@arcadeai/arcadejs";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import OpenAI6 from "openai6";

/** A server, the key of a tenant, and the model to use: an agent on the demo model. */
export interface Served {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** A use of a client that fails by an assertion. */
export interface Scene {
  readonly name: string;
  readonly run: (served: Served) => Promise<void>;
}

const ASK = { role: "user", content: "What is the weather in Paris?" } as const;
const CITY = {
  type: "object" as const,
  properties: { place: { type: "string" as const } },
  required: ["place"],
  additionalProperties: false,
};

/** Runs on both majors of the client: their types differ in nothing that is used here. */
function openaiScenes(major: string, create: (served: Served) => OpenAI): Scene[] {
  return [
    {
      name: `${major}: create`,
      async run(served) {
        const client = create(served);
        const { choices } = await client.chat.completions.create({ model: served.model, messages: [ASK] });
        assert.match(choices[0]?.message.content ?? "", /Paris/);
        assert.equal(choices[0]?.finish_reason, "stop");
      },
    },
    {
      name: `${major}: create as a stream`,
      async run(served) {
        const stream = await create(served).chat.completions.create({
          model: served.model,
          messages: [ASK],
          stream: true,
          stream_options: { include_usage: true },
        });
        let text = "";
        let usage = 0;
        const reasons: string[] = [];
        for await (const chunk of stream) {
          text += chunk.choices[0]?.delta.content ?? "";
          usage += chunk.usage?.total_tokens ?? 0;
          const reason = chunk.choices[0]?.finish_reason;
          if (reason) reasons.push(reason);
        }
        assert.match(text, /Paris/);
        assert.deepEqual(reasons, ["stop"]);
        assert.ok(usage > 0);
      },
    },
    {
      name: `${major}: the helper stream`,
      async run(served) {
        const stream = create(served).chat.completions.stream({ model: served.model, messages: [ASK] });
        const seen: string[] = [];
        stream.on("content", (delta) => seen.push(delta));
        assert.match(await stream.finalContent() ?? "", /Paris/);
        assert.ok(seen.length > 1);
      },
    },
    {
      name: `${major}: runTools`,
      async run(served) {
        const cities: string[] = [];
        const runner = create(served).chat.completions.runTools({
          model: served.model,
          messages: [ASK],
          tools: [{
            type: "function",
            function: {
              name: "get_weather",
              description: "The weather.",
              parameters: {},
              parse: JSON.parse,
              function: ({ city }: { city: string }) => {
                cities.push(city);
                return { city, tempC: -3, sky: "grey" };
              },
            },
          }],
        });
        await runner.done();
        assert.deepEqual(cities, ["Paris"]);
        assert.match(await runner.finalContent() ?? "", /-3 °C and grey in Paris/);
      },
    },
    {
      name: `${major}: a forced tool of the caller`,
      async run(served) {
        const { choices } = await create(served).chat.completions.create({
          model: served.model,
          messages: [ASK],
          tools: [{ type: "function", function: { name: "my_place", parameters: CITY } }],
          tool_choice: { type: "function", function: { name: "my_place" } },
        });
        const [call] = choices[0]?.message.tool_calls ?? [];
        assert.equal(choices[0]?.finish_reason, "tool_calls");
        assert.ok(call?.type === "function" && call.function.name === "my_place");
        assert.equal(typeof JSON.parse(call.function.arguments).place, "string");
      },
    },
    {
      name: `${major}: runTools with a forced tool, streamed`,
      async run(served) {
        const places: string[] = [];
        const runner = create(served).chat.completions.runTools({
          model: served.model,
          messages: [ASK],
          stream: true,
          tool_choice: { type: "function", function: { name: "my_place" } },
          tools: [{
            type: "function",
            function: {
              name: "my_place",
              description: "Where the user is.",
              parameters: CITY,
              parse: JSON.parse,
              function: ({ place }: { place: string }) => {
                places.push(place);
                return "Paris";
              },
            },
          }],
        });
        await runner.done();
        assert.equal(places.length, 1);
      },
    },
    {
      name: `${major}: responses.create and previous_response_id`,
      async run(served) {
        const client = create(served);
        const first = await client.responses.create({ model: served.model, input: ASK.content });
        assert.match(first.output_text, /Paris/);
        assert.ok(first.output.some((item) => item.type === "mcp_call" && item.name === "get_weather"));
        const second = await client.responses.create({
          model: served.model,
          input: "What is the weather in Rome?",
          previous_response_id: first.id,
        });
        assert.equal(second.previous_response_id, first.id);
        assert.equal(second.status, "completed");
      },
    },
    {
      name: `${major}: responses.stream`,
      async run(served) {
        const stream = create(served).responses.stream({ model: served.model, input: ASK.content });
        const types = new Set<string>();
        for await (const event of stream) types.add(event.type);
        const { status, output_text } = await stream.finalResponse();
        assert.equal(status, "completed");
        assert.match(output_text ?? "", /Paris/);
        assert.ok(types.has("response.mcp_call.completed") && types.has("response.completed"));
      },
    },
    {
      name: `${major}: a function call round trip over responses`,
      async run(served) {
        const client = create(served);
        const tools = [{ type: "function", name: "get_weather", parameters: CITY, strict: false } as const];
        const first = await client.responses.create({ model: served.model, input: ASK.content, tools });
        const call = first.output.find((item) => item.type === "function_call");
        assert.ok(call?.type === "function_call");
        const second = await client.responses.create({
          model: served.model,
          tools,
          previous_response_id: first.id,
          input: [{
            type: "function_call_output",
            call_id: call.call_id,
            output: JSON.stringify({ city: "Paris", tempC: -3, sky: "grey" }),
          }],
        });
        assert.match(second.output_text, /-3 °C and grey in Paris/);
      },
    },
    {
      name: `${major}: an unknown model`,
      async run(served) {
        await assert.rejects(
          create(served).chat.completions.create({ model: "gpt-4o", messages: [ASK] }),
          { status: 404, code: "model_not_found", param: "model", type: "invalid_request_error" },
        );
      },
    },
  ];
}

const aiSdk: readonly Scene[] = [
  {
    name: "@ai-sdk/openai: generateText over chat",
    async run({ url, key, model }) {
      const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
      const { text, finishReason, usage } = await generateText({
        model: openai.chat(model),
        prompt: ASK.content,
      });
      assert.match(text, /Paris/);
      assert.equal(finishReason, "stop");
      assert.ok((usage.totalTokens ?? 0) > 0);
    },
  },
  {
    name: "@ai-sdk/openai: streamText over responses reads the calls of the server",
    async run({ url, key, model }) {
      const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
      const result = streamText({ model: openai.responses(model), prompt: ASK.content });
      assert.match(await result.text, /Paris/);
      assert.equal(await result.finishReason, "stop");
      const calls = await result.toolCalls;
      assert.deepEqual(calls.map(({ toolName, providerExecuted }) => [toolName, providerExecuted]), [[
        "mcp.get_weather",
        true,
      ]]);
      assert.equal((await result.toolResults).length, 1);
    },
  },
  {
    name: "@ai-sdk/openai: generateText over responses with a tool of the caller, in two steps",
    async run({ url, key, model }) {
      const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
      const { text, steps } = await generateText({
        model: openai.responses(model),
        prompt: ASK.content,
        stopWhen: stepCountIs(3),
        tools: {
          get_weather: tool({
            description: "The weather.",
            inputSchema: jsonSchema<{ city: string }>({
              type: "object",
              properties: { city: { type: "string" } },
            }),
            execute: ({ city }) => ({ city, tempC: -3, sky: "grey" }),
          }),
        },
      });
      assert.match(text, /-3 °C and grey in Paris/);
      assert.equal(steps.length, 2);
    },
  },
  {
    name: "@ai-sdk/openai-compatible: streamText with a tool of the caller",
    async run({ url, key, model }) {
      const provider = createOpenAICompatible({
        name: "treadle",
        baseURL: `${url}/v1`,
        apiKey: key,
        includeUsage: true,
      });
      const places: string[] = [];
      const { text, steps } = streamText({
        model: provider(model),
        prompt: ASK.content,
        stopWhen: stepCountIs(2),
        prepareStep: ({ stepNumber }) => ({ toolChoice: stepNumber === 0 ? "required" : "none" }),
        tools: {
          my_place: tool({
            description: "Where the user is.",
            inputSchema: jsonSchema<{ place: string }>(CITY),
            execute: ({ place }) => {
              places.push(place);
              return `You are in ${place}.`;
            },
          }),
        },
      });
      assert.equal(typeof await text, "string");
      const made = await steps;
      assert.deepEqual(made.map(({ finishReason }) => finishReason), ["tool-calls", "stop"]);
      assert.equal(places.length, 1);
    },
  },
];

const arcade: readonly Scene[] = [
  {
    name: "@arcadeai/arcadejs: execute",
    async run({ url, key, model }) {
      const client = new Arcade({ baseURL: url, apiKey: key });
      const { choices = [] } = await client.chat.completions.create({
        model,
        messages: [{ role: "user", content: ASK.content }],
        user: "ann",
        tools: ["get_weather"],
        tool_choice: "execute",
      });
      assert.equal(typeof JSON.parse(choices[0]?.message?.content ?? ""), "object");
      assert.equal(choices[0]?.tool_messages?.length, 2);
    },
  },
  {
    name: "@arcadeai/arcadejs: generate",
    async run({ url, key, model }) {
      const client = new Arcade({ baseURL: url, apiKey: key });
      const { choices = [] } = await client.chat.completions.create({
        model,
        messages: [{ role: "user", content: ASK.content }],
        tools: ["get_weather"],
        tool_choice: "generate",
      });
      assert.match(choices[0]?.message?.content ?? "", /Paris/);
      assert.equal(choices[0]?.tool_messages?.[1]?.role, "tool");
    },
  },
];

/** The older major as the newer one: what is used here is the same in both. */
export function olderClient(options: ConstructorParameters<typeof OpenAI6>[0]): OpenAI {
  const client: unknown = new OpenAI6(options);
  if (isClient(client)) return client;
  throw new Error("openai 6 has another form.");
}

function isClient(value: unknown): value is OpenAI {
  const { chat, responses } = Object(value);
  return chat !== undefined && responses !== undefined;
}

/** Every client. */
export const SCENES: readonly Scene[] = [
  ...openaiScenes(
    "openai 7",
    ({ url, key }) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }),
  ),
  ...openaiScenes(
    "openai 6",
    ({ url, key }) => olderClient({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }),
  ),
  ...aiSdk,
  ...arcade,
];
