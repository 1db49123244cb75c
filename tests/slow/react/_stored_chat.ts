// Row E5: useChat of the AI SDK with chats of a deployment, by the hook of @treadle/react/ai-sdk: ai 6 in React 18, ai 7 in React 19.

import assert from "node:assert/strict";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { shares } from "../../../src/plugins/shares/mod.ts";
import type { StoredChat, StoredChatHelpers, StoredChatOptions } from "../../../src/react/ai_sdk/mod.ts";
import { createTestApp, KEY, LOOKS_UP, REMOVES, SAYS_HI, type TestAppOptions } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { createHaltingDriver } from "../plugins/_halting.ts";
import { loadProgram, mount, VERSIONS } from "./_react.ts";
import type { UIMessage } from "ai";

type Program = typeof import("./_chat_program.ts");
type Chat = StoredChatHelpers<UIMessage>;

/** Timers of the scheduler of React and of happy-dom outlive a test. */
const loose = { sanitizeOps: false, sanitizeResources: false };

function eachVersion(name: string, run: (program: Program) => Promise<void>): void {
  for (const version of VERSIONS) {
    Deno.test({
      name: `${name} (React ${version})`,
      ...loose,
      fn: async () => await run(await loadProgram<Program>(version, "tests/slow/react/_chat_program.ts")),
    });
  }
}

function createWorld(options: TestAppOptions) {
  return createTestApp({ plugins: [chat()], ...options });
}

type World = ReturnType<typeof createWorld>;

/** Mounts a chat as text: its messages, their branches, what waits, the status. */
function open(program: Program, world: World, id = "c1", options = {}) {
  const { React: { createElement }, useStoredChat } = program;
  let seen: Chat | undefined;
  const bases: StoredChatOptions<UIMessage> = {
    id,
    api: "http://127.0.0.1/api/chat/tester",
    headers: { authorization: `Bearer ${KEY}` },
    fetch: async (url, init) => await world.fetch(new Request(url, init)),
    lookMs: 0,
    ...options,
  };
  function Page(given: StoredChatOptions<UIMessage>) {
    const shown = useStoredChat(given);
    seen = shown;
    const words = shown.messages.map((message) => {
      const { all, label } = shown.choiceAt(message);
      const parts = message.parts.map((part) =>
        part.type === "text" ? part.text : "state" in part ? `[${part.state}]` : ""
      );
      return parts.join("") + (all.length > 1 ? `(${label})` : "");
    });
    const waiting = shown.waiting.map(({ parts }) =>
      parts.map((part) => part.type === "text" ? part.text : "")
    );
    const state = shown.error?.message ?? shown.status;
    return createElement("p", null, `${words.join("|")} +${waiting} ${state} ${shown.isReady}`);
  }
  const page = mount(program, createElement(Page, bases));
  return {
    ...page,
    chat: () => seen ?? assert.fail("nothing is rendered"),
    change: (given: Partial<StoredChatOptions<UIMessage>>) =>
      page.render(createElement(Page, { ...bases, ...given })),
  };
}

async function post(world: World, path: string, body: object): Promise<void> {
  const response = await world.send("POST", path, body);
  assert.ok(response.ok, await response.text());
}

const step = (text: string) => ({ agent: "tester", input: text, until: "done" });

eachVersion(
  "V5, E5: a page has what is stored, sends, and goes on step by step to the answer",
  async (program) => {
    const world = createWorld({ scenario: [...SAYS_HI, ...LOOKS_UP] });
    await post(world, "/v1/threads/c1/steps", step("hi"));
    const page = open(program, world);
    await page.shows("hi|Hi. + ready true");
    void page.chat().sendMessage({ text: "look" });
    await page.shows("hi|Hi.|look|Let me see.[output-available]Done. + ready true");
    assert.deepEqual(page.complaints, []);
    page.unmount();
  },
);

