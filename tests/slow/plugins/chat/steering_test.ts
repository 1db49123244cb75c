// Row V5: messages of a chat that come while its run goes on.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import {
  createScriptedDriver,
  type PlanScript,
  type ScriptedPlan,
} from "../../../../src/kernel/drivers/scripted.ts";
import type { Store } from "../../../../src/core/store.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { eventually } from "../../../support/eventually.ts";
import { waitingIs } from "../_conversation.ts";
import { slowClock } from "../../../support/slow_clock.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";
import { atRest, MAJORS, type Message, shortOf } from "./_clients.ts";

const WAITS: ScriptedPlan = { says: "I wait.", calls: [{ tool: "wait" }] };

/** An app whose tool runs until it is let go, each time. */
function createGatedApp(scenario: PlanScript, store: Store = createMemoryStore()) {
  const starts: (() => void)[] = [];
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    run: async (_args, { signal }) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
        starts.push(resolve);
      });
      return "waited";
    },
  });
  const slow = defineAgent({ name: "slow", driver: "scripted", tools: [wait] });
  const app = createChatApp({
    driver: createScriptedDriver(scenario),
    agents: [slow],
    store,
    clock: slowClock,
  });
  return {
    app,
    /** Resolves when the tool runs for this time, counted from 1. */
    runs: (count: number) => eventually(() => starts.length >= count),
    letGo: (count: number) => starts[count - 1]?.(),
  };
}

async function readEntries(app: ChatApp) {
  return (await (await app.send("GET", "/v1/threads/c1/history")).json()).entries;
}

/** What was said and answered, in order. */
async function told(app: ChatApp): Promise<string[]> {
  const entries = await readEntries(app);
  return entries.flatMap((
    { type, text, blocks }: { type: string; text?: string; blocks?: { text?: string }[] },
  ) => type === "user" ? [`> ${text}`] : type === "assistant" ? [blocks?.[0]?.text] : []);
}

/** The words of a stream, without the steps that it does not show. */
function wordsOf(chunks: readonly { type: string; [key: string]: unknown }[]): string {
  return chunks.map(({ type, delta }) => type === "text-delta" ? String(delta) : "").join("");
}

const send = (app: ChatApp, text: string, id: string, more: object = {}, query = "?mode=full") =>
  app.chat({ id: "c1", message: said(text, id), ...more }, query, "slow");

/** Both steps of a run that calls the tool twice have acted: a message has come in the first one, and the next step takes it. */
async function steerRun({ app, runs, letGo }: ReturnType<typeof createGatedApp>, text: string) {
  const first = send(app, "go", "m1").then(chunksOf);
  await runs(1);
  const second = send(app, text, "m2").then(chunksOf);
  await waitingIs(app, 1);
  letGo(1);
  await runs(2);
  letGo(2);
  return { first, second };
}

Deno.test("V5: E5: a message steers: the next step takes it, the stream before ends there, and its own goes on", async () => {
  const gated = createGatedApp([WAITS, WAITS, { says: "Both." }]);
  const { app } = gated;
  const { first, second } = await steerRun(gated, "faster");
  const chunksBefore = await first;
  assert.equal(wordsOf(chunksBefore), "I wait.I wait.");
  const kinds = chunksBefore.map(({ type }) => type);
  assert.deepEqual(kinds.slice(-6), [
    "data-input",
    "tool-output-available",
    "finish-step",
    "start-step",
    "finish-step",
    "finish",
  ]);
  const chunks = await second;
  assert.equal(wordsOf(chunks), "Both.");
  const [start, ...rest] = chunks;
  const data = Object(rest.find(({ type }) => type === "data-input")?.data);
  const entries = await readEntries(app);
  const entry = entries.find(({ text }: { text?: string }) => text === "faster");
  assert.deepEqual([data.door, data.id], ["chat:m2", entry.id]);
  assert.deepEqual([start?.type, start?.messageId], ["start", `msg_c1_${entry.id}`]);
  assert.equal(rest.at(-1)?.type, "finish");
  assert.deepEqual(await told(app), ["> go", "I wait.", "I wait.", "> faster", "Both."]);
  await app.idle();
});

