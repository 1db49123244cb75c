// K1, K3: redaction beside other plugins: what they see has nothing that is taken out, so no state keeps it, and what they say passes the
// redaction too. Inputs of the doors that no client waits for are redacted as those of a request.
import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { toolSelection } from "../../../src/plugins/selection/mod.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { KEY } from "../../http/_app.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import { senderOf } from "../../plugins/webhooks/_app.ts";
import * as z from "zod/mini";
import { failingAt, look, redactedApp, redacting, SECRET } from "./_redaction.ts";

const REF = { tenant: "acme", thread: "t1" };
const ASK = { agent: "a", input: `I am ${SECRET}.`, until: "done" };
const QUEUED = { ref: REF, agent: "a", idempotency: { key: "e1", bodyHash: "h" }, receiptMs: 1_000 };
const IO = { defer: () => {} };

/** Keeps in its state all words that it sees. Its name is before that of the plugin that redacts. */
const keeping: StepPlugin = definePlugin({
  name: "keeping",
  slices: {
    thread: { schema: z.object({ words: z.array(z.string()) }), initial: { words: [] as string[] } },
  },
  compile: () => ({
    take: (inputs, { thread: { words } }) => ({
      thread: { words: [...words, ...inputs.map(({ text }) => `took ${text}`)] },
    }),
    planned: ({ text }, { thread: { words } }) => ({ thread: { words: [...words, `planned ${text}`] } }),
    observed: (calls, { thread: { words } }) => ({
      thread: {
        words: [
          ...words,
          ...calls.filter(({ isExpected }) => !isExpected)
            .map(({ output, error }) => `observed ${JSON.stringify(error?.message ?? output)}`),
        ],
      },
    }),
  }),
});

async function wordsIn(app: ReturnType<typeof redactedApp>): Promise<string[]> {
  const state = JSON.parse((await app.store.read(REF))?.header.state ?? "{}");
  return state.slices?.keeping?.state.words ?? [];
}

/** A plugin that is for what it says. */
const saying = (hooks: PluginHooks): StepPlugin => definePlugin({ name: "saying", compile: () => hooks });

Deno.test("K1: other plugins see inputs, outputs, errors and answers as they stand in the thread", async () => {
  const fails = defineTool({
    name: "fail",
    description: "Fails.",
    effect: "pure",
    run: () => {
      throw new Error(`No ${SECRET}.`);
    },
  });
  const app = redactedApp({
    script: scenario().says(`${SECRET} it is.`).calls("look").calls("fail").next().says(`It is ${SECRET}.`),
    agent: { tools: [look, fails] },
    plugins: [keeping, redacting],
  });
  await app.post(ASK);
  const [taken, planned, looked, failed, answered, ...more] = await wordsIn(app);
  assert.deepEqual([taken, planned, answered, more], [
    "took I am [email].",
    "planned [email] it is.",
    "planned It is [email].",
    [],
  ]);
  assert.equal(looked, 'observed {"says":"It is [email].","[email]":["[email]"]}');
  assert.match(failed ?? "", /^observed .*No \[email\]\./);
  app.assertClean();
});

/** A person may approve other arguments of it. */
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  effect: "once",
  parameters: { type: "object", properties: { to: { type: "string" } } },
  needsApproval: true,
  approvalEdits: true,
  run: () => "paid",
});

/** Plans a call of {@link pay}, which a person approves with the secret. */
async function payTheSecret(app: ReturnType<typeof redactedApp>): Promise<void> {
  await app.post({ ...ASK, input: "Pay." });
  const [call] = JSON.parse(await app.get("")).calls;
  await app.send("POST", `/v1/threads/t1/approvals/${call.id}`, { approved: true, args: { to: SECRET } });
  await app.post({ until: "done" });
}

