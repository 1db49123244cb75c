// useInbox and useThreads, and useThreadValue, which renders when its value changes.

import assert from "node:assert/strict";
import type { Driver, Turn } from "../../../src/core/driver.ts";
import type { PlanEvent } from "../../../src/core/event.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import type { Inbox, Ratings, ThreadList } from "../../../src/react/mod.ts";
import { openWorld } from "../../react/client/_world.ts";
import { json, REMOVES, SAYS_HI } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { mount, type Program } from "./_react.ts";
import { connect, eachVersion, mountThread } from "./_versions.ts";

/** A component that calls a hook and shows nothing; `last` is what the hook returned last. */
function mountHook<Value>(program: Program, useValue: () => Value) {
  const values: Value[] = [];
  function Component() {
    values.push(useValue());
    return null;
  }
  const page = mount(program, program.React.createElement(Component));
  return { ...page, values, last: (): Value => values.at(-1) ?? assert.fail("nothing was rendered") };
}

async function mountInbox(program: Program, options: Parameters<Program["useInbox"]>[0]) {
  const inbox = mountHook<Inbox>(program, () => program.useInbox(options));
  await eventually(() => inbox.values.length > 0 && !inbox.last().isLoading);
  return inbox;
}

eachVersion("V7: an answer in the inbox is recorded, and the run of its thread goes on", async (program) => {
  await using world = openWorld({ scenario: REMOVES });
  for (const id of ["t1", "t2"]) await world.client.thread(id).run("remove r1", { agent: "tester" });
  const client = connect(program, world);
  const inbox = await mountInbox(program, { client });
  assert.deepEqual(inbox.last().items.map(({ thread, name }) => [thread, name]), [
    ["t1", "remove"],
    ["t2", "remove"],
  ]);
  const [item] = inbox.last().items;
  assert.ok(item !== undefined);
  const result = await inbox.last().decide(item, { approved: true, by: "ann" });
  assert.equal(result?.status, "decided");
  await eventually(() => inbox.last().items.length === 1);
  await eventually(async () => (await client.thread("t1").get()).status === "done");
  assert.equal((await client.thread("t2").get()).status, "waiting");
  inbox.unmount();
});

eachVersion(
  "V7: all calls are answered together, and a thread on the page shows its run",
  async (program) => {
    await using world = openWorld({ scenario: REMOVES });
    const ids = Array.from({ length: 27 }, (_, index) => `t${index}`);
    for (const id of ids) await world.client.thread(id).run("remove r1", { agent: "tester" });
    const client = connect(program, world);
    const inbox = await mountInbox(program, { client, limit: 50 });
    const page = await mountThread(program, { client, id: "t3", agent: "tester" });
    await page.shows("[remove approval]removewaiting");
    const results = await inbox.last().decideAll((item) => item.thread === "t5" ? undefined : true);
    assert.deepEqual([results.length, new Set(results.map(({ status }) => status))], [
      26,
      new Set(["decided"]),
    ]);
    await page.shows("remove r1[remove completed]Gone.done");
    await eventually(async () => (await client.thread("t26").get()).status === "done");
    assert.deepEqual(inbox.last().items.map(({ thread }) => thread), ["t5"]);
    const decisions = world.proxy.requests.filter(({ path }) => path === "/v1/inbox/decisions");
    assert.equal(decisions.length, 2, "at most 25 in a request");
    page.unmount();
    inbox.unmount();
  },
);

eachVersion("V7: a refused answer brings the list as it is, with the code", async (program) => {
  await using world = openWorld({ scenario: REMOVES });
  for (const id of ["t1", "t2"]) await world.client.thread(id).run("remove r1", { agent: "tester" });
  const inbox = await mountInbox(program, { client: connect(program, world), goesOn: false });
  const [item] = inbox.last().items;
  assert.ok(item !== undefined);
  await world.client.thread(item.thread).approve(item.callId, false);
  await world.client.thread(item.thread).run();
  const result = await inbox.last().decide(item, true);
  assert.deepEqual([result?.status, inbox.last().error?.code], ["refused", "call_unknown"]);
  assert.deepEqual(inbox.last().items.map(({ thread }) => thread), ["t2"]);
  const [other] = inbox.last().items;
  assert.ok(other !== undefined);
  await inbox.last().decide(other, true);
  assert.equal((await world.client.thread("t2").get()).counters.steps, 1, "the run is left to others");
  inbox.unmount();
});

