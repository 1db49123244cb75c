// Public reports about models, their streams and the choice of tools, each driven through a deployment whose model is a server:
// what the reporters wanted holds here. ../shared/reports.json has the threads.
import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { json } from "../../http/_app.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { caseOf, session, statuses } from "../../wire/reports/session.ts";
import {
  array,
  at,
  chatBoth,
  chatCalls,
  chatText,
  message,
  MESSAGE_START,
  named,
  noting,
  object,
  report,
  serve,
  type Served,
  sse,
  toolUse,
  warnings,
} from "./_reports.ts";

const ENDED: readonly JsonObject[] = [
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 20 } },
  { type: "message_stop" },
];
const DONE = chatText("Done.");

/** The arguments of the calls in the last request, by its ids, and the results in their order. */
function callsOf(request: JsonObject | undefined): { args: Json[]; asked: Json[]; answered: Json[] } {
  const messages = array(request?.messages).map(object);
  const calls = messages.flatMap(({ tool_calls }) => tool_calls === undefined ? [] : array(tool_calls));
  return {
    args: calls.map((call) => JSON.parse(String(at(call, "function", "arguments")))),
    asked: calls.map((call) => at(call, "id") ?? null),
    answered: messages.flatMap(({ role, tool_call_id }) => role === "tool" ? [tool_call_id ?? null] : []),
  };
}

for (
  const [id, holds, tool, expected] of [
    ["plexus-691", "three calls at index 0 are three calls", "add_task", [
      { title: "a" },
      { title: "b" },
      { title: "c" },
    ]],
    ["qwen-agent-943", "fragments go to the call of their index", "look", [{ city: "Oslo" }, {
      city: "Rome",
    }]],
    ["gcli2api-406", "three whole calls at index 0 are three calls, each with its result", "weather", [
      { city: "P" },
      { city: "S" },
      { city: "G" },
    ]],
    ["web-to-app-395", "nulls and empty strings in a call lose nothing of it", "write", [{ p: 1 }]],
  ] as const
) {
  report(id, holds, async ({ chunks }) => {
    for (const filler of [undefined, null, ""]) {
      const ran: Json[] = [];
      await using model = serve([sse(fill(chunks, filler)), DONE], { agent: { tools: [noting(tool, ran)] } });
      const { output, thread } = await model.ask("Go.");
      assert.deepEqual([ran, output, at(thread, "status")], [expected, "Done.", "done"]);
      const { args, asked, answered } = callsOf(model.requests[1]);
      assert.deepEqual([args, asked, new Set(asked).size], [expected, answered, expected.length]);
    }
  });
}

/** The chunks, where a later fragment of a call has this for its id and name. */
function fill(chunks: Json | undefined, filler: null | string | undefined): Json {
  if (filler === undefined) return [...array(chunks)];
  return JSON.parse(JSON.stringify(chunks), (key, value) => {
    if (key !== "tool_calls" || value === null) return value;
    return array(value).map(object).map((call) =>
      call.id ? call : { ...call, id: filler, function: { ...object(call.function), name: filler } }
    );
  });
}

/** The arguments of the calls in a request of Anthropic. */
function inputsOf({ messages }: JsonObject): (Json | undefined)[] {
  return array(messages).flatMap((message) => {
    const content = at(message, "content");
    return Array.isArray(content) ? content.map(object) : [];
  }).flatMap(({ type, input }) => type === "tool_use" ? [input] : []);
}

