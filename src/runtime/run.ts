// The one road every request takes: begin, then step after step until the request has what it asked for, each committed
// before its last event is told.

import { AgentError, causeFields, toAgentError } from "../core/error.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../core/event.ts";
import type { ThreadHeader } from "../core/store.ts";
import { type CallView, pendingViews, type RunAnswer, type Started, threadView } from "./answer.ts";
import { commitDraft, type Committed, continuesWith } from "./commit.ts";
import { exhausted } from "./budget.ts";
import { compact } from "./compact.ts";
import { Pulse } from "./pulse.ts";
import { replay } from "./replay.ts";
import type { RuntimeDeps, StepRequest } from "./request.ts";
import { openSession, type Session } from "./session.ts";
import { type Draft, step } from "./step.ts";
import { Tally } from "./tally.ts";

/**
 * Begins what the request asks for. Refusals are thrown as AgentError (nothing happened then); what runs is told by the
 * generator, which has to be drained to its end whether or not anybody reads.
 */
export async function startRun(request: StepRequest, deps: RuntimeDeps): Promise<Started> {
  const opened = await openSession(request, deps);
  switch (opened.type) {
    case "open":
      return { type: "running", events: run(opened.session, request, deps) };
    case "replayed":
      return { type: "replayed", events: replay(request.ref, opened.outcome, deps) };
    case "queued":
      return { type: "queued", thread: request.ref.thread, waiting: opened.waiting };
  }
}

