// P7: what a gateway signs or encrypts goes back in the field that it came in, with the ids that the calls have in the
// history, to the provider and the model that wrote it, and to nobody else.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { RunDeps } from "../../../src/kernel/run_deps.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { isRecord } from "../../wire/openai/reply.ts";

type Wire = Record<string, unknown>;

/** A server that answers a first request with calls, and refuses a second one that does not bring back what it signed. */
interface Dialect {
  readonly provider: "compatible" | "openrouter";
  readonly model: string;
  /** The messages of the first answer, as the server streams them: one delta each. */
  readonly deltas: readonly Wire[];
  /** The text of the refusal of an assistant's message that lacks its signatures. */
  refuses(message: Wire, calls: readonly Wire[]): string | undefined;
}

const call = (index: number, id: string, more: Wire = {}): Wire => ({
  index,
  id,
  type: "function",
  function: { name: "look", arguments: JSON.stringify({ at: `place${index}` }) },
  ...more,
});

const MISSING =
  "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.";

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, key) => isRecord(inner) ? inner[key] : undefined, value);

const DIALECTS: Readonly<Record<string, Dialect>> = {
  // Google's own OpenAI-compatible endpoint: only the first of parallel calls is signed.
  "extra_content.google of a call": {
    provider: "compatible",
    model: "gemini-3-pro-preview",
    deltas: [{
      tool_calls: [call(0, "function-call-1", { extra_content: { google: { thought_signature: "c2ln" } } })],
    }, { tool_calls: [call(1, "function-call-2")] }],
    refuses: (_, [first]) =>
      at(first, "extra_content", "google", "thought_signature") === "c2ln" ? undefined : MISSING,
  },
  // The signature in a piece behind the arguments.
  "extra_content.google behind the call": {
    provider: "compatible",
    model: "gemini-3-flash",
    deltas: [{ tool_calls: [call(0, "c1")] }, {
      tool_calls: [{ index: 0, extra_content: { google: { thought_signature: "bGF0ZQ==" } } }],
    }],
    refuses: (_, [first]) =>
      at(first, "extra_content", "google", "thought_signature") === "bGF0ZQ==" ? undefined : MISSING,
  },
  // earendil-works/pi#6733.
  "extra_content.vertex of a call (hebo-gateway#226)": {
    provider: "compatible",
    model: "google/gemini-3.1-pro",
    deltas: [{ tool_calls: [call(0, "c1", { extra_content: { vertex: { thought_signature: "AY89" } } })] }],
    refuses: (_, [first]) =>
      at(first, "extra_content", "vertex", "thought_signature") === "AY89" ? undefined : MISSING,
  },
  "LiteLLM's provider_specific_fields of a call": {
    provider: "compatible",
    model: "gemini/gemini-3-pro-preview",
    deltas: [{
      tool_calls: [call(0, "call_1", { provider_specific_fields: { thought_signature: "c2ln" } })],
    }],
    refuses: (_, [first]) =>
      at(first, "provider_specific_fields", "thought_signature") === "c2ln" ? undefined : MISSING,
  },
  // litellm#16895: the server reads the fields before the id.
  "LiteLLM's signature in the id of a call": {
    provider: "compatible",
    model: "gemini/gemini-3-pro-preview",
    deltas: [{ tool_calls: [call(0, "call_1__thought__c2ln")] }],
    refuses: (_, [first]) =>
      at(first, "provider_specific_fields", "thought_signature") === "c2ln" ||
        String(first?.id).endsWith("__thought__c2ln")
        ? undefined
        : MISSING,
  },
  "thought_signature of a function": {
    provider: "compatible",
    model: "@vertex/gemini-3-pro",
    deltas: [{
      tool_calls: [
        call(0, "call_1", {
          function: { name: "look", arguments: '{"at":"sky"}', thought_signature: "c2ln" },
        }),
      ],
    }],
    refuses: (_, [first]) => at(first, "function", "thought_signature") === "c2ln" ? undefined : MISSING,
  },
  // Claude with a budget, behind LiteLLM: the answer that made calls begins with its signed thinking.
  "LiteLLM's thinking_blocks": {
    provider: "compatible",
    model: "anthropic/claude-sonnet-4-5",
    deltas: [
      {
        reasoning_content: "Let me ",
        thinking_blocks: [{ type: "thinking", thinking: "Let me ", signature: null }],
      },
      {
        reasoning_content: "look.",
        thinking_blocks: [{ type: "thinking", thinking: "look.", signature: null }],
      },
      { reasoning_content: "", thinking_blocks: [{ type: "thinking", thinking: "", signature: "EqoB" }] },
      { thinking_blocks: [{ type: "redacted_thinking", data: "ZW5j" }] },
      { tool_calls: [call(0, "toolu_1")] },
    ],
    refuses: ({ thinking_blocks: blocks }) =>
      JSON.stringify(blocks) === JSON.stringify([
          { type: "thinking", thinking: "Let me look.", signature: "EqoB" },
          { type: "redacted_thinking", data: "ZW5j" },
        ])
        ? undefined
        : "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
  },
  // A detail of Gemini names its call: MassGen#624, Roo-Code#10640.
  "OpenRouter's reasoning_details of calls (Roo-Code#10640)": {
    provider: "openrouter",
    model: "google/gemini-3-pro-preview",
    deltas: [
      { reasoning_details: [{ type: "reasoning.text", text: "Hm.", format: "google-gemini-v1", index: 0 }] },
      {
        tool_calls: [call(0, "tool_0_look_1")],
        reasoning_details: [{
          type: "reasoning.encrypted",
          data: "c2ln",
          format: "google-gemini-v1",
          id: "tool_0_look_1",
          index: 0,
        }],
      },
      { tool_calls: [call(1, "tool_1_look_2")] },
    ],
    refuses({ reasoning_details: details }, calls) {
      const sealed = (Array.isArray(details) ? details : []).filter((detail) =>
        at(detail, "type") === "reasoning.encrypted"
      );
      const [only] = sealed;
      return sealed.length === 1 && at(only, "data") === "c2ln" && at(only, "id") === calls[0]?.id
        ? undefined
        : `Gemini models require OpenRouter reasoning details to be preserved in each request. Upstream error: ${MISSING}`;
    },
  },
  // A detail of OpenAI has the id of its own item.
  "OpenRouter's reasoning_details with ids of their own": {
    provider: "openrouter",
    model: "openai/gpt-5",
    deltas: [
      {
        reasoning_details: [{
          type: "reasoning.encrypted",
          data: "gAAA",
          format: "openai-responses-v1",
          id: "rs_1",
          index: 0,
        }],
      },
      { tool_calls: [call(0, "call_1")] },
    ],
    refuses: ({ reasoning_details: details }) =>
      Array.isArray(details) && details.length === 1 && at(details[0], "id") === "rs_1"
        ? undefined
        : "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
  },
};

