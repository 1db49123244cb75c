// How servers of Chat Completions tell one answer, each in its manner, as the events of a stream and as a whole body.
import fc from "fast-check";

/** A part of an answer; calls that follow each other are made at once. */
export type Part =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly args: string };

export type Call = Extract<Part, { type: "call" }>;

/** How the pieces of one call are written. `index` counts the calls of the answer, `pieces` are its arguments. */
export type Manner = (call: Call, index: number, pieces: readonly string[]) => unknown[];

const idOf = (index: number) => `call_${index}`;

export const MANNERS: Readonly<Record<string, Manner>> = {
  "OpenAI": ({ name }, index, pieces) => [
    { index, id: idOf(index), type: "function", function: { name, arguments: "" } },
    ...pieces.map((text) => ({ index, function: { arguments: text } })),
  ],
  "the full name in every piece (Fireworks, Kimi, MiniMax)": ({ name }, index, pieces) =>
    ["", ...pieces].map((text) => ({ index, id: idOf(index), function: { name, arguments: text } })),
  "a new id and an empty name in every piece (LM Studio)": ({ name }, index, pieces) => [
    { index, id: idOf(index), function: { name, arguments: "" } },
    ...pieces.map((text, part) => ({
      index,
      id: `${index}${part}00`,
      function: { name: "", arguments: text },
    })),
  ],
  "new ids, everything at index 0 (older LM Studio)": ({ name }, index, pieces) => [
    { index: 0, id: idOf(index), function: { name, arguments: "" } },
    ...pieces.map((text, part) => ({
      index: 0,
      id: `${index}${part}00`,
      function: { name: "", arguments: text },
    })),
  ],
  "one piece (xAI)": ({ name, args }, index) => [
    { index, id: idOf(index), type: "function", function: { name, arguments: args } },
  ],
  "no index (Mistral)": ({ name, args }, index) => [{ id: idOf(index), function: { name, arguments: args } }],
  "index 0 for all, ids of their own (Ollama /v1)": ({ name, args }, index) => [
    { index: 0, id: idOf(index), function: { name, arguments: args } },
  ],
  "index 0 for all, no ids": ({ name, args }) => [{ index: 0, function: { name, arguments: args } }],
  "neither index nor id": ({ name, args }) => [{ function: { name, arguments: args } }],
  "one id for all (Azure)": ({ name }, index, pieces) => [
    { index, id: "call_same", function: { name, arguments: "" } },
    ...pieces.map((text) => ({ index, function: { arguments: text } })),
  ],
  "indexes from 1 (Claude behind gateways)": ({ name }, index, pieces) => [
    { index: index + 1, id: idOf(index), function: { name, arguments: "" } },
    ...pieces.map((text) => ({ index: index + 1, function: { arguments: text } })),
  ],
  "ids that are names of Object.prototype": ({ name }, index, pieces) => {
    const id = ["__proto__", "constructor", "toString"][index % 3] + "_".repeat(Math.floor(index / 3));
    return [
      { index, id, function: { name, arguments: "" } },
      ...pieces.map((text) => ({ index, id, function: { arguments: text } })),
    ];
  },
  "arguments as an object (Mistral, Ollama)": ({ name, args }, index) => [
    { index, id: idOf(index), function: { name, arguments: JSON.parse(args) } },
  ],
  "a name in two pieces (Gemini behind a gateway)": ({ name }, index, pieces) => [
    { index, id: idOf(index), function: { name: name.slice(0, 2) } },
    { index, function: { name: name.slice(2), arguments: "" } },
    ...pieces.map((text) => ({ index, function: { arguments: text } })),
  ],
  "opened with {} or null": ({ name }, index, pieces) => [
    { index, id: idOf(index), function: { name, arguments: index % 2 === 0 ? "{}" : null } },
    ...pieces.map((text) => ({ index, function: { arguments: text } })),
  ],
};

/** The chunks of a stream. */
export function toChatChunks(parts: readonly Part[], manner: Manner, cuts: Cuts): unknown[] {
  let calls = 0;
  const deltas = parts.flatMap((part): unknown[] => {
    switch (part.type) {
      case "text":
        return cuts(part.text).map((content) => ({ content }));
      case "reasoning":
        return cuts(part.text).map((reasoning_content) => ({ reasoning_content }));
      case "call":
        return manner(part, calls++, cuts(part.args)).map((call) => ({ tool_calls: [call] }));
    }
  });
  return [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: calls > 0 ? "tool_calls" : "stop" }] },
    { choices: [], usage: USAGE },
  ];
}

/** The whole body. Its form has an order of its own: reasoning, text, calls. */
export function toChatBody(parts: readonly Part[]): unknown {
  const textOf = (type: Part["type"]) =>
    parts.map((part) => part.type === type && part.type !== "call" ? part.text : "").join("");
  const calls = parts.flatMap((part) => part.type === "call" ? [part] : []);
  return {
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: textOf("text") || null,
        reasoning_content: textOf("reasoning") || null,
        tool_calls: calls.map(({ name, args }, index) => ({
          id: idOf(index),
          type: "function",
          function: { name, arguments: args },
        })),
      },
      finish_reason: calls.length > 0 ? "tool_calls" : "stop",
    }],
    usage: USAGE,
  };
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5 };

/** A text in pieces, never empty. */
export type Cuts = (text: string) => string[];

/** Cuts at the given lengths in UTF-16 units, cycled, so that pieces may end between the halves of a character. */
export function cutsOf(lengths: readonly number[]): Cuts {
  return (text) => {
    const pieces: string[] = [];
    for (let turn = 0, start = 0; start < text.length; turn++) {
      const length = lengths[turn % lengths.length] ?? text.length;
      pieces.push(text.slice(start, start += length));
    }
    return pieces;
  };
}

/** Names of tools, none the beginning of another; the first two are names of Object.prototype. */
export const TOOL_NAMES = ["__proto__", "constructor", "get_weather", "star-repo", "find"] as const;

const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((text) =>
  text.trim() !== ""
);

/** Arguments as models write them: with keys of Object.prototype, any text, and spaces as they please. */
const anyArgs = fc.tuple(
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "é🙂")), fc.jsonValue()),
  fc.constantFrom(0, 1, 2),
).map(([args, spaces]) => JSON.stringify(args, null, spaces));

const anyCall = fc.tuple(fc.constantFrom(...TOOL_NAMES), anyArgs).map(
  ([name, args]): Part => ({ type: "call", name, args }),
);

/** Parts of an answer in any order; neighbours of one kind are one part, as they are on the wire. */
export const anyParts: fc.Arbitrary<Part[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyCall },
    fc.tuple(fc.constantFrom("text", "reasoning"), anyText).map(([type, text]): Part => ({ type, text })),
  ),
  { minLength: 1, maxLength: 6 },
).map((parts) => parts.filter((part, index) => part.type === "call" || part.type !== parts[index - 1]?.type));

/** Parts in the order in which a whole body has them. */
export const wholeParts: fc.Arbitrary<Part[]> = fc.record({
  reasoning: fc.option(anyText, { nil: "" }),
  text: fc.option(anyText, { nil: "" }),
  calls: fc.array(anyCall, { maxLength: 4 }),
}).map(({ reasoning, text, calls }): Part[] => [
  ...(reasoning === "" ? [] : [{ type: "reasoning" as const, text: reasoning }]),
  ...(text === "" && calls.length > 0 ? [] : [{ type: "text" as const, text: text || "Hm." }]),
  ...calls,
]);
