// Compaction: when the window has grown long, a summary takes the place of its older part. The entries stay in the
// history; only the start of the prompt moves.

import { priced } from "../../core/budget/price.ts";
import type { Entry, SummaryEntry } from "../../core/entry.ts";
import { failureFields, toAgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import { writeEntry } from "../../history/codec.ts";
import { addUsage } from "../../core/usage.ts";
import { withAbortGrace } from "./abort_grace.ts";
import { ReadHistory } from "../../history/read_history.ts";
import type { ResolvedModel, RuntimeDeps } from "../request.ts";
import type { Session } from "../session/session.ts";
import type { Draft } from "./draft.ts";
import { choiceWithoutTools } from "../choice/plan_choice.ts";
import { SentRequest, toSummaryRecord } from "../record/request_record.ts";
import { turnOf } from "./plan.ts";
import type { RunningStep } from "./running_step.ts";

/**
 * The draft, with a summary when the agent's compaction is due. It costs one more model call. A summary that fails is a warning
 * and the next step tries it again: the step itself has succeeded.
 */
export async function compact(
  session: Session,
  draft: Draft,
  { signal, emit }: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { compaction } = session.agent;
  if (draft.error || signal.aborted) return draft;
  const { history } = session;
  if (!compaction || history.texts.length + draft.entries.length <= compaction.afterEntries) return draft;
  const entries = [...history.entries, ...draft.entries];
  const cut = cutBefore(entries, entries.length - compaction.keepEntries);
  if (cut === undefined) return draft;
  const through = history.start + cut;
  try {
    const old = new ReadHistory(history.start, entries.slice(0, cut).map(writeEntry), history.task);
    const model = plannedBy(draft, session);
    const choice = choiceWithoutTools(session, model, deps);
    const sent = new SentRequest();
    const turn = turnOf({ ...session, history: old }, [], choice, { signal, sent }, deps);
    const summary = deps.driver(session.agent.driver).summarize(turn);
    const { text, usage, response } = await withAbortGrace(summary, signal, deps);
    const entry: SummaryEntry = {
      type: "summary",
      id: newId("entry", deps.random),
      at: deps.clock(),
      version: session.header.version + 1,
      text,
      through,
      record: await toSummaryRecord(choice, { sent, start: history.start, response }),
    };
    return {
      ...draft,
      entries: [...draft.entries, entry],
      usage: addUsage(draft.usage, priced(usage, model.price)),
      summary: { text, base: through },
    };
  } catch (thrown) {
    deps.log("warn", "compaction failed", { thread: session.ref.thread, ...failureFields(thrown) });
    const warning = { code: "compaction_failed", message: toAgentError(thrown).message };
    emit({ type: "warning", ...warning });
    return { ...draft, warnings: [...draft.warnings, warning] };
  }
}

// The model that made the plan: one that has just failed is not used for a summary either.
function plannedBy({ plan }: Draft, { model, fallback }: Session): ResolvedModel {
  return fallback !== undefined && plan?.model === fallback.ref ? fallback : model;
}

// The first place at or after `wanted` where a reader can begin: never between a call and its observation.
function cutBefore(entries: readonly Entry[], wanted: number): number | undefined {
  const cut = entries.findIndex((entry, index) =>
    index >= Math.max(1, wanted) && (entry.type === "user" || entry.type === "assistant")
  );
  return cut > 0 ? cut : undefined;
}
