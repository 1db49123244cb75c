// What every stream and every history must satisfy, whatever happened: used by all tests that touch a thread.

import assert from "node:assert/strict";
import { type Entry, listCalls } from "../../src/core/entry.ts";
import type { StepEvent } from "../../src/core/event.ts";
import type { Message } from "../../src/core/model/provider.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { toMessages, toTextMessages } from "../../src/kernel/history/messages.ts";
import { readPendingCalls } from "../../src/kernel/stored.ts";
import { unpackEntry } from "../../src/kernel/stored_history/blobs.ts";

/** Entries of one page. */
const PAGE = 1_000;

/** The whole history of a thread, large entries included, after everything below was asserted of it. */
export async function checkedHistory(store: Store, ref: ThreadRef): Promise<Entry[]> {
  for (;;) {
    const snapshot = await store.read(ref);
    const texts: string[] = [];
    while (texts.length < (snapshot?.header.length ?? 0)) {
      const page = await store.history(ref, { after: texts.length, limit: PAGE });
      if (!page || page.entries.length === 0) break;
      texts.push(...page.entries);
    }
    // A commit in between would leave calls and entries of two moments.
    if ((await store.read(ref))?.header.version !== snapshot?.header.version) continue;
    const entries = await Promise.all(texts.map((text) => unpackEntry(store, ref, text)));
    assertHistory(entries, readPendingCalls(ref, snapshot?.pending ?? null).map((call) => call.id));
    return entries;
  }
}

/** A history as it must be: linear, and as messages legal for every dialect. `pending`: the calls that are still open. */
export function assertHistory(entries: readonly Entry[], pending: readonly string[] = []): void {
  assertLinearHistory(entries, pending);
  assertLegalForEveryDialect(toMessages(entries));
  assertLegalForEveryDialect(toTextMessages(entries));
}

/** What was read of a history before is still there, unchanged, ids and all. */
export function assertStable(before: readonly Entry[], after: readonly Entry[]): void {
  for (const [index, entry] of before.entries()) {
    assert.deepEqual(after[index], entry, `entry ${index} is not what it was`);
  }
}

/** Each call has exactly one observation, in order and at once; only the last plan's calls (`pending`) may be open. */
export function assertLinearHistory(entries: readonly Entry[], pending: readonly string[] = []): void {
  const ids = new Set<string>();
  let expected: string[] = [];
  for (const [index, entry] of entries.entries()) {
    assert.ok(!ids.has(entry.id), `entry id ${entry.id} stands twice`);
    ids.add(entry.id);
    if (index > 0) {
      assert.ok(entry.version >= (entries[index - 1]?.version ?? 0), `version falls at entry ${index}`);
    }
    if (entry.type === "tool") {
      assert.equal(
        entry.callId,
        expected.shift(),
        `entry ${index} observes another call than the next in order`,
      );
    } else if (entry.type === "assistant") {
      assert.deepEqual(expected, [], `calls without observations before entry ${index}`);
      expected = listCalls(entry).map((call) => call.id);
      for (const id of expected) {
        assert.ok(!ids.has(id), `call id ${id} stands twice`);
        ids.add(id);
      }
    } else if (entry.type === "user") {
      assert.deepEqual(expected, [], `a user entry stands between calls and their observations at ${index}`);
    }
  }
  assert.deepEqual(expected, pending, "calls of the last plan");
}

/**
 * The rules that some dialect answers with a 400 when they are broken, as the reference of the wire formats lists them. A list
 * that keeps them all can be translated entry by entry for OpenAI Chat and Responses, Anthropic, Bedrock, Gemini and Mistral.
 * What a dialect asks of names, arguments and ids beyond this (aliases, 9-character ids, an assistant message between
 * Mistral's tool and user messages) is its adapter's.
 */
