// C4, C5: models that bind their thinking to its prompt, on servers that check producer, prefix, chain and the places of items as their
// vendors document them: no request in the random life of a thread is refused, and no reasoning is lost without a cut. The newest models
// of four vendors live 2,000 lives in a search. See tests/support/lives.ts for the number of the others.

import assert from "node:assert/strict";
import type { ReasoningEffort } from "../../../../src/core/model/model_settings.ts";
import { isSearch, livesOf, seedOf } from "../../../support/lives.ts";
import { kimiCase } from "../../../wire/compatible/kimi.ts";
import { checkReasoning } from "../../../wire/prefix/check_reasoning.ts";
import { type LifeOptions, live } from "../../../wire/prefix/world.ts";
import { caseOf } from "../../../wire/thinking/_session.ts";

const RUNS = livesOf(2);

const CLAUDES = ["claude-fable-5-2", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"].flatMap((
  model,
) => [
  ["anthropic", model] as const,
  ["bedrock", `us.anthropic.${model}-v1:0`] as const,
]);

for (const [dialect, model] of CLAUDES) {
  Deno.test(`C4, L4: ${dialect}/${model} refuses no request, however threads live`, async () => {
    let thinking = 0;
    for (let run = 0; run < RUNS; run++) {
      const { sent, story } = await live(
        { ...caseOf(dialect), model },
        `binding ${dialect} ${model} ${run}`,
        { fails: false },
      );
      const refused = sent.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 0, `${refused[0]?.status}: ${refused[0]?.text}\n${story.join("\n")}`);
      thinking += sent.filter(({ text }) => text.includes('"signature":"bound_')).length;
    }
    assert.ok(thinking > RUNS, "thinking goes back");
  });
}

const LIVES = isSearch() ? 2_000 : 6;
const EFFORTS: readonly ReasoningEffort[] = ["low", "high", "max"];

interface Newest {
  readonly provider: string;
  /** The lives are shared among them. */
  readonly models: readonly string[];
  wire(model: string): ReturnType<typeof caseOf>;
  readonly options: LifeOptions;
  /** Blocks of reasoning that go back in a life, at least. */
  readonly back: number;
}

const NEWEST: readonly Newest[] = [
  {
    provider: "openai",
    models: ["gpt-6.2-sol", "gpt-6.2-astra"],
    wire: (model) => ({ ...caseOf("openai breakpoints"), model }),
    options: { efforts: EFFORTS, sibling: "gpt-6.1-sol" },
    back: 1,
  },
  {
    provider: "anthropic",
    models: ["claude-mythos-5-2", "claude-fable-5-2", "claude-opus-5-5"],
    wire: (model) => ({ ...caseOf("anthropic"), model }),
    options: { efforts: EFFORTS, sibling: "claude-haiku-5-5" },
    back: 1,
  },
  {
    provider: "gemini",
    models: ["gemini-4-argon", "gemini-4-neon"],
    wire: (model) => ({ ...caseOf("gemini"), model }),
    options: { efforts: EFFORTS, sibling: "gemini-3.1-pro-preview" },
    back: 1,
  },
  {
    provider: "moonshot",
    models: ["kimi-k3", "kimi-k2.6"],
    wire: kimiCase,
    options: { efforts: ["low", "high"], sibling: "kimi-k2.5" },
    back: 1,
  },
];

for (const { provider, models, wire, options, back } of NEWEST) {
  Deno.test(`C4, C5: ${provider}: ${models.join(", ")}: no isolate meets a refusal twice and no reasoning is lost, however threads live`, async () => {
    const first = seedOf(1);
    let counted = 0;
    let requests = 0;
    for (let run = 0; run < LIVES; run++) {
      const model = models[run % models.length] ?? assert.fail();
      const of = wire(model);
      const life = await live(of, `newest ${model} ${first + run}`, { ...options, fails: false });
      const found = await checkReasoning(life, of);
      assert.deepEqual(found.faults, [], `life ${first + run} of ${model}\n${life.story.join("\n")}`);
      counted += found.back;
      requests += found.requests;
    }
    assert.ok(requests > 4 * LIVES, `${requests} requests`);
    assert.ok(counted >= back * LIVES, `${counted} blocks of reasoning went back`);
  });
}
