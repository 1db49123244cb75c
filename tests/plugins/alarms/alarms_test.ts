// K1: the alarms of a tenant, by wake-ups and webhooks: each is raised once and ended once, whatever isolates and stores do.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { AgentError } from "../../../src/core/error.ts";
import { alarms, type AlarmsOptions } from "../../../src/plugins/alarms/mod.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { createTestApp, KEY } from "../../http/_app.ts";
import { receive } from "../../outbound/_servers.ts";
import { failingStore } from "../../support/failing_store.ts";
import { answering, headersOf, type OutgoingApp } from "../outgoing_webhooks/_outgoing.ts";
import { counting } from "../selection/catalogue/_catalogue.ts";
import {
  alarmsIn,
  deploy,
  type Deployed,
  HOUR_MS,
  MINUTE_MS,
  minutes,
  NOON,
  run,
  settle,
} from "./_alarms.ts";

const CHECK = { tenant: "acme", name: "@alarms/check" };
const AWAY = { defer: () => {} };
const FAILURES: AlarmsOptions = {
  rules: [{ name: "failures", when: { failedRuns: { above: 2, within: "30m", agent: "painter" } } }],
};

Deno.test("K1: failed runs raise an alarm once, signed and with links, and end it once, when the window is past", async () => {
  await using receiver = answering(200);
  const slack: string[] = [];
  await using incoming = receive(({ body }) => {
    const { text } = JSON.parse(body); // what Slack's incoming webhooks read of a body, and what they answer
    if (typeof text !== "string" || text === "") return new Response("no_text", { status: 400 });
    slack.push(text);
    return new Response("ok");
  });
  const deployed = deploy(FAILURES, { env: { TREADLE_PUBLIC_URL: "https://agents.example.com/" } });
  const { first, second } = deployed;
  const { secret } = await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await first.endpoint(incoming, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi.", "fail"]);
  await run(second, ["fail", "fail"], { agent: "writer" });
  await settle(first, second);
  await minutes(6, deployed);
  assert.deepEqual(alarmsIn(receiver), [], "one of painter, two of writer");
  await run(first, ["fail", "fail", "paint"]);
  await minutes(40, deployed);
  assert.deepEqual(alarmsIn(receiver), [["alarm.raised", "failures", 10], ["alarm.ended", "failures", 35]]);
  const [raised, ended] = receiver.got.map(({ body }) => JSON.parse(body).data);
  assert.deepEqual(slack, [
    "3 runs of painter have failed within 30m; the limit is 2.",
    "2 runs of painter have failed within 30m; the limit is 2.",
  ]);
  const at = new Date(NOON + 10 * MINUTE_MS).toISOString();
  const facts = {
    tenant: "acme",
    rule: "failures",
    kind: "failed_runs",
    unit: "runs",
    threshold: 2,
    withinSeconds: 1_800,
    agent: "painter",
  };
  const links = {
    api: "https://agents.example.com/v1/threads?status=failed&agent=painter",
    page: "https://agents.example.com/#/threads/status%3Afailed%20agent%3Apainter",
  };
  const raisedText = "3 runs of painter have failed within 30m; the limit is 2.";
  assert.deepEqual(raised, { ...facts, text: raisedText, value: 3, raisedAt: at, links });
  const endedText = "2 runs of painter have failed within 30m; the limit is 2.";
  assert.deepEqual(ended, { ...facts, text: endedText, value: 2, raisedAt: at, links, because: "over" });
  const { "webhook-id": id = "", "webhook-timestamp": sentAt, "webhook-signature": signature } = headersOf(
    receiver.got[0] ?? assert.fail(),
  );
  assert.equal(
    signature,
    new Webhook(secret).sign(id, new Date(Number(sentAt) * 1_000), receiver.got[0]?.body ?? ""),
  );
});

Deno.test("K1: a tool whose calls fail raises an alarm by number and by share, which fewer calls than the least do not", async () => {
  await using receiver = answering(200);
  const deployed = deploy({
    every: "1m",
    rules: [
      { name: "number", when: { toolFailures: { tool: "paint", above: 1, within: "10m" } } },
      {
        name: "share",
        when: { toolFailures: { tool: "paint", share: 0.5, least: 4, within: "10m", agent: "painter" } },
      },
    ],
  });
  const { first, second } = deployed;
  await first.endpoint(receiver);
  await run(first, ["Hi."]);
  await settle(first);
  await run(first, ["break", "break"], { agent: "writer" });
  await minutes(2, deployed);
  await run(second, ["break", "paint", "break"]);
  await minutes(2, deployed);
  assert.deepEqual(alarmsIn(receiver), [["alarm.raised", "number", 1]]);
  await run(second, ["paint"]);
  await minutes(12, deployed);
  const got = receiver.got.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.rule === "share");
  assert.deepEqual(got.map(({ type, data }) => [type, data.value, data.calls, data.text]), [
    [
      "alarm.raised",
      0.5,
      4,
      "50 % of 4 calls of paint of painter have failed within 10m; the limit is 50 %.",
    ],
    ["alarm.ended", null, 1, "Fewer than 4 calls of paint of painter have ended within 10m."],
  ]);
  assert.equal(got[0].data.links.api, "/v1/threads?tool=paint&agent=painter");
});