Deno.test("K1, X5: arguments of a person are redacted in observed, also while the call is only expected to complete", async () => {
  const seen: string[] = [];
  const watching = saying({
    observed(calls) {
      for (const { args, isExpected } of calls) seen.push(`${isExpected} ${JSON.stringify(args)}`);
      return undefined;
    },
  });
  const script = scenario().calls("pay", { to: "x" }).next().says("Done.");
  const app = redactedApp({ script, agent: { tools: [pay] }, plugins: [redacting, watching] });
  await payTheSecret(app);
  assert.deepEqual(seen, ['true {"to":"[email]"}', 'false {"to":"[email]"}']);
});

Deno.test("K1, X5: arguments of a person in a history that is older than the redaction are redacted in observed", async () => {
  const script = scenario().calls("pay", { to: "x" }).next().says("Done.").next().says("Two.");
  const old = redactedApp({ script, agent: { tools: [pay] }, plugins: [] });
  await payTheSecret(old);
  const watching = definePlugin({
    name: "watching",
    slices: { thread: { schema: z.array(z.string()), initial: [] as string[] } },
    compile: () => ({ observed: (calls) => ({ thread: calls.map(({ args }) => JSON.stringify(args)) }) }),
  });
  const app = redactedApp({
    script,
    agent: { tools: [pay] },
    plugins: [redacting, watching],
    store: old.store,
  });
  await app.post({ agent: "a", input: "Go on." });
  const { slices } = JSON.parse((await app.store.read(REF))?.header.state ?? "{}");
  assert.deepEqual(slices.watching.state, ['{"to":"[email]"}']);
});

Deno.test("K1: of a thread that is older than the redaction other plugins see nothing that is taken out either", async () => {
  const script = scenario().calls("look").next().says(`It is ${SECRET}.`).next().says("Two.");
  const old = redactedApp({ script, plugins: [] });
  await old.post(ASK);
  const app = redactedApp({ script, plugins: [keeping, redacting], store: old.store });
  await app.post({ agent: "a", input: "Go on.", until: "done" });
  assert.deepEqual(await wordsIn(app), [
    "took I am [email].",
    "planned ",
    'observed {"says":"It is [email].","[email]":["[email]"]}',
    "planned It is [email].",
    "took Go on.",
    "planned Two.",
  ]);
});

Deno.test("K1, K5: nor of steps that a deployment without the redaction has made meanwhile", async () => {
  const script = scenario().says("One.").next().says(`It is ${SECRET}.`).next().says("Three.");
  const app = redactedApp({ script, plugins: [keeping, redacting] });
  await app.post({ ...ASK, input: "Go." });
  await redactedApp({ script, plugins: [], store: app.store }).post(ASK);
  await app.post({ agent: "a", input: "Go on.", until: "done" });
  assert.deepEqual(await wordsIn(app), [
    "took Go.",
    "planned One.",
    "took I am [email].",
    "planned It is [email].",
    "took Go on.",
    "planned Three.",
  ]);
});

/** An app in whose first step a deployment without the redaction queues an input. */
function queueingApp(plugins: readonly StepPlugin[]): ReturnType<typeof redactedApp> {
  const old = redactedApp({ plugins: [] });
  let calls = 0;
  const queues = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    async run() {
      if (calls++ > 0) return "blue";
      const notBefore = Date.now() + 3_600_000;
      await enqueueInput({ ...QUEUED, notBefore, input: `From ${SECRET}.` }, IO, old.deps);
      return "blue";
    },
  });
  return redactedApp({
    script: scenario().calls("look").next().calls("look").next().says("Done.").next().says("Done."),
    agent: { tools: [queues] },
    plugins,
    store: old.store,
  });
}

Deno.test("K1: an input that a deployment without the redaction queues while a step runs is taken redacted", async () => {
  const app = queueingApp([keeping, redacting]);
  await app.post({ ...ASK, input: "Go." });
  assert.ok((await wordsIn(app)).includes("took From [email]."), (await wordsIn(app)).join());
  assert.match(await app.get(), /From \[email\]\./);
});

