/** The agents of docs/migrating.md, each asked the same by a simulated server of OpenAI: they send their tools and answer alike. */
import assert from "node:assert/strict";
import { isRecord, type ParsedRequest, type Reply } from "../../wire/openai/reply.ts";
import { serveOpenAI, simulatedKey } from "../../wire/openai/server.ts";
import { openRecipes } from "../../docs/_recipes.ts";

/** What a block of the page exports. */
interface Version {
  refund(input: string): Promise<string | null>;
}

const NAMES = ["treadle", "ai_sdk", "langgraph", "mastra"];

for (const name of NAMES) {
  Deno.test({
    name: `V4: docs/migrating.md: ${name} finds the order, refunds it behind an approval, and answers`,
    // The packages keep connections and timers of their own.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using recipes = await openRecipes("docs/migrating.md");
      await using server = await serveOpenAI({ reply: replyTo });
      const variables = {
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: simulatedKey,
        MASTRA_TELEMETRY_DISABLED: "1",
      };
      for (const [variable, value] of Object.entries(variables)) Deno.env.set(variable, value);
      try {
        const { refund } = await recipes.load<Version>(name);
        assert.equal(await refund("Please refund order 1002."), "Order 1002 is refunded.");
      } finally {
        for (const variable of Object.keys(variables)) Deno.env.delete(variable);
      }
      assert.deepEqual(server.complaints, []);
      assert.deepEqual(server.requests.map(({ status }) => status), [200, 200, 200]);
      const last = server.requests.at(-1)?.body;
      assert.match(JSON.stringify(isRecord(last) ? last.input ?? last.messages : last), /refunded.{1,6}480/);
    },
  });
}

Deno.test("docs/migrating.md: every version is run", async () => {
  await using recipes = await openRecipes("docs/migrating.md");
  assert.deepEqual(recipes.names, NAMES);
});

/** Looks the order up, refunds it, and says so. */
function replyTo({ history, tools }: ParsedRequest): Reply {
  assert.deepEqual(tools, ["find_order", "refund_order"]);
  const planned = history.filter(({ kind }) => kind === "call").length;
  if (planned === 0) return { calls: [{ name: "find_order", arguments: '{"number":"1002"}' }] };
  if (planned === 1) {
    return { calls: [{ name: "refund_order", arguments: '{"number":"1002","amount":480}' }] };
  }
  return { text: "Order 1002 is refunded." };
}
