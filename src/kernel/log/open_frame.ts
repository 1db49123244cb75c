// The frame of a thread's prompt while a step is opened: the definition of the agent may have changed since the last answer.

import { type EarlierFrame, frameChange } from "../choice/carried_frame.ts";
import type { AssistantEntry, Entry } from "../../core/entry.ts";
import type { RequestRecord } from "../../core/record.ts";
import type { AgentState } from "../../core/state.ts";
import type { ReadHistory } from "../history/read_history.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { ResolvedModel } from "../resolved_model.ts";
import type { Session } from "../session.ts";
import { getDefinition } from "./definition.ts";
import { SHORT_DIGEST } from "./request_record.ts";

/**
 * The frame of the last answer's prompt, where it is not that of the agent now. An agent that has not changed costs nothing; another
 * definition is read once an isolate.
 *
 * @throws {AgentError} store_unavailable, store_failed - when the definition cannot be read
 */
export async function openFrame(
  { ref, agent, state: { record }, history }: Pick<Session, "ref" | "agent" | "state" | "history">,
  { provider, model }: ResolvedModel,
  { definitions, store }: Pick<RuntimeDeps, "definitions" | "store">,
): Promise<EarlierFrame | undefined> {
  const { digest: now } = await getDefinition(agent);
  if (record?.agent === now.slice(0, SHORT_DIGEST) && record.frame === undefined) return undefined;
  const [answer] = history.newest();
  if (answer?.type !== "assistant" || answer.record === undefined) return undefined;
  const digest = digestOfFrame(answer.record, record, history);
  if (digest === now) return undefined;
  const frame = digest === UNKNOWN ? undefined : await definitions.read(ref, digest, store);
  const { effortInPrompt } = provider.capabilities(model, agent.settings);
  if (frame !== undefined && frameChange(frame, agent, effortInPrompt) === undefined) return undefined;
  return { digest, agent: frame, model: answer.model, start: answer.record.start };
}

/**
 * The frame of the last answer's prompt for a step whose own agent begins a prompt as that does ({@link openFrame} found no other): by the
 * definition that the thread has stored, which need not be that of the agent.
 */
export async function lastFrame(
  { agent, state: { record }, history }: Pick<Session, "agent" | "state" | "history">,
): Promise<EarlierFrame | undefined> {
  const [answer] = history.newest();
  if (answer?.type !== "assistant" || answer.record === undefined) return undefined;
  const { digest: now } = await getDefinition(agent);
  const isStored = record?.agent === now.slice(0, SHORT_DIGEST) && record.frame === undefined;
  const digest = isStored ? now : digestOfFrame(answer.record, record, history);
  return { digest, agent, model: answer.model, start: answer.record.start };
}

function digestOfFrame(
  last: Pick<RequestRecord, "frame">,
  record: AgentState["record"],
  history: ReadHistory,
): string {
  return record?.frame ?? last.frame ?? definitionOfLast(history, record?.agent) ?? UNKNOWN;
}

/** In place of the digest of a definition that nothing names. */
const UNKNOWN = "unknown";

/** Digest of the definition that the last answer was made under. `mark` is its beginning; a fork has none yet. */
function definitionOfLast(history: ReadHistory, mark = ""): string | undefined {
  const digest = history.lastDefinition() ?? history.lastCut()?.frame;
  return digest?.startsWith(mark) ? digest : undefined;
}

/** The frame of the session's last answer behind these entries, which a step has added. */
export function frameBehind(
  frame: EarlierFrame | undefined,
  entries: readonly Entry[],
): EarlierFrame | undefined {
  const answer = entries.findLast((entry): entry is AssistantEntry => entry.type === "assistant");
  if (frame === undefined || answer?.record === undefined) return frame;
  const { model, record: { start, frame: digest } } = answer;
  return digest === undefined ? undefined : { ...frame, model, start };
}
