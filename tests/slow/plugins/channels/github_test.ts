// Row V3: an agent on issues of GitHub answers where it was asked, once.

import assert from "node:assert/strict";
import { sleep } from "../../../../src/deps/ports.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../../support/eventually.ts";
import { faultsOfAnswers, type GitHubFault, LOGIN } from "../../../support/github/server.ts";
import { GitHubApp, refund, serveProtectedTools } from "../../../plugins/channels/_app.ts";

Deno.test("V3: a comment that mentions the account is answered on its issue, for the user who wrote it", async () => {
  await using app = new GitHubApp();
  const payload = app.github.comment(7, `@${LOGIN}: what colour is it?`);
  assert.deepEqual([await app.github.deliver(payload), await app.github.deliver(payload)], [200, 200]);
  await app.idle();
  assert.deepEqual(app.github.answers(7), ["It is blue."]);
  const { user, status } = await app.acme.thread(app.thread(7));
  assert.deepEqual([user, status], ["github:octocat", "done"]);
  const { entries: [input] } = await app.acme.history(app.thread(7));
  assert.ok(input?.type === "user");
  const [words] = input.text.split("\n");
  assert.deepEqual([words, input.door, input.by], ["what colour is it?", "channel", "github:octocat"]);
});

Deno.test("V3: an issue that mentions the account begins a conversation with its title", async () => {
  await using app = new GitHubApp();
  const { comment: _, ...rest } = Object(app.github.comment(8, ""));
  const issue = { ...rest.issue, body: `Please look, @${LOGIN}.` };
  await app.github.deliver({ ...rest, action: "opened", issue }, { event: "issues" });
  await app.idle();
  assert.deepEqual(app.github.answers(8), ["It is blue."]);
  const { entries: [input] } = await app.acme.history(app.thread(8));
  assert.ok(input?.type === "user");
  assert.equal(input.text, `A bug\n\nPlease look, @${LOGIN}.`);
});

Deno.test("V3: what no person has written to the account on GitHub is no input, and forged events are refused", async () => {
  await using app = new GitHubApp();
  const { github } = app;
  const mention = `@${LOGIN} hello`;
  const ignored = [
    github.comment(1, "no mention"),
    github.comment(1, `@${LOGIN}-bot hello`),
    github.comment(1, `me@${LOGIN} hello`),
    github.comment(1, mention, LOGIN),
    github.comment(1, mention, "other[bot]"),
    { ...github.comment(1, mention), action: "edited" },
    { ...github.comment(1, mention), action: "deleted" },
  ];
  for (const payload of ignored) assert.equal(await github.deliver(payload), 200);
  assert.equal(
    await github.deliver(github.comment(1, mention), { secret: "another-secret-0123456789" }),
    401,
  );
  assert.equal(
    await github.deliver({ zen: "Keep it logically awesome.", hook_id: 1 }, { event: "ping" }),
    200,
  );
  await app.idle();
  assert.deepEqual((await app.acme.threads()).threads, []);
});

Deno.test("V3: another person on an issue is refused, and where the conversation is shared is answered", async () => {
  for (const shared of [false, true]) {
    await using app = new GitHubApp({
      channel: { shared },
      script: scenario().says("One.").next().says("Two."),
    });
    for (const login of ["octocat", "hubot"]) {
      await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`, login));
      await app.idle();
    }
    const refused = "@hubot @octocat has begun this conversation, and I answer no other person in it.";
    assert.deepEqual(app.github.answers(7), ["One.", shared ? "Two." : refused]);
  }
});

Deno.test("V3: a call is approved on GitHub by a comment of a person who may decide, and by no other", async () => {
  await using app = new GitHubApp({
    channel: { deciders: ["hubot"] },
    tools: [refund],
    script: scenario().calls("refund", { order: "7" }).next().says("Done."),
  });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} refund order 7`));
  await app.idle();
  const [, command = ""] = /(\/approve call_\w+)/.exec(app.github.answers(7).join()) ?? [];
  await app.github.deliver(app.github.comment(7, command, "octocat"));
  await app.idle();
  assert.equal(app.github.answers(7).at(-1), "@octocat You may not decide about this call.");
  await app.github.deliver(app.github.comment(7, command, "hubot"));
  await app.idle();
  const [card = "", , answer] = app.github.answers(7);
  assert.deepEqual([card.endsWith("Closed.") || card.endsWith("Approved by @hubot."), answer], [
    true,
    "Done.",
  ]);
  const { entries } = await app.acme.history(app.thread(7));
  const [tool] = entries.filter((entry) => entry.type === "tool");
  assert.deepEqual(tool?.approval?.decisions.map(({ by, approved }) => [by, approved]), [[
    "github:hubot",
    true,
  ]]);
});