eachVersion("V7: answers that do not get through stay in the list, with the error", async (program) => {
  await using world = openWorld({ scenario: REMOVES });
  for (const id of ["t1", "t2"]) await world.client.thread(id).run("remove r1", { agent: "tester" });
  const client = connect(program, world, { retries: { count: 0 } });
  const inbox = await mountInbox(program, { client });
  const threads = () => inbox.last().items.map(({ thread }) => thread);
  const before = world.proxy.requests.length;
  world.proxy.onRequest = () => ({ after: 0, then: "cut" });
  assert.deepEqual(await inbox.last().decideAll(true), []);
  assert.deepEqual([threads(), inbox.last().error?.code], [["t1", "t2"], "connection_failed"]);
  const paths = world.proxy.requests.slice(before).map(({ path }) => path);
  assert.ok(paths.every((path) => path.startsWith("/v1/inbox")), "no run goes on");
  world.proxy.onRequest = () => undefined;
  await inbox.last().decideAll(true);
  await eventually(() => threads().length === 0, () => inbox.last());
  inbox.unmount();
});

eachVersion("V7: the error of an answer stays while other runs go on", async (program) => {
  await using world = openWorld({ scenario: REMOVES });
  for (const id of ["t1", "t2"]) await world.client.thread(id).run("remove r1", { agent: "tester" });
  const inbox = await mountInbox(program, { client: connect(program, world) });
  const [item] = inbox.last().items;
  assert.ok(item !== undefined);
  await world.client.thread(item.thread).approve(item.callId, false);
  await world.client.thread(item.thread).run();
  await inbox.last().decideAll(true);
  assert.equal(inbox.last().error?.code, "call_unknown");
  await eventually(async () => (await world.client.thread("t2").get()).status === "done");
  inbox.unmount();
});

eachVersion("V7: threads come page by page, and one is removed", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  for (const id of ["t1", "t2", "t3"]) await world.client.thread(id).run("hi", { agent: "tester" });
  const client = connect(program, world);
  const list = mountHook<ThreadList>(program, () => program.useThreads({ client, limit: 2 }));
  const idsOf = () => list.last().threads.map(({ id }) => id);
  await eventually(() => list.values.length > 0 && !list.last().isLoading);
  assert.deepEqual([idsOf(), list.last().hasMore], [["t3", "t2"], true]);
  await list.last().loadMore();
  await eventually(() => idsOf().length === 3);
  assert.equal(list.last().hasMore, false);
  await list.last().remove("t2");
  await eventually(() => idsOf().join() === "t3,t1");
  await world.client.thread("t4").run("hi", { agent: "tester" });
  await list.last().refresh();
  await eventually(() => idsOf().join() === "t4,t3,t1");
  list.unmount();
});

eachVersion(
  "V6: V7: a list has what its filter says, and threads are renamed and archived",
  async (program) => {
    await using world = openWorld({ scenario: SAYS_HI });
    for (const [id, user] of [["t1", "ann"], ["t2", "bob"], ["t3", "ann"]] as const) {
      await world.client.thread(id).run(`hi ${id}`, { agent: "tester", user });
    }
    const client = connect(program, world);
    const open = (filter: Parameters<Program["useThreads"]>[0]["filter"]) =>
      mountHook<ThreadList>(program, () => program.useThreads({ client, filter: { ...filter } }));
    const mine = open({ user: "ann" });
    const archive = open({ archived: "only" });
    const idsOf = ({ last }: typeof mine) => last().threads.map(({ id }) => id).join();
    await eventually(() => mine.values.length > 0 && idsOf(mine) === "t3,t1" && !archive.last().isLoading);
    const requests = () => world.proxy.requests.filter(({ path }) => path.startsWith("/v1/threads?")).length;
    const before = requests();
    await mine.last().rename("t1", "The first one");
    await eventually(() => {
      const [, first] = mine.last().threads;
      return first !== undefined && "agent" in first && first.title === "The first one";
    });
    await mine.last().archive("t3");
    await eventually(() => idsOf(mine) === "t1");
    assert.equal(requests(), before, "an equal filter reads no list anew");
    await archive.last().refresh();
    await eventually(() => idsOf(archive) === "t3");
    await archive.last().unarchive("t3");
    await eventually(() => idsOf(archive) === "");
    const found = open({ search: "first ONE" });
    await eventually(() => found.values.length > 0 && idsOf(found) === "t1");
    await found.last().rename("missing", "x");
    await eventually(() => found.last().error?.code === "thread_unknown");
    for (const list of [mine, archive, found]) list.unmount();
  },
);