report(
  "cursor-byok-386",
  "a call without argument text has {} in all that shows it",
  async ({ chunks, tool, anthropic }) => {
    assert.equal(array(anthropic).length, 2);
    const opened = { type: "content_block_start", index: 0, content_block: toolUse("now") };
    const call = [MESSAGE_START, opened, { type: "content_block_stop", index: 0 }, ...ENDED];
    const wires = [
      { model: "vllm/m", answers: [sse(chunks), DONE], read: (body: JsonObject) => callsOf(body).args },
      {
        model: "anthropic/claude-sonnet-4-5",
        answers: [named(call), message({ type: "text", text: "Done." })],
        read: inputsOf,
      },
    ];
    for (const { model, answers, read } of wires) {
      for (const needsApproval of [false, true]) {
        const ran: Json[] = [];
        const now = noting("now", ran, { parameters: object(at(tool, "parameters")), needsApproval });
        await using server = serve(answers, { agent: { model, tools: [now] }, plugins: [chat()] });
        const answer = await server.ask("What time is it?");
        assert.deepEqual([at(answer.calls, 0, "name"), at(answer.calls, 0, "args")], ["now", {}]);
        if (needsApproval) {
          assert.deepEqual([at(answer.thread, "status"), ran], ["waiting", []]);
          assert.deepEqual(await shownInput(server), {});
          const path = `/v1/threads/t1/approvals/${at(answer.calls, 0, "id")}`;
          assert.equal((await server.send("POST", path, { approved: true })).status, 200);
          assert.equal((await server.ask(undefined)).output, "Done.");
        }
        assert.deepEqual(ran, [{}]);
        assert.equal((await server.ask("And now?")).output, "Done.");
        assert.equal(server.requests.length, 3);
        for (const request of server.requests.slice(1)) assert.deepEqual(read(request), [{}]);
        const planned = (await server.history()).find(({ type }) => type === "assistant");
        assert.equal(at(planned, "blocks", 0, "args"), "{}");
        const kept = await (await server.send("GET", "/v1/threads/t1/export")).text();
        assert.ok(kept.includes(JSON.stringify('"name":"now","arguments":"{}"').slice(1, -1)));
        assert.deepEqual(await shownInput(server), {});
      }
    }
  },
);

/** The arguments of the call as the door of the AI SDK shows them, on the card of an approval too. */
async function shownInput(server: Served): Promise<Json | undefined> {
  const { messages } = await json(await server.send("GET", "/api/chat/t1/messages"));
  const parts = array(messages).flatMap((message) => array(at(message, "parts"))).map(object);
  return parts.find(({ input }) => input !== undefined)?.input;
}

report(
  "tidebreak-1129",
  "arguments that do not parse ask nobody and run nothing",
  async ({ arguments: text, tool }) => {
    const ran: Json[] = [];
    const pay = noting("pay", ran, {
      needsApproval: true,
      parameters: { type: "object", required: [...array(at(tool, "required"))], properties: {} },
    });
    await using model = serve([chatCalls(["pay", String(text)]), DONE], { agent: { tools: [pay] } });
    const answer = await model.ask("Pay.");
    assert.deepEqual([ran, answer.output, at(answer.thread, "status")], [[], "Done.", "done"]);
    const told = String(
      array(model.requests[1]?.messages).map(object).find(({ role }) => role === "tool")?.content,
    );
    assert.match(told, /JSON/);
    assert.doesNotMatch(told, /required|missing/i);
  },
);

report(
  "rapid-mlx-741",
  "a forced call whose arguments are a number reaches no tool, the next one runs",
  async (input) => {
    const ran: Json[] = [];
    await using model = serve([sse(input.chunks), DONE], { agent: { tools: [noting("stamp", ran)] } });
    const answer = await model.ask("Stamp it.", { toolChoice: input.toolChoice ?? null });
    assert.deepEqual([ran, answer.output], [[{ value: "x" }], "Done."]);
    assert.deepEqual(at(answer.steps, 0, "outcome"), { type: "satisfied" });
  },
);

report(
  "rapid-mlx-859",
  "required without a call is never satisfied, nor done without a word, nor endless",
  async (input) => {
    const toolChoice = input.toolChoice ?? null;
    for (const onViolation of ["report", "retry"] as const) {
      const agent = { tools: [noting("look", [])], onViolation };
      await using withoutCall = serve([sse(input.chunksA)], { agent });
      const refused = await withoutCall.ask("Look.", { toolChoice });
      assert.deepEqual([refused.code, withoutCall.requests.length], ["model_protocol", 3]);
      assert.equal(at(refused.thread, "status"), "open");

      await using withoutFinish = serve([sse(input.chunksB)], { agent });
      const answer = await withoutFinish.ask("Look.", { toolChoice });
      for (const code of ["finish_missing", "choice_violated"]) {
        assert.ok(warnings(answer).includes(code), code);
      }
      const end = [answer.code, answer.output, at(answer.thread, "status"), withoutFinish.requests.length];
      assert.deepEqual(
        end,
        onViolation === "retry"
          ? ["choice_unsupported", undefined, "failed", 2]
          : [undefined, "I will look.", "done", 1],
      );
      const said = (await withoutFinish.history()).at(-1);
      assert.deepEqual(at(said, "choice", "outcome"), { type: "violated", how: "missing" });
    }
  },
);