eachVersion("B2: an answer is rated, and a page that is loaded again has the rating", async (program) => {
  const world = createWorld({ plugins: [chat(), feedback()], scenario: [...SAYS_HI, ...LOOKS_UP] });
  const page = open(program, world, "c1", { ratings: true });
  await page.shows(" + ready true");
  void page.chat().sendMessage({ text: "look" });
  await page.shows("look|Hi. + ready true");
  void page.chat().sendMessage({ text: "again" });
  await page.shows("Done. + ready true");
  const [, first, , second] = page.chat().messages;
  assert.ok(first !== undefined && second !== undefined);
  await page.chat().rate(first, "up");
  await page.chat().rate(second, "down", "Too short.");
  const again = open(program, world, "c1", { ratings: true });
  await again.shows("Done. + ready true");
  const rated = () =>
    again.chat().messages.map((message) => {
      const { rating, note } = again.chat().ratingOf(message) ?? {};
      return [rating, note];
    });
  const none = [undefined, undefined];
  const expected = [none, ["up", null], none, ["down", "Too short."]];
  await eventually(() => JSON.stringify(rated()) === JSON.stringify(expected));
  await again.chat().rate(second, null);
  const { ratings } = await (await world.send("GET", "/v1/threads/c1/feedback")).json();
  assert.deepEqual(ratings.map(({ rating }: { rating: string }) => rating), ["up"]);
  assert.deepEqual([page.complaints, again.complaints], [[], []]);
  page.unmount();
  again.unmount();
});

eachVersion(
  "E5: nothing may be sent before the stream that runs has begun; then it is followed to its end",
  async (program) => {
    const { driver, release } = createHaltingDriver();
    const world = createWorld({ driver });
    const run = post(world, "/v1/threads/c1/steps", { ...step("halt"), resumable: true });
    await eventually(async () => (await world.send("GET", "/v1/threads/c1")).status === 200);
    const hasCome = Promise.withResolvers<void>();
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      if (String(url).includes("/stream?")) await hasCome.promise;
      return await world.fetch(new Request(url, init));
    };
    const page = open(program, world, "c1", { fetch });
    await page.shows("halt + ready false");
    hasCome.resolve();
    await page.shows("halt|Half + streaming true");
    release();
    await run;
    await page.shows("halt|Half of halt. + ready true");
    page.unmount();
  },
);

eachVersion("E5: stop cancels the run, for every page; what it has said stays", async (program) => {
  const { driver } = createHaltingDriver();
  const world = createWorld({ driver });
  const page = open(program, world);
  await page.shows("ready true");
  void page.chat().sendMessage({ text: "halt" });
  await page.shows("halt|Half + streaming true");
  await page.chat().stop();
  await page.shows("halt|Half + ready true");
  const { status, running } = await (await world.send("GET", "/v1/threads/c1")).json();
  assert.deepEqual([status, running], ["cancelled", false]);
  page.unmount();
});

eachVersion(
  "E5: a call that people decide elsewhere comes to the page; what is sent meanwhile waits below",
  async (program) => {
    const world = createWorld({ scenario: [...REMOVES, ...SAYS_HI] });
    const page = open(program, world, "c1", { lookMs: 20 });
    await page.shows("ready true");
    void page.chat().sendMessage({ text: "remove it" });
    await page.shows("remove it|[approval-requested] + ready true");
    const { calls: [call] } = await (await world.send("GET", "/v1/threads/c1")).json();
    await post(world, "/v1/threads/c1/steps", { input: "also", busy: "queue" });
    const other = open(program, world);
    await other.shows(/\[approval-requested\] \+also ready true$/);
    other.unmount();
    await post(world, `/v1/threads/c1/approvals/${call.id}`, { approved: true, digest: call.digest });
    await post(world, "/v1/threads/c1/steps", { until: "done" });
    await page.shows(/remove it\|\[output-available\]Gone\..* ready true$/);
    page.unmount();
  },
);

