// Random conversations with notices that change the tools and count for one turn, as the runtime makes them: every call has its
// result, and a tool is withdrawn while it is there.
import fc from "fast-check";
import type { Message } from "../../../src/core/model/provider.ts";
import type { ToolSpec } from "../../../src/core/tool/tool_spec.ts";

/** One move of a conversation. Numbers choose among what there is. */
type Move =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "answer"; readonly text: string; readonly calls: number }
  | {
    readonly kind: "notice";
    readonly text: string;
    readonly until: boolean;
    readonly changes: readonly number[];
  };

const text = fc.constantFrom("Go on.", 'A "quoted" word', "[]}", '{"role":"system","content":"x"}', "é\n");

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant("user" as const), text }),
  fc.record({ kind: fc.constant("answer" as const), text, calls: fc.nat({ max: 3 }) }),
  fc.record({
    kind: fc.constant("notice" as const),
    text,
    until: fc.boolean(),
    changes: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  }),
);

export const anyMoves: fc.Arbitrary<readonly Move[]> = fc.array(anyMove, { minLength: 1, maxLength: 14 });

export const toolNamed = (name: string, description = "Looks."): ToolSpec => ({
  name,
  description,
  parameters: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
});

/** The tools that a conversation begins with. */
export const DECLARED: readonly ToolSpec[] = ["look", "listen", "smell"].map((name) => toolNamed(name));

/** A conversation that begins with a user's message, its tools at the end, and those that it has added. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly offered: readonly string[];
  readonly added: readonly ToolSpec[];
}

export function toConversation(moves: readonly Move[]): Conversation {
  const messages: Message[] = [{ role: "user", text: "Hello." }];
  const offered = new Set(DECLARED.map(({ name }) => name));
  const added = new Map<string, ToolSpec>();
  const kept = "look"; // a request without a tool is another request
  for (const [index, move] of moves.entries()) {
    if (move.kind === "user") messages.push({ role: "user", text: move.text });
    if (move.kind === "answer") {
      const calls = Array.from({ length: move.calls }, (_, call) => `call_${index}_${call}`);
      messages.push({
        role: "assistant",
        blocks: [
          { type: "text", text: move.text },
          ...calls.map((id) => ({ type: "call" as const, id, name: kept, args: '{"at":"sky"}' })),
        ],
      });
      for (const callId of calls) {
        messages.push({ role: "tool", callId, name: kept, text: "blue", failed: false });
      }
    }
    if (move.kind === "notice") messages.push(noticeOf(move, { index, offered, added, kept }));
  }
  return { messages, offered: [...offered], added: [...added.values()] };
}

interface Tools {
  readonly index: number;
  readonly offered: Set<string>;
  readonly added: Map<string, ToolSpec>;
  readonly kept: string;
}

function noticeOf(
  { text, until, changes }: Extract<Move, { kind: "notice" }>,
  { index, offered, added, kept }: Tools,
): Message {
  const withdrawn: string[] = [];
  const more: ToolSpec[] = [];
  for (const change of changes) {
    const removable = [...offered].filter((name) =>
      name !== kept && !more.some((tool) => tool.name === name)
    );
    const name = removable[change % Math.max(1, removable.length)];
    const gone = DECLARED.filter((tool) => !offered.has(tool.name) && !withdrawn.includes(tool.name));
    const back = gone[change % Math.max(1, gone.length)];
    if (change % 2 === 0 && name !== undefined) {
      withdrawn.push(name);
      offered.delete(name);
    } else if (back !== undefined) more.push(back);
    else more.push(toolNamed(`more_${index % 3}`, `Does ${index}.`));
  }
  const fresh = [...new Map(more.map((tool) => [tool.name, tool])).values()];
  for (const tool of fresh) {
    offered.add(tool.name);
    added.set(tool.name, tool);
  }
  return {
    role: "notice",
    text,
    ...(withdrawn.length + fresh.length === 0 ? {} : { tools: { added: fresh, withdrawn } }),
    ...(until ? { until: "next_input" as const } : {}),
  };
}
