// Inputs while a run goes on, by the word of `busy`: what the page shows of them, and that a reload shows the same.

import assert from "node:assert/strict";
import { gated, openWorld } from "../client/_world.ts";
import { eventually } from "../support/eventually.ts";
import { connect, eachVersion, mountThread } from "./_versions.ts";

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
