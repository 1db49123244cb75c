// The hooks on a server: what is rendered, that it is the same in the browser at first, and that nothing is read or shared.

import assert from "node:assert/strict";
import { openWorld } from "../../react/client/_world.ts";
import { SAYS_HI } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { mount } from "./_react.ts";
import { connect, eachVersion, threadComponent } from "./_versions.ts";

eachVersion("V7: a server renders what it has read, and the page goes on from there", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  await world.client.thread("t1").run("one", { agent: "tester" });
  const initial = await world.client.thread("t1").conversation();
  const { Thread } = threadComponent(program, () => {});
  const { createElement } = program.React;
  const element = (client = connect(program, world)) =>
    createElement(Thread, { client, id: "t1", agent: "tester", initial });
  const before = world.proxy.requests.length;
  const html = program.renderToString(element());
  assert.equal(html.replace(/<[^>]*>/g, ""), "oneHi.done");
  assert.equal(world.proxy.requests.length, before, "a server does not read by rendering");
  const page = mount(program, element(), html);
  await eventually(() => world.proxy.requests.length >= before + 2); // the page reads once it is hydrated
  await page.shows("oneHi.done");
  page.unmount();
  assert.deepEqual(page.complaints, []);
});

eachVersion(
  "V7: without a stored conversation a server renders that it is loaded, of lists too",
  async (program) => {
    await using world = openWorld({ scenario: SAYS_HI });
    const { React: { createElement }, useInbox, useThreads, useThreadValue } = program;
    const client = connect(program, world);
    function Lists() {
      const status = useThreadValue({ client, id: "t1" }, (thread) => thread.status);
      const inbox = useInbox({ client });
      const list = useThreads({ client });
      return createElement("p", null, `${status} ${inbox.isLoading} ${list.isLoading}`);
    }
    const html = program.renderToString(createElement(Lists));
    assert.equal(html, "<p>loading true true</p>");
    const page = mount(program, createElement(Lists), html);
    await page.shows("waiting false false");
    page.unmount();
    assert.deepEqual(page.complaints, []);
  },
);
