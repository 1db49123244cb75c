/** A schema that is out of bounds is refused by every route that takes tools, before a thread is made or a model is asked. */
import assert from "node:assert/strict";
import { boundProblem } from "../../../src/core/json_schema/bounds.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { asParameters, HOSTILE } from "../../core/json_schema/_hostile.ts";
import { createTestApp, KEY } from "../_app.ts";

const REFUSED = HOSTILE.map(asParameters).filter((parameters) =>
  boundProblem(parameters) !== undefined && JSON.stringify(parameters).length < 30_000
);

const DOORS: Readonly<Record<string, (parameters: unknown) => readonly [status: number, body: unknown]>> = {
  "/v1/threads/t1/steps": (parameters) => [
    422,
    { agent: "tester", input: "go", clientTools: [{ name: "t", parameters }] },
  ],
  "/api/chat/tester": (parameters) => [422, {
    id: "t1",
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "go" }] }],
    clientTools: [{ name: "t", parameters }],
  }],
  "/agui/tester": (parameters) => [422, {
    threadId: "t1",
    runId: "r1",
    state: {},
    context: [],
    forwardedProps: {},
    messages: [{ id: "m1", role: "user", content: "go" }],
    tools: [{ name: "t", description: "", parameters }],
  }],
  "/v1/chat/completions": (parameters) => [400, {
    model: "tester",
    messages: [{ role: "user", content: "go" }],
    tools: [{ type: "function", function: { name: "t", parameters } }],
  }],
  "/v1/responses": (parameters) => [400, {
    model: "tester",
    input: "go",
    tools: [{ type: "function", name: "t", parameters }],
  }],
};

for (const [path, toBody] of Object.entries(DOORS)) {
  Deno.test(`E14: ${path} refuses schemas that are out of bounds`, async () => {
    const { app, store } = createTestApp({ plugins: [agUi(), chat(), openaiApi()] });
    assert.ok(REFUSED.length > 10);
    for (const parameters of REFUSED) {
      const [status, body] = toBody(parameters);
      const response = await app.fetch(
        new Request(`http://treadle.test${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );
      const text = await response.text();
      assert.equal(response.status, status, text.slice(0, 300));
      assert.match(text, /"invalid_(?:request|value)"/);
      assert.match(text, /parameters/);
    }
    assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
  });
}
