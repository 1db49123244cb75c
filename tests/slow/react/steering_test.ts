// Inputs while a run goes on, by the word of `busy`: what the page shows of them, and that a reload shows the same.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { gated, openWorld } from "../../react/client/_world.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { REMOVES } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { slowClock } from "../../support/slow_clock.ts";
import { connect, eachVersion, mountThread, type ThreadPage } from "./_versions.ts";

for (const busy of ["steer", "queue", "interrupt"] as const) {
  eachVersion(
    `V5, V7: an input while a run goes on, with ${busy}, is shown once and answered`,
    async (program) => {
      const { driver, gate, started } = gated();
      await using world = openWorld({ driver });
      await world.client.thread("t1").run("first", { agent: "tester" });
      // What the page says of a run beside the input is left out where the input waits.
      const options = { id: "t1", agent: "tester", busy, clientTools: [{ name: "locate" }] };
      const page = await mountThread(program, { ...options, client: connect(program, world) });
      await page.shows("done");
      const second = page.handle().send("second");
      await started;
      await page.shows("one running");
      const third = page.handle().send("third");
      if (busy !== "interrupt") {
        await eventually(() => page.handle().inputs[0]?.state === "queued", () => page.handle().inputs);
        await page.shows("secondone thirdrunning");
      }
      gate.resolve();
      await Promise.all([second, third]);
      await page.shows(/^firstone twosecond.*thirdone twodone$/);
      assert.deepEqual(page.handle().inputs, []);
      const shown = page.text();
      page.unmount();
      const again = await mountThread(program, { ...options, client: connect(program, world) });
      await again.shows(/done$/);
      assert.equal(again.text(), shown);
      again.unmount();
    },
  );
}

eachVersion(
  "V5, V7: an input whose answer was lost is sent again as it was, also when its run goes on",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const client = connect(program, world, { retries: { count: 0 } });
    const options = { id: "t1", agent: "tester", busy: "steer", clientTools: [{ name: "locate" }] } as const;
    const page = await mountThread(program, { ...options, client });
    await page.shows("done");
    world.proxy.onRequest = ({ method }) => method === "POST" ? { after: 0, then: "cut" } : undefined;
    await page.handle().send("second");
    assert.equal(page.handle().inputs[0]?.state, "failed");
    await started;
    world.proxy.onRequest = () => undefined;
    const again = page.handle().retry();
    await eventually(() => page.handle().status === "running", () => page.handle().error);
    gate.resolve();
    await again;
    await page.shows("firstone twosecondone twodone");
    assert.equal(page.handle().error, undefined);
    page.unmount();
  },
);

for (const tool of ["order", "sign"]) {
  eachVersion(
    `V5, V7: an input whose answer was lost is shown once when its run was stopped, and the thread waits for ${tool}`,
    async (program) => {
      const started = Promise.withResolvers<void>();
      const driver = createScriptedDriver(({ history, io: { signal } }) => {
        if (history.entries.some((entry) => entry.type === "user" && entry.text === "third")) {
          return { calls: [{ tool }] };
        }
        started.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        });
      });
      const order = defineTool({
        name: "order",
        description: "Orders.",
        effect: "once",
        run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 3_600_000 }),
      });
      const sign = defineTool({
        name: "sign",
        description: "Signs.",
        effect: "once",
        needsApproval: true,
        run: () => "signed",
      });
      const buyer = defineAgent({ name: "buyer", driver: "scripted", tools: [order, sign] });
      await using world = openWorld({ agents: [buyer], driver });
      const client = connect(program, world, { retries: { count: 0 } });
      const page = await mountThread(program, { client, id: "t1", agent: "buyer" });
      await page.shows("waiting");
      world.proxy.onRequest = ({ method }) => method === "POST" ? { after: 0, then: "cut" } : undefined;
      await page.handle().send("second");
      await started.promise;
      assert.equal(page.handle().inputs[0]?.state, "failed");
      world.proxy.onRequest = () => undefined;
      await world.client.thread("t1").cancel();
      await world.client.thread("t1").run("third", { agent: "buyer" });
      await page.handle().retry();
      await page.shows(/^secondthird.*waiting$/);
      assert.deepEqual([page.handle().inputs, page.handle().error], [[], undefined]);
      page.unmount();
    },
  );
}

eachVersion(
  "V5, V7: a queued input waits behind an approval, which stays, also of another page",
  async (program) => {
    await using world = openWorld({ scenario: [...REMOVES, { says: "Removed." }, { says: "Queued." }] });
    const options = { id: "t1", agent: "tester", busy: "queue" } as const;
    const page = await mountThread(program, { ...options, client: connect(program, world) });
    const other = await mountThread(program, { ...options, client: connect(program, world) });
    await other.shows("waiting");
    await page.handle().send("first");
    await eventually(() => page.handle().approvals.length === 1);
    await page.handle().send("second");
    await other.handle().send("third");
    assert.deepEqual(statesOf(page), ["queued"]);
    assert.deepEqual(statesOf(other), ["queued"]);
    const [call] = (await world.client.thread("t1").get()).calls;
    assert.equal(call?.state, "approval");
    await page.handle().decide(call.id, true);
    await page.shows(/^first.*\[remove completed\].*second.*third.*done$/);
    await other.handle().refresh();
    await eventually(() => other.text() === page.text(), () => [other.text(), page.text()]);
    page.unmount();
    other.unmount();
  },
);