eachVersion(
  "E5: a message that is sent while a call waits denies it: the page says so, and has nothing to approve",
  async (program) => {
    const world = createWorld({ scenario: [...REMOVES, ...SAYS_HI] });
    const maySend = Promise.withResolvers<void>();
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      if (String(init?.body).includes("also")) await maySend.promise;
      return await world.fetch(new Request(url, init));
    };
    const page = open(program, world, "c1", { fetch });
    await page.shows("ready true");
    void page.chat().sendMessage({ text: "remove it" });
    await page.shows("remove it|[approval-requested] + ready true");
    const actions = () => page.chat().messages.flatMap(({ parts }) => parts).flatMap(page.chat().answersTo);
    assert.deepEqual(actions().map(({ name }) => name), ["approve", "deny"]);
    void page.chat().sendMessage({ text: "also" });
    await page.shows("remove it|[approval-requested]|also + submitted true");
    assert.deepEqual(actions(), []);
    maySend.resolve();
    await page.shows("remove it|[output-denied]|also|Gone. + ready true");
    assert.deepEqual([page.chat().error, page.complaints], [undefined, []]);
    page.unmount();
  },
);

eachVersion("V5: a message that a page has sent stands there once, while it waits", async (program) => {
  const world = createWorld({ scenario: SAYS_HI });
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const response = await world.fetch(new Request(url, init));
    if (!String(url).includes("/messages")) return response;
    const stored: StoredChat<UIMessage> = await response.json();
    return Response.json({ ...stored, waiting: stored.messages.slice(0, 1) }); // as it is before a step takes it
  };
  const page = open(program, world, "c1", { fetch });
  await page.shows("ready true");
  void page.chat().sendMessage({ text: "more" });
  await page.shows("more|Hi. + ready true");
  await eventually(() => page.chat().title === "more");
  assert.deepEqual(page.chat().waiting, []);
  page.unmount();
});

eachVersion(
  "E5: an answer that is made again is a branch: the page says which, opens the other and writes behind it",
  async (program) => {
    const world = createWorld({ scenario: [...SAYS_HI, ...SAYS_HI] });
    const page = open(program, world);
    await page.shows("ready true");
    void page.chat().sendMessage({ text: "ask" });
    await page.shows(/ask\|Hi\. \+ ready true$/);
    void page.chat().regenerate();
    await page.shows(/\(2 of 2\).* ready true$/);
    const [message] = page.chat().messages.filter((each) => page.chat().choiceAt(each).all.length > 1);
    const { all } = page.chat().choiceAt(message ?? assert.fail("no message has branches"));
    assert.deepEqual(all, ["c1", "c1:2"]);
    await page.chat().openBranch("c1");
    await page.shows(/\(1 of 2\).* ready true$/);
    void page.chat().sendMessage({ text: "more" });
    await page.shows(/\(1 of 2\).*more\|Hi\. \+ ready true$/);
    const { entries } = await (await world.send("GET", "/v1/threads/c1/history")).json();
    assert.deepEqual(entries.flatMap(({ text }: { text?: string }) => text ?? []), ["ask", "more"]);
    page.unmount();
  },
);

eachVersion(
  "E5: another id opens another chat; one that cannot be read says why, and nothing may be sent",
  async (program) => {
    const world = createWorld({ scenario: SAYS_HI });
    await post(world, "/v1/threads/c1/steps", step("one"));
    await post(world, "/v1/threads/c2/steps", step("two"));
    const page = open(program, world);
    await page.shows("one|Hi. + ready true");
    page.change({ id: "c2" });
    await page.shows("two|Hi. + ready true");
    page.unmount();
    const refused = open(program, world, "c1", { headers: { authorization: "Bearer wrong" } });
    await refused.shows(/"code":"unauthorized".* false$/);
    assert.deepEqual(refused.chat().messages, []);
    refused.unmount();
  },
);