for (const [name, dialect] of Object.entries(DIALECTS)) {
  for (const streams of [true, false]) {
    Deno.test(`P7: ${name} goes back with the next request (${streams ? "a stream" : "a whole body"})`, async () => {
      await using thread = open(dialect, streams);
      const first = await thread.run(dialect.model);
      assert.equal(first.error, undefined, `${first.error?.message}`);
      assert.equal(first.thread.status, "done");
      assert.equal(first.output, "Blue.");
    });
  }

  Deno.test(`P7: ${name} stays out of requests to another model`, async () => {
    await using thread = open(dialect, true);
    await thread.run(dialect.model);
    const before = thread.requests.length;
    await thread.run("house-model");
    const sent = JSON.stringify(thread.requests.slice(before));
    assert.doesNotMatch(
      sent,
      /thought_signature|thinking_blocks|reasoning_details|extra_content|provider_specific/,
    );
  });
}

for (const [name, dialect] of Object.entries(DIALECTS)) {
  Deno.test(`P7, C4: ${name} has the same bytes in every later request, on a warm isolate and on a cold one`, async () => {
    // The server repeats the ids of its calls, and refuses an answer whose details name another one.
    await using thread = open(dialect, true, { callsEachTime: true });
    for (const isolate of ["one", "one", "other", "one", "third", "third"]) {
      const { error, output } = await thread.run(dialect.model, isolate);
      assert.deepEqual([error, output], [undefined, "Blue."]);
    }
    const prompts = thread.texts.map((text) => text.slice(0, text.lastIndexOf('],"model":')));
    assert.equal(prompts.length, 12);
    for (const [index, prompt] of prompts.slice(1).entries()) {
      assert.ok(prompt.startsWith(`${prompts[index]},`), `request ${index + 1} changes what was sent`);
    }
  });
}

for (
  const name of ["extra_content.google of a call", "OpenRouter's reasoning_details of calls (Roo-Code#10640)"]
) {
  Deno.test(`P7: ${name}: calls of another model go to Gemini 3 with Google's own value, once a message`, async () => {
    const dialect = DIALECTS[name] ?? assert.fail(name);
    const signatures = ({ reasoning_details: details }: Wire, calls: readonly Wire[]) =>
      [
        ...calls.map((made) => at(made, "extra_content", "google", "thought_signature")),
        ...(Array.isArray(details) ? details : []).map((detail) =>
          at(detail, "id") === calls[0]?.id ? at(detail, "data") : "of another call"
        ),
      ].filter((signature) => signature !== undefined);
    await using thread = open({
      ...dialect,
      deltas: [{ tool_calls: [call(0, "c1"), call(1, "c2")] }],
      refuses: (message, calls) =>
        signatures(message, calls).join() === "skip_thought_signature_validator" ? undefined : MISSING,
    }, true);
    assert.equal((await thread.run("house-model")).thread.status, "done");
    const second = await thread.run(dialect.model);
    assert.equal(second.error, undefined, `${second.error?.message}`);
    assert.equal(second.output, "Blue.");
  });
}

