// Conversations that models of several dialects have taken turns in: scripts for the suites, played over HTTP, kept as the
// runtime keeps them.
import fc from "fast-check";
import {
  type AssistantEntry,
  type Block,
  type Entry,
  listCalls,
  type ToolEntry,
} from "../../src/core/entry.ts";
import { isJsonObject, parseJson } from "../../src/core/json.ts";
import { writeEntry } from "../../src/kernel/history/codec.ts";
import { openEntry } from "../../src/kernel/history/lazy_entry.ts";
import type { ModelResult } from "../../src/core/model/provider.ts";
import type { Reply } from "./openai/reply.ts";

/** What a model says in one turn, and what becomes of its calls. */
export interface Turn {
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: string; readonly fate: Fate }[];
  /** The user speaks before the model does, also right behind observations. */
  readonly input: boolean;
}

type Fate = "completed" | "failed" | "skipped";

const words = fc.oneof(
  fc.constantFrom("", "Hm.", "Let me check. ☀️", '\u2028 \\ "quoted"', "trailing space ", "\n\n"),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

const call = fc.record({
  name: fc.constantFrom("get_weather", "GitHub.SetStarred", "__proto__", "made up/tool", "get_weather"),
  args: fc.constantFrom(
    "{}",
    '{"city":"Paris"}',
    '{"__proto__":{"a":1}}',
    '{"cut',
    '"text"',
    "[1]",
    "null",
    "",
  ),
  fate: fc.constantFrom<Fate>("completed", "completed", "failed", "skipped"),
});

export const anyTurn: fc.Arbitrary<Turn> = fc.record({
  reasoning: words,
  text: words,
  calls: fc.array(call, { maxLength: 3 }),
  input: fc.boolean(),
});

/** The turn as a simulated server plays it. Every turn says something: an answer without content is an answer of its own kind. */
export function toReply({ reasoning, text, calls }: Turn, objectArgs: boolean): Reply {
  const says = text.trim() === "" && calls.length === 0 ? "Well." : text;
  return {
    reasoning,
    text: says,
    calls: calls.map(({ name, args }) => ({
      name,
      arguments: objectArgs && !isJsonObject(parseJson(args)) ? "{}" : args,
    })),
    ignoresChoice: true,
  };
}

/** A history as the runtime writes and reads it. */
export class Conversation {
  readonly #texts: string[] = [];
  #count = 0;

  constructor() {
    this.say("Hello.");
  }

  /** As the next step reads it. */
  get entries(): Entry[] {
    return this.#texts.map(openEntry);
  }

  say(text: string): void {
    this.#keep({ type: "user", ...this.#base("entry"), text });
  }

  /** The answer of a model, and an observation for each of its calls. */
  answer(result: ModelResult, ref: string, { calls }: Turn): void {
    const blocks = result.blocks.map((block): Block => {
      if (block.type !== "call") return block;
      const { name, args, meta } = block;
      return { type: "call", id: this.#id("call"), name, args, ...(meta === undefined ? {} : { meta }) };
    });
    const { finish, usage } = result;
    const entry: AssistantEntry = {
      type: "assistant",
      ...this.#base("entry"),
      blocks,
      finish,
      model: ref,
      usage,
    };
    this.#keep(entry);
    listCalls(entry).forEach(({ id, name }, index) =>
      this.#observe(id, name, calls[index]?.fate ?? "completed")
    );
  }

  #observe(callId: string, name: string, outcome: Fate): void {
    const error = outcome === "completed" ? {} : { error: { kind: "failed" as const, message: "no answer" } };
    const output = outcome === "completed" ? { tempC: 18, note: '"quoted" \\ ☀️' } : null;
    const entry: ToolEntry = {
      type: "tool",
      ...this.#base("entry"),
      callId,
      name,
      outcome,
      output,
      ms: 1,
      ...error,
    };
    this.#keep(entry);
  }

  #keep(entry: Entry): void {
    this.#texts.push(writeEntry(entry));
  }

  #base(kind: string) {
    return { id: this.#id(kind), at: 1_770_000_000_000, version: 1 };
  }

  // As core/id.ts makes them: a word and 20 characters.
  #id(kind: string): string {
    return `${kind}_${String(++this.#count).padStart(20, "0")}`;
  }
}
