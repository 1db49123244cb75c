// P1-P9: an answer is an answer only with an end: what has none is an error that may be tried again, and an end that does not
// fit its answer is an error or a warning, in every dialect, streamed or not.
import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { AgentError } from "../../../../src/core/error.ts";
import type { ModelEvent } from "../../../../src/core/model/provider.ts";
import { drain, type Drained, streamed, weatherTool } from "../../../providers/_support.ts";
import { createLab } from "../../../support/lab.ts";
import { requestOf, unstreamed } from "../../../wire/ask.ts";
import type { WireCase } from "../../../wire/case.ts";
import { CASES, triedCases } from "../../../wire/cases.ts";
import { isRecord, type Reply } from "../../../wire/openai/reply.ts";
import { editing, END_MARK, type Rewrite, rewriting } from "../../../wire/endings/rewritten.ts";

/** Bodies of a 200 that are no answer in any dialect. */
const NO_ANSWER: Readonly<Record<string, string>> = {
  "an empty object": "{}",
  "null": "null",
  "an empty list": "[]",
  "a list of an empty object": "[{}]",
  "nothing": "",
  "white space": "\n\n\n",
  "a text": '"Hello."',
  "words": "Service Unavailable",
  "a page": "<!doctype html><html><body>Sign in to the hotel's network</body></html>",
  "a failure of Cloudflare": '{"success":false,"errors":[{"code":7003,"message":"No route"}],"result":null}',
  "no success": '{"success":false}',
  "an error object": '{"error":{"message":"Boom","type":"server_error"}}',
  "an error text": '{"error":"Boom"}',
  "a message of an error": '{"message":"Boom"}',
  "FastAPI's detail": '{"detail":"Boom"}',
  "no candidate and no choice": '{"candidates":[],"choices":[],"content":[],"output":[],"message":null}',
  "an empty event": "data: {}\n\n",
  "an event of null": "data: null\n\n",
  "an error event": 'event: error\ndata: {"error":{"message":"Boom"}}\n\n',
  "the end mark of OpenAI alone": "data: [DONE]\n\n",
  "an empty event and an end mark": "data: {}\n\ndata: [DONE]\n\n",
  "half of a JSON text": '{"id":"1","choices":[{"index":0,"mess',
};

for (const wire of triedCases()) {
  Deno.test(`P9: ${wire.name}: a 200 without an answer is an error that may be tried again`, async () => {
    await using server = await wire.start({ reply: () => ({ text: "Hello." }) });
    for (const [what, body] of Object.entries(NO_ANSWER)) {
      for (const type of ["application/json", "text/event-stream"]) {
        const rewrite: Rewrite = async (response) => {
          await response.body?.cancel();
          return new Response(body, { headers: { "content-type": type } });
        };
        await assert.rejects(asking(wire, server, rewrite), (error: unknown) => {
          assert.ok(error instanceof AgentError, String(error));
          assert.match(error.code, /^model_(?:protocol|server)$/, `${what}: ${error.message}`);
          assert.deepEqual([error.retryable, error.details.afterOutput], [true, false], what);
          return true;
        }, `${what} as ${type} is no answer`);
      }
    }
  });
}

/** What an API names the end of an answer. */
interface Ending {
  /** The field; undefined where the dialect has none. */
  readonly field: string | undefined;
  /** What a whole answer without the reason is: an error, an answer with a warning, or an answer. */
  readonly missing: "model_protocol" | "finish_missing" | "fine";
  /** The reason that announces calls. */
  readonly calls?: string;
}

const CHAT: Ending = { field: "finish_reason", missing: "finish_missing", calls: "tool_calls" };
// The event that ends a stream says what the status says, and a body has had no status at times.
const RESPONSES: Ending = { field: "status", missing: "fine" };
const ENDINGS: Readonly<Record<string, Ending>> = {
  "anthropic": { field: "stop_reason", missing: "model_protocol", calls: "tool_use" },
  "azure chat": CHAT,
  "azure dated": CHAT,
  "azure responses": RESPONSES,
  "bedrock": { field: "stopReason", missing: "model_protocol", calls: "tool_use" },
  "cohere": { field: "finish_reason", missing: "model_protocol", calls: "TOOL_CALL" },
  "gemini": { field: "finishReason", missing: "model_protocol" },
  "mistral": CHAT,
  "ollama": { field: "done_reason", missing: "finish_missing" },
  "openai chat": CHAT,
  "openai responses": RESPONSES,
  "openai breakpoints": RESPONSES,
  "workers_ai": CHAT,
  // Its model answers in the native form.
  "workers_ai binding": { field: undefined, missing: "fine" },
  ...Object.fromEntries(
    [
      "cerebras",
      "compatible",
      "deepseek",
      "fireworks",
      "groq",
      "lmstudio",
      "openrouter",
      "together",
      "vllm",
      "xai",
    ]
      .map((name) => [name, CHAT]),
  ),
};

const TEXT: Reply = { text: "It is 18 °C and", reasoning: "", calls: [] };
const EMPTY: Reply = { text: "", reasoning: "", calls: [] };
const CALL: Reply = { reasoning: "", calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }] };