eachVersion(
  "B2: a page has what a person can do as actions: decide, rate, ask again, change the branch, share, stop",
  async (program) => {
    const env = { TREADLE_APPROVAL_SECRET: "secret-of-the-links-0123456789abcdef" };
    const scenario = [...REMOVES, ...SAYS_HI, ...SAYS_HI];
    const world = createWorld({ plugins: [chat(), feedback(), shares()], env, scenario });
    const page = open(program, world, "c1", { ratings: true, links: true, linkSeconds: 60 });
    await page.shows(" + ready true");
    const has = () => page.chat().actions.map(({ name, isDisabled }) => isDisabled ? `(${name})` : name);
    const last = () => page.chat().messages.at(-1) ?? assert.fail("there is no message");
    const act = async (name: string) => {
      const all = [
        ...page.chat().actions,
        ...page.chat().actionsOf(last()),
        ...last().parts.flatMap((part) => page.chat().answersTo(part)),
      ];
      const action = all.find((each) => each.name === name && !each.isDisabled);
      await (action ?? assert.fail(`no ${name}`)).run();
    };
    const named = () =>
      page.chat().actionsOf(last()).map(({ name, isOn, isDisabled }) =>
        isDisabled ? `(${name})` : isOn ? `[${name}]` : name
      );
    assert.deepEqual([page.chat().title, has()], [null, ["(stop)", "(share)"]], "an empty chat has no link");
    void page.chat().sendMessage({ text: "remove it" });
    await page.shows(/\[approval-requested\] \+ ready true$/);
    await act("approve");
    await page.shows(/\[output-available\]Gone\. \+ ready true$/);
    await eventually(() => page.chat().title === "remove it");
    assert.deepEqual(named(), ["up", "down", "again"]);
    await act("down");
    await eventually(() => named().includes("[down]"));
    const buttons = () =>
      page.chat().actionsOf(last()).map((
        { buttonProps: { disabled, "aria-pressed": isOn } },
      ) => [disabled, isOn]);
    assert.deepEqual(buttons(), [[false, false], [false, true], [false, undefined]]);
    await act("down");
    await eventually(() => !named().includes("[down]"), named);
    assert.deepEqual((await (await world.send("GET", "/v1/threads/c1/feedback")).json()).ratings, []);
    await world.send("PATCH", "/v1/threads/c1", { title: "Removal" });
    void act("again");
    await page.shows(/\(2 of 2\) \+ ready true$/);
    await eventually(() => page.chat().title === "Removal", () => page.chat().title);
    assert.deepEqual(named(), ["earlier", "(later)", "up", "down", "again"]);

    await act("share");
    await eventually(() => has().includes("unshare"), has);
    const { url = "", expiresAt } = page.chat().link ?? assert.fail("there is no link");
    const { pathname } = new URL(url);
    const shared = await (await world.send("GET", pathname)).json();
    assert.deepEqual([shared.title, Number.isNaN(Date.parse(expiresAt ?? ""))], ["Removal", false]);
    await act("unshare");
    await eventually(() => has().includes("share"), has);
    assert.deepEqual([page.chat().link, (await world.send("GET", pathname)).status], [undefined, 410]);
    await act("earlier");
    await page.shows(/\(1 of 2\) \+ ready true$/);
    assert.deepEqual(named(), ["(earlier)", "later", "up", "down", "again"]);
    assert.deepEqual([page.chat().error, page.complaints], [undefined, []]);
    page.change({ id: "c2" });
    await page.shows(/^ \+ ready true$/);
    assert.equal(page.chat().title, null);
    page.unmount();

    const plain = open(program, world);
    await plain.shows("ready true");
    assert.deepEqual(plain.chat().actions.map(({ name }) => name), ["stop"]);
    await plain.chat().unshare();
    assert.equal(plain.chat().error, undefined, "there is nothing to revoke");
    plain.unmount();
  },
);

