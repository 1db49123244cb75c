// L1, L5: xAI gets its reasoning back since version 2 of the rules; a request of before is written again without it, and the text of a
// history of before is not taken for one of now.

import assert from "node:assert/strict";
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