Deno.test("V5: E5: a message that comes in the last step is answered behind it, in its own stream", async () => {
  for (const mode of ["step", "full"]) {
    const { app, runs, letGo } = createGatedApp([WAITS, { says: "Done." }, { says: "More." }]);
    const first = send(app, "go", "m1", {}, `?mode=${mode}`).then(chunksOf);
    await runs(1);
    const second = send(app, "and this?", "m2", {}, `?mode=${mode}`).then(chunksOf);
    await waitingIs(app, 1);
    letGo(1);
    assert.equal(wordsOf(await first), mode === "full" ? "I wait.Done." : "I wait.");
    assert.equal(wordsOf(await second), mode === "full" ? "More." : "Done.");
    await app.idle();
    const between = mode === "full" ? ["Done."] : [];
    assert.deepEqual((await told(app)).slice(0, 4 + between.length - 1), [
      "> go",
      "I wait.",
      ...between,
      "> and this?",
    ]);
  }
});

Deno.test("V5: E5: a message that is queued waits for the end of the run, and one that steers behind it takes it along", async () => {
  const queue = { busy: "queue" };
  const { app, runs, letGo } = createGatedApp([WAITS, WAITS, WAITS, { says: "All." }, { says: "Last." }]);
  const first = send(app, "go", "m1").then(chunksOf);
  await runs(1);
  const second = send(app, "later", "m2", queue).then(chunksOf);
  await waitingIs(app, 1);
  letGo(1);
  await runs(2);
  assert.deepEqual(await told(app), ["> go", "I wait.", "I wait."], "the step has not taken it");
  const third = send(app, "now", "m3").then(chunksOf);
  await waitingIs(app, 2);
  const fourth = send(app, "at the end", "m4", queue).then(chunksOf);
  await waitingIs(app, 3);
  letGo(2);
  await runs(3);
  letGo(3);
  assert.equal(wordsOf(await first), "I wait.I wait.I wait.");
  assert.deepEqual([wordsOf(await second), wordsOf(await third)], ["All.", "All."]);
  assert.equal(wordsOf(await fourth), "Last.");
  assert.deepEqual(await told(app), [
    "> go",
    "I wait.",
    "I wait.",
    "I wait.",
    "> later",
    "> now",
    "All.",
    "> at the end",
    "Last.",
  ]);
  await app.idle();
});

Deno.test("V5: E5: a message that is sent again while it waits, and behind its answer, is taken once", async () => {
  const { app, runs, letGo } = createGatedApp([WAITS, { says: "Done." }, { says: "More." }]);
  const first = send(app, "go", "m1").then(chunksOf);
  await runs(1);
  // Each has its response when it waits. One that came while its own run goes on would be 409.
  const sent = await Promise.all([1, 2, 3].map(() => send(app, "and this?", "m2")));
  await waitingIs(app, 1);
  letGo(1);
  await first;
  for (const each of sent) assert.equal(wordsOf(await chunksOf(each)), "More.");
  const late = await chunksOf(await send(app, "and this?", "m2", { busy: "queue" }));
  assert.equal(late.at(-1)?.type, "finish");
  assert.deepEqual(await told(app), ["> go", "I wait.", "Done.", "> and this?", "More."]);
  await app.idle();
});

