// C4, C5: the newest models of four vendors bind their thinking to its prompt, or keep it otherwise. Their servers check producer, prefix,
// chain and the places of items as the vendors document them: no isolate meets a refusal twice and no reasoning is lost in the random
// life of a thread. Each vendor lives four short lives for a change, and 2,000 in a search (tests/search/wire/prefix/binding_test.ts).

import assert from "node:assert/strict";
import type { ReasoningEffort } from "../../../src/core/model/model_settings.ts";
import { isSearch, seedOf } from "../../support/lives.ts";
import { kimiCase } from "../compatible/kimi.ts";
import { caseOf } from "../thinking/_session.ts";
import { checkReasoning } from "./check_reasoning.ts";
import { type LifeOptions, live } from "./world.ts";

const LIVES = isSearch() ? 2_000 : 4;
/** What clients ask of a thread. */
const ACTS = isSearch() ? 12 : 5;
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
      const life = await live(of, `newest ${model} ${first + run}`, { ...options, acts: ACTS, fails: false });
      const found = await checkReasoning(life, of);
      assert.deepEqual(found.faults, [], `life ${first + run} of ${model}\n${life.story.join("\n")}`);
      counted += found.back;
      requests += found.requests;
    }
    assert.ok(requests > 4 * LIVES, `${requests} requests`);
    assert.ok(counted >= back * LIVES, `${counted} blocks of reasoning went back`);
  });
}