Deno.test("K3: one that the plugin fails at ends the run before it, and waits", async () => {
  const app = queueingApp([keeping, failingAt("From")]);
  const { code, detail } = JSON.parse(await app.post({ ...ASK, input: "Go." }));
  assert.deepEqual([code, detail], ["plugin_failed", "The plugin redacting threw in redact."]);
  const { waiting, length } = JSON.parse(await app.get(""));
  assert.deepEqual([waiting, length], [1, 4]);
  assert.ok((await wordsIn(app)).every((words) => !words.includes("From")));
});

Deno.test("K3: a redaction that fails at what another plugin would see marks that plugin as failed, with the name of its own", async () => {
  const script = scenario().says("Listen.").next().says("Two.");
  const old = redactedApp({ script, plugins: [] });
  await old.post({ ...ASK, input: "Go." });
  const app = redactedApp({ script, plugins: [keeping, failingAt("Listen")], store: old.store });
  const { code, detail } = JSON.parse(await app.post({ agent: "a", input: "Go on." }));
  assert.deepEqual([code, detail], ["plugin_failed", "The plugin redacting threw in redact."]);
});

Deno.test("K1: the words with which a plugin refuses a step are redacted for the caller and in a thread that is parked", async () => {
  const app = redactedApp({
    plugins: [saying({ mayStep: () => ({ refuse: `Ask ${SECRET} first.` }) }), redacting],
  });
  const refused = JSON.parse(await app.post({ ...ASK, input: "Go." }));
  assert.deepEqual([refused.code, refused.detail], ["step_refused", "Ask [email] first."]);
  const woken: Promise<unknown>[] = [];
  await enqueueInput({ ...QUEUED, input: "Go." }, { defer: (promise) => void woken.push(promise) }, app.deps);
  await Promise.all(woken);
  const { parked } = JSON.parse(await app.get(""));
  assert.deepEqual([parked?.code, parked?.message], ["step_refused", "Ask [email] first."]);
  app.assertClean();
});

Deno.test("K1: the words with which plugins refuse calls and narrow offers are redacted before the thread has them", async () => {
  const app = redactedApp({
    script: scenario().calls("look").next().says("Done."),
    plugins: [
      saying({
        judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: `Only ${SECRET} may.` }])),
        offer: ({ steps }) => steps === 0 ? { demand: true, because: `${SECRET} wants it` } : undefined,
      }),
      redacting,
    ],
  });
  const { choice } = JSON.parse(await app.post({ agent: "a", input: "Go." }));
  assert.match(choice.because, /\[email\] wants it/);
  await app.post({ until: "done" });
  assert.match(await app.get(), /Only \[email\] may\./);
  app.assertClean();
});

Deno.test("K1: a reminder is the deployment's own text, and reaches the model as it is", async () => {
  const app = redactedApp({
    script: scenario().says("Done."),
    plugins: [saying({ remind: () => `Write to ${SECRET}.` }), redacting],
  });
  await app.post({ ...ASK, input: "Go." });
  assert.match(await app.get("/history?limit=100"), /Write to paul\.b@corp\.example\./);
});

Deno.test("K1: a plugin that wraps a tool is a part of it: it sees the output as it is, and what it returns is redacted", async () => {
  const seen: unknown[] = [];
  const app = redactedApp({
    script: scenario().calls("look").next().says("Done."),
    plugins: [
      saying({
        async wrapToolCall(_call, run) {
          seen.push(await run());
          return `Asked ${SECRET}.`;
        },
      }),
      redacting,
    ],
  });
  await app.post({ ...ASK, input: "Go." });
  assert.deepEqual(seen, [{ says: `It is ${SECRET}.`, [SECRET]: [SECRET] }]);
  assert.match(await app.get(), /Asked \[email\]\./);
  app.assertClean();
});

