// Public reports about the loop and what it keeps: cuts, summaries, approvals and steering inputs, driven through a deployment.
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import { json } from "../../http/_app.ts";
import { array, assertPaired, at, chatCalls, chatText, message, noting, object, report, serve, toolUse, warnings } from "./_reports.ts";

const DONE = chatText("Done.");
const CLAUDE = "anthropic/claude-sonnet-4-5";

report("agentao-181", "the window is cut inside a run, between calls and results never, and keeps the input", async (input) => {
  const steps = Number(input.steps);
  const limits = { historyTokens: Number(input.historyTokens), stepsPerRun: steps + 1 };
  const work = noting("work", [], { run: ({ at: step }) => `${step}`.repeat(Number(input.output_bytes)) .slice(0, Number(input.output_bytes)) });
  const script = (_: JsonObject, index: number) => index < steps ? chatCalls(["work", `{"at":${index}}`]) : DONE;
  await using model = serve(script, { agent: { tools: [work], limits } });
  const answer = await model.ask("Do all of the work of today.");
  assert.deepEqual([answer.output, model.requests.length], ["Done.", steps + 1]);
  let largest = 0;
  for (const { messages } of model.requests) {
    const list = array(messages).map(object);
    assert.match(JSON.stringify(list), /Do all of the work of today\./);
    const asked = list.flatMap(({ tool_calls }) => tool_calls === undefined ? [] : array(tool_calls).map((call) => at(call, "id")));
    const answered = list.flatMap(({ role, tool_call_id }) => role === "tool" ? [tool_call_id] : []);
    assert.deepEqual(asked, answered);
    largest = Math.max(largest, JSON.stringify(list).length);
  }
  assert.ok(largest / 4 < Number(input.historyTokens) * 1.1, `${largest / 4} tokens`);
});

report("prime-agent-1490", "a 400 that stays is sent once, is repeated by nothing, and a later input goes on", async ({ status, body }) => {
  let isBroken = true;
  const script = () => isBroken ? Response.json(body, { status: Number(status) }) : message({ type: "text", text: "Hi." });
  await using model = serve(script, { agent: { model: CLAUDE } });
  const refused = await model.ask("Hello?");
  assert.deepEqual([refused.code, model.requests.length], ["model_invalid_request", 1]);
  assert.ok(String(refused.detail).includes(String(at(body, "error", "message"))));
  for (let look = 0; look < 20; look++) await model.send("POST", "/v1/threads/t1/wake");
  await model.idle();
  console.log(JSON.stringify(refused));
  assert.equal(model.requests.length, 1);
  isBroken = false;
  assert.equal((await model.ask("Hello again?")).output, "Hi.");
});

report("devo-186", "a summary leaves the calls that wait, and the next request has them with their results", async ({ open_calls }) => {
  const ran: Json[] = [];
  const pay = noting("pay", ran, { needsApproval: true });
  const calls = Array.from({ length: Number(open_calls) }, (_, to) => ["pay", `{"to":${to}}`] as const);
  const script = (body: JsonObject) => {
    if (body.tools === undefined) return chatText("In short.");
    const last = at(array(body.messages).at(-1), "role");
    const text = JSON.stringify(array(body.messages).at(-1));
    return last === "user" && text.includes("Pay") ? chatCalls(...calls) : DONE;
  };
  const agent = { tools: [pay], compaction: { afterEntries: 4, keepEntries: 1 } };
  await using model = serve(script, { agent, plugins: [summaries()] });
  await model.ask("One.");
  const waiting = await model.ask("Pay both.");
  console.log(JSON.stringify(waiting.calls), JSON.stringify((await model.history()).map(e=>[e.type,e.version])));
  for (const call of array(waiting.calls)) {
    const path = `/v1/threads/t1/approvals/${at(call, "id")}`;
    assert.equal((await model.send("POST", path, { approved: true })).status, 200);
  }
  const answer = await model.ask(undefined);
  console.log(JSON.stringify((await model.history()).map(e=>[e.type,e.version])), JSON.stringify(model.requests.map(r=>r.messages)));
  assert.deepEqual([answer.output, ran.length], ["Done.", 2]);
});

report("sudocode-546", "the request of a summary keeps the results of one answer together; a refused one changes nothing", async ({ history }) => {
  assert.equal(array(history).length, 4);
  for (const reasoningEffort of [undefined, "medium"] as const) for (const isRefused of [false, true]) {
    const script = (body: JsonObject, index: number) => {
      if (index === 0) return message(toolUse("look", { at: "a" }), toolUse("look", { at: "b" }));
      console.log(index, JSON.stringify(body).slice(0,1500));
      return message({ type: "text", text: "Both are blue." });
    };
    const agent = { model: CLAUDE, tools: [noting("look", [])], settings: { reasoningEffort }, compaction: { afterEntries: 5, keepEntries: 1 } };
    await using model = serve(script, { agent, plugins: [summaries()] });
    await model.ask("Look at a and b.");
    console.log(JSON.stringify(await model.ask("And now?")));
    console.log(JSON.stringify(await model.ask("And now?")));
    model.requests.forEach(assertPaired);
  }
});