Deno.test("P7: the signature of a text goes back with its message", async () => {
  const extra_content = { google: { thought_signature: "dGV4dA==" } };
  await using thread = open({
    provider: "compatible",
    model: "gemini-3-pro-preview",
    deltas: [{ content: "Well, " }, { content: "blue." }, { content: "", extra_content }],
    refuses: (message) =>
      at(message, "extra_content", "google", "thought_signature") === "dGV4dA==" ? undefined : MISSING,
  }, true);
  assert.equal((await thread.run("gemini-3-pro-preview")).output, "Well, blue.");
  const second = await thread.run("gemini-3-pro-preview");
  assert.equal(second.error, undefined, `${second.error?.message}`);
  assert.deepEqual(
    at(thread.messages().find((message) => at(message, "role") === "assistant"), "extra_content"),
    extra_content,
  );
});

/** One thread with an agent whose tool runs, and a server of the dialect. */
function open(dialect: Dialect, streams: boolean, { callsEachTime = false } = {}) {
  const requests: Wire[] = [];
  const texts: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const text = await request.text();
    const body = JSON.parse(text);
    texts.push(text);
    requests.push(body);
    const messages: Wire[] = body.messages;
    const answers = messages.filter(({ role }) => role === "assistant");
    const [first] = answers;
    if (first === undefined) return answer(dialect.deltas, streams);
    const calling = answers.filter((each) => each === first || Array.isArray(each.tool_calls));
    const refused = body.model === dialect.model
      ? calling.map((each) =>
        dialect.refuses(each, Array.isArray(each.tool_calls) ? each.tool_calls.filter(isRecord) : [])
      ).find((text) => text !== undefined)
      : undefined;
    if (refused !== undefined) {
      return Response.json({ error: { message: refused, code: 400, status: "INVALID_ARGUMENT" } }, {
        status: 400,
      });
    }
    const isAsked = callsEachTime && messages.at(-1)?.role === "user";
    return answer(isAsked ? dialect.deltas : [{ content: "Blue." }], streams);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const look = defineTool({
    name: "look",
    description: "Looks.",
    parameters: ["at"],
    effect: "pure",
    run: () => "blue",
  });
  const store = createMemoryStore();
  const prefix = dialect.provider.toUpperCase();
  const env = { [`${prefix}_BASE_URL`]: `${url}/v1`, [`${prefix}_API_KEY`]: "key-0123456789" };
  const isolates = new Map<string, RunDeps>();
  /** On a cold isolate, unless it has a name that ran before. */
  const run = async (model: string, isolate: string = crypto.randomUUID()) => {
    const agent = defineAgent({ name: "a", model: `${dialect.provider}/${model}`, tools: [look] });
    const deps = isolates.get(isolate) ??
      createDeps({
        plugins: [],
        registry: PROVIDERS,
        env: { ...env, TREADLE_STORE: "test", TREADLE_OPEN: "1" },
        agents: [agent],
        log: () => {},
        stores: { test: () => store },
      });
    isolates.set(isolate, deps);
    const started = await startRun({
      ref: { tenant: "acme", thread: "t1" },
      agent: "a",
      inputs: ["Which colour?"],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, deps);
    if (started.type !== "running") return assert.fail(started.type);
    return await started.run(() => {});
  };
  return {
    run,
    requests,
    texts,
    messages: (): Wire[] => {
      const last = requests.at(-1)?.messages;
      return Array.isArray(last) ? last.filter(isRecord) : [];
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function answer(deltas: readonly Wire[], streams: boolean): Response {
  const calls = deltas.some(({ tool_calls }) => tool_calls !== undefined);
  const finish = calls ? "tool_calls" : "stop";
  const head = { id: "chatcmpl-1", model: "m", created: 1 };
  if (!streams) {
    const message = { role: "assistant", content: null, ...joined(deltas) };
    return Response.json({ ...head, choices: [{ index: 0, message, finish_reason: finish }] });
  }
  const chunks = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
  ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return new Response(`${chunks.join("")}data: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
}

// The whole message that the deltas add up to.
function joined(deltas: readonly Wire[]): Wire {
  const whole: Wire = {};
  for (const delta of deltas) {
    for (const [key, value] of Object.entries(delta)) {
      const before = whole[key];
      if (typeof value === "string") whole[key] = (typeof before === "string" ? before : "") + value;
      else if (Array.isArray(value)) whole[key] = [...(Array.isArray(before) ? before : []), ...value];
      else whole[key] = value;
    }
  }
  if (!Array.isArray(whole.tool_calls)) return whole;
  const calls = new Map<unknown, Wire>();
  for (const piece of whole.tool_calls.filter(isRecord)) {
    calls.set(piece.index, { ...calls.get(piece.index), ...piece });
  }
  return { ...whole, tool_calls: [...calls.values()] };
}
