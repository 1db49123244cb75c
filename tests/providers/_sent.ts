/** Conversations of the weather tool, and what a provider sends of them to the strict server of its dialect. */
import assert from "node:assert/strict";
import type { Block } from "../../src/core/entry.ts";
import type { Message, ModelRequest } from "../../src/core/model/provider.ts";
import { providerOf, requestOf, send } from "../wire/ask.ts";
import type { WireCase } from "../wire/case.ts";
import { isRecord, type Reply } from "../wire/openai/reply.ts";
import { drain } from "./_support.ts";

export const call = (id: string, args = "{}", name = "get_weather"): Block => ({
  type: "call",
  id,
  name,
  args,
});

export const result = (callId: string, text = "18", failed = false): Message => ({
  role: "tool",
  callId,
  name: "get_weather",
  text,
  failed,
});

export const user = (text: string): Message => ({ role: "user", text });

export const says = (...blocks: Block[]): Message => ({ role: "assistant", blocks });

/** Sends a request; returns its body, its messages behind the system message, and the answer. */
export async function sentTo(
  wire: WireCase,
  parts: Partial<ModelRequest>,
  reply: Reply = { text: "Done." },
) {
  await using server = await wire.start({ reply: [reply] });
  const provider = providerOf(wire, server);
  const drained = await drain(send(wire, server, provider, requestOf(wire, provider, parts).request));
  assert.deepEqual(server.complaints, []);
  const { body } = server.requests[0] ?? {};
  assert.ok(isRecord(body) && Array.isArray(body.messages));
  const messages: unknown[] = body.messages;
  return { ...drained, body, messages: messages.slice(1).filter(isRecord) };
}
