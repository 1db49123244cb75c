// P7, P8: whatever one dialect has produced is legal in every other: two models take turns in random conversations, each pair
// in both orders, and every request passes the rules of its dialect (the servers refuse what breaks one).
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../../src/core/entry.ts";
import { joinItems } from "../../src/core/json.ts";
import type { ModelRequest, Provider } from "../../src/core/model/provider.ts";
import { countSettled, toMessages } from "../../src/kernel/history/messages.ts";
import { drain, timeTool, weatherTool } from "../providers/_support.ts";
import { validator } from "../support/conformance.ts";
import type { Reply } from "./openai/reply.ts";
import { providerOf, requestOf, send } from "./ask.ts";
import type { WireCase } from "./case.ts";
import { anyTurn, Conversation, toReply, type Turn } from "./conversation.ts";
import type { Simulator } from "./simulator.ts";

const star = { ...timeTool, name: "GitHub.SetStarred" };

interface SchemaPosition {
  readonly wire: WireCase;
  readonly server: Simulator;
  readonly provider: Provider;
  /** What the server says next. */
  next: Reply;
}

async function seat(wire: WireCase): Promise<SchemaPosition> {
  const taken: { next: Reply } = { next: {} };
  const server = await wire.start({ reply: () => taken.next });
  return Object.assign(taken, { wire, server, provider: providerOf(wire, server) });
}

/** What `first` has said is legal for `second`, and the other way round, in random conversations of both. */
export async function assertLegalBetween(first: WireCase, second: WireCase, runs: number): Promise<void> {
  const one = await seat(first);
  await using _first = one.server;
  const other = await seat(second);
  await using _second = other.server;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyTurn, fc.boolean()), { minLength: 3, maxLength: 6 }),
      fc.record({ offersTools: fc.boolean(), thinks: fc.boolean() }),
      (turns, habits) => converse(one, other, turns, habits),
    ),
    { numRuns: runs },
  );
}

async function converse(
  first: SchemaPosition,
  second: SchemaPosition,
  turns: readonly (readonly [Turn, boolean])[],
  { offersTools, thinks }: { readonly offersTools: boolean; readonly thinks: boolean },
): Promise<void> {
  const talk = new Conversation();
  // The second speaks at least once behind the first, and the first behind the second.
  const order = turns.map(([, isFirst], index) => index === 0 || (index > 1 && isFirst) ? first : second);
  for (const [index, [turn]] of turns.entries()) {
    const speaker = order[index] ?? first;
    if (index > 0 && (turn.input || !endsWithObservation(talk.entries))) talk.say(`Input ${index}.`);
    const { request } = requestOf(speaker.wire, speaker.provider, {
      ...(index === 0 || offersTools ? { tools: [weatherTool, star] } : {}),
      messages: toMessages(talk.entries),
      ...(thinks ? { settings: { reasoningEffort: "low" } } : {}),
    });
    assertSameInParts(speaker.provider, request, talk.entries);
    speaker.next = toReply(turn, speaker.wire.objectArgs === true);
    const { result } = await drain(send(speaker.wire, speaker.server, speaker.provider, request));
    await assertLegal(speaker);
    talk.answer(result, `${speaker.wire.provider}/${speaker.wire.model}`, turn);
  }
}

function endsWithObservation(entries: readonly Entry[]): boolean {
  return entries.at(-1)?.type === "tool";
}

async function assertLegal({ wire, server }: SchemaPosition): Promise<void> {
  assert.deepEqual(server.complaints, []);
  const captured = server.requests.at(-1);
  assert.ok(captured);
  assert.equal(wire.lintRequest(captured)?.message, undefined);
  const validate = wire.schema === undefined ? undefined : await validator();
  if (!validate || wire.schema === undefined) return;
  const { errors } = validate(wire.schema, captured.body, { strict: true });
  assert.deepEqual(errors.filter((error) => !wire.unpublished?.test(error)), []);
}

// A history is written once, in parts that begin at assistant messages, and kept as text.
function assertSameInParts(provider: Provider, request: ModelRequest, entries: readonly Entry[]): void {
  const writer = provider.historyWriter(request);
  if (!writer) return;
  const whole = writer.write(toMessages(entries));
  const settled = countSettled(entries);
  if (settled === 0) return;
  const older = writer.write(toMessages(entries.slice(0, settled)));
  const newer = writer.write(toMessages(entries.slice(settled), "continues"));
  assert.equal(joinItems(older, newer), whole);
}
