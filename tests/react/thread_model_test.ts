// Rows V5, V7: what a page shows of its inputs while events and what is stored come in any order.

import assert from "node:assert/strict";
import { EMPTY_CONVERSATION, type Message } from "../../src/react/client/collect/conversation.ts";
import { TreadleError } from "../../src/react/client/error.ts";
import type { StepEvent } from "../../src/core/event.ts";
import { ThreadModel } from "../../src/react/thread_model.ts";

const started = (seq: number, step: number): StepEvent => ({
  seq,
  type: "step.started",
  thread: "t1",
  agent: "tester",
  step,
  model: "scripted/demo",
  choice: null,
  at: 0,
});

const finished = (seq: number, step: number): StepEvent => ({
  seq,
  type: "step.finished",
  step,
  version: step,
  status: "done",
  finish: "stop",
  outcome: null,
  continues: false,
});

const user = (text: string): Message => ({ role: "user", text });

/** A page that reads a step which has taken another page's input, while its own is on its way. */
function readingWhileSending() {
  const model = new ThreadModel(undefined, false);
  const { id } = model.inputs.add("own", { busy: "steer" }, 0, []);
  model.inputs.change(id, { options: { busy: "steer" } });
  model.fold(started(1, 1));
  model.fold({ seq: 2, type: "input.taken", id: "entry_1" });
  return { model, id };
}

const textsOf = (model: ThreadModel) =>
  model.toState().messages.flatMap((message) => message.role === "user" ? [message.text] : []);

Deno.test("V5, V7: an input on its way is shown when a step has taken another one, and behind it once a step takes it", () => {
  const { model, id } = readingWhileSending();
  model.adopt({ ...EMPTY_CONVERSATION, messages: [user("other")], status: "done", storedSteps: 1 }, 0);
  assert.deepEqual(textsOf(model), ["other", "own"]);
  model.takeInput(id, started(3, 2));
  assert.deepEqual(textsOf(model), ["other", "own"]);
  assert.equal(model.isBehind, false);
});

Deno.test("V5, V7: an input that was taken to be another's is read from the history behind its run", () => {
  const { model, id } = readingWhileSending();
  model.takeInput(id, started(3, 2));
  assert.equal(model.isBehind, true);
});

Deno.test("V5, V7: behind a replay, which says nothing of inputs that its steps took along, the history is read", () => {
  for (const [seq, isBehind] of [[1_000_001, false], [1_900_001, true]] as const) {
    const model = new ThreadModel(undefined, false);
    const { id } = model.inputs.add("own", { busy: "steer" }, 0, []);
    model.takeInput(id, started(seq, 1));
    assert.equal(model.isBehind, isBehind);
  }
});

Deno.test("V5, V7: an input of a step that runs is kept beside what is stored, until its step is", () => {
  const model = new ThreadModel(undefined, false);
  const { id } = model.inputs.add("own", {}, 0, []);
  model.takeInput(id, started(1, 3));
  const stored = { ...EMPTY_CONVERSATION, messages: [user("first"), user("second")], storedSteps: 2 };
  model.adopt({ ...stored, status: "running" }, 0);
  assert.deepEqual(textsOf(model), ["first", "second", "own"]);
  model.adopt({ ...stored, messages: [user("own")], status: "running", storedSteps: 3 }, 0);
  assert.deepEqual(textsOf(model), ["own"]);
});

Deno.test("V5, V7: of the inputs that steps have taken those of the newest step alone are kept beside what is stored", () => {
  const model = new ThreadModel(undefined, false);
  for (let step = 1; step <= 3; step++) {
    const { id } = model.inputs.add(`input ${step}`, {}, 0, []);
    model.takeInput(id, started(2 * step, step));
    model.fold(started(2 * step, step));
    if (step < 3) model.fold(finished(2 * step + 1, step));
  }
  model.fold(finished(7, 3));
  assert.deepEqual(textsOf(model), ["input 1", "input 2", "input 3"]);
  model.adopt({ ...EMPTY_CONVERSATION, status: "running", storedSteps: 0 }, 0);
  assert.deepEqual(textsOf(model), ["input 3"]);
});

Deno.test("V5, V7: a step whose end no event said, and which another one follows, is read from the history", () => {
  for (const end of [[finished(2, 1)], []]) {
    const model = new ThreadModel(undefined, false);
    for (const event of [started(1, 1), ...end, started(3, 2)]) model.fold(event);
    assert.equal(model.isBehind, end.length === 0);
  }
});

Deno.test("V5, V7: an input whose answer was lost, and which the conversation has, is not shown a second time while it is sent again", () => {
  const model = new ThreadModel(undefined, false);
  const { id } = model.inputs.add("own", { busy: "interrupt" }, 0, []);
  model.inputs.fail(id, new TreadleError("The connection was reset.", { code: "connection_failed" }));
  model.adopt({ ...EMPTY_CONVERSATION, messages: [user("own")], status: "done", storedSteps: 1 }, 0);
  assert.deepEqual(model.inputs.renew(model.conversation.messages), [id]);
  assert.deepEqual(textsOf(model), ["own"]);
  model.takeInput(id, started(1_000_001, 1));
  assert.deepEqual([textsOf(model), model.isBehind], [["own"], true]);
});
