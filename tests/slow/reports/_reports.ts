// What the tests of public reports share: the entry of a report, and a deployment whose model is a server that answers with
// the bytes of the report.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool, type ToolDefinition } from "../../../src/agents/define_tool.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { createTestApp, json, type TestApp, type TestAppOptions } from "../../http/_app.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";

/** Declares the test of a report, which gets the input of its entry; skipped where the shared file is absent. */
export function report(id: string, holds: string, check: (input: JsonObject) => Promise<void>): void {
  needsShared(`reports ${id}: ${holds}`, "reports.json", () => check(inputOf(id)));
}

/** The input of a report. */
function inputOf(id: string): JsonObject {
  const entries: JsonObject[] = JSON.parse(Deno.readTextFileSync(sharedPath("reports.json")));
  return object(entries.find((entry) => entry.id === id)?.input);
}

/** Events of one stream as a report has them: objects, and `[DONE]` where the report ends with it. */
export function sse(chunks: Json | undefined): string {
  return array(chunks).map((chunk) =>
    `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`
  )
    .join("");
}

/** Events that have a name, as Anthropic and Responses write them. */
export function named(events: readonly JsonObject[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** A whole answer of Chat Completions that says `text`. */
export function chatText(text: string): string {
  return chatChoices({ delta: { role: "assistant", content: text } }, { delta: {}, finish_reason: "stop" });
}

/** A whole answer of Chat Completions that calls tools: pairs of a name and the text of its arguments. */
export function chatCalls(...calls: readonly (readonly [name: string, args: string])[]): string {
  const tool_calls = calls.map(([name, args], index) => ({
    index,
    id: `call_${crypto.randomUUID()}`,
    type: "function",
    function: { name, arguments: args },
  }));
  return chatChoices({ delta: { role: "assistant", tool_calls } }, {
    delta: {},
    finish_reason: "tool_calls",
  });
}

/** A whole answer of Chat Completions that says `text` and calls a tool. */
export function chatBoth(text: string, name: string): string {
  const tool_calls = [{ index: 0, id: "call_1", type: "function", function: { name, arguments: "{}" } }];
  return chatChoices(
    { delta: { role: "assistant", content: text } },
    { delta: { tool_calls } },
    { delta: {}, finish_reason: "tool_calls" },
  );
}

function chatChoices(...choices: readonly JsonObject[]): string {
  const chunks = choices.map((choice) => ({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, finish_reason: null, ...choice }],
  }));
  return sse([...chunks, "[DONE]"]);
}

/** One answer of the model: the text of a stream under 200, or a response. */
export type ModelAnswer = string | Response;

/** Answers in order, of which the last is repeated; or a function of the request. */
export type ModelScript =
  | readonly string[]
  | ((body: JsonObject, index: number) => ModelAnswer | Promise<ModelAnswer>);

export interface Served extends AsyncDisposable, TestApp {
  /** The bodies that the model got, in order. */
  readonly requests: JsonObject[];
  /** Sends a step of thread t1 until done; the body of its answer, an error too. */
  ask(input: Json | undefined, parts?: JsonObject): Promise<JsonObject>;
  /** The entries of thread t1. */
  history(): Promise<JsonObject[]>;
}

export interface ServeOptions extends Omit<TestAppOptions, "agents" | "plugins"> {
  readonly agent?: Partial<AgentDefinition>;
  readonly plugins?: readonly Plugin[];
}

/** A deployment with one agent `a`, of a compatible server unless it names another model. */
export function serve(script: ModelScript, { agent, ...options }: ServeOptions = {}): Served {
  const requests: JsonObject[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = object(await request.json());
    requests.push(body);
    const index = requests.length - 1;
    const answer = typeof script === "function"
      ? await script(body, index)
      : script[Math.min(index, script.length - 1)] ?? assert.fail("no answer");
    if (typeof answer !== "string") return answer;
    return new Response(answer, { headers: { "content-type": "text/event-stream" } });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const app = createTestApp({
    registry: PROVIDERS,
    ...options,
    agents: [defineAgent({ name: "a", model: "vllm/m", ...agent })],
    env: {
      VLLM_BASE_URL: `${url}/v1`,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "k",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "k",
      AZURE_OPENAI_ENDPOINT: url,
      AZURE_OPENAI_API_KEY: "k",
      ...options.env,
    },
  });
  return {
    ...app,
    requests,
    async ask(input, parts = {}) {
      const body = { agent: "a", until: "done", ...(input === undefined ? {} : { input }), ...parts };
      return await json(await app.send("POST", "/v1/threads/t1/steps", body));
    },
    async history() {
      const page = await json(await app.send("GET", "/v1/threads/t1/history?limit=200"));
      return array(page.entries).map(object);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A value that has to be an object. */
export function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : assert.fail(`no object: ${JSON.stringify(value)}`);
}

/** A value that has to be a list. */
export function array(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : assert.fail(`no list: ${JSON.stringify(value)}`);
}

/** What stands in an object below these names. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let inner = value;
  for (const name of path) {
    inner = typeof name === "number" ? array(inner)[name] : object(inner)[name];
  }
  return inner;
}

/** The codes of the warnings of an answer. */
export function warnings(answer: JsonObject): (Json | undefined)[] {
  return array(answer.warnings).map((warning) => object(warning).code);
}

/** A tool that notes its arguments and says "ok". */
export function noting(name: string, ran: Json[], parts: Partial<ToolDefinition<JsonObject>> = {}): Tool {
  return defineTool({
    name,
    description: `The tool ${name}.`,
    parameters: { type: "object" },
    run: (args) => {
      ran.push(args);
      return "ok";
    },
    ...parts,
  });
}

/** A whole answer of Anthropic with these blocks. */
export function message(...blocks: readonly JsonObject[]): string {
  const stop_reason = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return named([
    MESSAGE_START,
    ...blocks.flatMap((block, index): JsonObject[] => [
      { type: "content_block_start", index, content_block: { ...block, ...EMPTY[String(block.type)] } },
      { type: "content_block_delta", index, delta: deltaOf(block) },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ]);
}

/** The start of a message of Anthropic, with its usage. */
export const MESSAGE_START: JsonObject = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    usage: { input_tokens: 100, output_tokens: 1 },
  },
};

const EMPTY: Readonly<Record<string, JsonObject>> = { text: { text: "" }, tool_use: { input: {} } };

function deltaOf({ type, text = "", input = {} }: JsonObject): JsonObject {
  return type === "text"
    ? { type: "text_delta", text }
    : { type: "input_json_delta", partial_json: JSON.stringify(input) };
}

/** A block that calls a tool. */
export function toolUse(name: string, input: JsonObject = {}): JsonObject {
  return { type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name, input };
}

/** Fails unless the results of each answer of Anthropic stand in the one message behind it. */
export function assertPaired(body: JsonObject | undefined): void {
  const messages = array(body?.messages).map(object);
  const ids = (index: number, type: string, field: string) => {
    const content = messages[index]?.content;
    return Array.isArray(content)
      ? content.map(object).filter((block) => block.type === type).map((block) => block[field])
      : [];
  };
  messages.forEach((_, index) =>
    assert.deepEqual(ids(index + 1, "tool_result", "tool_use_id"), ids(index, "tool_use", "id"))
  );
  assert.deepEqual(ids(0, "tool_result", "tool_use_id"), []);
}
