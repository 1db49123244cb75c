// E17: treadle inbox lists what waits for people over all threads, and answers it.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { createTestApp, REMOVES, type TestApp } from "../../http/_app.ts";
import { crew, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { testModel } from "../../support/model.ts";
import { serveApp } from "../_serve.ts";

async function begin(app: TestApp, thread: string, agent = "tester"): Promise<void> {
  const response = await app.send("POST", `/v1/threads/${thread}/steps`, {
    agent,
    input: "Go.",
    until: "done",
  });
  assert.equal((await response.json()).thread.status, "waiting");
}

Deno.test("E17: the inbox lists calls; the only one of a thread is approved without its id", async () => {
  const app = createTestApp({ scenario: REMOVES });
  await begin(app, "t1");
  await begin(app, "t2");
  await using served = serveApp(app);
  const { stdout } = await served.treadle("inbox", "list");
  assert.match(
    stdout,
    /^THREAD {2}CALL +NEEDS +SINCE +AGENT +WHAT\nt1 {6}call_\w+ {2}approval {2}20\S+ {2}tester {2}remove \{"id":"r1"\}\n/,
  );
  const { items, cursor } = await served.json("inbox", "list", "--limit", "1");
  assert.deepEqual(items.map(({ thread }: { thread: string }) => thread), ["t1"]);
  assert.match((await served.treadle("inbox", "list", "--cursor", cursor)).stdout, /\nt2 /);

  const approved = await served.treadle("inbox", "approve", "t1", "--by", "ann");
  assert.match(approved.stdout, /^remove \(call_\w+\) is approved\. Go on: treadle run --thread t1\n$/);
  const denied = await served.json("inbox", "deny", "t2", "--reason", "not today", "--wake");
  assert.deepEqual([denied.approved, denied.reason, denied.missing], [false, "not today", 0]);
  await app.idle();
  assert.match(
    (await served.treadle("threads", "show", "t2")).stdout,
    /^t2: Done\n[^]*tool: remove denied: not today\n {2}denied by key_\S+ \(api\) 20\S+Z: not today\n/,
  );
  assert.equal((await served.treadle("inbox", "list")).stdout, "Nothing waits for people.\n");
});

Deno.test("E17: what is not clear is refused with the calls to choose from, before anything is sent", async () => {
  const app = createTestApp({
    scenario: [{ calls: [{ tool: "remove", args: { id: "r1" } }, { tool: "remove", args: { id: "r2" } }] }],
  });
  await begin(app, "t1");
  await using served = serveApp(app);
  const several = await served.treadle("inbox", "approve", "t1");
  assert.deepEqual([several.code, several.stdout], [1, ""]);
  assert.match(
    several.stderr,
    /^waiting_call_unclear: Several calls of t1 wait; name one: (call_\w+) \(remove \{"id":"r1"\}\), call_/,
  );
  assert.match(
    (await served.treadle("inbox", "approve", "t1", "call_none")).stderr,
    /call_none does not wait for a person/,
  );
  const [, call = ""] = /(call_\w+) \(remove \{"id":"r2"\}\)/.exec(several.stderr) ?? [];
  assert.equal((await served.json("inbox", "approve", "t1", call)).callId, call);
  for (
    const [words, message] of [
      [["approve", "t1", "--args", "[1]"], /--args takes an object of JSON/],
      [["approve", "t1", "--args", "{"], /--args is not JSON: \{/],
      [["answer", "t1"], /Give the answer as a text, or by --value/],
      [["answer", "t1", "yes", "--value", "1"], /Give the answer as a text, or by --value/],
    ] as const
  ) {
    const { code, stderr } = await served.treadle("inbox", ...words);
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.match(stderr, /\nnext: treadle inbox \w+ --help\n$/);
  }
});

Deno.test("E17: a question is listed as one, and answered with a text or with JSON", async () => {
  const { provider } = testModel((_request, index) =>
    index < 2 ? { calls: ["ask_user"] } : { says: "Thanks." }
  );
  const agent = defineAgent({ name: "asker", model: "first/m", tools: [askUser()] });
  const app = createTestApp({ agents: [agent], providers: [provider] });
  await begin(app, "t1", "asker");
  await begin(app, "t2", "asker");
  await using served = serveApp(app);
  assert.match((await served.treadle("inbox", "list")).stdout, /\nt1 {6}call_\w+ {2}an answer {2}/);
  const answered = await served.treadle("inbox", "answer", "t1", "The blue one");
  assert.match(answered.stdout, /^ask_user \(call_\w+\) is answered\. Go on: treadle run --thread t1\n$/);
  assert.equal((await served.json("inbox", "answer", "t2", "--value", '"red"')).answer, "red");
  assert.match((await served.treadle("run", "--thread", "t1")).stdout, /Thanks\./);
});

Deno.test("E17: an answer says that a run without a client goes on by itself, and a command to go on with where it does not", async () => {
  const app = createTestApp({ scenario: REMOVES });
  const beginWoken = async (thread: string) => {
    await app.send("POST", `/v1/threads/${thread}/steps`, { agent: "tester", input: "Go.", wake: true });
    await app.idle();
  };
  for (const thread of ["w1", "w2", "w3"]) await beginWoken(thread);
  await begin(app, "t1");
  await begin(app, "t2");
  await using served = serveApp(app);
  const answered = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await served.treadle(...words);
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return stdout;
  };
  const byItself = (thread: string) =>
    new RegExp(`, and the thread goes on\\. Follow it: treadle threads tail ${thread}\n$`);
  const byCommand = (thread: string) => new RegExp(`ed\\. Go on: treadle run --thread ${thread}\n$`);
  assert.match(await answered("inbox", "approve", "w1"), byItself("w1"));
  assert.match(await answered("inbox", "deny", "w2", "--wake"), byItself("w2"));
  assert.match(await answered("inbox", "approve", "t1"), byCommand("t1"));
  const callOf = async (thread: string) => (await served.json("threads", "show", thread)).thread.calls[0].id;
  assert.match(await answered("threads", "approve", "w3", await callOf("w3")), byItself("w3"));
  assert.match(await answered("threads", "approve", "t2", await callOf("t2"), "--deny"), byCommand("t2"));
  await app.idle();
  for (
    const [thread, status] of [
      ["w1", "done"],
      ["w2", "done"],
      ["w3", "done"],
      ["t1", "open"],
    ] as const
  ) {
    assert.equal((await served.json("threads", "show", thread)).thread.status, status, thread);
  }
});

Deno.test("E17: inbox list says why a plugin holds a call, and has no such column where none does", async () => {
  const loss = definePlugin({
    name: "loss-approval",
    compile: () => ({
      judge: (calls, when) =>
        when === "planned"
          ? new Map(calls.map(({ id }) => [id, { hold: { approvals: 2 }, because: "sales fell by 12 %" }]))
          : undefined,
    }),
  });
  const app = createTestApp({ scenario: REMOVES, plugins: [approvals(), loss] });
  await begin(app, "t1");
  await using served = serveApp(app);
  const { stdout } = await served.treadle("inbox", "list");
  const [head = "", row = ""] = stdout.split("\n");
  assert.match(head, / {2}WHAT +WHY$/);
  assert.match(row, / {2}remove \{"id":"r1"\} {2}plugin loss-approval: sales fell by 12 %$/);
  const first = await served.treadle("inbox", "approve", "t1", "--by", "ann");
  assert.match(first.stdout, /^remove \(call_\w+\) is approved; 1 more must approve\.\n$/);
  const second = await served.treadle("inbox", "approve", "t1", "--by", "bob");
  assert.match(second.stdout, /is approved\. Go on: treadle run --thread t1\n$/);
});

Deno.test("E17: who decided a call, when, on which way and why: while it waits, and once it has ended", async () => {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    needsApproval: true,
    approvals: 2,
    run: () => ({ paid: true }),
  });
  const { provider } = testModel((_, index) => index % 2 === 0 ? { calls: ["pay"] } : { says: "Paid." });
  const agent = defineAgent({ name: "payer", model: "first/m", tools: [pay] });
  const app = createTestApp({ agents: [agent], providers: [provider] });
  await begin(app, "t1", "payer");
  await using served = serveApp(app);
  assert.doesNotMatch((await served.treadle("inbox", "list")).stdout, /DECIDED/);
  const [{ id: call }] = (await served.json("threads", "show", "t1")).thread.calls;
  const answer = { approved: true, by: "ann", reason: "Ordered in June." };
  assert.equal((await app.send("POST", `/v1/threads/t1/approvals/${call}`, answer)).status, 200);
  const ann = String.raw`approved by ann \(api, key_\S+\) 20\S+Z: Ordered in June\.`;
  assert.match(
    (await served.treadle("inbox", "list")).stdout,
    new RegExp(`^THREAD .* DECIDED\\nt1 .* approval 1 of 2 .* ${ann}\\n$`),
  );
  assert.match(
    (await served.treadle("threads", "show", "t1")).stdout,
    new RegExp(
      `\\n {2}call_\\S+ pay \\{\\} waits for approval: treadle inbox approve t1 call_\\S+\\n {4}${ann}\\n`,
    ),
  );
  assert.equal((await served.treadle("inbox", "approve", "t1", "--by", "bob")).code, 0);
  assert.equal((await served.treadle("run", "--thread", "t1")).code, 0);
  const { stdout } = await served.treadle("threads", "show", "t1");
  assert.match(
    stdout,
    new RegExp(
      `\\ntool: pay completed: .*\\n {2}${ann}\\n {2}approved by bob \\(api, key_\\S+\\) 20\\S+Z\\nassistant: Paid\\.`,
    ),
  );
  await begin(app, "t2", "payer");
  const denied = { agent: "payer", input: "Never mind.", until: "done" };
  await (await app.send("POST", "/v1/threads/t2/steps", denied)).body?.cancel();
  assert.match(
    (await served.treadle("threads", "show", "t2")).stdout,
    /\ntool: pay denied: .*\n {2}the run went on before enough people had decided\n/,
  );
  const about = await served.treadle("threads", "decisions", "--tool", "pay");
  assert.equal(about.code, 0);
  assert.match(
    about.stdout,
    /^AT +WHO +WHAT +TOOL +OUTCOME +THREAD +VIA +WHY\n20\S+ +bob +approved +pay +completed +t1 +api, key_\S+ *\n20\S+ +ann +approved +pay +completed +t1 +api, key_\S+ +Ordered in June\.\n$/,
  );
  const [own, none] = await Promise.all([
    served.json("threads", "decisions", "t1", "--by", "ann"),
    served.treadle("threads", "decisions", "t2"),
  ]);
  assert.deepEqual(own.decisions.map(({ by, callId }: { by: string; callId: string }) => [by, callId]), [[
    "ann",
    call,
  ]]);
  assert.deepEqual([none.code, none.stdout], [0, "No person has decided about a call in 1 thread.\n"]);
  await begin(app, "t3", "payer");
  const { thread: { calls: [{ id: waiting }] } } = await served.json("threads", "show", "t3");
  assert.equal((await app.send("POST", `/v1/threads/t3/approvals/${waiting}`, answer)).status, 200);
  assert.match(
    (await served.treadle("threads", "decisions", "--all")).stdout,
    /\n20\S+ +ann +approved +pay +waits +t3 /,
  );
  const unknown = await served.treadle("threads", "decisions", "t1", "t9");
  assert.match(unknown.stdout, /\nt9: thread_unknown: Thread t9 does not exist\.\n$/);
  assert.equal(unknown.code, 1);
});

