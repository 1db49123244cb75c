// useThread where something goes wrong or is in between: lost connections, refusals, tokens, client tools, a busy thread.

import assert from "node:assert/strict";
import "./_stored_chat.ts"; // declares those of the AI SDK
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import type { PageTool } from "../../../src/react/mod.ts";
import { SAYS_HI } from "../../http/_app.ts";
import { gated, openWorld } from "../../react/client/_world.ts";
import { eventually } from "../../support/eventually.ts";
import { connect, eachVersion, mountThread } from "./_versions.ts";

const LOCATES = [{ calls: [{ tool: "locate", args: { of: "me" } }] }, { says: "You are here." }];

eachVersion("V7: a run is shown to its end over connections that drop", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  world.proxy.onRequest = ({ method }) =>
    method === "POST" ? { after: "event: text.delta", then: "cut" } : undefined;
  const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
  await page.handle().send("hi");
  await page.shows("hiHi.done");
  assert.equal((await connect(program, world).thread("t1").conversation()).messages.length, 2);
  page.unmount();
});

eachVersion(
  "V7: an input that could not be sent is sent again under its key, and runs once",
  async (program) => {
    await using world = openWorld({ scenario: SAYS_HI });
    const client = connect(program, world, { retries: { count: 0 } });
    const page = await mountThread(program, { client, id: "t1", agent: "tester" });
    await page.shows("waiting");
    // The request arrives, and nothing of its response.
    world.proxy.onRequest = () => ({ after: 0, then: "cut" });
    await page.handle().send("hi");
    await page.shows("hiwaitingconnection_failed");
    assert.deepEqual(page.handle().inputs.map(({ state, error }) => [state, error?.code]), [
      ["failed", "connection_failed"],
    ]);
    world.proxy.onRequest = () => undefined;
    await page.handle().retry();
    await page.shows("hiHi.done");
    assert.doesNotMatch(page.text(), /connection_failed/);
    const keys = world.proxy.requests.flatMap(({ headers }) => headers.get("idempotency-key") ?? []);
    assert.ok(keys.length >= 2 && new Set(keys).size === 1, keys.join());
    const { messages } = await world.client.thread("t1").conversation();
    assert.equal(messages.length, 2);
    page.unmount();
  },
);

eachVersion("V7: a stream that is lost for long is read again when the network is back", async (program) => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  await world.client.thread("t1").run("first", { agent: "tester" });
  const client = connect(program, world, { retries: { count: 1, firstMs: 5 } });
  const page = await mountThread(program, { client, id: "t1", agent: "tester" });
  await page.shows("done");
  world.proxy.onRequest = ({ method }) =>
    method === "POST" ? { after: "one ", then: "cut" } : { after: 0, then: "cut" };
  await page.handle().send("second");
  await started;
  await page.shows("connection_failed");
  world.proxy.onRequest = () => undefined;
  globalThis.dispatchEvent(new Event("online"));
  await page.shows(/secondone running$/);
  gate.resolve();
  await page.shows("firstone twosecondone twodone");
  page.unmount();
});

eachVersion(
  "V5, V7: an input of this page stays shown when the page reads, while its step runs, what other pages did before",
  async (program) => {
    const { driver, gate, started } = gated();
    let isOther = true;
    const plan: typeof driver.plan = (turn, emit) => {
      if (isOther) return createScriptedDriver(() => ({ says: "Other." })).plan(turn, emit);
      return driver.plan(turn, emit);
    };
    await using world = openWorld({ driver: { ...driver, plan } });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const client = connect(program, world, { retries: { count: 0 } });
    const page = await mountThread(program, { client, id: "t1", agent: "tester" });
    await page.shows("firstOther.done");
    await world.client.thread("t1").run("of another");
    await world.client.thread("t1").run("of another still");
    isOther = false;
    world.proxy.onRequest = ({ method }) =>
      method === "POST" ? { after: "one ", then: "cut" } : { after: 0, then: "cut" };
    await page.handle().send("own");
    await started;
    await page.shows("connection_failed");
    world.proxy.onRequest = () => undefined;
    globalThis.dispatchEvent(new Event("online"));
    await page.shows("firstOther.of anotherOther.of another stillOther.ownone running");
    gate.resolve();
    await page.shows("firstOther.of anotherOther.of another stillOther.ownone twodone");
    page.unmount();
  },
);

eachVersion("V7: a refused input can be discarded", async (program) => {
  await using world = openWorld({ scenario: SAYS_HI });
  const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "nobody" });
  await page.handle().send("hi");
  await page.shows("hiwaitingagent_unknown");
  page.handle().discard(page.handle().inputs[0]?.id ?? "");
  await eventually(() => page.text() === "waiting");
  page.unmount();
});

eachVersion("V7: a token that has expired is fetched again, and the page goes on", async (program) => {
  let shiftMs = 0;
  await using world = openWorld({
    scenario: SAYS_HI,
    env: { TREADLE_TOKEN_SECRETS: "s".repeat(32) },
    clock: () => Date.now() + shiftMs,
  });
  const issue = async (): Promise<string> => {
    const grant = { user: "ann", agents: ["tester"], expiresInSeconds: 60 };
    return (await (await world.app.send("POST", "/v1/tokens", grant)).json()).token;
  };
  const asked: (string | undefined)[] = [];
  let token = await issue();
  const client = connect(program, world, {
    // It keeps its token until the deployment says that the token has expired.
    key: async (expired) => {
      asked.push(expired);
      if (expired !== undefined) token = await issue();
      return token;
    },
  });
  const page = await mountThread(program, { client, id: "t1", agent: "tester" });
  await page.shows("waiting");
  const first = token;
  shiftMs = 120_000;
  await page.handle().send("hi");
  await page.shows("hiHi.done");
  assert.deepEqual(asked.filter((each) => each !== undefined), [first]);
  page.unmount();
});

