// The whole deployment without a model and without a network.

import { createTreadle, type Treadle } from "@treadle/treadle";
import { callTool, createFakeClock, createScriptedProvider, scenario } from "@treadle/treadle/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deployment } from "../deployment.ts";
import { dayBefore } from "./day.ts";
import { report } from "./report.ts";
import { readSales, sendReport } from "./tools.ts";

const KEY = "a-key-of-the-tests-0123456789";

test("a run reads two days and sends one report with their change", async () => {
  const shop = new FakeShop();
  await using opened = open(shop);
  await opened.run("daily");
  assert.equal((await opened.reach(1))[0]?.status, "done");
  assert.equal(shop.days.length, 2);
  assert.match(
    shop.reports.join("|"),
    /^Sales of \d{4}-\d\d-\d\d: 10 euros, 100 % against the week before\.$/,
  );
});

test("on Monday the report is of Saturday and Sunday, and Friday is not reported again", async () => {
  const shop = new FakeShop();
  await using opened = open(shop);
  await opened.run("monday");
  await opened.reach(1);
  assert.deepEqual(shop.days, [2, 1, 9, 8].map((daysAgo) => dayBefore(Date.now(), daysAgo)));
  assert.match(shop.reports.join("|"), /^Sales of \S+ and \S+: 20 euros, 100 % against the week before\.$/);
});

test("on Saturday at eight it runs once, on Sunday not at all", async () => {
  const shop = new FakeShop();
  const time = createFakeClock({ now: Date.parse("2026-11-28T06:59:00Z") }); // a Saturday, one minute before eight
  await using opened = open(shop, { clock: time.clock });
  await opened.treadle.pump();
  await time.advance(2 * 60_000);
  await Promise.all([opened.treadle.pump(), opened.treadle.pump()]);
  await opened.reach(1);

  await time.advance(24 * 60 * 60_000);
  await opened.treadle.pump();
  assert.equal((await opened.treadle.threads()).threads.length, 1);
  assert.equal(shop.reports.length, 1);
});

for (const approved of [true, false]) {
  test(`where a person decides, the report is ${approved ? "sent behind an approval" : "not sent behind a denial"}, and the run ends`, async () => {
    const shop = new FakeShop();
    const agent = { ...report, tools: [readSales, { ...sendReport, needsApproval: true }] };
    await using opened = open(shop, { agents: [agent] });
    await opened.run("daily");
    const [waiting] = await opened.reach(1, ["waiting"]);
    const { id = "", calls = [] } = waiting && await opened.treadle.thread(waiting.id) || {};
    assert.deepEqual(shop.reports, []);
    await opened.treadle.approve(id, calls[0]?.id ?? "", { approved, by: "sue" });
    assert.equal((await opened.reach(1))[0]?.status, "done");
    assert.equal(shop.reports.length, approved ? 1 : 0);
    const { entries } = await opened.treadle.history(id);
    assert.match(JSON.stringify(entries.at(-1)), approved ? /The report is sent/ : /The report is not sent/);
  });
}

test("no report is sent before the sales were read, and none twice, whatever the model does", async () => {
  const shop = new FakeShop();
  const script = scenario()
    .calls("send_report", { text: "It went well, I guess." }).next()
    .calls("read_sales", { days_ago: 1 }).next()
    .calls("send_report", { text: "10 euros." }).next()
    .calls("send_report", { text: "Did you read my report?" }).next()
    .says("Done.");
  await using opened = open(shop, { providers: [createScriptedProvider({ script, obeys: false })] });
  await opened.run("daily");
  await opened.reach(1);
  assert.deepEqual(shop.reports, ["10 euros."]);
});

test("sales that cannot be read are an error that the model reads", async () => {
  const fetch = () => Promise.resolve(new Response(null, { status: 503 }));
  const { outcome, error } = await callTool(readSales, { days_ago: 1 }, {
    fetch,
    env: { SALES_URL: "http://shop.test/sales" },
  });
  assert.equal(outcome, "failed");
  assert.equal(error?.kind, "retryable");
});

test("a day begins and ends where the shop is", () => {
  assert.equal(dayBefore(Date.parse("2026-11-30T22:59:00Z"), 1), "2026-11-29");
  assert.equal(dayBefore(Date.parse("2026-11-30T23:01:00Z"), 1), "2026-11-30"); // past midnight in Berlin
  assert.equal(dayBefore(Date.parse("2027-01-01T12:00:00Z"), 1), "2026-12-31");
});

/** The API of the shop, and who gets the report. The days of a week have sold twice as much as those before them. */
class FakeShop {
  readonly days: string[] = [];
  readonly reports: string[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const day = new URL(request.url).searchParams.get("day");
    if (day === null) {
      const { text } = await request.json() as { text: string };
      this.reports.push(text);
      return new Response();
    }
    this.days.push(day);
    const isNewer = day >= dayBefore(Date.now(), 7);
    return Response.json({ orders: [{ product: "tea", cents: isNewer ? 1_000 : 500 }] });
  };
}

function open({ fetch }: FakeShop, options: Partial<Parameters<typeof createTreadle>[0]> = {}) {
  const env = {
    SALES_URL: "http://shop.test/sales",
    REPORT_WEBHOOK_URL: "http://shop.test/report",
    TREADLE_API_KEYS: `shop:${KEY}`,
  };
  const served = createTreadle({ ...deployment, store: "memory", env, fetch, log: () => {}, ...options });
  const treadle = served.as({ tenant: "shop" });
  return {
    treadle,
    async run(schedule: string) {
      const url = `http://shop.test/v1/schedules/report/${schedule}/run`;
      const headers = { authorization: `Bearer ${KEY}` };
      assert.equal((await served.fetch(new Request(url, { method: "POST", headers }))).status, 202);
    },
    reach: (count: number, statuses?: readonly string[]) => reach(treadle, count, statuses),
    [Symbol.asyncDispose]: served.close,
  };
}

/** The threads that have one of these statuses, once there are so many. */
async function reach(treadle: Treadle, count: number, statuses: readonly string[] = ["done", "failed"]) {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const { threads } = await treadle.threads();
    const found = threads.filter(({ status }) => statuses.includes(status));
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Fewer than ${count} threads are ${statuses.join(" or ")}.`);
}