Deno.test("K1: a call that waits for people for too long raises an alarm with its thread, until it is decided", async () => {
  await using receiver = answering(200);
  const deployed = deploy({
    rules: [{ name: "inbox", when: { inboxOlderThan: "1h", agent: "writer" } }],
  });
  const { first, store, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["ask"]);
  await minutes(20, deployed);
  await first.run("late", { agent: "writer", input: "ask" });
  await minutes(60, deployed);
  assert.deepEqual(alarmsIn(receiver), [], "the one of painter is another agent's");
  await minutes(10, deployed);
  const { threads: [, { thread = "", since = 0 } = {}] } = await store.listAwaiting("acme", {
    limit: 10,
    order: "oldest",
  });
  assert.deepEqual([thread, since], ["late", NOON + 20 * MINUTE_MS]);
  const { calls: [call] } = await first.ask("GET", "/v1/threads/late");
  const answer = { thread, callId: call.id, approved: true, digest: call.approval.digest };
  await first.ask("POST", "/v1/inbox/decisions", [answer]);
  time.now += MINUTE_MS;
  await minutes(10, deployed);
  assert.deepEqual(alarmsIn(receiver), [["alarm.raised", "inbox", 81], ["alarm.ended", "inbox", 92]]);
  const { value, thread: oldest, links, text } = JSON.parse(receiver.got[0]?.body ?? "").data;
  assert.deepEqual([value, oldest, links.api, text], [
    3_660,
    "late",
    "/v1/threads/late",
    "A call of thread late of writer has waited for people for 61m; the limit is 1h.",
  ]);
});

