// E17: treadle policies, schedules, usage, failures, tools, tokens, webhooks and open, against a deployment.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { evaluationFrom } from "../../../src/evaluation/mod.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { alarms } from "../../../src/plugins/alarms/mod.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import { keys } from "../../../src/plugins/keys/mod.ts";
import { pauses } from "../../../src/plugins/pauses/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { createTestApp, KEY, LOOKS_UP } from "../../http/_app.ts";
import { failing, testModel } from "../../support/model.ts";
import { freePort } from "../../support/requires.ts";
import { answering, createOutgoing } from "../../plugins/outgoing_webhooks/_outgoing.ts";
import { serveApp } from "../_serve.ts";
import { runTreadle } from "../_treadle.ts";

Deno.test("E17: a policy is listed, stored from YAML and JSON, shown and deleted", async () => {
  await using served = serveApp(createTestApp({ plugins: [policies()] }));
  const folder = await Deno.makeTempDir({ prefix: "policies_" });
  const yaml = `${folder}/policies.yaml`;
  await Deno.writeTextFile(
    yaml,
    "policies:\n  - name: guarded\n    description: Nothing goes before echo.\n    rules:\n      - { type: after, tool: remove, after: [echo] }\n",
  );
  const stored = await served.treadle("policies", "put", "guarded", yaml);
  assert.equal(stored.code, 0, stored.stderr);
  assert.match(
    stored.stdout,
    /^guarded is stored\.\nguarded: stored, enforced\n {2}for {5}Nothing goes before echo\.\n {2}rule {4}remove only after echo/,
  );
  assert.match((await served.treadle("policies", "list")).stdout, /^POLICY +ORIGIN\n[^]*guarded +stored\n/);
  const shown = await served.json("policies", "show", "guarded");
  assert.deepEqual([shown.origin, shown.rules.length], ["stored", 1]);
  await Deno.writeTextFile(`${folder}/guarded.json`, JSON.stringify({ ...shown, mode: "shadow" }));
  const changed = await served.json("policies", "put", "guarded", `${folder}/guarded.json`);
  assert.equal(changed.mode, "shadow");
  assert.deepEqual(await served.json("policies", "delete", "guarded"), { name: "guarded", deleted: true });
  const again = await served.treadle("policies", "delete", "guarded");
  assert.deepEqual([again.code, again.stderr.split("\n")[2]], [1, "next: treadle policies list"]);
  const other = await served.treadle("policies", "put", "other", yaml);
  assert.match(other.stderr, /policies\.yaml has the policies guarded: name one of them\./);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("E17: schedules are listed, paused, resumed and run", async () => {
  const { provider } = testModel(() => ({ says: "Digest." }));
  const agent = defineAgent({
    name: "digest",
    model: "first/m",
    schedules: [{
      name: "nightly",
      cron: "0 3 * * *",
      timezone: "Europe/Berlin",
      input: "Write.",
      tenant: "acme",
    }],
  });
  const app = createTestApp({ agents: [agent], providers: [provider], plugins: [schedules()] });
  await using served = serveApp(app);
  assert.match(
    (await served.treadle("schedules", "list")).stdout,
    /\ndigest {2}nightly {3}Active {2}0 3 \* \* \* Europe\/Berlin {2}20/,
  );
  assert.match((await served.treadle("schedules", "pause", "digest", "nightly")).stdout, / Paused /);
  const ran = await served.json("schedules", "run", "digest", "nightly", "--idempotency-key", "k1");
  assert.equal(
    (await served.json("schedules", "run", "digest", "nightly", "--idempotency-key", "k1")).thread,
    ran.thread,
  );
  assert.match(ran.thread, /^sch:digest:nightly:/);
  const { status, last } = await served.json("schedules", "resume", "digest", "nightly");
  assert.deepEqual([status, last.thread], ["active", ran.thread]);
  const unknown = await served.treadle("schedules", "pause", "digest", "weekly");
  assert.match(unknown.stderr, /^schedule_unknown: .*\nfrom: \S+\nnext: treadle schedules list\n$/);
});

Deno.test("E17: alarms are listed with what they have measured", async () => {
  const rules = [
    { name: "failures", when: { failedRuns: { above: 0, within: "1h" } } },
    { name: "inbox", when: { inboxOlderThan: "4h" } },
    { name: "echoes", when: { toolFailures: { tool: "echo", share: 0.5, within: "1h", agent: "tester" } } },
  ];
  const app = createTestApp({ plugins: [alarms({ rules })] });
  await using served = serveApp(app);
  assert.match((await served.treadle("alarms")).stdout, /\nfailures {2}Quiet [^]*\nNot evaluated yet\.\n$/);
  await app.deps.wakes.handle({ tenant: "acme", name: "@alarms/check" }, { defer: () => {} });
  const { stdout } = await served.treadle("alarms");
  assert.match(
    stdout,
    /\nfailures +Quiet +0 runs +0 runs *\ninbox +Quiet +4 h *\nechoes +Quiet +50 % +echo of tester/,
  );
  assert.match(stdout, /\nEvaluated 20[^\n]+Z\.\n$/);
  const { alarms: [first] } = await served.json("alarms");
  assert.deepEqual([first.name, first.unit, first.value], ["failures", "runs", 0]);
});

Deno.test("B2, S8: rated answers are listed, and those rated down are the cases of an evaluation", async () => {
  const app = createTestApp({ plugins: [feedback()], scenario: LOOKS_UP });
  await using served = serveApp(app);
  assert.equal((await served.treadle("feedback")).stdout, "No answer is rated so.\n");
  const none = await served.treadle("eval", "record", "--rated", "down");
  assert.match(
    none.stderr,
    /^invalid_request: No answer is rated so; an evaluation has the cases of one agent\./,
  );
  for (const thread of ["t1", "t2"]) {
    const sent = { agent: "tester", input: "Write to ann@example.com.", until: "done" };
    const { thread: { version } } = await (await app.send("POST", `/v1/threads/${thread}/steps`, sent))
      .json();
    const rating = thread === "t1" ? "down" : "up";
    const body = { rating, note: `So says bob@example.com about ${thread}. "}` };
    await app.send("PUT", `/v1/threads/${thread}/feedback/${version}`, body);
    await app.send("POST", `/v1/threads/${thread}/steps`, { ...sent, input: "And later?" });
  }
  const { stdout } = await served.treadle("feedback", "--rating", "down");
  assert.match(
    stdout,
    /^THREAD +VERSION +RATING +NOTE +AGENT +BY +AT\nt1 +2 +down +So says bob.* tester +key_\S+ +20\S+\n$/,
  );
  const { ratings } = await served.json("feedback", "--limit", "1");
  assert.deepEqual(ratings.map(({ thread }: { thread: string }) => thread), ["t2"]);
  const data = await served.json("eval", "record", "--rated", "down");
  assert.deepEqual(
    data.cases.map(({ id, input, category, gates }: Record<string, unknown>) => [id, input, category, gates]),
    [
      ["t1", ["Write to [email 1]."], "rated down", []],
    ],
  );
  const [{ type, criteria }] = data.cases[0].scores;
  assert.equal(type, "judge");
  assert.match(
    criteria,
    /rated this answer to the last input down: "Done\."\. The note .*: "So says \[email 2\] about t1\. \\"\}"\./,
  );
  assert.equal(evaluationFrom(data, [...app.deps.agents.values()]).name, "rated answers");
  const liked = await served.json("eval", "record", "--rated", "up");
  assert.deepEqual(liked.cases[0].gates[0].calls, [{ name: "echo" }]);
  const both = await served.treadle("eval", "record", "t1", "--rated", "up");
  assert.match(both.stderr, /^command_line_invalid: Name one thread, or the ratings by --rated\./);
});

Deno.test("E17: a deployment without a door says which plugin it lacks", async () => {
  const { app } = createTestApp();
  await using served = serveApp({ fetch: async (request) => await app.fetch(request) });
  for (
    const [words, plugin, entry] of [
      [["schedules", "list"], "schedules()", "schedules"],
      [["webhooks", "list"], "outgoingWebhooks()", "webhooks/outgoing"],
      [["webhooks", "unmatched"], "webhooks()", "webhooks"],
      [["pauses"], "pauses()", "pauses"],
    ] as const
  ) {
    const { code, stderr } = await served.treadle(...words);
    assert.equal(code, 1);
    const message =
      `The deployment has no ${plugin}: add it to its plugins (import from "@treadle/treadle/${entry}").`;
    assert.equal(stderr, `door_missing: ${message}\nnext: treadle doctor\n`);
  }
});

Deno.test("E17: usage has a row for each day or user, and what they come to", async () => {
  const app = createTestApp();
  for (const user of ["ann", "bob"]) {
    await (await app.send("POST", `/v1/threads/of_${user}/steps`, { agent: "tester", input: "Hi.", user }))
      .body?.cancel();
  }
  await using served = serveApp(app);
  const today = new Date().toISOString().slice(0, 10);
  const { from, to, days } = await served.json("usage");
  assert.deepEqual([to, days.length, Date.parse(to) - Date.parse(from)], [today, 1, 6 * 86_400_000]);
  assert.match(
    (await served.treadle("usage")).stdout,
    new RegExp(`^DAY +STEPS +CALLS +TOKENS +COST +TIME\n${today} +2 `),
  );
  assert.match(
    (await served.treadle("usage", "--by", "user")).stdout,
    /\nann +1 [^]*\nbob +1 [^]*\nall, with and without a user +2 /,
  );
  const past = await served.treadle("usage", "--from", "2020-01-01", "--to", "2020-01-02");
  assert.equal(past.stdout, "Nothing was used from 2020-01-01 to 2020-01-02.\n");
  assert.match((await served.treadle("usage", "--to", "soon")).stderr, /^invalid_request: /);
  assert.match((await served.treadle("usage", "--days", "101")).stderr, /Write a whole number from 1 to 100/);
});

Deno.test("E17: a token is the whole output, permits what it was made for, and is refused where it may not", async () => {
  const secrets = { TREADLE_TOKEN_SECRETS: "0123456789abcdef0123456789abcdef" };
  const app = createTestApp({ env: secrets });
  await using served = serveApp(app);
  const made = await served.treadle(
    "tokens",
    "create",
    "--agent",
    "tester",
    "--user",
    "ann",
    "--expires",
    "1h",
  );
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stderr, /^token_\w+ expires 20/);
  const key = made.stdout.trim();
  const ran = await served.treadle("run", "Hi.", "--agent", "tester", "--key", key);
  assert.deepEqual([ran.code, ran.stdout], [0, "Hi.\n"]);
  const usage = await served.treadle("usage", "--key", key);
  assert.deepEqual([usage.code, usage.stderr.split(":")[0]], [1, "forbidden"]);
  const nameless = await served.treadle("tokens", "create", "--agent", "tester");
  assert.match(nameless.stderr, /Say whose the token is: --user <user>, or --by <name>\./);
  const { expiresAt } = await served.json(
    "tokens",
    "create",
    "--agent",
    "tester",
    "--by",
    "ops",
    "--scope",
    "read",
    "decide",
  );
  assert.ok(Date.parse(expiresAt) - Date.now() <= 900_000);
  assert.match(
    (await served.treadle("tokens", "create", "--agent", "tester", "--expires", "1")).stderr,
    /Write a number and a unit/,
  );
});