eachVersion(
  "E14, V7: a page with a minted token renames and archives the threads of its user, and no other ones",
  async (program) => {
    const env = { TREADLE_TOKEN_SECRETS: "browser-secret-of-32-characters-1" };
    await using world = openWorld({ scenario: SAYS_HI, env });
    for (const [id, user] of [["ann.1", "ann"], ["ann.2", "ann"], ["bob.1", "bob"]] as const) {
      await world.client.thread(id).run(`hi ${id}`, { agent: "tester", user });
    }
    const grant = { user: "ann", agents: ["tester"], threadPrefix: "ann." };
    const made = await world.app.send("POST", "/v1/tokens", grant);
    const { token } = await json(made);
    const client = connect(program, world, { key: String(token) });
    const list = mountHook<ThreadList>(program, () => program.useThreads({ client }));
    const idsOf = () => list.last().threads.map(({ id }) => id).join();
    await eventually(() => list.values.length > 0 && idsOf() === "ann.2,ann.1");
    await list.last().rename("ann.1", "The first one");
    await list.last().archive("ann.2");
    await eventually(() => idsOf() === "ann.1");
    assert.equal(list.last().error, undefined);
    const { title } = await world.client.thread("ann.1").get();
    const { archived } = await world.client.thread("ann.2").get();
    assert.deepEqual([title, archived], ["The first one", true]);
    await list.last().rename("bob.1", "Mine");
    await eventually(() => list.last().error?.code === "forbidden");
    assert.notEqual((await world.client.thread("bob.1").get()).title, "Mine");
    list.unmount();
  },
);

eachVersion(
  "B2: answers are rated, what is refused is rendered as it was, and the last of several ratings counts",
  async (program) => {
    await using world = openWorld({ scenario: SAYS_HI, plugins: [feedback()] });
    const client = connect(program, world);
    const page = await mountThread(program, { client, id: "t1", agent: "tester" });
    const ratings = mountHook<Ratings>(program, () => program.useRatings({ client, id: "t1" }));
    await page.shows("waiting");
    await page.handle().send("hi");
    await page.shows("hiHi.done");
    const answer = page.handle().messages.at(-1);
    assert.ok(answer?.role === "assistant" && answer.version !== null);
    assert.equal(ratings.last().ratingOf(answer), undefined);
    const [up, down] = [ratings.last().rate(answer, "up"), ratings.last().rate(answer, "down", "Too short.")];
    await eventually(() => ratings.last().ratingOf(answer)?.rating === "down");
    await Promise.all([up, down]);
    const stored = async () =>
      (await world.client.thread("t1").ratings()).map(({ rating, note }) => [rating, note]);
    assert.deepEqual(await stored(), [["down", "Too short."]]);
    await ratings.last().rate(answer, "up", "x".repeat(2_001));
    await eventually(() => ratings.last().error !== undefined);
    assert.deepEqual(ratings.last().ratingOf(answer)?.note, "Too short.");
    const other = mountHook<Ratings>(program, () => program.useRatings({ client, id: "t1" }));
    await eventually(() => other.values.at(-1)?.ratingOf(answer)?.rating === "down");
    await other.last().rate(answer, null);
    assert.deepEqual(await stored(), []);
    for (const each of [page, ratings, other]) each.unmount();
  },
);

eachVersion(
  "V7: a component that shows the status alone does not render while text comes",
  async (program) => {
    const text = Array.from({ length: 200 }, (_, index) => `word${index} `);
    const driver = {
      name: "scripted",
      toolForm: "native",
      plan: async (turn: Turn, emit: (event: PlanEvent) => void) => {
        emit({ type: "text.started", block: 0 });
        for (const each of text) {
          emit({ type: "text.delta", block: 0, text: each });
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        emit({ type: "text.ended", block: 0 });
        const usage = { inputTokens: 1, outputTokens: 1 };
        return {
          blocks: [{ type: "text", text: text.join("") }],
          finish: "stop",
          usage,
          model: turn.modelRef,
        };
      },
      summarize: () => Promise.reject(new Error("not in these tests")),
    } as const satisfies Driver;
    await using world = openWorld({ driver });
    const options = { client: connect(program, world), id: "t1", agent: "tester" };
    const page = await mountThread(program, { ...options, throttleMs: 50 });
    await page.shows("waiting");
    const status = mountHook(program, () => program.useThreadValue(options, (thread) => thread.status));
    await eventually(() => status.values.includes("waiting"));
    const startedAt = performance.now();
    await page.handle().send("hi");
    const tookMs = performance.now() - startedAt;
    await page.shows("word199 done");
    assert.deepEqual(status.values, ["waiting", "sending", "running", "done"]);
    const renders = page.states().filter(({ status }) => status === "running").length;
    assert.ok(renders >= 2 && renders <= tookMs / 50 + 12, `${renders} renders in ${Math.round(tookMs)} ms`);
    status.unmount();
    page.unmount();
  },
);