Deno.test("V5: E5: a message that was sent twice behind a run that does not go on with it is answered in both streams", async () => {
  const both = Promise.withResolvers<void>();
  const memory = createMemoryStore();
  let begins = 0;
  const store = overridden(memory, {
    async begin(request) {
      const isBehind = (await memory.read(request.ref))?.running === false;
      if (request.idempotency?.key === "chat:m2" && isBehind) {
        if (++begins === 2) both.resolve();
        await both.promise;
      }
      return await memory.begin(request);
    },
  });
  const { app, runs, letGo } = createGatedApp([WAITS, WAITS, { says: "Done." }], store);
  const step = { until: "step", resumable: true };
  await app.send("POST", "/v1/threads/c1/steps", { ...step, agent: "slow", input: "go" });
  const acting = app.send("POST", "/v1/threads/c1/steps", { ...step, execution: "execute" });
  await runs(1);
  // Each has its response when it waits. One that came while its own run goes on would be 409.
  const sent = await Promise.all([1, 2].map(() => send(app, "and this?", "m2")));
  await waitingIs(app, 1);
  letGo(1);
  await acting;
  await runs(2);
  letGo(2);
  for (const each of sent) assert.equal(wordsOf(await chunksOf(each)), "I wait.Done.");
  assert.deepEqual(await told(app), ["> go", "I wait.", "> and this?", "I wait.", "Done."]);
  await app.idle();
});

Deno.test("V5: E5: a message that another request takes while it is sent again has the answer of that request's run", async () => {
  const memory = createMemoryStore();
  const ended = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const resent = Promise.withResolvers<void>();
  let other: Promise<Response> | undefined;
  const store = overridden(memory, {
    async begin(request) {
      if (request.inputs.length === 0) await taken.promise; // what takes waiting messages behind their responses
      const isOwn = request.idempotency?.key === "chat:m2";
      if (isOwn && other === undefined && !(await memory.read(request.ref))?.running) {
        other = app.send("POST", "/v1/threads/c1/steps", { input: "also", until: "done", resumable: true });
        await runs(2);
        taken.resolve();
      }
      const outcome = await memory.begin(request);
      if (isOwn && outcome.type === "queued") await ended.promise; // nothing runs when its sender begins to look
      if (isOwn && other !== undefined) resent.resolve();
      return outcome;
    },
  });
  const { app, runs, letGo } = createGatedApp([WAITS, { says: "Done." }, WAITS, { says: "Both." }], store);
  const first = send(app, "go", "m1").then(chunksOf);
  await runs(1);
  const sent = send(app, "and this?", "m2").then(chunksOf);
  await waitingIs(app, 1);
  letGo(1);
  await first;
  ended.resolve();
  await resent.promise;
  await Promise.race([sent, sleep(100)]); // a sender that does not go on to look ends here
  letGo(2);
  assert.equal(wordsOf(await sent), "I wait.Both.");
  assert.equal((await other)?.status, 200);
  assert.deepEqual(await told(app), [
    "> go",
    "I wait.",
    "Done.",
    "> and this?",
    "> also",
    "I wait.",
    "Both.",
  ]);
  await app.idle();
});

Deno.test("V5: E5: a message whose step has failed has the answer of the step that takes it again", async () => {
  const fails: ScriptedPlan = { fails: new AgentError("model_invalid_request", "The model is away.") };
  const plans = [WAITS, WAITS, fails, WAITS, { says: "Here." }];
  const gated = createGatedApp(() => plans.shift() ?? assert.fail());
  const { app, runs, letGo } = gated;
  const { first, second: failing } = await steerRun(gated, "and this?");
  await first;
  assert.equal((await failing).at(-1)?.errorText, "The model is away.");
  const going = app.send("POST", "/v1/threads/c1/steps", { until: "done", resumable: true });
  await runs(3);
  const again = send(app, "and this?", "m2").then(chunksOf);
  letGo(3);
  assert.equal(wordsOf(await again), "I wait.Here.");
  await going;
  assert.deepEqual(await told(app), ["> go", "I wait.", "I wait.", "> and this?", "I wait.", "Here."]);
  await app.idle();
});

Deno.test("V5: E5: a message whose answer was stopped is sent again while a later run goes on: it is shown as stopped", async () => {
  const planning = Promise.withResolvers<void>();
  let plans = 0;
  const gated = createGatedApp(async ({ io: { signal } }): Promise<ScriptedPlan> => {
    if (++plans !== 3) return WAITS;
    planning.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    return { says: "never" };
  });
  const { app, runs } = gated;
  const { first, second } = await steerRun(gated, "and this?");
  await planning.promise;
  await app.send("POST", "/api/chat/slow/c1/stop", {});
  await Promise.all([first, second]);
  const later = app.send("POST", "/v1/threads/c1/steps", { input: "later", until: "done", resumable: true });
  await runs(3);
  const again = send(app, "and this?", "m2").then(chunksOf);
  await Promise.race([again, later, sleep(500)]);
  await app.send("POST", "/api/chat/slow/c1/stop", {});
  await later;
  const chunks = await again;
  assert.deepEqual([wordsOf(chunks), chunks.at(-1)?.type], ["", "abort"]);
  await app.idle();
});