Deno.test("K1, E8: what a webhook delivers is stored redacted, and its delivery again is known", async () => {
  const github = senderOf("github");
  const app = redactedApp({
    script: scenario().says("Done."),
    agent: { webhooks: [{ trigger: "github", thread: "t1", input: "From {/who}" }] },
    plugins: [redacting, webhooks()],
    env: { TREADLE_API_KEYS: `acme:${KEY}`, GITHUB_WEBHOOK_SECRET: github.secrets[0] },
  });
  const url = "http://treadle.test/webhooks/github/a";
  const body = JSON.stringify({ who: SECRET });
  const deliver = async () => {
    const signed = await github.sign({ id: "evt_1", body, at: Date.now(), url }, github.secrets[0]);
    const headers = { "content-type": "application/json", ...signed };
    return await app.fetch(new Request(url, { method: "POST", body, headers }));
  };
  const first = await deliver();
  assert.equal(first.status, 202, await first.clone().text());
  const { thread } = await first.json();
  assert.equal((await deliver()).status, 200);
  await app.idle();
  const history = await (await app.send("GET", `/v1/threads/${thread}/history`)).text();
  assert.match(history, /From \[email\]/);
  app.assertClean();
});

Deno.test("K1, E9: the input of a schedule is stored redacted", async () => {
  const nightly = { name: "nightly", cron: "0 3 * * *", timezone: "UTC", input: `Write to ${SECRET}.` };
  const app = redactedApp({
    script: scenario().says("Done."),
    agent: { schedules: [nightly] },
    plugins: [redacting, schedules()],
    env: { TREADLE_API_KEYS: `acme:${KEY}` },
  });
  const started = await (await app.send("POST", "/v1/schedules/a/nightly/run", {})).json();
  await app.idle();
  const history = await (await app.send("GET", `/v1/threads/${started.thread}/history`)).text();
  assert.match(history, /Write to \[email\]\./);
  // The definition of the agent, which the thread keeps, is the deployment's own text.
  app.assertClean(/\\*"input\\*":\\*"Write to paul\.b@corp\.example/g);
});

/** A selection of one tool, and what its selector was asked with. */
function notingSelection(more: { readonly reselect?: "step" } = {}) {
  const asked: string[] = [];
  const selector = byWords();
  const selection = toolSelection({
    tools: [defineTool({ name: "look_far", description: "Looks.", effect: "pure", run: () => "blue" })],
    selector: {
      ...selector,
      select(query, tools, io) {
        asked.push(query.text);
        return selector.select(query, tools, io);
      },
    },
    offer: 1,
    ...more,
  });
  return { asked, selection };
}

Deno.test("K1, S6: a selector of tools reads the input redacted, also one that a deployment without the redaction has queued", async () => {
  const old = redactedApp({ plugins: [] });
  const notBefore = Date.now() + 3_600_000;
  await enqueueInput({ ...QUEUED, notBefore, input: `From ${SECRET}, look.` }, IO, old.deps);
  const { asked, selection } = notingSelection();
  const app = redactedApp({ script: scenario().says("Done."), agent: { selection }, store: old.store });
  await app.post({ until: "done" });
  assert.deepEqual(asked, ["From [email], look."]);
});

Deno.test("K1, S6: a selector that is asked for each plan reads a run redacted that is older than the redaction, and the log keeps it so", async () => {
  const { asked, selection } = notingSelection({ reselect: "step" });
  const script = scenario().calls("look").next().says("Done.");
  const old = redactedApp({ script, agent: { selection }, plugins: [] });
  await old.post({ ...ASK, until: "step" });
  const before = asked.length;
  const app = redactedApp({ script, agent: { selection }, store: old.store });
  await app.post({ until: "done" });
  assert.match(asked.slice(before).join(), /^I am \[email\]/);
  const answer = JSON.parse(await app.get("/history?limit=100")).entries.at(-1);
  assert.match(answer.selections[0].query, /^I am \[email\]/);
  assert.doesNotMatch(asked.slice(before).join() + JSON.stringify(answer), /paul/);
});
