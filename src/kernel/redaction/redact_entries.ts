// Entries without what the plugins of their agent take out: inputs before they are stored, and what calls came to before a model reads it.

import { hashCall } from "../../core/approval/verdict.ts";
import type { ApprovalRecord, Decision } from "../../core/approval/decision.ts";
import { type MediaPart, type Part, textOfParts } from "../../core/content/part.ts";
import type { Block, Entry, Opaque, SummaryEntry, ToolEntry, UserEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { ResultRedaction } from "../../core/executor.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { CallResult } from "../../core/tool/deferred.ts";
import type { ToolFailure } from "../../core/tool/tool_error.ts";
import type { Redactor, TextForm } from "../hooks/redaction.ts";
import type { Session } from "../session.ts";

/**
 * An entry that is brought: an input, or a part of a history. The calls of such a history have run elsewhere, so their arguments are
 * redacted as well.
 *
 * @throws {AgentError} plugin_failed
 */
export function redactEntry<E extends Entry>(entry: E, redactor: Redactor): E;
export function redactEntry(entry: Entry, redactor: Redactor): Entry {
  switch (entry.type) {
    case "user":
      return redactInput(entry, redactor);
    case "assistant":
      return {
        ...entry,
        blocks: redactBlocks(entry.blocks, redactor).map((block) => redactCall(block, redactor)),
      };
    case "tool":
      return { ...entry, ...redactFields(entry, redactor) };
    case "summary":
    case "notice":
      return { ...entry, text: redactor.text(entry.text) };
    default:
      return entry;
  }
}

/**
 * A session whose step takes its inputs redacted: a deployment that redacts otherwise, or not at all, may have stored them.
 *
 * @throws {AgentError} plugin_failed
 */
export function withRedactedInbox(session: Session): Session {
  const redactor = session.plugins?.compiled.redactor;
  if (redactor === undefined) return session;
  return {
    ...session,
    inbox: session.inbox.map((entry) => redactEntry(entry, redactor)),
    imported: session.imported.map((entry) => redactEntry(entry, redactor)),
  };
}

function redactInput(input: UserEntry, redactor: Redactor): UserEntry {
  const entry = redactPlan(input, redactor);
  if (entry.parts === undefined) return { ...entry, text: redactor.text(entry.text) };
  const parts = entry.parts.map((part) => redactPart(part, redactor));
  return { ...entry, parts, text: textOfParts(parts) };
}

/**
 * What brings a strategic plan; the same where it brings none.
 *
 * @throws {AgentError} plugin_failed
 */
export function redactPlan<R extends { readonly plan?: Json }>(
  bringing: R,
  redactor: Redactor | undefined,
): R {
  const { plan } = bringing;
  return redactor === undefined || plan === undefined ? bringing : { ...bringing, plan: redactor.json(plan) };
}

function redactPart(part: Part, redactor: Redactor): Part {
  return part.type === "text" ? { ...part, text: redactor.text(part.text) } : redactName(part, redactor);
}

/** Of a medium its name is read alone. */
function redactName(medium: MediaPart, redactor: Redactor): MediaPart {
  return medium.name === undefined ? medium : { ...medium, name: redactor.text(medium.name) };
}

function redactCall(block: Block, redactor: Redactor): Block {
  if (block.type !== "call") return block;
  const { via } = block;
  return {
    ...block,
    args: redactor.jsonText(block.args),
    via: via?.args === undefined ? via : { ...via, args: redactor.jsonText(via.args) },
  };
}

/**
 * The blocks of an answer; the same ones where nothing changes. Arguments of calls stay as the model wrote them. A provider has signed what
 * its model wrote and not what is left of it, and checks a thought against what stands before it: of an answer, the thinking from the first
 * block on that changes goes back to no model, nor does what was signed with a text that has changed.
 *
 * @throws {AgentError} plugin_failed - also where a match lies across two texts: an answer is read as one
 */
export function redactBlocks(
  blocks: readonly Block[],
  redactor: Redactor,
  form: TextForm = "words",
): readonly Block[] {
  const left = blocks.map((block): Block => {
    if (block.type === "call") return block;
    const isJson = form === "json" && block.type === "text";
    const text = isJson ? redactor.jsonText(block.text) : redactor.text(block.text);
    return text === block.text && isClear(block.meta, redactor) ? block : { ...block, text };
  });
  redactor.assertNoneAcross(left.flatMap((block) => block.type === "text" ? [block.text] : []), form);
  const isChanged = left.map((block, index) => block !== blocks[index]);
  const first = isChanged.indexOf(true);
  if (first < 0) return blocks;
  return left.map((block, index) => {
    const isVoid = block.type === "reasoning" ? index >= first : isChanged[index] === true;
    return isVoid ? withoutSignature(block) : block;
  });
}

/** False where what a provider keeps beside a text has something to redact, such as the words of its reasoning. */
function isClear(meta: Opaque | undefined, redactor: Redactor): boolean {
  return meta === undefined || redactor.json(meta.data) === meta.data;
}

/** A mark that says nothing but the kind of a block is no signature: reasoning that goes back as words has it. */
function withoutSignature<B extends { readonly meta?: Opaque }>(block: B): B {
  const { meta, ...rest } = block;
  const isMark = isJsonObject(meta?.data) && Object.keys(meta.data).join() === "type";
  return isMark ? block : rest as B;
}

/**
 * A summary; what the provider has signed is left out where it is of other words.
 *
 * @throws {AgentError} plugin_failed
 */
export function redactSummary<S extends Pick<SummaryEntry, "text" | "meta">>(
  summary: S,
  redactor: Redactor,
): S {
  const { text: whole, meta } = summary;
  const text = redactor.text(whole);
  return text === whole && isClear(meta, redactor) ? summary : { ...summary, text, meta: undefined };
}

/** What a call came to, as an entry and an event have it. */
type Observed = Pick<ToolEntry, "outcome" | "output"> & {
  readonly error?: ToolFailure | undefined;
  readonly media?: readonly MediaPart[];
};

/** What a call came to. Where a plugin fails, nothing of it is kept: a call that completed has failed then. */
export function redactObserved<O extends Observed>(observed: O, redactor: Redactor): O {
  try {
    return { ...observed, ...redactFields(observed, redactor) };
  } catch (thrown) {
    return { ...observed, ...withhold(observed, thrown) };
  }
}

function redactFields(
  { output, error, media }: Observed,
  redactor: Redactor,
): Pick<Observed, "output" | "error" | "media"> {
  return {
    output: redactor.json(output),
    error: error && redactor.failure(error),
    media: media?.map((medium) => redactName(medium, redactor)),
  };
}

/** What a call comes to before it is cut; undefined where a plugin fails, which {@link redactObserved} finds again in the whole. */
export function redactionOfResults(redactor: Redactor): ResultRedaction {
  const orNothing = <T>(redact: () => T): T | undefined => {
    try {
      return redact();
    } catch (thrown) {
      if (thrown instanceof AgentError) return undefined;
      throw thrown;
    }
  };
  return {
    output: (output) => orNothing(() => redactor.json(output)),
    words: (words) => orNothing(() => redactor.text(words)),
  };
}

const LOST = "The tool itself completed and its result was lost: do not simply repeat the call.";

function withhold({ outcome }: Observed, thrown: unknown): Observed {
  if (!(thrown instanceof AgentError)) throw thrown;
  const isLost = outcome === "completed";
  return {
    outcome: isLost ? "failed" : outcome,
    output: null,
    media: undefined,
    error: {
      kind: "failed",
      message: `What the call came to is withheld. ${thrown.message}`,
      hint: isLost ? LOST : undefined,
    },
  };
}

/** The observation of a call, with what people decided about it. The arguments of a person are those that the tool received; a model reads them here. */
export async function redactObservation(entry: ToolEntry, redactor: Redactor): Promise<ToolEntry> {
  const redacted = redactObserved(entry, redactor);
  const { approval } = entry;
  return approval === undefined
    ? redacted
    : { ...redacted, approval: await redactApproval(entry, approval, redactor) };
}

async function redactApproval(
  { callId: id, name }: ToolEntry,
  approval: ApprovalRecord,
  redactor: Redactor,
): Promise<ApprovalRecord> {
  const decisions = await Promise.all(approval.decisions.map(async (decision): Promise<Decision> => {
    const { reason: _reason, answer: _answer, edit, ...bare } = decision;
    try {
      const redacted = redactDecision(decision, redactor);
      const args = edit && redactor.object(edit.args);
      if (args === undefined || args === edit?.args) return redacted;
      // The digest is of what the entry has.
      return { ...redacted, edit: { args, digest: await hashCall({ id, name, args }) } };
    } catch (thrown) {
      if (thrown instanceof AgentError) return bare;
      throw thrown;
    }
  }));
  return { ...approval, decisions };
}

/**
 * What a person answers. Arguments in place of the model's stay as they are: the tool gets them.
 *
 * @throws {AgentError} plugin_failed
 */
export function redactDecision<D extends Pick<Decision, "reason" | "answer">>(
  decision: D,
  redactor: Redactor,
): D {
  const { reason, answer } = decision;
  return {
    ...decision,
    reason: reason === undefined ? undefined : redactor.text(reason),
    answer: answer === undefined ? undefined : redactor.json(answer),
  };
}

/**
 * The result of a deferred call.
 *
 * @throws {AgentError} plugin_failed
 */
export function redactResult(result: CallResult, redactor: Redactor): CallResult {
  return "error" in result
    ? { error: redactor.failure(result.error) }
    : { output: redactor.json(result.output) };
}