Deno.test("K1: a budget of a tenant, and of the user who has used the most, raise alarms, and end with the day", async () => {
  await using receiver = answering(200);
  const deployed = deploy({
    rules: [
      { name: "tenant", when: { budgetAt: 0.8 } },
      { name: "users", when: { budgetAt: 0.5, account: "users" } },
    ],
  }, {
    env: { TREADLE_BUDGETS: JSON.stringify({ tenant: { steps: 5 }, user: { steps: 4, calls: 100 } }) },
    plugins: [budgets()],
  });
  const { first, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi."], { user: "ann" });
  await run(first, ["Hi.", "Hi."], { user: "<!here> bob" });
  await minutes(5, deployed);
  await run(first, ["Hi."]);
  await minutes(10, deployed);
  assert.deepEqual(alarmsIn(receiver), [["alarm.raised", "users", 1], ["alarm.raised", "tenant", 6]]);
  const [users, tenant] = receiver.got.map(({ body }) => JSON.parse(body).data);
  assert.deepEqual([users.user, users.amount, users.value], ["<!here> bob", "steps", 0.5]);
  assert.match(users.text, /^50 % of the steps of user _!here_ bob for today are used/);
  assert.equal(tenant.text, "80 % of the steps of the tenant for today are used; the limit is 80 %.");
  time.now = NOON + 12 * HOUR_MS;
  await minutes(5, deployed);
  assert.deepEqual(alarmsIn(receiver).slice(2).map(([type]) => type), ["alarm.ended", "alarm.ended"]);
});

Deno.test("K1: an alarm that ends and holds again is raised again behind its pause alone", async () => {
  await using receiver = answering(200);
  const deployed = deploy({
    every: "1m",
    pause: "20m",
    rules: [{ name: "failures", when: { failedRuns: { above: 0, within: "3m" } } }],
  });
  const { first } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi."]);
  await minutes(1, deployed);
  for (let turn = 0; turn < 6; turn++) {
    await run(first, ["fail"]);
    await minutes(6, deployed);
  }
  assert.deepEqual(alarmsIn(receiver).map(([type, , minute]) => [type, minute]), [
    ["alarm.raised", 2],
    ["alarm.ended", 5],
    ["alarm.raised", 26],
    ["alarm.ended", 29],
  ]);
});

Deno.test("K1: isolates that evaluate at once, and a wake-up that comes again, raise an alarm once", async () => {
  await using receiver = answering(200);
  const other: { handle?: () => Promise<unknown> } = {};
  let during = "alarms_state";
  const deployed = deploy(FAILURES, {
    wrap: (store) =>
      counting(store, async (method, [, kind]) => {
        if (method !== "putDefinition" || kind !== during) return;
        const { handle } = other;
        delete other.handle;
        await handle?.();
      }).store,
  });
  const { first, second, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi."]);
  await minutes(1, deployed);
  await run(first, ["fail", "fail", "fail"]);
  await settle(first);
  time.now += 10 * MINUTE_MS;
  // The second decides between what the first has read and what it writes; the decision of the first is refused.
  other.handle = async () => {
    time.now += 1;
    await second.deps.wakes.handle(CHECK, AWAY);
  };
  await first.deps.wakes.handle(CHECK, AWAY);
  await Promise.all([first, second, first].map(({ deps }) => deps.wakes.handle(CHECK, AWAY)));
  assert.deepEqual((await deployed.store.listDefinitions("acme", "delivery")).length, 1);
  await minutes(1, deployed);
  assert.deepEqual(alarmsIn(receiver), [["alarm.raised", "failures", 11]]);
  for (const app of [first, second, second]) await app.deps.wakes.handle(CHECK, AWAY);
  await minutes(10, deployed);
  assert.equal(receiver.got.length, 1);
  // The second is woken while the first sends the end.
  time.now += HOUR_MS;
  during = "delivery";
  other.handle = async () => {
    await second.deps.wakes.handle(CHECK, AWAY);
    await settle(second);
  };
  await first.deps.wakes.handle(CHECK, AWAY);
  await settle(first, second);
  assert.deepEqual(alarmsIn(receiver).map(([type]) => type), ["alarm.raised", "alarm.ended"]);
});

Deno.test("K1: a store that fails in an evaluation loses and doubles nothing, whichever of its requests fails, with all endpoints and with one", async () => {
  const cases = [true, false].flatMap((sends) => [true, false].map((isNamed) => ({ sends, isNamed })));
  for (const { sends, isNamed } of cases) { // whether the worker vanishes before or behind each request
    for (let place = 0; place < 10; place++) {
      await using receiver = answering(200);
      let left = Infinity;
      const { store, time, first: before } = deploy({ rules: [] });
      const { id } = await before.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
      const rules = FAILURES.rules.map((rule) => ({ ...rule, to: isNamed ? [id] : undefined }));
      const { first, second } = deploy({ rules }, {
        store,
        time,
        wrap: (store) => failingStore(store, () => left-- === 0, sends),
      });
      await run(second, ["Hi."]);
      await settle(second);
      await run(second, ["fail", "fail", "fail"]);
      await settle(second);
      time.now += 10 * MINUTE_MS;
      left = place;
      await first.deps.wakes.handle(CHECK, AWAY);
      left = Infinity;
      await settle(first); // what it has sent may arrive before the next attempt
      // The next attempt comes before the next evaluation is due, or with it.
      for (let turn = 0; turn < 3; turn++) {
        time.now += (sends ? 2 : 6) * MINUTE_MS;
        await second.pump();
        await settle(second);
      }
      const ids = new Set(receiver.got.map(({ headers }) => headers.get("webhook-id")));
      assert.deepEqual([ids.size, receiver.got.length <= 2], [1, true], `${sends} ${isNamed} ${place}`);
      const { alarms: [alarm] } = await second.ask("GET", "/v1/analytics/alarms");
      assert.deepEqual([alarm.status, alarm.value], ["raised", 3]);
      assert.deepEqual(await store.listDefinitions("acme", "delivery"), []);
    }
  }
});

Deno.test("K1: a rule that was removed ends its alarm once no isolate has it any more, and leaves nothing", async () => {
  await using receiver = answering(200);
  const deployed = deploy(FAILURES, { newer: { rules: [] } });
  const { first, second, store, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
  await run(first, ["Hi."]);
  await minutes(1, deployed);
  await run(first, ["fail", "fail", "fail"]);
  await minutes(5, deployed);
  const turn = async (app: OutgoingApp) => {
    time.now += 5 * MINUTE_MS;
    await app.pump();
    await settle(app);
  };
  for (const app of [second, first, second]) await turn(app); // a rollout
  assert.deepEqual(alarmsIn(receiver).map(([type]) => type), ["alarm.raised"]);
  for (let turns = 0; turns < 14; turns++) await turn(second);
  const { data, type } = JSON.parse(receiver.got[1]?.body ?? "");
  assert.deepEqual([receiver.got.length, type, data.rule, data.because], [
    2,
    "alarm.ended",
    "failures",
    "removed",
  ]);
  const { rules, events } = JSON.parse(
    await store.readDefinition("acme", "alarms_state", "alarms_state") ?? "",
  );
  assert.deepEqual([rules, events], [{}, []]);
});

Deno.test("K1: an alarm goes to the endpoints that its rule names, whatever their events are", async () => {
  await using named = answering(200);
  await using other = answering(200);
  const deployed = deploy({ rules: [] });
  const { first: app } = deployed;
  const { id } = await app.endpoint(named, { events: ["run.finished"] });
  await app.endpoint(other);
  const rule = { name: "failures", when: { failedRuns: { above: 0, within: "1h" } }, to: [id, "gone"] };
  const { first } = deploy({ rules: [rule] }, { store: deployed.store, time: deployed.time });
  await run(first, ["Hi."]);
  await minutes(1, { ...deployed, first });
  await run(first, ["fail"]);
  await minutes(5, { ...deployed, first });
  assert.deepEqual(alarmsIn(named), [["alarm.raised", "failures", 6]]);
  assert.deepEqual(alarmsIn(other), []);
  const { alarms: [alarm] } = await first.ask("GET", "/v1/analytics/alarms");
  assert.deepEqual([alarm.to, alarm.missing], [[id, "gone"], ["gone"]]);
  const warnings = first.logs.filter((line) => line.includes("an alarm names endpoints"));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", /"rule":"failures","missing":"gone"/);
});

Deno.test("K1: what came during a gap of the pump is in no window, and what came behind a rest is", async () => {
  await using receiver = answering(200);
  const rules = [
    { name: "failures", when: { failedRuns: { above: 2, within: "5m" } } },
    { name: "paint", when: { toolFailures: { tool: "paint", above: 2, within: "5m" } } },
  ];
  const deployed = deploy({ rules });
  const { first, store, time } = deployed;
  await first.endpoint(receiver, { events: ["alarm.raised"] });
  await run(first, ["Hi."]);
  await minutes(6, deployed);
  for (let hour = 0; hour < 6; hour++) {
    time.now += HOUR_MS;
    await run(first, ["fail", "break"]);
    for (const wake of first.sent.splice(0)) {
      if (!/@alarms(_mark)?\//.test(wake.name)) first.sent.push(wake);
    }
    await settle(first);
  }
  await minutes(10, deployed);
  assert.deepEqual(alarmsIn(receiver), [], "one an hour");
  await run(first, ["fail", "fail", "fail", "break", "break", "break"]);
  await minutes(6, deployed);
  assert.deepEqual(alarmsIn(receiver).map(([, rule]) => rule).sort(), ["failures", "paint"]);
  await rest(deployed);
  await run(first, ["fail", "fail", "fail", "break", "break", "break"]);
  await minutes(6, deployed);
  assert.deepEqual(alarmsIn(receiver).slice(2).map(([, rule]) => rule).sort(), ["failures", "paint"]);
  assert.deepEqual(await store.listDefinitions("acme", "alarms_mark"), []);
});

/** Lets days pass until the tenant is evaluated no more, and another hour. */
async function rest({ first, store, time }: Deployed): Promise<void> {
  const isEvaluated = async () =>
    (await store.listDue(Infinity, 100)).some(({ name }) => name === CHECK.name);
  for (let hours = 0; hours < 72 && await isEvaluated(); hours += 4) {
    time.now += 4 * HOUR_MS;
    await first.pump();
    await settle(first);
  }
  assert.equal(await isEvaluated(), false);
  time.now += HOUR_MS;
}

Deno.test("K1: a step whose commit is refused neither takes its tenant's mark away nor keeps later steps from leaving one", async () => {
  for (const isRefused of [true, false]) { // else the store is gone
    await using receiver = answering(200);
    const other: { handle?: (thread: string) => Promise<unknown> } = {};
    const deployed = deploy(FAILURES, {
      wrap: (store) =>
        counting(store, async (method, [request]) => {
          if (method !== "commit") return;
          const { handle } = other;
          if (isRefused) delete other.handle;
          await handle?.(Object(request).ref.thread);
        }).store,
    });
    const { first, second, store } = deployed;
    await first.endpoint(receiver, { events: ["alarm.raised", "alarm.ended"] });
    await run(first, ["Hi."]);
    await minutes(3, deployed);
    await rest(deployed);
    const mark = await store.readDefinition("acme", "alarms", "check");
    other.handle = async (thread) => {
      if (!isRefused) throw new AgentError("store_failed", "The store is gone.");
      await second.ask("POST", `/v1/threads/${thread}/cancel`, {});
    };
    await run(first, ["Hi."]);
    delete other.handle;
    await settle(first);
    await minutes(2, deployed);
    assert.equal(await store.readDefinition("acme", "alarms", "check"), mark);
    for (let turn = 0; turn < 3; turn++) {
      await run(first, ["fail"]);
      await settle(first);
      await minutes(5, deployed);
    }
    assert.deepEqual(alarmsIn(receiver).map(([type, rule]) => [type, rule]), [["alarm.raised", "failures"]]);
  }
});

Deno.test("K1: a tenant is evaluated from its first step on, at a cost that no thread adds to, and rests two days behind the last one", async () => {
  const requests: string[] = [];
  const deployed = deploy({
    rules: [
      ...FAILURES.rules,
      { name: "inbox", when: { inboxOlderThan: "1h" } },
      { name: "paint", when: { toolFailures: { tool: "paint", above: 1, within: "1h" } } },
    ],
  }, { wrap: (store) => counting(store, (method) => void requests.push(method)).store });
  const { first, store, time } = deployed;
  const rows = async () => {
    const due = await store.listDue(Infinity, 100);
    return due.filter(({ name }) => name.startsWith("@alarms")).map((
      { tenant, at },
    ) => [tenant, (at - NOON) / MINUTE_MS]);
  };
  assert.deepEqual(await rows(), []);
  await run(first, ["Hi.", "Hi."]);
  await settle(first);
  assert.deepEqual(await rows(), [["acme", 5]]);
  for (const threads of [0, 12]) {
    await run(first, Array.from({ length: threads }, () => "paint"));
    await settle(first);
    time.now += 5 * MINUTE_MS;
    requests.length = 0;
    await first.deps.wakes.handle(CHECK, AWAY);
    assert.deepEqual(requests.sort(), [
      "listAwaiting",
      "moveDue",
      "putDefinition",
      "readDefinition",
      "readLedger",
    ]);
    requests.length = 0;
    await first.deps.wakes.handle(CHECK, AWAY);
    assert.deepEqual(requests, ["readDefinition", "moveDue"], "it just was");
  }
  for (let hours = 0; hours < 60; hours += 4) {
    time.now += 4 * HOUR_MS;
    await first.pump();
    await settle(first);
  }
  assert.deepEqual(await rows(), []);
  await run(first, ["Hi."]);
  await settle(first);
  assert.deepEqual(await rows(), [["acme", (time.now - NOON) / MINUTE_MS + 5]]);
});

Deno.test("K1: the only tenant of a deployment is evaluated before its first step, and an alarm without a webhook is logged", async () => {
  const env = { TREADLE_API_KEYS: `acme:${KEY}` };
  const deployed = deploy({ rules: [] }, { env });
  await run(deployed.first, ["ask"]);
  const time = { now: NOON + 2 * HOUR_MS };
  const app = createTestApp({
    store: deployed.store,
    clock: () => time.now,
    env,
    plugins: [alarms({ rules: [{ name: "inbox", when: { inboxOlderThan: "1h" } }] })],
  });
  await app.deps.wakes.pump(AWAY);
  await app.idle();
  await app.deps.wakes.handle(CHECK, AWAY);
  assert.ok(app.logs.some((line) => line.includes("an alarm is raised") && line.includes('"rule":"inbox"')));
  assert.ok(app.logs.some((line) => line.includes("add outgoingWebhooks()")));
  const { alarms: list, ...rest } = await (await app.send("GET", "/v1/analytics/alarms")).json();
  const at = new Date(time.now).toISOString();
  assert.deepEqual(rest, { checkedAt: at, everySeconds: 300 });
  assert.deepEqual(list, [{
    name: "inbox",
    kind: "inbox_age",
    status: "raised",
    unit: "seconds",
    value: 7_200,
    threshold: 3_600,
    withinSeconds: null,
    agent: null,
    tool: null,
    to: null,
    missing: [],
    raisedAt: at,
    endedAt: null,
  }]);
});

Deno.test("K1: rules that are wrong are refused, each with its place", () => {
  const failedRuns = { above: 1, within: "1h" };
  const tool = { tool: "paint", within: "1h" };
  const wrong: readonly [when: object, problem: RegExp][] = [
    [{}, /\/rules\/0\/when must have one of failedRuns, inboxOlderThan, budgetAt and toolFailures/],
    [{ failedRuns, budgetAt: 0.8 }, /must have one of/],
    [{ failedRuns: { above: 1 } }, /\/rules\/0\/when\/failedRuns\/within is missing/],
    [{ failedRuns: { ...failedRuns, above: -1 } }, /\/above -1 is too small/],
    [{ failedRuns: { ...failedRuns, within: "2d" } }, /\/within must be a time from 1m to 24h/],
    [{ failedRuns: { ...failedRuns, whithin: "1h" } }, /\/whithin unknown key/],
    [{ failedRuns, agent: "painter" }, /has agent, which stands beside inboxOlderThan/],
    [{ inboxOlderThan: "four hours" }, /\/inboxOlderThan must be a time from 1m to 90d/],
    [{ inboxOlderThan: "4h", account: "users" }, /has account, which stands beside budgetAt/],
    [{ budgetAt: 80 }, /\/budgetAt must be a share above 0 and up to 1, such as 0.8/],
    [{ toolFailures: tool }, /must have above or share/],
    [{ toolFailures: { ...tool, above: 1, share: 0.5 } }, /must have above or share/],
    [{ toolFailures: { ...tool, above: 1, least: 5 } }, /has least, which needs share/],
  ];
  for (const [when, problem] of wrong) {
    const rules = [{ name: "one", when }] as unknown as AlarmsOptions["rules"];
    assert.throws(
      () => alarms({ rules }),
      { code: "config_invalid", message: problem },
      JSON.stringify(when),
    );
  }
  const rule = { name: "one", when: { failedRuns } };
  assert.throws(() => alarms({ rules: [rule, rule] }), /must not have two of one name/);
  assert.throws(() => alarms({ rules: [], every: "2h" }), /\/every must be a time from 1m to 1h/);
  assert.throws(() => alarms({ rules: [], pause: "-1m" }), /\/pause must be a time up to 1d/);
  const plugins = (
    when: AlarmsOptions["rules"][number]["when"],
  ) => [alarms({ rules: [{ name: "one", when }] })];
  const refused = [
    [
      { plugins: plugins({ inboxOlderThan: "1h", agent: "nobody" }) },
      /names the agent nobody, which is not there/,
    ],
    [
      { plugins: plugins({ failedRuns }), env: { TREADLE_LEDGER: "off" } },
      /needs the ledger; unset TREADLE_LEDGER/,
    ],
    [{ plugins: plugins({ budgetAt: 0.8 }) }, /needs budgets of the deployment/],
  ] as const;
  for (const [options, problem] of refused) {
    assert.throws(() => createTestApp(options), { code: "config_invalid", message: problem });
  }
});
