import assert from "node:assert/strict";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { estimateUsage } from "../../../src/kernel/history/estimated_usage.ts";
import { aRequest } from "../../providers/_support.ts";

const TOOL = { name: "get_weather", description: "", parameters: { type: "object" } };
const NOTHING = aRequest({ system: "", tools: [], messages: [] });

Deno.test("an estimate counts a token for every four bytes of UTF-8, and is marked as one", () => {
  assert.deepEqual(estimateUsage(NOTHING, "é".repeat(6)), {
    inputTokens: Math.ceil('["",[]]'.length / 4),
    outputTokens: 3,
    estimated: true,
  });
});

Deno.test("an estimate counts the system prompt, the tools, the older text and every message", () => {
  const none = estimateUsage(NOTHING, "").inputTokens;
  const text = "x".repeat(400);
  const parts: Partial<ModelRequest>[] = [
    { system: text },
    { tools: Array.from({ length: 10 }, () => TOOL) },
    { older: { key: "k", text, messages: () => [] } },
    { messages: [{ role: "user", text }] },
    { messages: [{ role: "assistant", blocks: [{ type: "text", text }] }] },
  ];
  for (const part of parts) {
    const { inputTokens } = estimateUsage({ ...NOTHING, ...part }, "");
    assert(inputTokens >= none + 100, JSON.stringify(part).slice(0, 60));
  }
});