eachVersion(
  "V7: a tool of the page runs once, also in two components, and its output goes to the model",
  async (program) => {
    await using world = openWorld({ scenario: LOCATES });
    let runs = 0;
    const locate: PageTool = {
      name: "locate",
      description: "Where the user is.",
      run: ({ of }) => ({ of: of ?? null, run: ++runs }),
    };
    const client = connect(program, world);
    const options = { client, id: "t1", agent: "counter", clientTools: [locate] };
    const [page, other] = [await mountThread(program, options), await mountThread(program, options)];
    await page.handle().send("Where am I?");
    await page.shows("Where am I?[locate completed]You are here.done");
    await other.shows("You are here.done");
    const { entries } = await world.client.thread("t1").history();
    const outputs = entries.flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
    assert.deepEqual([outputs, runs], [[{ of: "me", run: 1 }], 1]);
    page.unmount();
    other.unmount();
  },
);

eachVersion("V7: what a tool of the page throws is a failure that the model reads", async (program) => {
  await using world = openWorld({ scenario: LOCATES });
  const locate: PageTool = {
    name: "locate",
    run: () => {
      throw new Error("The user has said no.");
    },
  };
  const options = { client: connect(program, world), id: "t1", agent: "counter", clientTools: [locate] };
  const page = await mountThread(program, options);
  await page.handle().send("Where am I?");
  await page.shows("[locate failed]You are here.done");
  page.unmount();
});

eachVersion(
  "V7: the page answers calls of a client tool that it shows, also after a reload",
  async (program) => {
    await using world = openWorld({ scenario: LOCATES });
    const options = { id: "t1", agent: "counter", clientTools: [{ name: "locate" }] };
    const first = await mountThread(program, { ...options, client: connect(program, world) });
    await first.handle().send("Where am I?");
    await first.shows("[locate client]waiting");
    first.unmount();
    const page = await mountThread(program, { ...options, client: connect(program, world) });
    await page.shows("[locate client]waiting");
    const [call] = page.handle().calls;
    assert.equal(call?.args, '{"of":"me"}');
    await page.handle().answerCall({ callId: call?.callId ?? "", output: "here" });
    await page.shows("Where am I?[locate completed]You are here.done");
    assert.deepEqual(page.handle().calls, []);
    page.unmount();
  },
);

eachVersion(
  "V7: an input to a busy thread is refused with its code, or with restart takes the place of the run",
  async (program) => {
    const { driver, gate, started } = gated();
    await using world = openWorld({ driver });
    await world.client.thread("t1").run("first", { agent: "tester" });
    const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
    await page.shows("done");
    const second = page.handle().send("second");
    await started;
    await page.shows("one running");
    await page.handle().send("third");
    await page.shows("thread_busy");
    page.handle().discard(page.handle().inputs[0]?.id ?? "");
    const fourth = page.handle().send("fourth", { busy: "restart" });
    await second;
    await page.shows(/second.*fourthone running$/);
    gate.resolve();
    await fourth;
    await page.shows(/^firstone twosecond.*fourthone twodone$/);
    page.unmount();
  },
);

eachVersion("V7: a step that failed is tried again", async (program) => {
  let isBroken = true;
  const driver = createScriptedDriver(() =>
    isBroken ? { fails: new AgentError("model_server", "The model is broken.") } : { says: "Hi." }
  );
  await using world = openWorld({ driver });
  const page = await mountThread(program, { client: connect(program, world), id: "t1", agent: "tester" });
  await page.handle().send("hi");
  await page.shows("hifailedmodel_server");
  isBroken = false;
  await page.handle().retry();
  await page.shows("hiHi.done");
  page.unmount();
});

eachVersion(
  "V5, V7: a run goes on without a call that is detached; a second call that waits holds it up",
  async (program) => {
    const order = defineTool({
      name: "order",
      description: "Orders.",
      effect: "once",
      run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 3_600_000 }),
    });
    const buyer = defineAgent({ name: "buyer", driver: "scripted", tools: [order] });
    const calls = [{ tool: "order" }, { tool: "order" }];
    await using world = openWorld({ agents: [buyer], scenario: [{ calls }, { says: "Ordered." }] });
    const options = { id: "t1", agent: "buyer" };
    const page = await mountThread(program, { ...options, client: connect(program, world) });
    await page.handle().send("Buy both.");
    await page.shows("[order deferred][order deferred]waiting");
    const [first = "", second = ""] = (await world.client.thread("t1").get()).calls.map(({ id }) => id);
    await page.handle().detach(first);
    await page.shows("[order deferred][order deferred]waiting");
    assert.equal(page.handle().error, undefined);
    await page.handle().detach(second);
    await page.shows("Buy both.[order completed][order completed]Ordered.done");
    await page.handle().detach("call_of_nobody");
    await page.shows("donecall_unknown");
    page.unmount();
  },
);