Deno.test("K1, D10: a decision about a call in a phase is printed once, whichever threads are chosen", async () => {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    needsApproval: true,
    approvals: 2,
    parameters: ["to"],
    run: () => "paid",
  });
  const driver = createScriptedDriver(
    script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place === 0 ? { calls: [{ tool: "pay", args: { to: "x" } }] } : { says: "Done." },
    ),
  );
  const app = createTestApp({ agents: crew({ tools: [pay] }), driver });
  await using served = serveApp(app);
  for (const body of [{ agent: "lead", input: "Go." }, {}, {}]) {
    await (await app.send("POST", "/v1/threads/root/steps", { ...body, until: "done" })).text();
  }
  const { items: [{ thread, callId: id }] } = await (await app.send("GET", "/v1/inbox")).json();
  const decided = await app.send("POST", `/v1/threads/${encodeURIComponent(thread)}/approvals/${id}`, {
    approved: true,
    by: "ann",
  });
  assert.equal(decided.status, 200, await decided.text());
  for (const chosen of [["--all"], ["root"], [thread], ["root", thread]]) {
    const { decisions } = await served.json("threads", "decisions", ...chosen);
    const found = decisions.map(({ thread, by }: { thread: string; by: string }) => [thread, by]);
    assert.deepEqual(found, [[thread, "ann"]], chosen.join(" "));
  }
});