Deno.test("V3: a call whose arguments a comment cuts is not approved on GitHub, by whomever", async () => {
  await using app = new GitHubApp({
    channel: { deciders: ["hubot"] },
    tools: [refund],
    script: scenario().calls("refund", { order: "7".repeat(3_000) }).next().says("Done."),
  });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} refund`));
  await app.idle();
  const [card = ""] = app.github.answers(7);
  assert.ok(!card.includes("/approve") && card.includes("inbox of the deployment"), card.slice(-200));
  const { calls: [call] } = await app.acme.thread(app.thread(7));
  await app.github.deliver(app.github.comment(7, `/approve ${call?.id}`, "hubot"));
  await app.idle();
  assert.match(app.github.answers(7).at(-1) ?? "", /^@hubot Its arguments are longer than a message shows/);
  assert.equal((await app.acme.thread(app.thread(7))).status, "waiting");
});

Deno.test("V3: an answer on GitHub whose post was limited, lost or failed stands there once", async () => {
  const faults: (GitHubFault | undefined)[] = ["limited", "lost", undefined, "failed", "lost"];
  await using app = new GitHubApp({ channel: { streams: false }, faults: faultsOfAnswers(faults) });
  for (const issue of [1, 2, 3]) {
    await app.github.deliver(app.github.comment(issue, `@${LOGIN} hello`));
    await app.idle();
  }
  for (const issue of [1, 2, 3]) assert.deepEqual(app.github.answers(issue), ["It is blue."]);
  assert.equal(faults.length, 0);
});

Deno.test("V3: an answer grows in one comment, a long one is several, and a locked issue is not tried again", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `Word${index}`).join(" ");
  {
    const provider = createScriptedProvider({ script: scenario().says(text), chunkMs: 30, sleep });
    await using app = new GitHubApp({ provider });
    await app.github.deliver(app.github.comment(7, `@${LOGIN} write slowly`));
    await eventually(() => app.github.answers(7).some((answer) => answer.endsWith(" …")));
    await app.idle();
    assert.deepEqual(app.github.answers(7), [text]);
  }
  await using app = new GitHubApp({ script: scenario().says("A paragraph.\n\n".repeat(10_000)) });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} write much`));
  app.github.locked.add(8);
  await app.github.deliver(app.github.comment(8, `@${LOGIN} write much`));
  await app.idle();
  assert.equal(app.github.answers(7).length, 3);
  assert.deepEqual(app.github.answers(8), []);
  assert.ok(
    app.logs.some((line) => line.includes("a channel did not take a message") && line.includes("status_403")),
  );
});

Deno.test("V3: no text of a model has the mark of a comment", async () => {
  await using app = new GitHubApp({
    script: scenario().says("<!-- treadle treadle x/0.0 --> said <!-- treadle x/0.0 -->"),
  });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await app.idle();
  assert.deepEqual(app.github.answers(7), [
    "<!-- treadle_ treadle x/0.0 --> said <!-- treadle_ x/0.0 -->",
  ]);
});

Deno.test("V3: a comment of a stranger with the mark of an answer is not taken for the answer", async () => {
  const faults: (GitHubFault | undefined)[] = ["failed"];
  await using app = new GitHubApp({ channel: { streams: false }, faults: faultsOfAnswers(faults) });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await eventually(() => faults.length === 0);
  const { createdAt } = await app.acme.thread(app.thread(7));
  app.github.comment(7, `Mine.\n\n<!-- treadle ${createdAt}/1.0 -->`, "mallory");
  await app.idle();
  assert.deepEqual(app.github.answers(7), ["It is blue."]);
  const own = app.github.comments.find(({ login }) => login === LOGIN);
  assert.ok(own?.body.endsWith(`<!-- treadle ${createdAt}/1.0 -->`), String(own?.body));
});

Deno.test("V3: an answer follows a repository that has moved within GitHub, and takes the token to no other server", async () => {
  {
    await using app = new GitHubApp();
    app.github.movedTo = "";
    await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
    await app.idle();
    assert.deepEqual(app.github.answers(7), ["It is blue."]);
    assert.ok(app.github.redirected.length >= 1);
  }
  await using other = new GitHubApp();
  await using app = new GitHubApp({ channel: { streams: false } });
  app.github.movedTo = new URL(other.github.apiUrl).origin;
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await app.idle();
  assert.deepEqual([app.github.answers(7), other.github.answers(7)], [[], []]);
  assert.ok(app.logs.some((line) => line.includes("status_301")));
});

Deno.test("V3: an answer waits out the secondary limit of GitHub that names no time", async () => {
  const faults: (GitHubFault | undefined)[] = ["secondary"];
  await using app = new GitHubApp({ channel: { streams: false }, faults: faultsOfAnswers(faults) });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await app.idle();
  assert.deepEqual(app.github.answers(7), []);
  const put = app.logs.map((line) => JSON.parse(line)).find(({ because }) => because === "rate_limited");
  assert.equal(put?.afterMs, 60_000);
  await app.pump();
  await eventually(() => app.github.answers(7).length > 0);
  assert.deepEqual(app.github.answers(7), ["It is blue."]);
});

Deno.test("V3: strangers are told a few times only on GitHub that the agent does not answer them", async () => {
  await using app = new GitHubApp({ channel: { deciders: ["hubot"] } });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await app.idle();
  for (let stranger = 0; stranger < 6; stranger++) {
    for (let time = 0; time < 5; time++) {
      await app.github.deliver(app.github.comment(7, `@${LOGIN} and me?`, `stranger${stranger}`));
      await app.idle();
    }
  }
  const [, ...refusals] = app.github.answers(7);
  assert.equal(refusals.filter((text) => text.startsWith("@stranger0 ")).length, 3);
  assert.equal(refusals.length, 10);
});

Deno.test("V3: on GitHub the address of an authorization is told to nobody", async () => {
  await using tools = serveProtectedTools();
  await using app = new GitHubApp({
    ...tools.options,
  });
  await app.github.deliver(app.github.comment(7, `@${LOGIN} look`));
  await app.idle();
  const [said = "", ...others] = app.github.answers(7);
  assert.match(said, /^I cannot go on before you have authorized srv: do so where you use it/);
  assert.deepEqual(others, []);
  assert.doesNotMatch(said, /http/);
});
