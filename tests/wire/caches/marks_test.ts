// P10: marks of prompt caches in threads that grow at random, against the simulated cache of Claude with its look-back of 20 blocks.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Message, ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { aRequest, bodyOf, timeTool, weatherTool } from "../../providers/_support.ts";
import { AnthropicCache } from "./anthropic.ts";

interface Step {
  readonly calls: number;
  /** The isolate has the older messages as text. */
  readonly isWarm: boolean;
  readonly withInput: boolean;
}

const CASES: readonly [provider: Provider, model: string][] = [
  [createAnthropicProvider({ apiKey: "k" }), "claude-opus-5-5"],
  [
    createBedrockProvider({ region: "eu-central-1", credentials: { apiKey: "k" } }),
    "anthropic.claude-opus-5-5-v1:0",
  ],
  [createCompatibleProvider(PROFILES.openrouter, { apiKey: "k" }), "anthropic/claude-opus-5.5"],
];

for (const [provider, model] of CASES) {
  Deno.test(`P10: ${provider.name} reads all that the request before had, whatever a step appends`, async () => {
    const step: fc.Arbitrary<Step> = fc.record({
      calls: fc.integer({ min: 0, max: 30 }),
      isWarm: fc.boolean(),
      withInput: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        assert.equal(await lostIn(provider, model, steps, undefined), 0);
      }),
      { numRuns: 60 },
    );
  });

  Deno.test(`P10: ${provider.name} with a mark at the end alone would lose a step of 11 parallel calls`, async () => {
    const steps: Step[] = [0, 11, 11].map((calls) => ({ calls, isWarm: false, withInput: false }));
    assert.ok(await lostIn(provider, model, steps, "end") > 0);
    assert.equal(await lostIn(provider, model, steps, undefined), 0);
  });
}

/** Tokens that the request before had and that were not read. */
async function lostIn(
  provider: Provider,
  model: string,
  steps: readonly Step[],
  cacheMarks: ModelRequest["cacheMarks"],
): Promise<number> {
  const cache = new AnthropicCache(model, 0);
  const base = aRequest({ model, tools: [weatherTool, timeTool], cacheBreakpoints: true, cacheMarks });
  let messages: Message[] = [{ role: "user", text: "Weather?" }];
  let before = 0;
  let lost = 0;
  for (const [index, step] of [{ calls: -1, isWarm: false, withInput: false }, ...steps].entries()) {
    const appended = step.calls < 0 ? [] : stepOf(index, step);
    const writer = step.isWarm ? provider.historyWriter(base) : undefined;
    const older = messages;
    const request = writer
      ? {
        ...base,
        messages: appended,
        older: { key: writer.key, text: writer.write(older), messages: () => older },
      }
      : { ...base, messages: [...older, ...appended] };
    messages = [...messages, ...appended];
    const body = bodyOf(await provider.body(request));
    const { read, tokens } = cache.ask({ body, headers: new Headers() });
    lost += Math.max(0, before - read);
    before = tokens;
  }
  return lost;
}

/** An answer with calls and their results, or in words with the next input. */
function stepOf(step: number, { calls, withInput }: Step): Message[] {
  const ids = Array.from({ length: calls }, (_, index) => `call_${step}_${index}`);
  // Arguments that look like messages of the conversation.
  const args = '{"list":[{"role":"user","content":"x"},{"role":"system","content":[{"text":"y"}]}]}';
  const input: Message[] = withInput || calls === 0 ? [{ role: "user", text: `Next "${step}"?]}` }] : [];
  return [
    {
      role: "assistant",
      blocks: [
        { type: "text", text: `Answer ${step}.` },
        ...ids.map((id) => ({ type: "call" as const, id, name: "get_weather", args })),
      ],
    },
    ...ids.map((callId): Message => ({
      role: "tool",
      callId,
      name: "get_weather",
      text: '{"role":"user","content":"z"}',
      failed: false,
    })),
    ...input,
  ];
}
