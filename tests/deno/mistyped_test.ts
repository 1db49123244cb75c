import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { findMistypedVariables, mistypedText } from "../../src/deps/mistyped.ts";
import { PROVIDER_VARIABLES } from "../../src/deps/provider_variables.ts";
import { loadProviders } from "../../src/provider_registry.ts";

Deno.test("mistyped variables: the names of the providers' variables are those of the providers", async () => {
  const variables = (await loadProviders()).flatMap(([, definition]) => definition.variables);
  assert.deepEqual([...new Set(PROVIDER_VARIABLES)].sort(), [...new Set(variables)].sort());
});

const CASES: readonly (readonly [name: string, says: string | undefined])[] = [
  ["TREDLE_MODEL", "TREDLE_MODEL: did you mean TREADLE_MODEL?"],
  ["TREADLE_MODLE", "TREADLE_MODLE: did you mean TREADLE_MODEL?"],
  ["treadle_model", "treadle_model: did you mean TREADLE_MODEL?"],
  ["OPENAI_APIKEY", "OPENAI_APIKEY: did you mean OPENAI_API_KEY?"],
  ["OPEN_AI_API_KEY", "OPEN_AI_API_KEY: did you mean OPENAI_API_KEY?"],
  ["OPENAI_KEY", "OPENAI_KEY: did you mean OPENAI_API_KEY?"],
  ["ANTROPIC_API_KEY", "ANTROPIC_API_KEY: did you mean ANTHROPIC_API_KEY?"],
  ["UPSTASH_REDIS_URL", "UPSTASH_REDIS_URL: did you mean UPSTASH_REDIS_REST_URL?"],
  ["UPSTASH_REDIS_REST_TOKN", "UPSTASH_REDIS_REST_TOKN: did you mean UPSTASH_REDIS_REST_TOKEN?"],
  ["TREADLE_API_KEY", "TREADLE_API_KEY: did you mean TREADLE_API_KEYS?"],
  ["TREADLE_TTL", "TREADLE_TTL: did you mean TREADLE_THREAD_TTL?"],
  ["TREADLE_COLOUR", "TREADLE_COLOUR: there is no such variable"],
  // Names of others, and names that are near by chance.
  ["PATH", undefined],
  ["SORT", undefined],
  ["ZAI_API_KEY", undefined],
  ["STRIPE_API_KEY", undefined],
  ["OPENAI_ORG_ID", undefined],
  ["GITHUB_TOKEN", undefined],
  ["AWS_PROFILE", undefined],
  ["TREADLE_KEY", undefined],
  ["TREADLE_MODEL", undefined],
];

for (const [name, says] of CASES) {
  Deno.test(`mistyped variables: ${name} ${says === undefined ? "is none" : `is one`}`, () => {
    const found = findMistypedVariables({ [name]: "sk-secret" }, []);
    assert.deepEqual(found.map(mistypedText), says === undefined ? [] : [says]);
  });
}

Deno.test("mistyped variables: a name whose known one is set beside it, and one that an agent or a tool reads, are none", () => {
  const both = { UPSTASH_REDIS_URL: "redis://x", UPSTASH_REDIS_REST_URL: "https://x" };
  assert.deepEqual(findMistypedVariables(both, []), []);
  const tool = defineTool({ name: "t", description: "d", parameters: [], env: ["OPENAI_KEY"], run: () => 1 });
  const agent = defineAgent({ name: "a", instructions: "i", tools: [tool], env: ["TREADLE_TTL"] });
  assert.deepEqual(findMistypedVariables({ OPENAI_KEY: "x", TREADLE_TTL: "1" }, [agent]), []);
});
