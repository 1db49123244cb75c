// useThread in React 18 and 19 against a real server over HTTP: what streams, what a reload finds, and how many requests there are.

import assert from "node:assert/strict";
import { shares } from "../../../src/plugins/shares/mod.ts";
import { gated, openWorld, type World } from "../../react/client/_world.ts";
import { REMOVES, SAYS_HI } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { connect, eachVersion, mountThread, threadComponent } from "./_versions.ts";
import { mount } from "./_react.ts";

/** The requests that came, such as `POST steps`. */
function requestsOf({ proxy }: World): string[] {
  return proxy.requests.map(({ method, path }) =>
    `${method} ${path.replace(/^\/v1\/threads\/[^/?]+\/?|\?.*/g, "")}`
  );
}

const countOf = (world: World, request: string) =>
  requestsOf(world).filter((each) => each === request).length;

eachVersion("V7: an input is shown at once, and its answer as it streams", async (program) => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  await world.client.thread("t1").run("first", { agent: "tester" });
  const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
  await page.shows("firstone twodone");
  const [, answer] = page.handle().messages;
  const sent = page.handle().send("second");
  await started;
  await page.shows("firstone twosecondone running");
  assert.ok(
    page.states().some(({ status, inputs, messages }) =>
      status === "sending" && inputs[0]?.state === "sending" && messages.length === 3
    ),
  );
  assert.deepEqual(page.handle().inputs, []);
  assert.equal(page.handle().messages[1], answer, "a message that did not change is the same object");
  gate.resolve();
  await sent;
  await page.shows("firstone twosecondone twodone");
  page.unmount();
  assert.deepEqual(page.complaints, []);
});

eachVersion(
  "V7: a page that is loaded again in a run follows it, and has its input at the end",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const before = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await before.shows("done");
    void before.handle().send("second");
    await started;
    before.unmount();
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.shows(/^firstone two.*one running$/);
    gate.resolve();
    await page.shows("firstone twosecondone twodone");
    assert.equal(countOf(world, "POST steps"), 2, "nothing was sent again");
    page.unmount();
  },
);

eachVersion(
  "V7: unmounting ends the stream and not the run, and an input that is on its way arrives",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    const thread = world.client.thread("t1");
    await thread.run("first", { agent: "tester" });
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.shows("done");
    void page.handle().send("second");
    page.unmount();
    await started;
    assert.ok((await thread.get()).running);
    gate.resolve();
    await eventually(async () => (await thread.get()).status === "done");
    assert.deepEqual((await thread.conversation()).messages.length, 4);
  },
);

eachVersion("V7: strict mode, which mounts twice, reads once and opens one stream", async (program) => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  await world.client.thread("t1").run("first", { agent: "tester" });
  const running = world.client.thread("t1").run("second", { resumable: true });
  await started;
  const { createElement, StrictMode } = program.React;
  const before = world.proxy.requests.length;
  const page = await mountThread(
    program,
    { client: connect(program, world), id: "t1", agent: "tester" },
    (element) => createElement(StrictMode, null, element),
  );
  await page.shows("one running");
  assert.deepEqual(requestsOf(world).slice(before), ["GET ", "GET history", "GET events"]);
  gate.resolve();
  await running;
  await page.shows("firstone twosecondone twodone");
  await page.handle().send("third");
  assert.equal(countOf(world, "POST steps"), 3);
  page.unmount();
  assert.deepEqual(page.complaints, []);
});

eachVersion("V7: two components with one thread share its store, and a stream", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  const { createElement } = program.React;
  const { Thread } = threadComponent(program, ({ send }) => void (last = send));
  let last: (text: string) => Promise<void> = () => Promise.resolve();
  const options = { client: connect(program, world), id: "t1", agent: "tester" };
  const page = mount(
    program,
    createElement("main", null, createElement(Thread, options), createElement(Thread, options)),
  );
  await page.shows("waitingwaiting");
  await last("hi");
  await page.shows("hiHi.donehiHi.done");
  assert.deepEqual(requestsOf(world), ["GET ", "POST steps"]);
  page.unmount();
});

eachVersion(
  "V7: another id goes to another thread, and functions are the same as long as the thread is",
  async (program) => {
    await using world = openWorld({ scenario: [...SAYS_HI, { says: "Ho." }] });
    await world.client.thread("t1").run("one", { agent: "tester" });
    await world.client.thread("t2").run("two", { agent: "tester" });
    const options = { client: connect(program, world), agent: "tester" };
    const page = await mountThread(program, { ...options, id: "t1" });
    await page.shows("oneHi.done");
    const { send, stop, decide } = page.handle();
    await send("again");
    await page.shows(/again.*done$/);
    assert.deepEqual([page.handle().send, page.handle().stop, page.handle().decide], [send, stop, decide]);
    page.change({ ...options, id: "t2" });
    await page.shows(/^two/);
    assert.equal(page.handle().id, "t2");
    assert.notEqual(page.handle().send, send);
    page.unmount();
  },
);