report(
  "vllm-50477",
  "a named choice that is ignored is recorded, asked for in words, and its prose is no output",
  async (input) => {
    const ran: Json[] = [];
    const toolChoice = input.toolChoice ?? null;
    const script = [...array(input.answers).map(sse), DONE];
    await using model = serve(script, { agent: { tools: [noting("look", ran)], onViolation: "retry" } });
    const ignored = await model.ask("Look.", { toolChoice });
    assert.deepEqual([ignored.code, ignored.output, ran], ["choice_unsupported", undefined, []]);
    const said = (await model.history()).at(-1);
    assert.deepEqual(at(said, "choice", "outcome"), { type: "violated", how: "missing" });
    assert.equal(warnings(ignored).filter((code) => code === "choice_violated").length, 2);
    assert.match(
      JSON.stringify(model.requests[1]?.messages),
      /Call look in this answer, and no other tool\./,
    );
    const called = await model.ask("Look.", { toolChoice });
    assert.deepEqual([at(called.steps, 0, "outcome"), called.output, ran], [{ type: "satisfied" }, "Done.", [
      {},
    ]]);
  },
);

const OPENED: Readonly<Record<string, readonly JsonObject[]>> = {
  thinking: [
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
    { type: "content_block_stop", index: 0 },
  ],
  half: [
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_1", name: "pay", input: {} },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: '{"amount":' },
    },
  ],
};

report(
  "oh-my-pi-5602",
  "a stream that ends as tool_use without a whole call is a broken answer, and its usage counts",
  async ({ events, variant }) => {
    assert.deepEqual([array(events).length, array(variant).length], [6, 4]);
    for (const opened of Object.values(OPENED)) {
      const ran: Json[] = [];
      await using model = serve([named([MESSAGE_START, ...opened, ...ENDED])], {
        agent: { model: "anthropic/claude-sonnet-4-5", tools: [noting("pay", ran)] },
      });
      const answer = await model.ask("Pay.");
      assert.deepEqual([answer.code, at(answer.thread, "status"), ran], ["model_protocol", "open", []]);
      assert.equal(warnings(answer).filter((code) => code === "model_retried").length, 2);
      const counters = object(at(answer.thread, "counters"));
      assert.equal(model.requests.length, 3);
      assert.ok(Number(counters.inputTokens) > 300 && Number(counters.outputTokens) >= 3, "each try counts");
    }
  },
);

report(
  "genericagent-753",
  "an error event of a Responses stream is retried, then a typed error, and never the answer",
  async ({ events, variant }) => {
    const created = {
      type: "response.created",
      response: { id: "resp_1", status: "in_progress", output: [] },
    };
    for (const [list, code] of [[events, "model_overloaded"], [variant, "model_server"]] as const) {
      const failure = object(array(list)[1]);
      const agent = { model: "openai/gpt-4o", settings: { api: "responses" as const } };
      await using model = serve([named([created, failure])], { agent });
      const answer = await model.ask("Hello?");
      assert.deepEqual([answer.code, model.requests.length], [code, 3]);
      assert.deepEqual((await model.history()).map(({ type }) => type), ["user", "failure"]);
    }
  },
);

/** A whole answer of Responses. */
function responses(parts: JsonObject): string {
  const response = {
    id: "resp_1",
    object: "response",
    model: "gpt-6.2-astra",
    status: "completed",
    output: [],
    ...parts,
  };
  return named([
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.completed", response },
  ]);
}

report(
  "openai-gpt62-instructions",
  "instructions are the first developer item for GPT-6.2 on each provider",
  async ({ models }) => {
    for (const name of array(models).map(String)) {
      const agent = { model: name, instructions: "You are terse.", settings: { api: "responses" as const } };
      const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi." }] };
      await using model = serve(
        () => responses({ output: [message], usage: { input_tokens: 1, output_tokens: 1 } }),
        {
          agent,
        },
      );
      const answer = await model.ask("Hello?");
      assert.equal(answer.output, "Hi.");
      const body = object(model.requests[0]);
      const first = object(array(body.input)[0]);
      assert.deepEqual([body.instructions, first.role], [undefined, "developer"]);
      assert.match(JSON.stringify(first), /You are terse\./);
    }
  },
);

