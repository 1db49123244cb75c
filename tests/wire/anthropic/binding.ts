// Preserved thinking, as strict as the API documents it (platform.claude.com build-with-claude/preserved-thinking and
// prefix-checks, 2026-11): the signature of a block holds its producer, what stood before it, and the block before it. A changed
// prefix invalidates a block and all later ones; blocks may be left out from the start, from the end, or all of them, and one that
// was left out must not come back.
import { fnv64 } from "../../../src/core/text/hash.ts";
import { isRecord } from "../openai/reply.ts";
import { expanded } from "./compaction.ts";

/** A request as its blocks are bound to it, whatever dialect wrote it. */
export interface Conversation {
  readonly model: string;
  readonly system: unknown;
  /** A set: their order is free. */
  readonly tools: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly blocks: readonly Part[] }[];
}

/** A block of thinking, or any other. */
export type Part =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "other"; readonly value: unknown };

/** Models whose blocks are bound, and checked when they come back. */
export function isBound(model: string): boolean {
  return /fable-5-[12]|mythos-5-2|(?:opus|sonnet|haiku)-5-5/.test(model);
}

const PREFIX = "bound_";

/** The signature of the thought that begins the answer to this request. */
export function signBound(asked: Conversation, thinking: string): string {
  const before = asked.messages.flatMap(({ blocks }) => blocks).findLast(isThinking);
  const facts = [
    producerOf(asked.model),
    prefixOf(asked, asked.messages.length, 0),
    before === undefined ? "none" : fnv64(before.signature),
  ];
  return `${PREFIX}${[...facts, markOf(facts, thinking)].join("_")}`;
}

/** What is wrong with the first block that is not valid here: its place and the text of the refusal; undefined for none. */
export function checkBound(
  asked: Conversation,
): { readonly path: string; readonly text: string } | undefined {
  let before: string | undefined;
  const readings = readingsOf(asked);
  for (const [index, { blocks }] of asked.messages.entries()) {
    for (const [place, block] of blocks.entries()) {
      if (!isThinking(block) || !block.signature.startsWith(PREFIX)) continue;
      const path = `messages.${index}.content.${place}`;
      const [producer = "", prefix = "", previous = "", mark = ""] = block.signature.slice(PREFIX.length)
        .split("_");
      if (mark !== markOf([producer, prefix, previous], block.thinking)) return { path, text: DAMAGED };
      // What a model cannot read is left out of that request.
      if (producer !== producerOf(asked.model)) continue;
      const isSame = readings.some((each) => {
        const shift = each.messages.length - asked.messages.length;
        return index + shift >= 0 && prefix === prefixOf(each, index + shift, place);
      });
      if (!isSame) return { path, text: `${BOUND} ${differenceIn(asked)}` };
      if (before !== undefined && previous !== before) return { path, text: `${BOUND} ${GAP}` };
      before = fnv64(block.signature);
    }
  }
  return undefined;
}

// "The check accepts the swap when the API wrote the summary": a thought is bound to what was summarised, or to the summary.
function readingsOf(asked: Conversation): readonly Conversation[] {
  const readings = [asked];
  for (let each = expanded(asked); each !== undefined; each = expanded(each)) readings.push(each);
  return readings;
}

const DAMAGED = "Invalid `signature` in `thinking` block";
const BOUND = `${DAMAGED}. The block is bound to a different conversation. Remove the block, or set ` +
  '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
  "`thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.";
const GAP = "The `thinking` block that preceded this one when it was created is missing from this request.";

// The API names what differs where it knows.
function differenceIn({ tools }: Conversation): string {
  return `The prefix (system, ${tools.length} tools, messages) differs from the one this block was created with.`;
}

function isThinking(block: Part): block is Extract<Part, { type: "thinking" }> {
  return block.type === "thinking";
}

// Everything before the block but thinking, which the chain covers.
function prefixOf({ system, tools, messages }: Conversation, index: number, place: number): string {
  const before = [...messages.slice(0, index), {
    role: "assistant",
    blocks: messages[index]?.blocks.slice(0, place) ?? [],
  }];
  const said = before.map((
    { role, blocks },
  ) => [role, ...blocks.flatMap((each) => each.type === "other" ? [each.value] : [])]);
  const sorted = tools.map((tool) => JSON.stringify(plain(tool))).sort();
  return fnv64(JSON.stringify([plain(system), sorted, plain(said)]));
}

function producerOf(model: string): string {
  return fnv64(/(?:fable|mythos|opus|sonnet|haiku)-5-\d/.exec(model)?.[0] ?? model);
}

function markOf(facts: readonly string[], thinking: string): string {
  return fnv64(JSON.stringify([...facts, thinking]));
}

// Neither marks of the prompt cache nor the order of keys count.
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).filter((key) => key !== "cache_control").sort();
  return Object.fromEntries(keys.map((key) => [key, plain(value[key])]));
}

/** The request of POST /v1/messages. */
export function toConversation(body: Record<string, unknown>): Conversation {
  const { model, system = "", tools, messages } = body;
  const list = (value: unknown): unknown[] => Array.isArray(value) ? value : [];
  return {
    model: String(model),
    system: typeof system === "string" ? [{ type: "text", text: system }] : system,
    // "A tool with `defer_loading: true` that nothing has referenced" does not count; one that is referenced counts where it is.
    tools: list(tools).filter((tool) => !(isRecord(tool) && tool.defer_loading === true)),
    messages: list(messages).filter(isRecord).map(({ role, content, clear_at }) => ({
      role: String(role),
      blocks: [
        ...(typeof content === "string" ? [{ type: "text", text: content }] : list(content)).map((block) =>
          toPart(block, list(tools))
        ),
        // A message that is cleared counts as it stands, and so does its `clear_at`.
        ...(clear_at === undefined ? [] : [{ type: "other" as const, value: { clear_at } }]),
      ],
    })),
  };
}

function toPart(block: unknown, tools: readonly unknown[]): Part {
  if (!isRecord(block) || block.type !== "thinking") {
    return { type: "other", value: withDefinitions(block, tools) };
  }
  return { type: "thinking", thinking: String(block.thinking), signature: String(block.signature) };
}

/** The block with the tools that it refers to, as the model is shown them. */
export function withDefinitions(block: unknown, tools: readonly unknown[]): unknown {
  if (!isRecord(block) || !Array.isArray(block.content)) return block;
  const content = block.content.map((part: unknown) => {
    if (!isRecord(part) || part.type !== "tool_reference") return part;
    return { ...part, tool: tools.find((tool) => isRecord(tool) && tool.name === part.tool_name) };
  });
  return { ...block, content };
}
