// What is written of any legal run: it fits the published schemas, and the stream has what the body has.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { StepEvent, StepEventBody } from "../../../../../src/core/event.ts";
import { assertPublished } from "../../../../plugins/openai_api/_door.ts";
import { anyRun } from "../../../../support/events/any_run.ts";
import { openChat, openResponse } from "../../../protocols/streams/_openai.ts";

interface Writer {
  encode(event: StepEvent): string;
  close(): string;
}

function written(writer: Writer, events: readonly StepEvent[]): string {
  return events.map((event) => writer.encode(event)).join("") + writer.close();
}

function dataOf(text: string): object[] {
  return text.split("\n").filter((line) => line.startsWith("data: {")).map((line) =>
    JSON.parse(line.slice(6))
  );
}

const SAMPLES = fc.sample(anyRun, { numRuns: 150, seed: 12 });

Deno.test("E6: all that is written of any run fits the published schema", async () => {
  let answered = 0;
  for (const run of SAMPLES) {
    const [chat, response] = [openChat(run), openResponse(run)];
    const chunks = dataOf(written(chat, run.events)).filter((body) => !("error" in body));
    await assertPublished("openai.chat.chunk", chunks);
    await assertPublished("openai.responses.event", dataOf(written(response, run.events)));
    if (chat.body) await assertPublished("openai.chat.response", [chat.body]);
    if (response.body) await assertPublished("openai.responses.response", [response.body]);
    if (chat.body) answered++;
  }
  assert.ok(answered > SAMPLES.length / 4, `${answered} of ${SAMPLES.length} runs have an answer`);
});

Deno.test("E6: the content of a stream is that of the body, and so are the items", () => {
  for (const run of SAMPLES) {
    const [chat, response] = [openChat(run), openResponse(run)];
    const chunks = dataOf(written(chat, run.events)).map((chunk) => Object(chunk));
    const events = dataOf(written(response, run.events)).map((event) => Object(event));
    if (chat.body === undefined) continue;
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    const { message } = Object(chat.body).choices[0];
    assert.equal(message.content ?? "", text);
    const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
    assert.deepEqual(Object(response.body).output, done);
    const added = events.filter(({ type }) => type === "response.output_item.added");
    assert.equal(added.length, done.length);
  }
});

Deno.test("E6: tokens read from a cache and written to it are those of the run", () => {
  const bodies: StepEventBody[] = [
    { type: "step.started", thread: "t", agent: "a", step: 1, model: "m/x", choice: null, at: 0 },
    { type: "text.started", block: 0 },
    { type: "text.delta", block: 0, text: "Blue." },
    { type: "text.ended", block: 0 },
    { type: "usage", inputTokens: 900, outputTokens: 10, cachedTokens: 700, cacheWriteTokens: 150 },
    {
      type: "step.finished",
      step: 1,
      version: 1,
      status: "done",
      finish: "stop",
      outcome: null,
      continues: false,
    },
  ];
  const [run] = SAMPLES;
  assert.ok(run);
  const events = bodies.map((body, index): StepEvent => ({ ...body, seq: index + 1 }));
  const [chat, response] = [openChat({ ...run, events }), openResponse({ ...run, events })];
  written(chat, events);
  written(response, events);
  assert.deepEqual(Object(chat.body).usage.prompt_tokens_details, {
    cached_tokens: 700,
    audio_tokens: 0,
    cache_write_tokens: 150,
  });
  assert.deepEqual(Object(response.body).usage.input_tokens_details, {
    cached_tokens: 700,
    cache_write_tokens: 150,
  });
});

Deno.test("E6: calls whose arguments come side by side are in the order of the plan", () => {
  const call = { name: "look", args: "{}", readiness: "ready" } as const;
  const bodies: StepEventBody[] = [
    { type: "step.started", thread: "t", agent: "a", step: 1, model: "m/x", choice: null, at: 0 },
    { type: "call.started", block: 0, callId: "first", name: "look" },
    { type: "call.started", block: 1, callId: "second", name: "look" },
    { type: "call.ready", block: 1, callId: "second", ...call },
    { type: "call.ready", block: 0, callId: "first", ...call },
    {
      type: "step.finished",
      step: 1,
      version: 1,
      status: "waiting",
      finish: "calls",
      outcome: null,
      continues: false,
    },
  ];
  const events = bodies.map((body, index): StepEvent => ({ ...body, seq: index + 1 }));
  const chat = openChat({ events, execution: "predict" });
  written(chat, events);
  const calls: { id: string }[] = Object(chat.body).choices[0].message.tool_calls;
  assert.deepEqual(calls.map(({ id }) => id), ["first", "second"]);
});