Deno.test("E17: an endpoint of webhooks is added and listed; a delivery that failed is shown, sent again and dropped", async () => {
  await using receiver = answering(410, 200, 410);
  const app = createOutgoing();
  const { id } = await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  await app.deliver();
  await using served = serveApp(app);
  assert.match(
    (await served.treadle("webhooks", "list")).stdout,
    new RegExp(`\n${id} {2}Disabled {2}https://.* run\\.finished {2}all`),
  );
  const { stdout } = await served.treadle("webhooks", "deliveries");
  const [, delivery = ""] = /\n(whd_\S+) {2}Failed {2}run\.finished {2}t1 .*gone/.exec(stdout) ?? [];
  const shown = await served.treadle("webhooks", "show", delivery);
  assert.equal(JSON.parse(shown.stdout.split("\n\n")[1] ?? "").type, "run.finished");
  assert.match((await served.treadle("webhooks", "enable", id)).stdout, / Active /);
  assert.match((await served.treadle("webhooks", "resend", delivery)).stdout, /is on its way/);
  await app.deliver();
  assert.equal(
    (await served.treadle("webhooks", "deliveries")).stdout,
    "Everything has arrived, or is on its way.\n",
  );
  assert.equal(
    (await served.treadle("webhooks", "deliveries", "--status", "pending")).stdout,
    "Nothing is on its way.\n",
  );
  const rotated = await served.treadle("webhooks", "rotate", id);
  assert.match(rotated.stdout, /^whsec_\S+\n$/);
  await app.run("t2");
  await app.deliver();
  const { deliveries: [dead] } = await served.json("webhooks", "deliveries");
  assert.deepEqual(await served.json("webhooks", "drop", dead.id), { id: dead.id, dropped: true });
  assert.deepEqual(await served.json("webhooks", "remove", id), { id, removed: true });
  assert.match((await served.treadle("webhooks", "list")).stdout, /^There is no endpoint/);
  const refused = await served.treadle("webhooks", "add", "http://example.com");
  assert.match(refused.stderr, /^outbound_refused: /);
  const unknown = await served.treadle("webhooks", "show", delivery);
  assert.match(unknown.stderr, /^delivery_unknown: .*\nfrom: \S+\nnext: treadle webhooks deliveries\n$/);
});