for (const wire of triedCases()) {
  Deno.test(`P9: ${wire.name}: an end without a reason, with an unknown one, or one that announces calls that never come is no success in silence`, async () => {
    const ending = ENDINGS[wire.name];
    assert.ok(ending, `${wire.name} does not declare its endings`);
    const { field, missing, calls } = ending;
    for (const isStreamed of [true, false]) {
      const ended = async (reply: Reply, reason: string | null) => {
        await using server = await wire.start({ reply: [reply] });
        const found = field === undefined ? editing((wire) => wire) : withReason(field, reason);
        return await outcomeOf(asking(wire, server, found, isStreamed));
      };
      const where = isStreamed ? "streamed" : "whole";
      assert.equal(await ended(TEXT, null), missing, `${where}: text without a reason`);
      assert.equal(await ended(CALL, null), missing, `${where}: a call without a reason`);
      if (field === undefined) continue;
      if (missing !== "fine") {
        assert.equal(await ended(EMPTY, null), "model_protocol", `${where}: nothing without a reason`);
      }
      // A response of OpenAI that is neither whole nor a failure is not finished.
      if (field !== "status" || isStreamed) {
        assert.equal(await ended(TEXT, "gave_up"), "finish_unknown", `${where}: text with an unknown reason`);
        assert.equal(
          await ended(CALL, "gave_up"),
          "finish_unknown",
          `${where}: a call with an unknown reason`,
        );
      }
      assert.match(
        await ended(EMPTY, "gave_up"),
        /^model_(?:protocol|server)$/,
        `${where}: an unknown reason`,
      );
      if (calls === undefined) continue;
      assert.equal(await ended(TEXT, calls), "calls_missing", `${where}: text that announces calls`);
      assert.equal(await ended(EMPTY, calls), "model_protocol", `${where}: nothing that announces calls`);
    }
  });

  Deno.test(`P9: ${wire.name}: a stream without the piece that ends it is an error`, async () => {
    await using server = await wire.start({ reply: [TEXT] });
    assert.equal(await outcomeOf(asking(wire, server, editing(withoutEnd), true)), "model_protocol");
  });
}

const REASONS: ReadonlySet<string> = new Set(
  Object.values(ENDINGS).flatMap(({ field = "finish_reason" }) => field === "status" ? [] : [field]),
);

/** Takes out the events that end an answer, and whatever comes behind them. */
function withoutEnd(wire: unknown, event: string | undefined): unknown {
  if (wire === END_MARK) return undefined;
  if (!isRecord(wire)) return wire;
  if (
    event === "messageStop" ||
    /^(?:response\.completed|message_delta|message_stop|message-end)$/.test(String(wire.type))
  ) {
    return undefined;
  }
  return wire.done === true || hasReason(wire) ? undefined : wire;
}

function hasReason(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasReason);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, each]) =>
    (REASONS.has(key) && typeof each === "string") || hasReason(each)
  );
}

/** Every reason for which an answer ended, as another one; null takes it out. */
function withReason(field: string, reason: string | null): Rewrite {
  const edit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(edit);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        const isReason = key === field && typeof each === "string" &&
          (field !== "status" || (value.object === "response" && each === "completed"));
        return [key, isReason ? reason : edit(each)];
      }),
    );
  };
  return editing(edit);
}

async function asking(
  wire: WireCase,
  server: Awaited<ReturnType<WireCase["start"]>>,
  rewrite: Rewrite,
  isStreamed = true,
): Promise<Drained> {
  const reach = wire.fetch?.(server) ?? fetch;
  const { provider, fetch: via } = rewriting(wire, server, rewrite, isStreamed ? reach : unstreamed(reach));
  const { request } = requestOf(wire, provider, { tools: [weatherTool] });
  return await drain(streamed(provider, request, { fetch: via, signal: new AbortController().signal }));
}

/** The code of the error, else that of the warning, else "fine". */
async function outcomeOf(asked: Promise<Drained>): Promise<string> {
  try {
    return warningIn((await asked).events) ?? "fine";
  } catch (error) {
    assert.ok(error instanceof AgentError && error.retryable, String(error));
    return error.code;
  }
}

function warningIn(events: readonly ModelEvent[]): string | undefined {
  return events.flatMap((event) =>
    event.type === "warning" && event.warning.code !== "usage_missing" ? [event.warning.code] : []
  ).at(0);
}

Deno.test("P9: cohere: half a text without a reason, and a 200 without an answer, are neither done nor in the history", async () => {
  const wire = CASES.find(({ name }) => name === "cohere") ?? assert.fail();
  const bodies: Readonly<Record<string, Rewrite>> = {
    "half a text": withReason("finish_reason", null),
    "a failure of Cloudflare": () => new Response(NO_ANSWER["a failure of Cloudflare"]),
    "an empty object": () => new Response("{}", { headers: { "content-type": "application/json" } }),
    "no success": () =>
      new Response('{"success":false}', { headers: { "content-type": "application/json" } }),
  };
  for (const [what, rewrite] of Object.entries(bodies)) {
    await using server = await wire.start({ reply: () => TEXT });
    const { provider, fetch: via } = rewriting(wire, server, rewrite);
    const lab = createLab({
      agents: [defineAgent({ name: "a" })],
      deps: { model: () => ({ provider, model: wire.model, ref: `cohere/${wire.model}` }), fetch: via },
    });
    const { answer } = await lab.run({ input: "Hi." });
    assert.match(answer.error?.code ?? "", /^model_(?:protocol|server)$/, what);
    assert.deepEqual([answer.thread.status, answer.outcome], ["open", null], what);
    if (what === "a failure of Cloudflare") assert.match(answer.error?.message ?? "", /\(7003\): No route$/);
    assert.deepEqual((await lab.history()).map(({ type }) => type), ["user", "failure"], what);
  }
});
