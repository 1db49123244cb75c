// Random histories as Message allows them: calls answered in order, the user speaking in between, answers that say nothing.
import fc from "fast-check";
import type { Block } from "../../../src/core/entry.ts";
import type { Message } from "../../../src/core/model/provider.ts";

const text = fc.constantFrom("", "Hm.", 'Say "tool_calls".', "18 °C ☀️");
const args = fc.constantFrom(
  "{}",
  '{"city":"Paris"}',
  '{"__proto__":{"x":1}}',
  '{"city":"Par',
  "",
  "null",
  "[1]",
);
const name = fc.constantFrom("get_weather", "GitHub.SetStarred", "my-tool", "2fa");

interface Turn {
  readonly said: string;
  readonly thought: string;
  readonly from: string;
  readonly calls: readonly { name: string; args: string; failed: boolean }[];
  readonly user: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  said: text,
  thought: text,
  from: fc.constantFrom("mistral", "cohere", "openai"),
  calls: fc.array(fc.record({ name, args, failed: fc.boolean() }), { maxLength: 4 }),
  user: fc.boolean(),
});

/** Begins with a user's message, as every history does. */
export const histories: fc.Arbitrary<Message[]> = fc.array(turn, { maxLength: 6 }).map((turns) => {
  const messages: Message[] = [{ role: "user", text: "Hello." }];
  turns.forEach((each, index) => messages.push(...toMessages(each, index)));
  return messages;
});

function toMessages({ said, thought, from, calls, user }: Turn, index: number): Message[] {
  const made = calls.map((call, place) => ({ ...call, id: `call_0000000000000000${index}00${place}` }));
  const meta = { provider: from, model: "some-model", data: { type: "thinking" } };
  const blocks: Block[] = [
    ...thought === "" ? [] : [{ type: "reasoning" as const, text: thought, meta }],
    ...said === "" ? [] : [{ type: "text" as const, text: said }],
    ...made.map(({ id, name, args }) => ({ type: "call" as const, id, name, args })),
  ];
  return [
    { role: "assistant", blocks },
    ...made.map(({ id, name, failed }): Message => ({
      role: "tool",
      callId: id,
      name,
      text: "Done.",
      failed,
    })),
    ...user ? [{ role: "user" as const, text: "Go on." }] : [],
  ];
}

/** The messages in parts that begin at assistant messages, cut where `cuts` says so. */
export function inParts(messages: readonly Message[], cuts: readonly boolean[]): Message[][] {
  const parts: Message[][] = [[]];
  messages.forEach((message, index) => {
    if (message.role === "assistant" && cuts[index % Math.max(1, cuts.length)]) parts.push([]);
    parts.at(-1)?.push(message);
  });
  return parts;
}