report(
  "openai-gpt62-removed-reasoning",
  "reasoning that the API removed is warned of and recorded",
  async ({ event }) => {
    const agent = { model: "openai/gpt-6.2-astra", settings: { api: "responses" as const } };
    await using model = serve([responses(object(at(event, "response")))], { agent });
    const answer = await model.ask("Hello?");
    assert.equal(answer.output, "ok");
    const warning = array(answer.warnings).map(object).find(({ code }) => code === "thinking_dropped");
    assert.match(String(warning?.message), /prefix_mismatch: rs_1/);
    const planned = (await model.history()).find(({ type }) => type === "assistant");
    assert.deepEqual(at(planned, "record", "removed"), ["prefix_mismatch"]);
  },
);

report(
  "openai-gpt62-price",
  "a budget in dollars takes GPT-6.2, at its public prices",
  async ({ model: name, budget }) => {
    const dollars: Record<string, number> = { [String(name)]: 2 + 10, "openai/gpt-6.2-astra": 8 + 40 };
    for (const [each, microDollars] of Object.entries(dollars)) {
      const agent = { model: each, settings: { api: "responses" as const }, limits: object(budget) };
      const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi." }] };
      const usage = { input_tokens: 1, output_tokens: 1 };
      await using model = serve([responses({ output: [message], usage })], { agent, plugins: [budgets()] });
      const answer = await model.ask("Hello?");
      assert.deepEqual([answer.output, at(answer.usage, "microDollars")], ["Hi.", microDollars]);
    }
  },
);

report(
  "qwen-code-3598",
  "text of the form of an answer beside calls is not final on any dialect: the calls run",
  async (input) => {
    const { text, calls } = object(input.answer);
    const [name = ""] = array(calls).map(String);
    const call = { type: "function_call", id: "fc_1", call_id: "c1", name, arguments: "{}" };
    const dialects = {
      "vllm/m": [(words: string) => chatBoth(words, name), chatText],
      "anthropic/claude-sonnet-4-5": [
        (words: string) => message({ type: "text", text: words }, toolUse(name)),
        (words: string) => message({ type: "text", text: words }),
      ],
      "openai/gpt-5": [
        (words: string) => responses({ output: [said(words), call] }),
        (words: string) => responses({ output: [said(words)] }),
      ],
    } as const;
    for (const [model, [both, alone]] of Object.entries(dialects)) {
      for (const words of [String(text), String(input.variant_text)]) {
        const ran: Json[] = [];
        const settings = model.startsWith("openai") ? { api: "responses" as const } : {};
        const agent = { model, tools: [noting(name, ran)], output: object(input.output), settings };
        await using server = serve([both(words), alone('{"ok":false}')], { agent });
        const answer = await server.ask("Write it.");
        assert.deepEqual(
          [answer.output, ran, server.requests.length],
          ['{"ok":false}', [{}], 2],
          `${model} ${words}`,
        );
      }
    }
  },
);

/** A message of Responses. */
function said(text: string): JsonObject {
  return { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text }] };
}

report(
  "omniroute-13552",
  "a tool with a union at its root is sent in a form that each API takes, and checked against its own schema",
  async ({ inputSchema, models }) => {
    assert.equal(array(models).length, 4);
    const schema = object(inputSchema);
    const { anyOf = [], properties = {} } = schema;
    const roots: JsonObject[] = [
      schema,
      { type: "object", properties, oneOf: anyOf },
      { type: "object", properties, allOf: [{ anyOf }] },
      { type: "object", $ref: "#/$defs/Root", $defs: { Root: schema } },
      { type: "object", properties: { ...object(properties), "a b": { type: "string" } }, anyOf },
    ];
    for (
      const [name, model] of [
        ["anthropic", undefined],
        ["bedrock", "bedrock/us.anthropic.claude-opus-5-5"],
        ["gemini", undefined],
        ["openai responses", undefined],
      ] as const
    ) {
      for (const parameters of roots) {
        const ran: Json[] = [];
        const wire = caseOf(name);
        const reply = ({ history }: ParsedRequest): Reply => {
          const results = history.filter(({ kind }) => kind === "result").length;
          return results < 2
            ? { calls: [{ name: "either", arguments: results === 0 ? "{}" : '{"a":"1"}' }] }
            : { text: "Done." };
        };
        await using server = await wire.start({ reply });
        const tools = [noting("either", ran, { parameters }), noting("other", [])];
        const run = session(wire, server, { ...(model === undefined ? {} : { model }), tools });
        const { output } = await run("Do it.");
        assert.deepEqual([output, ran, statuses(server)], ["Done.", [{ a: "1" }], [200, 200, 200]], name);
      }
    }
  },
);
