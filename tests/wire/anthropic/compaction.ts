// Compaction on demand as the API documents it (platform.claude.com build-with-claude/compaction-on-demand and
// compaction-thinking-blocks, 2026-11): a request with `compaction` is answered with one signed block, which stands first in later
// requests in place of the messages that it summarises. Both need the beta header. Error codes: @anthropic-ai/sdk 1.12.0.
import { fnv64 } from "../../../src/core/text/hash.ts";
import { isRecord } from "../openai/reply.ts";
import type { Conversation } from "./binding.ts";
import { checkKeys, invalid, notOf, refuse, stringAt } from "./refusals.ts";

const BETA = "compact-2026-09-04";

/** Models that the pages list. */
const SUPPORTED =
  /^claude-(?:fable-5(?:-1)?|mythos-5(?:-1)?|mythos-preview|opus-5(?:-5)?|opus-4-[678]|sonnet-5|sonnet-4-6)$/;

/** What a block stands for: a server knows it by the signature. */
const MADE = new Map<string, { readonly content: string; readonly messages: Conversation["messages"] }>();

/** The block that answers a request for a summary; one without content where the model has written none. */
export function toCompaction({ messages }: Conversation, text: string | undefined): Record<string, unknown> {
  if (!text) return { type: "compaction", content: null, encrypted_content: null };
  const signature = `compact_${fnv64(JSON.stringify([text, messages]))}`;
  MADE.set(signature, { content: text, messages });
  return { type: "compaction", content: text, signature };
}

/** The conversation with what its first block stands for in place of it; undefined where it begins with none. */
export function expanded(conversation: Conversation): Conversation | undefined {
  const [first, ...rest] = conversation.messages;
  const block = first?.blocks[0];
  if (block?.type !== "other" || !isRecord(block.value) || block.value.type !== "compaction") {
    return undefined;
  }
  const made = MADE.get(String(block.value.signature));
  return made && { ...conversation, messages: [...made.messages, ...rest] };
}

/** Refuses what the API refuses of the field and of the blocks. */
export function checkCompaction(body: Record<string, unknown>, model: string): void {
  const { compaction, messages, tool_choice, output_config } = body;
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  const blocks = list.flatMap((message, index) =>
    isRecord(message) && Array.isArray(message.content)
      ? message.content.map((block: unknown, place) => ({ block, index, place }))
      : []
  ).filter(({ block }) => isRecord(block) && block.type === "compaction");
  if (blocks.length > 1) throw refused("compaction_block_ambiguous");
  for (const { block, index, place } of blocks) {
    if (index !== 0 || place !== 0) throw refused("compaction_block_misplaced");
    const made = isRecord(block) ? MADE.get(String(block.signature)) : undefined;
    if (made === undefined) throw refused("compaction_signature_invalid");
    if (isRecord(block) && block.content !== made.content) throw refused("compaction_content_mismatch");
  }
  if (compaction === undefined) return;
  if (!isRecord(compaction)) throw notOf("compaction", "dictionary");
  checkKeys(compaction, ["type", "instructions"], "compaction");
  if (compaction.type !== "summarize") throw invalid("compaction.type: Input should be 'summarize'");
  if (compaction.instructions !== undefined) stringAt(compaction.instructions, "compaction.instructions");
  if (!SUPPORTED.test(model)) throw refused("compaction_unavailable");
  if (isRecord(tool_choice) && (tool_choice.type === "any" || tool_choice.type === "tool")) {
    throw invalid("compaction: cannot be combined with a tool_choice of type any or tool");
  }
  if (isRecord(output_config) && output_config.format !== undefined) {
    throw invalid("compaction: cannot be combined with output_config.format");
  }
  for (const key of ["stop_sequences", "context_management"]) {
    if (body[key] !== undefined) throw invalid(`compaction: cannot be combined with ${key}`);
  }
}

/** The beta goes with the field and with each block. */
export function checkBeta(body: Record<string, unknown>, headers: Headers): void {
  if (headers.get("anthropic-beta")?.split(",").includes(BETA)) return;
  if (body.compaction !== undefined) throw invalid("compaction: Extra inputs are not permitted");
  if (!JSON.stringify(body.messages ?? []).includes('{"type":"compaction"')) return;
  throw invalid(
    "messages.0.content.0: Input tag 'compaction' found using 'type' does not match any of the expected tags",
  );
}

function refused(code: string) {
  // The texts are not published; the codes are.
  return refuse(400, "invalid_request_error", "The compaction is refused.", undefined, { error_code: code });
}
