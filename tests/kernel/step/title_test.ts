/** What a list of threads shows of each: its title, whom it waits for, whether a step runs. */
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { findTitle } from "../../../src/kernel/step/drafts.ts";
import { createTestApp } from "../../http/_app.ts";

const title = (...texts: string[]) => findTitle(texts.map((text) => ({ text })));

Deno.test("E15: a title is the beginning of the first input with words, on one line, of at most 80 characters", () => {
  assert.equal(title("  one\n\n two\tthree  "), "one two three");
  assert.equal(title("", " \n ", "words"), "words");
  assert.equal(title(), undefined);
  assert.equal(title("", " "), undefined);
  assert.equal(title("x".repeat(80)), "x".repeat(80));
  assert.equal(title("x".repeat(81)), `${"x".repeat(78)} …`);
  assert.equal(title("y".repeat(1_000_000)), `${"y".repeat(78)} …`);
  const cut = title(`${"x".repeat(77)}😀${"x".repeat(9)}`) ?? "";
  assert.ok(cut.isWellFormed() && cut.length <= 80, cut);
});

Deno.test("E15: the title stays over steps, failures and forks, and a list tells whom a thread waits for", async () => {
  const agents = [
    defineAgent({
      name: "helper",
      driver: "scripted",
      tools: [
        defineTool({ name: "here", description: "Where the caller is.", parameters: { type: "object" } }),
        defineTool({
          name: "pay",
          description: "Pays.",
          parameters: { type: "object" },
          needsApproval: true,
          run: () => "paid",
        }),
      ],
    }),
  ];
  const { send } = createTestApp({
    agents,
    scenario: [
      { calls: [{ tool: "here", args: {} }, { tool: "pay", args: {} }] },
      { calls: [{ tool: "here", args: {} }] },
      { says: "Done." },
    ],
  });
  const ask = async (method: string, path: string, body?: unknown) =>
    await (await send(method, path, body)).json();
  const line = async (id: string) => {
    const { threads } = await ask("GET", "/v1/threads");
    const { title, status, waitsFor, running } = threads.find((each: { id: string }) => each.id === id);
    return { title, status, waitsFor, running };
  };
  await ask("POST", "/v1/threads/t1/steps", { agent: "helper", input: "Where am I?" });
  assert.deepEqual(await line("t1"), {
    title: "Where am I?",
    status: "waiting",
    waitsFor: "approval",
    running: false,
  });
  const detail = await ask("GET", "/v1/threads/t1");
  assert.deepEqual([detail.title, detail.waitsFor], ["Where am I?", "approval"]);
  await ask("POST", "/v1/threads/t1/fork", { id: "t2", calls: "run" });
  assert.deepEqual(await line("t2"), {
    title: "Where am I?",
    status: "waiting",
    waitsFor: "approval",
    running: false,
  });
  const [here, pay] = detail.calls;
  await ask("POST", `/v1/threads/t1/approvals/${pay.id}`, { approved: true, digest: pay.approval.digest });
  const settled = { toolResults: [{ callId: here.id, output: "home" }] };
  await ask("POST", "/v1/threads/t1/steps", settled);
  assert.deepEqual(await line("t1"), {
    title: "Where am I?",
    status: "waiting",
    waitsFor: "results",
    running: false,
  });
  await ask("POST", "/v1/threads/t1/cancel", {});
  const { waitsFor, ...cancelled } = await line("t1");
  assert.deepEqual([cancelled, waitsFor], [
    { title: "Where am I?", status: "cancelled", running: false },
    undefined,
  ]);
  await ask("POST", "/v1/threads/t1/steps", { input: "What else?" });
  assert.equal((await line("t1")).title, "Where am I?");
});
