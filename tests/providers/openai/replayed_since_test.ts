// L1, L5: xAI gets its reasoning back since version 2 of the rules, Kimi its field and gpt-6.2 its instructions and tools in the input
// since 6; a request of before is written again as it was, and the text of a history of before is not taken for one of now.

import assert from "node:assert/strict";
import { createAzureProvider } from "../../../src/providers/openai/azure.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { aRequest } from "../_support.ts";
import { REASONING_CONTENT } from "../../../src/providers/openai/chat/messages.ts";

const xai = createCompatibleProvider(PROFILES.xai, { apiKey: "k" });
const request = aRequest({
  model: "grok-4.3",
  messages: [
    { role: "user", text: "Hi." },
    {
      role: "assistant",
      blocks: [
        {
          type: "reasoning",
          text: "Hm.",
          meta: { provider: "xai", model: "grok-4.3", data: REASONING_CONTENT },
        },
        { type: "text", text: "Hello." },
      ],
    },
    { role: "user", text: "Go on." },
  ],
});

Deno.test("L5: the reasoning of xAI goes back, and not in a request that the rules of before wrote", async () => {
  const answer = async (writer?: number) => await xai.body({ ...request, writer });
  assert.match(await answer(), /"reasoning_content":"Hm\."/);
  assert.doesNotMatch(await answer(1), /reasoning_content/);
});

Deno.test("L1: a thread whose last request was written by the rules of before goes on behind a cut", () => {
  const key = (writer?: number) => xai.historyWriter({ ...request, writer })?.key;
  assert.notEqual(key(1), key());
});

const kimi = createCompatibleProvider(PROFILES.compatible, { apiKey: "k", baseURL: "http://kimi.test/v1" });
const ofOther = { ...request, model: "kimi-k2.6" };

Deno.test("P6, L5: an answer without reasoning has Kimi's field, and not in a request that the rules of before wrote", async () => {
  assert.match(await kimi.body(ofOther), /"content":"Hello\.","reasoning_content":""/);
  assert.match(await kimi.body({ ...ofOther, model: "kimi-k2-0905-preview" }), /"content":"Hello\."\}/);
  assert.match(await kimi.body({ ...ofOther, writer: 5 }), /"content":"Hello\."\}/);
  const key = (writer?: number) => kimi.historyWriter({ ...ofOther, writer })?.key;
  assert.notEqual(key(5), key());
});

const tool = { name: "look", description: "Looks.", parameters: { type: "object" } };
const added = { ...tool, name: "smell" };
const ofGPT = {
  ...request,
  system: "Be brief.",
  tools: [tool],
  added: [added],
  messages: [
    ...request.messages,
    { role: "notice", text: "Another tool.", tools: { added: [added] } } as const,
    { role: "notice", text: "More effort.", effort: "none" } as const,
  ],
};
const openai = createOpenAIProvider({ apiKey: "k" });
const azure = createAzureProvider({ endpoint: "https://res.openai.azure.com", apiKey: "k" });
const foreign = createOpenAIProvider({ apiKey: "k", baseURL: "http://gateway.test/v1", api: "responses" });

Deno.test("L5: gpt-6.2 is given its instructions first, tools and efforts by items, and none of it by the rules of before", async () => {
  const servers = [
    [openai, "gpt-6.2-sol", true],
    [azure, "gpt-6.2-sol", false],
    [foreign, "openai/gpt-6.2-astra", false],
  ] as const;
  for (const [provider, model, takesItems] of servers) {
    const of = { ...ofGPT, model, lacks: provider.capabilities(model, {}).lacks };
    const { instructions, input } = JSON.parse(await provider.body(of));
    assert.deepEqual([instructions, input[0].role, input[0].content[0].text], [
      undefined,
      "developer",
      "Be brief.",
    ]);
    const types = input.map(({ type }: { type: string }) => type);
    const told = ["message", "message"]; // of both notices, in words
    const items = ["additional_tools", "message", "configuration_update"];
    assert.deepEqual(types.slice(4), takesItems ? items : told);
    // None is no effort of these models.
    if (takesItems) {
      assert.deepEqual(input.at(-1), { type: "configuration_update", reasoning: { effort: "low" } });
    }
    const before = JSON.parse(await provider.body({ ...of, writer: 5 }));
    assert.equal(before.instructions, provider === openai ? undefined : "Be brief.");
    assert.ok(before.input.every(({ type }: { type: string }) => type === "message"));
    const key = (writer?: number) => provider.historyWriter({ ...of, writer })?.key;
    assert.notEqual(key(5), key());
    for (const other of ["gpt-6.1-sol", "gpt-5", "gpt-35-turbo", "gpt-oss-120b"]) {
      const earlier = { ...of, model: other, lacks: provider.capabilities(other, {}).lacks };
      assert.equal(await provider.body({ ...earlier, writer: 5 }), await provider.body(earlier), other);
    }
  }
});
