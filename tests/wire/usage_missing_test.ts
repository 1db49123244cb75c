// P1-P6: an answer whose usage never comes is not free: its usage is estimated, marked as that, and said in a warning.
import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import type { Json } from "../../src/core/json.ts";
import { drain, streamed, textOf } from "../providers/_support.ts";
import { asSent } from "../support/as_sent.ts";
import { createLab } from "../support/lab.ts";
import { providerOf, requestOf } from "./ask.ts";
import { CASES } from "./cases.ts";

const TEXT = "It is 18 °C and clear in Paris, and it stays so until the evening.";
const SYSTEM = "You are terse. ".repeat(40);

// The answers of a binding do not come through fetch; they are those of the provider that has one.
for (const wire of CASES.filter(({ bindings }) => bindings === undefined)) {
  Deno.test(`P1-P6: ${wire.name}: an answer without its usage is estimated, and says so`, async () => {
    await using server = await wire.start({ reply: () => ({ text: TEXT }) });
    const provider = providerOf(wire, server);
    const { request } = requestOf(wire, provider, { system: SYSTEM });
    const io = { signal: new AbortController().signal };
    const reach = wire.fetch?.(server) ?? fetch;

    const whole = await drain(streamed(provider, request, { ...io, fetch: reach }));
    assert.equal(whole.result.usage.estimated, undefined);
    assert.deepEqual(warnings(whole.events), []);

    const { events, result } = await drain(
      streamed(provider, request, { ...io, fetch: withoutUsage(reach) }),
    );
    assert.deepEqual(warnings(events), ["usage_missing"]);
    const { inputTokens, outputTokens, ...marks } = result.usage;
    assert.deepEqual(asSent(marks), { estimated: true });
    assert.ok(inputTokens >= SYSTEM.length / 4 && inputTokens < SYSTEM.length, `${inputTokens} input tokens`);
    assert.ok(outputTokens >= TEXT.length / 4 && outputTokens < TEXT.length, `${outputTokens} output tokens`);
    assert.equal(textOf(result), TEXT);
  });
}

Deno.test("P1-P6: budgets and the history count what was estimated", async () => {
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  await using server = await wire.start({ reply: () => ({ text: TEXT }) });
  const provider = providerOf(wire, server);
  const agent = defineAgent({
    name: "a",
    instructions: SYSTEM,
    settings: { maxOutputTokens: 100 },
    limits: { tokens: 2_000 },
  });
  const lab = createLab({
    agents: [agent],
    deps: {
      model: () => ({ provider, model: wire.model, ref: `openai/${wire.model}` }),
      fetch: withoutUsage(wire.fetch?.(server) ?? fetch),
    },
  });
  const { answer } = await lab.run({ input: "Hi." });
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["usage_missing"]);
  const { inputTokens, outputTokens } = answer.usage;
  assert.deepEqual(asSent(answer.usage), { inputTokens, outputTokens, estimated: true });
  assert.deepEqual(
    [answer.thread.counters.inputTokens, answer.thread.counters.outputTokens],
    [inputTokens, outputTokens],
  );
  const last = (await lab.history()).at(-1);
  assert.deepEqual(last?.type === "assistant" && asSent(last.usage), {
    inputTokens,
    outputTokens,
    estimated: true,
  });
  const refused = await lab.run({ input: "And now?" });
  assert.equal(refused.answer.error?.code, "budget_exhausted");
});

function warnings(
  events: readonly { readonly type: string; readonly warning?: { readonly code: string } }[],
) {
  return events.flatMap(({ warning }) => warning === undefined ? [] : [warning.code]);
}

/** Answers as they come, all of the usage taken out. */
function withoutUsage(reach: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await reach(input, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    const left = type.includes("amazon.eventstream") ? withoutMetadata(bytes) : withoutFields(bytes);
    return new Response(left, { headers: { "content-type": type } });
  };
}

const USAGE: ReadonlySet<string> = new Set(["usage", "usageMetadata", "prompt_eval_count", "eval_count"]);

// Lines of `data: {...}`, or of `{...}`.
function withoutFields(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^((?:data: ?)?)(\{.*\})\r?$/gm, (_line, head, json) => {
    return head + JSON.stringify(JSON.parse(json), (key, value: Json) => USAGE.has(key) ? undefined : value);
  });
}

// Frames begin with their length.
function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const frame = bytes.subarray(at, at += new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0));
    if (!new TextDecoder().decode(frame).includes("metadata")) kept.push(...frame);
  }
  return new Uint8Array(kept);
}