eachVersion(
  "V5, V7: an input of another page that a step takes is shown in its place, and that of this page behind it",
  async (program) => {
    const holds: (() => void)[] = [];
    const hold = defineTool({
      name: "hold",
      description: "Holds.",
      effect: "pure",
      run: () => new Promise<string>((resolve) => holds.push(() => resolve("held"))),
    });
    const holder = defineAgent({ name: "holder", driver: "scripted", tools: [hold] });
    const holding = { says: "I hold.", calls: [{ tool: "hold" }] };
    const answers = [{ says: "Answer to other." }, { says: "Answer to own." }];
    const scenario = [holding, holding, ...answers];
    await using world = openWorld({ agents: [holder], scenario, clock: slowClock });
    const options = { id: "t1", agent: "holder" };
    const page = await mountThread(program, { ...options, client: connect(program, world) });
    const sent = page.handle().send("first");
    await eventually(() => holds.length === 1);
    const other = await mountThread(program, { ...options, client: connect(program, world) });
    await other.handle().send("other", { busy: "steer" });
    await page.handle().send("own", { busy: "queue" });
    assert.equal((await world.client.thread("t1").get()).waiting, 2);
    holds[0]?.();
    await eventually(() => holds.length === 2);
    holds[1]?.();
    await sent;
    const held = "I hold.[hold completed]";
    const end = `first${held}${held}otherAnswer to other.ownAnswer to own.done`;
    await page.shows(end);
    await other.shows(end);
    assert.deepEqual([...statesOf(page), ...statesOf(other)], []);
    page.unmount();
    other.unmount();
  },
);

eachVersion(
  "V5, V7: a queued input that is answered before the page goes on with it is shown with its answer",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const client = connect(program, world, {
      fetch: async (url, init) => {
        const goesOn = init.method === "POST" && !("input" in JSON.parse(String(init.body)));
        if (goesOn) await world.client.thread("t1").run(); // another caller is faster
        return await fetch(url, init);
      },
    });
    const page = await mountThread(program, { client, id: "t1", agent: "tester", busy: "queue" });
    await page.shows("done");
    const second = page.handle().send("second", { until: "step" });
    await started;
    await page.handle().send("third");
    assert.deepEqual(statesOf(page), ["queued"]);
    gate.resolve();
    await second;
    await page.shows("firstone twosecondone twothirdone twodone");
    assert.deepEqual(statesOf(page), []);
    page.unmount();
  },
);

eachVersion("V7: a page whose input follows on steps of another page shows them too", async (program) => {
  await using world = openWorld({ scenario: ["a", "b", "c"].map((says) => ({ says })) });
  const options = { client: connect(program, world), id: "t1", agent: "tester" };
  const page = await mountThread(program, options);
  await page.handle().send("first");
  await world.client.thread("t1").run("second");
  await page.handle().send("third");
  await page.shows("firstasecondbthirdcdone");
  page.unmount();
});

function statesOf(page: ThreadPage): string[] {
  return page.handle().inputs.map(({ state }) => state);
}

eachVersion(
  "V5, V7: an input that is refused because of a run which the page does not know is sent again before those behind it",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    const thread = world.client.thread("t1");
    await thread.run("first", { agent: "tester" });
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const client = connect(program, world, {
      async fetch(input, init) {
        if (init?.method === "POST") {
          asked.resolve();
          await released.promise;
        }
        return await fetch(input, init);
      },
    });
    const options = { id: "t1", agent: "tester", busy: "steer", clientTools: [{ name: "locate" }] } as const;
    const page = await mountThread(program, { ...options, client });
    await page.shows("done");
    const sent = [page.handle().send("m1")];
    await asked.promise;
    const other = thread.run("second", { agent: "tester" });
    await started;
    // The page learns of the run while the request of the first is on its way.
    await page.handle().refresh();
    sent.push(...["m2", "m3", "m4"].map((text) => page.handle().send(text)));
    released.resolve();
    await eventually(async () => (await thread.get()).waiting === 4, () => page.handle().inputs);
    gate.resolve();
    await Promise.all([other, ...sent]);
    let texts: string[] = [];
    await eventually(async () => {
      const { entries } = await thread.history();
      texts = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
      return texts.length === 6;
    }, () => texts);
    assert.deepEqual(texts, ["first", "second", "m1", "m2", "m3", "m4"]);
    page.unmount();
  },
);