eachVersion("V7: without an id a component has a new thread, which is not asked for", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  const page = await mountThread(program, { client: connect(program, world), agent: "tester" });
  await page.shows("waiting");
  await page.handle().send("hi");
  await page.shows("hiHi.done");
  assert.deepEqual(requestsOf(world), ["POST steps"]);
  assert.equal((await world.client.thread(page.handle().id).conversation()).messages.length, 2);
  page.unmount();
});

eachVersion(
  "V7: stop keeps the text that has come, and a new message begins the next run",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.shows("done");
    const sent = page.handle().send("second");
    await started;
    await page.shows("one running");
    await page.handle().stop();
    await sent;
    await page.shows(/secondone .*cancelled$/);
    gate.resolve();
    await page.handle().send("third");
    await page.shows(/^firstone twosecondone .*thirdone twodone$/);
    page.unmount();
  },
);

eachVersion(
  "V7: an approval is one card, which goes with the answer, and the run goes on",
  async (program) => {
    await using world = openWorld({ scenario: REMOVES });
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.shows("waiting");
    await page.handle().send("remove r1");
    await page.shows("remove r1[remove approval]removewaiting");
    assert.equal(page.count(".approve"), 1);
    page.unmount();
    const again = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await again.shows("remove r1[remove approval]removewaiting");
    again.click(".approve");
    await eventually(() => again.count(".approve") === 0);
    await again.shows("remove r1[remove completed]Gone.done");
    again.unmount();
  },
);

eachVersion(
  "V7: of two approvals each is answered, and the run goes on behind the second",
  async (program) => {
    const calls = ["r1", "r2"].map((id) => ({ tool: "remove", args: { id } }));
    await using world = openWorld({ scenario: [{ calls }, { says: "Both." }] });
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.handle().send("remove both");
    await eventually(() => page.count(".approve") === 2);
    const [first, second] = page.handle().approvals.map(({ callId }) => callId);
    await page.handle().decide(first ?? "", { approved: false, reason: "It is needed." });
    assert.deepEqual(page.handle().approvals.map(({ callId }) => callId), [second]);
    assert.equal(countOf(world, "POST steps"), 1);
    await page.handle().decide(second ?? "", true);
    await page.shows("remove both[remove denied][remove completed]Both.done");
    assert.equal(countOf(world, "POST steps"), 2);
    page.unmount();
  },
);

eachVersion("V7: a call that another person has answered is read again, with the code", async (program) => {
  await using world = openWorld({ scenario: REMOVES });
  const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
  await page.handle().send("remove r1");
  const [approval] = page.handle().approvals;
  await world.client.thread("t1").approve(approval?.callId ?? "", false);
  await page.handle().decide(approval?.callId ?? "", true);
  await page.shows("approval_decided");
  page.unmount();
});

eachVersion("V7: a fork begins with an edited message, and the page goes to it", async (program) => {
  await using world = openWorld({ scenario: [...SAYS_HI, { says: "Ho." }] });
  const options = { client: connect(program, world), agent: "tester" };
  const page = await mountThread(program, { ...options, id: "t1" });
  await page.handle().send("one");
  await page.handle().send("two");
  const [, answer] = page.handle().messages;
  assert.ok(answer?.role === "assistant" && answer.version !== null);
  const { id } = await page.handle().fork({ version: answer.version, input: "two and a half" });
  page.change({ ...options, id });
  await page.shows(/^oneHi\.two and a half.*done$/);
  page.change({ ...options, id: "t1" });
  await page.shows(/^oneHi\.two(?! and).*done$/);
  page.unmount();
});

eachVersion("B2, V7: a page shares its thread, and gets the refusal where it cannot", async (program) => {
  const env = { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" };
  await using world = openWorld({ scenario: SAYS_HI, plugins: [shares()], env });
  const page = await mountThread(program, { client: connect(program, world), agent: "tester", id: "t1" });
  await assert.rejects(page.handle().share(), { code: "thread_unknown" });
  await page.handle().send("one");
  const { url } = await page.handle().share({ expiresInSeconds: 60 });
  const { messages } = await (await fetch(url)).json();
  assert.deepEqual(
    messages.map(({ parts: [part] }: { readonly parts: readonly { readonly text: string }[] }) => part?.text),
    ["one", "Hi."],
  );
  page.unmount();
});

eachVersion("V7: a fork with replan answers the last input again", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  const options = { client: connect(program, world), agent: "tester" };
  const page = await mountThread(program, { ...options, id: "t1" });
  await page.handle().send("one");
  const { id } = await page.handle().fork({ replan: true });
  page.change({ ...options, id });
  await eventually(() => page.handle().id === id && page.handle().status === "done");
  await page.shows("oneHi.done");
  const { entries } = await world.client.thread(id).history();
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant"]);
  page.unmount();
});
