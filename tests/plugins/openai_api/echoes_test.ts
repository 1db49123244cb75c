// Row E6: answers that clients send back, as they have read them.

import assert from "node:assert/strict";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { serveDoor, STARS } from "./_door.ts";

const TWO = scenario().says("Hi.").next().says("Again.");
const NONE = { refusal: null, annotations: null, audio: null, function_call: null, tool_calls: null };

Deno.test("E6: an answer comes back with every field of its type, those that are null included", async () => {
  await using door = serveDoor(TWO);
  const part = { type: "text", text: "Hi.", role: "assistant", refusal: null, annotations: [] };
  const chat = await door.post("/v1/chat/completions", {
    model: "demo",
    messages: [
      { role: "user", content: "Hi", name: null, tool_call_id: null },
      { role: "assistant", content: [part], ...NONE },
      { role: "user", content: "Hi" },
    ],
  });
  assert.equal((await chat.json()).choices?.[0]?.message.content, "Again.");
  const response = await door.post("/v1/responses", {
    model: "demo",
    input: [
      { type: null, role: "user", content: "Hi", call_id: null, name: null },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi.", refusal: null }] },
      { role: "user", content: "Hi" },
    ],
  });
  assert.equal((await response.json()).output?.[0]?.content[0].text, "Again.");
});

Deno.test("E6: a conversation goes on behind a text that cannot be stored", async () => {
  await using door = serveDoor(scenario().says("a\0b\ud83d").next().says("Again."));
  const path = "/v1/chat/completions";
  const first = await (await door.post(path, { model: "demo", messages: [{ role: "user", content: "Hi" }] }))
    .json();
  const { message } = first.choices[0];
  const messages = [{ role: "user", content: "Hi" }, message, { role: "user", content: "Hi" }];
  const second = await (await door.post(path, { model: "demo", messages })).json();
  assert.equal(second.choices?.[0]?.message.content, "Again.", JSON.stringify(second));
});

Deno.test("E6: an answer of the client to a call that the server has run is left out", async () => {
  await using door = serveDoor(STARS.next().says("Again."));
  const first = await (await door.post("/v1/responses", { model: "demo", input: "Star it" })).json();
  const { id } = first.output.find(({ type }: { type: string }) => type === "mcp_call");
  const input = [
    { role: "user", content: "Star it" },
    ...first.output.map(({ id }: { id: string }) => ({ type: "item_reference", id })),
    { type: "function_call_output", call_id: id, output: "There is no such tool." },
    { role: "user", content: "Go on" },
  ];
  const second = await (await door.post("/v1/responses", { model: "demo", input })).json();
  assert.equal(second.output?.[0]?.content[0].text, "Again.", JSON.stringify(second));
  const results = door.requests.at(-1)?.messages.flatMap((each) => each.role === "tool" ? [each.text] : []);
  assert.deepEqual(results, ['{"starred":"treadle"}']);
});