async function* run(
  first: Session,
  request: StepRequest,
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, RunAnswer> {
  const tally = new Tally();
  let session = first;
  let plans = !actsOnly(session);
  for (;;) {
    const end = yield* runStep(session, {
      ...request,
      toolResults: session === first ? request.toolResults : [],
    }, {
      plans,
      tally,
    }, deps);
    if (end.type === "ended") return end.answer;
    session = end.session;
    plans = request.until === "done" && !actsOnly(session);
  }
}

// An `execute` run has its answer when its calls have run: no plan follows.
function actsOnly(session: Session): boolean {
  return session.state.run.execution === "execute" && session.pending.length > 0 &&
    session.inbox.length === 0;
}

type StepEnd =
  | { readonly type: "continues"; readonly session: Session }
  | { readonly type: "ended"; readonly answer: RunAnswer };

async function* runStep(
  session: Session,
  request: StepRequest,
  { plans, tally }: { plans: boolean; tally: Tally },
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, StepEnd> {
  const startedAt = deps.clock();
  const abort = new AbortController();
  const pulse = new Pulse(session, deps, {
    resumable: request.resumable,
    abort: (reason) => abort.abort(reason),
  });
  const cancelDeadline = startDeadline(session, abort, deps);
  let seq = seqBase(session.header.epoch);
  const number = (body: StepEventBody): StepEvent => ({ ...body, seq: ++seq });

  let draft: Draft;
  try {
    const drafting = step(session, request, { plans, signal: abort.signal }, deps);
    for (;;) {
      const next = await drafting.next();
      if (next.done) {
        draft = next.value;
        break;
      }
      const event = number(next.value);
      pulse.record(event);
      yield event;
    }
  } catch (thrown) {
    cancelDeadline();
    await pulse.stop();
    const error = toAgentError(thrown);
    logFailure(session, error, deps);
    await giveUp(session, request, deps);
    yield number(stepFailed(session.header.counters.steps + 1, session.header.version, error));
    return { type: "ended", answer: answerAfter(session, undefined, session.header, tally, error) };
  }
  if (draft.error === undefined && !abort.signal.aborted) {
    draft = await compact(session, draft, abort.signal, deps);
  }
  cancelDeadline();
  const events = await pulse.stop();
  tally.add(draft);

  const wallMs = deps.clock() - startedAt;
  const goesOn = continuesWith(draft, request, plans) && !wouldExhaust(session, draft, wallMs);
  const last = number(lastEvent(draft, session, goesOn));
  const logged = request.resumable ? [...events, { seq: last.seq, text: JSON.stringify(last) }] : [];
  let committed: Committed;
  try {
    committed = await commitDraft(session, draft, request, { goesOn, wallMs, events: logged, tally }, deps);
  } catch (thrown) {
    const error = toAgentError(thrown);
    logFailure(session, error, deps);
    yield number(stepFailed(draft.number, session.header.version, error));
    return { type: "ended", answer: answerAfter(session, undefined, session.header, tally, error) };
  }
  switch (committed.type) {
    case "advanced":
      yield last;
      return { type: "continues", session: committed.session };
    case "committed":
      yield last;
      if (draft.error) logFailure(session, draft.error, deps);
      return { type: "ended", answer: answerAfter(session, draft, committed.header, tally, draft.error) };
    case "lost":
      yield { ...stepFailed(draft.number, committed.header.version, committed.error), seq: last.seq };
      return {
        type: "ended",
        answer: answerAfter(session, undefined, committed.header, tally, committed.error),
      };
  }
}

function startDeadline({ agent, ref }: Session, abort: AbortController, deps: RuntimeDeps): () => void {
  const { stepMs } = agent.limits;
  const over = new AbortController();
  deps.sleep(stepMs, over.signal).then(
    () =>
      abort.abort(
        new AgentError("step_deadline", `The step of thread ${ref.thread} took longer than ${stepMs} ms.`),
      ),
    () => {},
  );
  return () => over.abort();
}

function wouldExhaust({ agent, header }: Session, draft: Draft, wallMs: number): boolean {
  const counters = {
    ...header.counters,
    steps: header.counters.steps + 1,
    inputTokens: header.counters.inputTokens + draft.usage.inputTokens,
    outputTokens: header.counters.outputTokens + draft.usage.outputTokens,
    wallMs: header.counters.wallMs + wallMs,
  };
  return exhausted(agent, counters, draft.state.run) !== undefined;
}

// Nothing of the step may be kept: the request's inputs leave the inbox again, as if it had never come. Best effort: when the
// store cannot be reached the lease runs out by itself.
async function giveUp(session: Session, request: StepRequest, deps: RuntimeDeps): Promise<void> {
  const { ref, owner, header, inputs } = session;
  const { idempotency } = request;
  try {
    await deps.store.abandon({
      ref,
      owner,
      epoch: header.epoch,
      inputs,
      ...(idempotency ? { idempotency } : {}),
    });
  } catch (error) {
    deps.log("warn", "could not give the thread back", { thread: ref.thread, ...causeFields(error) });
  }
}

function logFailure({ ref, agent }: Session, error: AgentError, deps: RuntimeDeps): void {
  const fields = { thread: ref.thread, tenant: ref.tenant, agent: agent.name, code: error.code };
  if (error.code !== "internal") return deps.log("warn", "step failed", fields);
  deps.log("error", "step failed", { ...fields, ...causeFields(error.cause) });
}

function lastEvent(draft: Draft, session: Session, continues: boolean): StepEventBody {
  const version = session.header.version + 1;
  if (draft.error) return stepFailed(draft.number, version, draft.error);
  return {
    type: "step.finished",
    step: draft.number,
    version,
    status: draft.status,
    finish: draft.plan?.finish ?? null,
    continues,
  };
}

/** The last event of a step that failed. */
export function stepFailed(step: number, version: number, error: AgentError): StepEventBody {
  const { code, message, retryable, retryAfterMs } = error;
  return {
    type: "step.failed",
    step,
    version,
    error: { code, message, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  };
}

function answerAfter(
  session: Session,
  draft: Draft | undefined,
  header: ThreadHeader,
  tally: Tally,
  error: AgentError | undefined,
): RunAnswer {
  const pending: CallView[] = draft ? pendingViews(draft.pending) : [];
  return {
    thread: threadView(session.ref, header),
    step: draft?.number ?? session.header.counters.steps + 1,
    output: draft?.output ?? null,
    calls: [...tally.calls, ...pending],
    choice: draft?.choice ?? tally.choice,
    warnings: tally.warnings,
    usage: tally.usage,
    ...(error === undefined ? {} : { error }),
  };
}
