/** The conversation as state: what events make of it, what stored entries make of it, and that both are the same. */
import assert from "node:assert/strict";
import type { HistoryPage } from "../../../../src/core/contract/entries.ts";
import type { StepEvent, StepEventBody } from "../../../../src/core/event.ts";
import { readEvents } from "../../../../src/playground/browser/api/sse.ts";
import { choiceLine } from "../../../../src/playground/browser/steps/choice_line.ts";
import type { Step, StepPart } from "../../../../src/playground/browser/steps/step.ts";
import { applyEvent } from "../../../../src/playground/browser/transcript/apply_event.ts";
import { loadEntries } from "../../../../src/playground/browser/transcript/load_entries.ts";
import { type Item, Transcript } from "../../../../src/playground/browser/transcript/transcript.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { openSite } from "../site.ts";
import { studio } from "../studio.ts";

type Plan = Parameters<typeof studio>[0][number];

/** What the page shows of an item, without what the store does not keep: warnings, and how long a step took. */
function shownItem(item: Item) {
  switch (item.type) {
    case "input": {
      const { text, origin, media, version, refusal } = item;
      return { text, origin, media, version: version.value, refusal: refusal.value };
    }
    case "step": {
      const { number, parts, model, acted, planned, choice, outcome, usage, isLive, waiting, version } = item;
      const line = choiceLine(choice.value, outcome.value);
      return {
        number,
        parts: parts.value.filter((part) => part.type !== "notice" || part.notice.kind !== "warn").map(
          shownPart,
        ),
        model: model.value,
        acted: acted.value.toSorted(), // events come as the tools finish, entries as they were called
        planned: planned.value,
        choice: line && { ...line, because: "" }, // the store does not keep it
        usage: usage.value,
        isLive: isLive.value,
        waiting: waiting.value,
        version: version.value,
      };
    }
    default:
      return item;
  }
}

function shownPart(part: StepPart) {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, source: part.text.source.value, isWhole: part.text.isWhole.value };
    case "call": {
      const { id, name, state, args, result, media, hasApp } = part.call;
      return {
        id,
        name,
        state: state.value,
        args: args.value,
        result: result.value,
        media: media.value,
        hasApp: hasApp.value,
      };
    }
    default:
      return part;
  }
}

function shownItems({ items }: Transcript) {
  return items.value.map(shownItem);
}

/** Some messages: for each, plans with calls and one that ends its run. No two calls are the same, which would be a loop. */
function randomPlans(random: () => number): Plan[][] {
  let made = 0;
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const call = (name: string) => ({ name, args: `{"n": ${++made}, "in": [{"b": null}]}` });
  const words = () => ["One.\n\n- two\n- three", "Some **words**.", "x".repeat(300)][upTo(2)] ?? "";
  const thought = () => random() < 0.4 ? { reasoning: "It may rain." } : {};
  return Array.from({ length: 1 + upTo(3) }, () => [
    ...Array.from({ length: upTo(3) }, () => ({
      ...thought(),
      ...(random() < 0.5 ? { text: words() } : {}),
      calls: [call("leak"), ...["broken", "nowhere", "leak"].slice(upTo(3)).map(call)],
    })),
    { ...thought(), text: words() },
  ]);
}

for (let seed = 1; seed <= 8; seed++) {
  Deno.test(`E15: stored entries make the same conversation as their events did, seed ${seed}`, async () => {
    const random = mulberry32(seed);
    const messages = randomPlans(random);
    await using site = openSite(studio(messages.flat(), "told"));
    const told = new Transcript();
    for (const [index] of messages.entries()) {
      const input = `Message ${index}`;
      told.send(input);
      const toolChoice = random() < 0.3 ? "required" : undefined;
      const body = JSON.stringify({ agent: "studio", input, until: "done", toolChoice });
      const response = await fetch(`${site.url}v1/threads/t1/steps`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body,
      });
      for await (const { data } of readEvents(response.body ?? assert.fail())) {
        applyEvent(told, JSON.parse(data));
      }
    }
    const detail = await (await fetch(`${site.url}v1/threads/t1`)).json();
    const history: HistoryPage = await (await fetch(`${site.url}v1/threads/t1/history?limit=200`)).json();
    const read = new Transcript();
    const offset = detail.counters.steps - detail.version;
    await loadEntries(read, history, offset, new AbortController().signal);
    assert.ok(read.items.value.length >= 2 * messages.length);
    assert.deepEqual(shownItems(read), shownItems(told));
  });
}