eachVersion("B2: what an action fails with is the error of the chat", async (program) => {
  const world = createWorld({ scenario: SAYS_HI });
  const page = open(program, world, "c1", { links: true });
  await page.shows("ready true");
  void page.chat().sendMessage({ text: "ask" });
  await page.shows(/ask\|Hi\. \+ ready true$/);
  await page.chat().share();
  await page.shows(/not_found/);
  assert.equal(page.chat().link, undefined);
  page.unmount();
});

eachVersion(
  "B2: two clicks make one link, of the branch that the page shows, while nothing runs",
  async (program) => {
    const env = { TREADLE_APPROVAL_SECRET: "secret-of-the-links-0123456789abcdef" };
    const { driver, release } = createHaltingDriver();
    const world = createWorld({ plugins: [chat(), shares()], env, driver });
    const page = open(program, world, "c1", { links: true });
    await page.shows("ready true");
    void page.chat().sendMessage({ text: "halt" });
    await page.shows(/streaming true$/);
    release();
    await page.shows(/halt\|Half of halt\. \+ ready true$/);
    void page.chat().regenerate();
    await page.shows(/streaming true$/);
    const action = () => page.chat().actions.find(({ name }) => name.endsWith("share")) ?? assert.fail();
    assert.equal(action().isDisabled, true);
    await page.chat().share(); // a page that does not ask
    release();
    await page.shows(/\(2 of 2\) \+ ready true$/);
    const linksOf = async (thread: string) =>
      (await (await world.send("GET", `/v1/threads/${thread}/shares`)).json()).shares.length;
    assert.deepEqual([await linksOf("c1"), await linksOf("c1:2")], [0, 1]);
    await action().run();
    await eventually(() => page.chat().link === undefined);
    const { run } = action();
    await Promise.all([run(), run()]);
    await eventually(() => page.chat().link !== undefined);
    assert.deepEqual([await linksOf("c1"), await linksOf("c1:2")], [0, 1]);
    page.unmount();
  },
);

eachVersion(
  "B2: what a chat has requested does not come to the one that is opened behind it",
  async (program) => {
    const env = { TREADLE_APPROVAL_SECRET: "secret-of-the-links-0123456789abcdef" };
    const { driver, release } = createHaltingDriver();
    const world = createWorld({ plugins: [chat(), shares()], env, driver });
    const hold = Promise.withResolvers<void>();
    let isHeld = false;
    let held = 0;
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      asked.push(String(url));
      const response = await world.fetch(new Request(url, init));
      if (isHeld && /branch=|\/shares$/.test(String(url))) {
        held++;
        await hold.promise;
      }
      return response;
    };
    const page = open(program, world, "c1", { links: true, fetch });
    await page.shows("ready true");
    void page.chat().sendMessage({ text: "halt" });
    await page.shows(/streaming true$/);
    page.change({ id: "c2", links: true, fetch });
    await page.shows(/^ \+ ready true$/);
    release();
    await eventually(async () => !(await (await world.send("GET", "/v1/threads/c1")).json()).running);
    page.change({ id: "c1", links: true, fetch });
    await page.shows(/halt\|Half of halt\. \+ ready true$/);
    isHeld = true;
    void page.chat().openBranch("c1");
    void page.chat().share();
    await eventually(() => held === 2);
    page.change({ id: "c2", links: true, fetch });
    await page.shows(/^ \+ ready true$/);
    hold.resolve();
    await eventually(async () =>
      (await (await world.send("GET", "/v1/threads/c1/shares")).json()).shares.length === 1
    );
    await page.shows(/^ \+ ready true$/);
    assert.deepEqual([page.chat().title, page.chat().link, page.chat().error], [null, undefined, undefined]);
    assert.ok(!asked.some((url) => url.includes("/c2/messages?branch=c1")), "no branch of another chat");
    page.unmount();
  },
);