export function assertLegalForEveryDialect(messages: readonly Message[]): void {
  const ids = new Set<string>();
  let open: { readonly id: string; readonly name: string }[] = [];
  let side: "user" | "assistant" | undefined;
  for (const [index, message] of messages.entries()) {
    const at = `message ${index}, ${message.role}`;
    // Anthropic, Bedrock, Gemini: the user begins, and turns alternate once tool results have become part of the user's.
    if (index === 0) assert.equal(message.role, "user", "the first message is not the user's");
    if (message.role !== "tool") assert.deepEqual(open, [], `${at}: calls before it are not answered`);
    switch (message.role) {
      case "notice":
        // Claude: behind a message of the user, which the results of calls are. Where a dialect has none, it is a part of one.
        assert.equal(side, "user", `${at}: follows no message of the user`);
        break;
      case "user":
        assert.ok(
          side !== "user" || ["tool", "notice"].includes(messages[index - 1]?.role ?? ""),
          `${at}: follows a user message`,
        );
        side = "user";
        break;
      case "assistant":
        assert.notEqual(side, "assistant", `${at}: follows an assistant message`);
        assert.ok(message.blocks.length > 0, `${at}: says nothing`);
        for (const block of message.blocks) {
          // Anthropic and Bedrock refuse blank text blocks.
          if (block.type === "text") assert.ok(block.text !== "", `${at}: has an empty text block`);
          if (block.type !== "call") continue;
          // OpenAI takes 40 characters, Anthropic and Bedrock these.
          assert.match(block.id, /^[a-zA-Z0-9_-]{1,40}$/, `${at}: the id of a call`);
          assert.ok(!ids.has(block.id), `${at}: call ${block.id} is there twice`);
          ids.add(block.id);
          open.push({ id: block.id, name: block.name });
        }
        side = "assistant";
        break;
      case "tool":
        // OpenAI Chat: at once; Anthropic: all in the next turn; Gemini: as many as calls; all: none without a call.
        assert.deepEqual(
          { id: message.callId, name: message.name },
          open[0],
          `${at}: answers another call than the next`,
        );
        open = open.slice(1);
        side = "user";
        break;
    }
  }
  assert.deepEqual(open, [], "the last calls are not answered");
}

/**
 * One step.started first and one end last per step, every block ended once, seq rising. A restarted plan numbers its blocks
 * behind those that were told, which have ended.
 */
export function assertWellFormedStream(events: readonly StepEvent[]): void {
  let open: Set<number> | undefined;
  let told = 0;
  let from = 0;
  let seq = 0;
  for (const event of events) {
    assert.ok(event.seq > seq, `seq ${event.seq} does not rise above ${seq}`);
    seq = event.seq;
    if (event.type === "step.started") {
      assert.equal(open, undefined, "step.started inside a step");
      open = new Set();
      told = from = 0;
      continue;
    }
    assert.ok(open, `${event.type} outside of a step`);
    switch (event.type) {
      case "text.started":
      case "reasoning.started":
      case "call.started":
        assert.ok(!open.has(event.block), `block ${event.block} starts twice`);
        assert.ok(
          event.block >= from,
          `block ${event.block} starts after the plan was restarted from ${from}`,
        );
        open.add(event.block);
        told = Math.max(told, event.block + 1);
        break;
      case "plan.restarted":
        assert.deepEqual([...open], [], "blocks open at plan.restarted");
        assert.equal(event.from, told, "the number of blocks that were told");
        from = told;
        break;
      case "text.delta":
      case "reasoning.delta":
      case "call.delta":
        assert.ok(open.has(event.block), `${event.type} of a block that is not open`);
        break;
      case "text.ended":
      case "reasoning.ended":
      case "call.ready":
        assert.ok(open.delete(event.block), `${event.type} of a block that is not open`);
        break;
      case "step.finished":
      case "step.failed":
        assert.deepEqual([...open], [], `blocks open at ${event.type}`);
        open = undefined;
        break;
    }
  }
  assert.equal(open, undefined, "the stream ends inside a step");
}