/** A conversation behind these events. */
function conversationOf(...events: readonly StepEventBody[]): Transcript {
  const transcript = new Transcript();
  events.forEach((event, index) => applyEvent(transcript, { ...event, seq: index + 1 } as StepEvent));
  return transcript;
}

const STARTED: StepEventBody = {
  type: "step.started",
  thread: "t",
  agent: "demo",
  step: 1,
  model: "scripted/demo",
  at: 0,
  choice: {
    requested: { type: "auto" },
    source: "default",
    sent: "auto",
    toolsSent: ["a"],
    enforcement: "native",
    prefix: "kept",
    because: "no other choice is set",
    warnings: [],
  },
};
const FINISHED: StepEventBody = {
  type: "step.finished",
  step: 1,
  version: 1,
  status: "done",
  finish: "stop",
  outcome: { type: "satisfied" },
  continues: false,
};

function stepOf({ items }: Transcript): Step {
  return items.value.findLast((item) => item.type === "step") ?? assert.fail("there is no step");
}

Deno.test("E15: a plan that is asked for again leaves nothing of the one before, and keeps the notices", () => {
  const { choice } = STARTED;
  const step = stepOf(conversationOf(
    STARTED,
    { type: "text.started", block: 0 },
    { type: "text.delta", block: 0, text: "No." },
    { type: "text.ended", block: 0 },
    { type: "warning", code: "choice_violated", message: "The answer calls no tool." },
    {
      type: "plan.restarted",
      model: "scripted/other",
      reason: "violation",
      because: "no call",
      from: 1,
      choice: choice ?? assert.fail(),
    },
    { type: "call.started", block: 1, callId: "c1", name: "a" },
  ));
  assert.deepEqual(step.parts.value.map(({ type }) => type), ["notice", "again", "call"]);
  assert.deepEqual([step.planned.value, step.model.value], [["a"], "scripted/other"]);
});

Deno.test("E15: a model is waited for until it writes, and again while the tools of its step have run", () => {
  const planned: StepEventBody[] = [STARTED, { type: "call.started", block: 0, callId: "c1", name: "a" }];
  const events: StepEventBody[] = [
    { ...STARTED, step: 2 },
    { type: "tool.started", callId: "c1", name: "a", args: {}, attempt: 1 },
    { type: "tool.finished", callId: "c1", name: "a", outcome: "completed", output: 1, ms: 5 },
    { type: "text.started", block: 0 },
  ];
  const waits = [1, 2, 3, 4].map((count) =>
    stepOf(conversationOf(...planned, FINISHED, ...events.slice(0, count))).waiting.value?.model
  );
  assert.deepEqual(waits, ["demo", undefined, "demo", undefined]);
});

Deno.test("E15: an input is committed by the step that reads it; of several none is edited alone", () => {
  const transcript = new Transcript();
  const refused = transcript.send("refused");
  transcript.remove(refused);
  const [one, two] = [transcript.send("one"), transcript.send("two")];
  for (const event of [STARTED, FINISHED]) applyEvent(transcript, { ...event, seq: 1 } as StepEvent);
  assert.deepEqual([refused.version.value, one.version.value, two.version.value], [undefined, 1, 1]);
  assert.match(one.refusal.value, /several messages/);
  assert.deepEqual(transcript.items.value.map(({ type }) => type), ["input", "input", "step"]);
});

Deno.test("E15: an answer that was refused is there again as it was typed; a stopped run ends what waits", () => {
  const transcript = conversationOf(
    STARTED,
    { type: "call.started", block: 0, callId: "c1", name: "pay" },
    { type: "call.ready", block: 0, callId: "c1", name: "pay", args: "{}", readiness: "ready" },
    { type: "approval.requested", callId: "c1", name: "pay", args: {}, digest: "d1" },
  );
  const call = transcript.call("c1") ?? assert.fail();
  const draft = call.draft.value ?? assert.fail();
  assert.equal(transcript.isEdited, false);
  draft.reason.value = "It is much.";
  assert.equal(transcript.isEdited, true);
  transcript.answer("c1", true);
  assert.deepEqual([call.state.value, transcript.isEdited], ["approved", false]);
  call.refuseAnswer("Nothing is recorded.");
  assert.deepEqual([call.state.value, call.draft.value], ["approval", draft]);
  assert.deepEqual([draft.reason.value, draft.problem.value], ["It is much.", "Nothing is recorded."]);
  transcript.stopCalls();
  assert.deepEqual([call.state.value, call.result.value], ["cancelled", { type: "stopped" }]);
});
