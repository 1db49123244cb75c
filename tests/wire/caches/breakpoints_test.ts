// P10: breakpoints of OpenAI's prompt cache in threads that grow at random, against a simulated cache that matches exactly.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Message, ModelRequest } from "../../../src/core/model/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, bodyOf, timeTool, weatherTool } from "../../providers/_support.ts";
import { lintOpenAI } from "../openai/api.ts";
import { BreakpointCache } from "./openai_breakpoints.ts";

interface Step {
  /** -1 for an answer in words. */
  readonly calls: number;
  /** The isolate has the older messages as text. */
  readonly isWarm: boolean;
  readonly inputs: number;
  /** Notices behind the rest, of which each but the last was behind a request that was refused. */
  readonly notices: number;
  readonly media: boolean;
}

const PLAIN: Step = { calls: 1, isWarm: false, inputs: 0, notices: 0, media: false };

const provider = createOpenAIProvider({ apiKey: "k" });

/** Prices of what is not cached, of reads and of writes. */
const PRICE = { plain: 1, read: 0.1, write: 1.25 };

interface Bill {
  /** What requests before had, and what was not read of it. */
  readonly held: number;
  readonly lost: number;
  readonly cost: number;
}

Deno.test("P10: openai reads all that the request before had at a breakpoint, whatever a step appends", async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    calls: fc.integer({ min: -1, max: 30 }),
    isWarm: fc.boolean(),
    inputs: fc.integer({ min: 0, max: 2 }),
    notices: fc.integer({ min: 0, max: 2 }),
    media: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      assert.equal((await billOf(steps)).lost, 0);
    }),
    { numRuns: 150 },
  );
});

Deno.test("P10: openai with the API's own breakpoint alone reads nothing and costs more, from the second request on", async () => {
  const steps: Step[] = [PLAIN, { ...PLAIN, calls: 11 }, PLAIN, { ...PLAIN, calls: -1 }, PLAIN];
  const lacks = { cache_breakpoints: "refused" };
  const [with_, without] = [await billOf(steps), await billOf(steps, { lacks })];
  assert.deepEqual([with_.lost, without.lost], [0, without.held]);
  assert.ok(with_.cost < without.cost / 2, `${with_.cost} of ${without.cost}`);
  const [once, onceWithout] = [await billOf([]), await billOf([], { lacks })];
  assert.equal(once.cost, onceWithout.cost, "a thread of one request costs the same");
});

Deno.test("P10: openai: without the breakpoint of the request before, all but the instructions would be lost", async () => {
  const { held, lost } = await billOf([PLAIN, PLAIN], {}, (body) =>
    body.replaceAll(
      /(?<="Weather\?"|18 °C."),"prompt_cache_breakpoint":\{"mode":"explicit"\}(?=\}\]\},\{"type":"(?:message","role":"assistant|function_call"))/g,
      "",
    ));
  assert.ok(lost > 0 && lost < held, `${lost} of ${held}`);
});

Deno.test("P10: openai writes a summary's request into no cache", async () => {
  const body = bodyOf(await provider.body(aRequest({ model: "gpt-5.6-sol", continues: false })));
  assert.deepEqual(body.prompt_cache_options, { mode: "explicit" });
  const { written } = new BreakpointCache({ minimum: 0 }).ask({ body, headers: new Headers() });
  assert.equal(written, 0);
});

async function billOf(
  steps: readonly Step[],
  parts: Partial<ModelRequest> = {},
  edit = (body: string) => body,
): Promise<Bill> {
  const cache = new BreakpointCache({ lookUp: "request", minimum: 0 });
  const base = aRequest({ model: "gpt-5.6-sol", tools: [weatherTool, timeTool], ...parts });
  let messages: Message[] = [{ role: "user", text: "Weather?" }];
  const bill = { held: 0, lost: 0, cost: 0 };
  let before = 0;
  const send = async (older: readonly Message[], newer: readonly Message[], isWarm: boolean) => {
    const writer = isWarm ? provider.historyWriter(base) : undefined;
    const request = writer
      ? {
        ...base,
        messages: newer,
        older: { key: writer.key, text: writer.write(older), messages: () => older },
      }
      : { ...base, messages: [...older, ...newer] };
    const body = bodyOf(edit(await provider.body(request)));
    assert.equal(lintOpenAI({ path: "/v1/responses", body }), undefined);
    const { read, written, tokens } = cache.ask({ body, headers: new Headers() });
    bill.held += before;
    bill.lost += Math.max(0, before - read);
    bill.cost += read * PRICE.read + written * PRICE.write + (tokens - read - written) * PRICE.plain;
    before = tokens;
  };
  await send([], messages, false);
  for (const [index, step] of steps.entries()) {
    const appended = stepOf(index, step);
    const older = messages;
    const first = appended.length - Math.max(0, step.notices - 1);
    for (let end = first; end <= appended.length; end++) {
      await send(older, appended.slice(0, end), step.isWarm);
    }
    messages = [...messages, ...appended];
  }
  return bill;
}

/** An answer with calls and their results or in words, inputs, and notices. */
function stepOf(step: number, { calls, inputs, notices, media }: Step): Message[] {
  const ids = Array.from({ length: Math.max(0, calls) }, (_, index) => `call_${step}_${index}`);
  // Texts that look like items of the input.
  const like = '"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}';
  const image = {
    type: "image" as const,
    mediaType: "image/png",
    source: { type: "url" as const, url: "https://example.org/a.png" },
  };
  const count = ids.length === 0 ? Math.max(1, inputs) : inputs;
  return [
    {
      role: "assistant",
      blocks: [
        { type: "text", text: `Answer ${step}. ${like}` },
        ...ids.map((id) => ({
          type: "call" as const,
          id,
          name: "get_weather",
          args: JSON.stringify({ like }),
        })),
      ],
    },
    ...ids.map((callId, index): Message => ({
      role: "tool",
      callId,
      name: "get_weather",
      failed: index % 5 === 4,
      text: index % 7 === 3 ? like : "18 °C.",
      ...(media && index % 3 === 0 ? { media: [image] } : {}),
    })),
    ...Array.from({ length: count }, (_, index): Message => ({
      role: "user",
      text: `Next "${index}"? ${like}`,
      ...(media ? { parts: [{ type: "text", text: `Next "${index}"? ${like}` }, image] } : {}),
    })),
    ...Array.from({ length: notices }, (_, index): Message => ({
      role: "notice",
      text: `Notice ${step}.${index} ${like}`,
    })),
  ];
}