Deno.test("E17: events that no template took are counted; without one the answer is a sentence", async () => {
  const env = { GITHUB_WEBHOOK_SECRET: "a-secret-of-16-or-more-bytes" };
  await using served = serveApp(createTestApp({ env, plugins: [webhooks()] }));
  const { stdout } = await served.treadle(
    "webhooks",
    "unmatched",
    "--from",
    "2026-11-01",
    "--to",
    "2026-11-07",
  );
  assert.equal(stdout, "From 2026-11-01 to 2026-11-07 an agent has taken every event.\n");
  assert.deepEqual((await served.json("webhooks", "unmatched")).unmatched, []);
});

Deno.test("E17: refused webhooks have their reason; without one the answer is a sentence", async () => {
  const env = { GITHUB_WEBHOOK_SECRET: "a-secret-of-16-or-more-bytes" };
  const github = { scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"], tenant: "acme" } as const;
  await using served = serveApp(createTestApp({ env, plugins: [webhooks({ triggers: { github } })] }));
  assert.equal((await served.treadle("webhooks", "refused")).stdout, "Nothing was refused.\n");
  const forged = await fetch(`${served.url}/webhooks/github/tester`, { method: "POST", body: "{}" });
  assert.equal(forged.status, 401, await forged.text());
  const { stdout } = await served.treadle("webhooks", "refused");
  assert.match(stdout, /^TRIGGER +REASON +STATUS[^]*\ngithub +signature_missing +401 +1 /);
  assert.equal((await served.json("webhooks", "refused")).refusals[0].reason, "signature_missing");
});

Deno.test("E17: open gives the address to the browser, and prints it where there is none", async () => {
  await using served = serveApp(createTestApp());
  const folder = await Deno.makeTempDir({ prefix: "open_" });
  await Deno.writeTextFile(`${folder}/xdg-open`, `#!/bin/sh\nprintf %s "$1" > ${folder}/opened\n`, {
    mode: 0o755,
  });
  const env = {
    ...served.env,
    DISPLAY: "",
    WAYLAND_DISPLAY: "",
    CI: "",
    PATH: `${folder}:${Deno.env.get("PATH")}`,
  };
  const printed = await runTreadle({ env }, "open", "t 1");
  assert.deepEqual([printed.code, printed.stdout], [0, `${served.url}/#t%201\n`]);
  const opened = await runTreadle({ env: { ...env, DISPLAY: ":0" } }, "open", "--json");
  assert.deepEqual(JSON.parse(opened.stdout), { url: `${served.url}/`, opened: true });
  const reads = async () => await Deno.readTextFile(`${folder}/opened`).catch(() => "");
  while (await reads() === "") await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await reads(), `${served.url}/`);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("E17: open starts no server: without one it says what to type", async () => {
  const folder = await Deno.makeTempDir({ prefix: "open_" });
  await Deno.writeTextFile(`${folder}/main.ts`, "");
  const { code, stderr } = await runTreadle({ cwd: folder, env: { PORT: String(freePort()) } }, "open");
  assert.equal(code, 1);
  assert.match(stderr, /^server_unreachable: No server runs on this machine .*\nnext: treadle dev\n$/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("E17: tools counts calls by how they ended, and leads from a tool that fails to its threads", async () => {
  let broken = "";
  const refund = defineTool({
    name: "refund",
    description: "Refunds an order.",
    run: () => {
      if (broken === "") return { refunded: true };
      throw broken === "busy" ? new ToolError("rate_limited", "The bank is busy.") : new Error(broken);
    },
  });
  const plans = ["refund", "refund", undefined];
  const { provider } = testModel((_, index) => {
    const name = plans[index % 3];
    return name === undefined ? { says: "Done." } : { calls: [name] };
  });
  const agents = [defineAgent({ name: "support", model: "first/m", tools: [refund] })];
  const app = createTestApp({ agents, providers: [provider], plugins: [analytics()] });
  const run = async (thread: string) => {
    const body = { agent: "support", input: "Refund r1.", until: "done" };
    assert.equal(
      (await (await app.send("POST", `/v1/threads/${thread}/steps`, body)).json()).thread.status,
      "done",
    );
  };
  await using served = serveApp(app);
  assert.match(
    (await served.treadle("tools")).stdout,
    /^No call of a tool was counted from 20\S+ to 20\S+\.\n$/,
  );
  await run("t1");
  broken = "The order is unknown.";
  await run("t2");
  broken = "busy";
  await run("t3");
  await (await app.send("POST", "/v1/threads/t3/fork", { id: "t4" })).body?.cancel();
  assert.match(
    (await served.treadle("tools")).stdout,
    /^TOOL +CALLS +FAILED +SHARE +A CALL\nrefund +6 +4 +67 % +\d+ ms\nwhy: treadle tools refund\n$/,
  );
  const { code, stdout } = await served.treadle("tools", "refund");
  assert.equal(code, 0);
  const at = "20\\S+Z";
  assert.match(
    stdout,
    new RegExp(
      [
        "^refund: 6 calls from 20\\S+ to 20\\S+, 4 failed, 0 invalid, 0 refused",
        "in 4 threads with calls of it: 2 rate_limited, 2 failed",
        "AT +THREAD +AGENT +KIND +WHY +TITLE",
        `${at} +t3 +support +rate_limited +The bank is busy\\. +Refund r1\\.`,
        `${at} +t3 .*`,
        `${at} +t2 +support +failed +The order is unknown\\. +Refund r1\\.`,
        `${at} +t2 .*`,
        "look at one: treadle threads show t3\n$",
      ].join("\n"),
    ),
  );
  const one = await served.json("tools", "refund", "--threads", "2", "--limit", "1");
  assert.deepEqual([one.threads, one.more, one.kinds, one.last.length], [2, true, { rate_limited: 2 }, 1]);
  assert.match(
    (await served.treadle("tools", "refund", "--threads", "2")).stdout,
    /\nin 2 newest threads with [^]*\nolder threads: treadle tools refund --threads 20\n$/,
  );
  const past = await served.treadle("tools", "refund", "--to", "2020-01-02");
  assert.equal(
    past.stdout,
    "refund: no call is counted from 2019-12-27 to 2020-01-02\nno failure in 4 threads with calls of it\n",
  );
  const none = await served.treadle("tools", "refund", "--agent", "tester");
  assert.match(none.stdout, /^refund: no call is counted [^]*\nno failure in 0 threads with calls of it\n$/);
  assert.match(
    (await served.treadle("tools", "refund", "--limit", "0")).stderr,
    /Write a whole number from 1 on\./,
  );
  assert.match((await served.treadle("tools", "--to", "soon")).stderr, /^invalid_request: /);
  // Without counts the threads have the failures still.
  const { app: without } = createTestApp({ agents, providers: [provider], store: app.store });
  await using bare = serveApp({ fetch: async (request) => await without.fetch(request) });
  assert.match(
    (await bare.treadle("tools")).stderr,
    /^door_missing: The deployment has no analytics\(\): add it/,
  );
  assert.match(
    (await bare.treadle("tools", "refund")).stdout,
    /^refund: no call is counted [^]*2 rate_limited, 2 failed\n/,
  );
});

Deno.test("C9, E17: failures counts errors by code, and each row has the command that lists its threads", async () => {
  const { provider } = testModel(({ model }) => failing(model === "m" ? "model_auth" : "model_overloaded"));
  const agents = [
    defineAgent({ name: "support", model: "first/m" }),
    defineAgent({ name: "sales", model: "first/n" }),
  ];
  const app = createTestApp({
    agents,
    providers: [provider],
    plugins: [analytics()],
    sleep: (ms, signal) => sleep(ms < 5_000 ? 0 : ms, signal),
  });
  await using served = serveApp(app);
  assert.match(
    (await served.treadle("failures")).stdout,
    /^No failure was counted from 20\S+ to 20\S+\.\n$/,
  );
  for (const [thread, agent] of [["t1", "support"], ["t2", "support"], ["t3", "sales"]]) {
    await (await app.send("POST", `/v1/threads/${thread}/steps`, { agent, input: "Go." })).body?.cancel();
  }
  const list = "threads list --error model_auth --agent support";
  assert.match(
    (await served.treadle("failures")).stdout,
    new RegExp(
      [
        "^ERROR +AGENT +FAILED +RETRYABLE +THREADS",
        `model_auth +support +2 +0 +treadle ${list}`,
        "model_overloaded +sales +0 +1 +\n$",
      ].join("\n"),
    ),
  );
  const { threads } = await served.json(...list.split(" "));
  assert.deepEqual(threads.map(({ id }: { id: string }) => id).sort(), ["t1", "t2"]);
  const { failures } = await served.json("failures", "--by", "day,model", "--agent", "sales");
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(failures, [
    { day: today, model: "first/n", error: "model_overloaded", failed: 0, retryable: 1 },
  ]);
  assert.match((await served.treadle("failures", "--by", "tool")).stderr, /Write some of day, agent, model/);
});

Deno.test("K1, E17: an agent is paused, listed, found by doctor and resumed", async () => {
  const { app } = createTestApp({ plugins: [pauses()] });
  await using served = serveApp({ fetch: async (request) => await app.fetch(request) });
  assert.equal((await served.treadle("pauses")).stdout, "Nothing is paused.\n");
  const paused = await served.treadle("pause", "tester", "--reason", "It refunds twice.");
  assert.match(
    paused.stdout,
    /^Agent tester is paused since .* by key_\S+: It refunds twice\.\n$/,
    paused.stderr,
  );
  assert.match(
    (await served.treadle("pauses")).stdout,
    /^AGENT +SINCE +BY +WHY\ntester .* It refunds twice\.\n$/,
  );
  const examined = await served.treadle("doctor", "--url", served.url, "--key", KEY);
  assert.match(
    examined.stdout,
    /agent tester is paused since \S+ by key_\S+: It refunds twice\.[^]*treadle resume tester/,
  );
  const refused = await served.treadle("run", "Hi.", "--agent", "tester");
  assert.match(refused.stderr, /^agent_paused: [^]*next: treadle pauses\n$/);
  await served.treadle("pause");
  assert.match(
    (await served.treadle("resume", "tester")).stdout,
    /^The pause of agent tester has ended\.\nAll agents are paused since [^\n]*\n$/,
  );
  assert.equal((await served.treadle("resume")).stdout, "All agents go on.\n");
  assert.equal((await served.treadle("run", "Hi.", "--agent", "tester")).code, 0);
  const unknown = await served.treadle("pause", "nobody_here");
  assert.match(unknown.stderr, /^agent_unknown: /);
});

Deno.test("O1, E17: a key is made, listed, rotated and revoked, and is the whole output of the command that makes it", async () => {
  const app = createTestApp({ plugins: [keys()] });
  await using served = serveApp(app);
  const created = await served.treadle("keys", "create", "ci", "--scope", "read", "run", "--expires", "90d");
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stdout, /^treadle_acme\.ci\.[\w-]{43}\n$/);
  assert.match(
    created.stderr,
    /^ci permits read, run; expires 20\S+\. Keep it: no other command prints it\.\n$/,
  );
  const key = created.stdout.trim();
  assert.equal((await served.treadle("run", "Hi.", "--agent", "tester", "--key", key)).stdout, "Hi.\n");
  const refused = await served.treadle("keys", "list", "--key", key);
  assert.deepEqual([refused.code, refused.stderr.split(":")[0]], [1, "forbidden"]);
  await app.idle();
  const listed = await served.treadle("keys", "list");
  assert.match(
    listed.stdout,
    /^KEY +ORIGIN +SCOPES +CREATED +BY +EXPIRES +LAST USED\n\S+ +variable +all\s+ci +stored +read run +20\S+ +key_\S+ +20\S+ +20\S+\n$/,
  );
  const rotated = await served.treadle("keys", "rotate", "ci", "--keep-for", "0s");
  assert.match(rotated.stderr, /^ci permits read, run; expires [^;]+\. Keep it/, rotated.stderr);
  assert.equal((await served.treadle("run", "Hi.", "--agent", "tester", "--key", key)).code, 1);
  const next = await served.json("keys", "rotate", "ci");
  assert.ok(Date.parse(next.previousUntil) - Date.now() > 3_500_000);
  const both = [rotated.stdout.trim(), next.key];
  for (const each of both) {
    assert.equal((await served.treadle("run", "Hi.", "--agent", "tester", "--key", each)).code, 0);
  }
  assert.equal((await served.treadle("keys", "revoke", "ci")).stdout, "ci is revoked.\n");
  for (const each of both) {
    assert.match((await served.treadle("threads", "list", "--key", each)).stderr, /^unauthorized: /);
  }
  const unknown = await served.treadle("keys", "revoke", "ci");
  assert.match(unknown.stderr, /^key_unknown: There is no stored key ci\.[^]*next: treadle keys list\n$/);
  const text = await served.treadle("keys", "revoke", key);
  assert.match(text.stderr, /^command_line_invalid: Name the key by 1 to 64/);
  assert.ok(!text.stderr.includes(key), "the text of a key is neither sent nor repeated");
});

Deno.test("K1, E17: stop pauses everything and cancels what runs, and only says so with --dry-run", async () => {
  const began = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    run: (_, { signal }) => {
      began.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    },
  });
  const waiter = defineAgent({ name: "waiter", driver: "scripted", tools: [wait] });
  const app = createTestApp({
    plugins: [pauses()],
    agents: [waiter],
    scenario: [{ calls: [{ tool: "wait", args: {} }] }, { says: "Done." }],
  });
  await using served = serveApp(app);
  for (const id of ["t1", "t2"]) await app.send("POST", "/v1/threads", { agent: "waiter", id });
  const running = app.send("POST", "/v1/threads/t1/steps", { input: "Hi.", until: "done" });
  await began.promise;
  const unsure = await served.treadle("stop");
  assert.deepEqual([unsure.code, unsure.stderr.split(":")[0]], [1, "command_line_invalid"]);
  assert.match((await served.treadle("stop", "--yes", "--known-after", "soon")).stderr, /number of seconds/);
  assert.deepEqual(await served.json("stop", "--dry-run"), { running: ["t1"] });
  assert.deepEqual(await served.json("pauses"), { pauses: [] });
  const stopped = await served.json("stop", "--yes", "--reason", "A leak.", "--known-after", "0");
  assert.deepEqual([stopped.pause.agent, stopped.pause.reason, stopped.cancelled], ["*", "A leak.", ["t1"]]);
  await (await running).text();
  assert.equal((await (await app.send("GET", "/v1/threads/t1")).json()).status, "cancelled");
  const refused = await app.send("POST", "/v1/threads/t2/steps", { input: "Hi." });
  assert.equal((await refused.json()).code, "agent_paused");
  assert.equal((await served.treadle("resume")).stdout, "All agents go on.\n");
});