Deno.test("V5: E5: a message may be refused while a run goes on", async () => {
  const { app, runs, letGo } = createGatedApp([WAITS, { says: "Done." }]);
  const first = send(app, "go", "m1").then(chunksOf);
  await runs(1);
  const refused = await send(app, "now", "m2", { busy: "reject" });
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "thread_busy"]);
  const wrong = await send(app, "now", "m2", { busy: "later" });
  assert.deepEqual([wrong.status, (await wrong.json()).errors[0].pointer], [422, "/busy"]);
  letGo(1);
  assert.equal(wordsOf(await first), "I wait.Done.");
  await app.idle();
});

for (const major of MAJORS) {
  Deno.test(`V5: E5: ${major.name}: a page that is loaded while a steering message is answered shows everything once`, async () => {
    const answer = Promise.withResolvers<void>();
    let plans = 0;
    const gated = createGatedApp(async (): Promise<ScriptedPlan> => {
      if (++plans < 3) return WAITS;
      await answer.promise;
      return { says: "Both." };
    });
    const { app } = gated;
    const { first, second } = await steerRun(gated, "faster");
    const read = async () => await (await app.send("GET", "/api/chat/slow/c1/messages")).json();
    const cards = ["text:I wait.", "tool-wait:output-available"];
    let stored = await read();
    // The log has the outcome a moment after the call.
    await eventually(async () => {
      stored = await read();
      return shortOf(stored.messages[1] ?? assert.fail()).filter((part) => part === cards[1]).length === 2;
    }, () => stored.messages);
    assert.deepEqual(stored.messages.map(({ id, role }: Message) => role === "user" ? id : role), [
      "m1",
      "assistant",
      "m2",
    ]);
    const page = app.open(major, {
      api: "/api/chat/slow",
      messages: stored.messages,
      version: stored.version,
    });
    const resumed = page.chat.resumeStream();
    await eventually(() => page.chat.status === "streaming" || page.chat.messages.length > 3);
    answer.resolve();
    await Promise.all([resumed, first, second]);
    await app.idle();
    const { messages } = await read();
    const partsOf = (shown: readonly Message[]) =>
      shown.map((message) => [message.id, ...shortOf(message).filter((part) => part !== "step-start")]);
    assert.deepEqual(partsOf(page.chat.messages), partsOf(messages));
    assert.deepEqual(partsOf(messages).map(([, ...parts]) => parts), [
      ["text:go"],
      [...cards, ...cards],
      ["text:faster"],
      ["text:Both."],
    ]);
  });

  Deno.test(`V5: E5: ${major.name}: useChat sends while it reads, and shows each answer once behind its message`, async () => {
    const { app, runs, letGo } = createGatedApp([WAITS, WAITS, { says: "Both." }]);
    const { chat, finished } = app.open(major, { api: "/api/chat/slow?mode=full" });
    const first = chat.sendMessage({ text: "go" });
    await runs(1);
    const second = chat.sendMessage({ text: "faster" });
    await waitingIs(app, 1);
    letGo(1);
    await runs(2);
    letGo(2);
    await Promise.all([first, second]);
    await atRest(chat, () => finished.length === 2);
    const shown = chat.messages.map((
      message,
    ) => [message.role, shortOf(message).filter((part) => part.startsWith("text:"))]);
    assert.deepEqual(shown, [
      ["user", ["text:go"]],
      ["assistant", ["text:I wait.", "text:I wait."]],
      ["user", ["text:faster"]],
      ["assistant", ["text:Both."]],
    ]);
    await app.idle();
  });
}
