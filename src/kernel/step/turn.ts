// What a driver plans or summarises from, given the state of a step.

import type { SummaryForm, Turn } from "../../core/driver.ts";
import type { Entry } from "../../core/entry.ts";
import { withFrozenRequests } from "../../core/model/freeze_request.ts";
import { planForModel } from "../../core/plan/strategic_plan.ts";
import { newId } from "../../core/text/id.ts";
import type { ReadHistory } from "../history/read_history.ts";
import type { RecoveryBudget } from "../spending.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { findCompacted } from "../plan/compacted.ts";
import { SentRequest } from "../log/request_record.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readMedium } from "../stored_history/read_medium.ts";
import type { Session } from "../session.ts";
import { toRecalled } from "../history/recall.ts";
import { beginningPlan, findLastCut, type PromptLog } from "./prompt_log.ts";
import type { FreshRequests } from "../log/fresh_request.ts";
import type { PlanRecovery } from "./retry_plan.ts";

/** What a turn has besides its session and its choice. */
export interface TurnParts {
  readonly signal: AbortSignal;
  readonly sent: SentRequest;
  /** Of a plan; a summary has none of them. */
  readonly log?: PromptLog;
  readonly recovery?: PlanRecovery;
  readonly spend?: RecoveryBudget | undefined;
  /** Compares the requests with what the log gives; most steps have none. */
  readonly fresh?: FreshRequests | undefined;
  readonly summarises?: Summarised | undefined;
  /** See {@link ModelIo.isUnread}. */
  readonly isUnread?: boolean;
  /** Of a plan that is written again, without a log of its own. */
  readonly isPlan?: boolean;
}

/** What a summary is asked for with. */
export interface Summarised {
  readonly form: SummaryForm;
  /** In a prompt of its own: what the step has made since its history was read, and how many entries are summarised. */
  readonly made?: readonly Entry[];
  readonly count?: number;
}

/** The turn that a driver plans from, given what was observed since the history was read. */
export function createTurn(
  session: Session,
  seen: readonly Entry[],
  choice: PlanChoice,
  parts: TurnParts,
  deps: Pick<RuntimeDeps, "fetch" | "random" | "checkJson" | "media" | "store" | "sha256">,
): Turn {
  const { model, effective, enforced, lacks, schemaInPrompt, framed } = choice;
  const { signal, sent, log, recovery, spend, fresh } = parts;
  const since = log === undefined ? seen : [...seen, ...log.entries];
  const thinking = recovery && log && thinkingFrom(recovery, log) || session.state.thinkingFrom;
  const { agent, history, trace, budget } = session;
  const { summarises } = parts;
  const isAlone = summarises?.form === "alone";
  // Text has nothing of what a provider has signed.
  const compacted = isAlone ? undefined : findCompacted(history, model, lacks);
  const summary = compacted === undefined ? session.header.summary : null;
  const plan = beginningPlan(session, since);
  const isPlan = log !== undefined || parts.isPlan === true || summarises !== undefined && !isAlone;
  const cut = isPlan ? findLastCut(session, since) : undefined; // a summary's own prompt has it as text
  const { recall, promptPlan } = toRecalled({ cut, summary, plan, agent });
  const compared = fresh === undefined
    ? model.provider
    : fresh.guard(model.provider, { made: since, ...summarises, turn: freshTurn });
  const budgeted = budget === undefined ? compared : budget.guard({ ...model, provider: compared }, sent);
  // Budgets and traces are of the request that is sent.
  function freshTurn(history: ReadHistory): Turn {
    const { trace: _, ...bare } = session;
    const again = {
      ...bare,
      state: { ...session.state, thinkingFrom: thinking },
      history,
      budget: undefined,
    };
    return createTurn(again, [], choice, { signal, sent: new SentRequest(deps), isPlan, summarises }, deps);
  }
  return Object.freeze<Turn>({
    history: history.forPlan(since, thinking, recall),
    media: {
      read: (blob) =>
        deps.media?.read(session.ref, blob, deps.store) ?? readMedium(session.ref, blob, deps.store),
    },
    agent: Object.freeze(framed?.agent ?? agent),
    provider: withFrozenRequests(spend === undefined ? budgeted : spend.guard(budgeted, model)),
    model: model.model,
    modelRef: model.ref,
    summary,
    compacted,
    plan: planForModel(session.state.plan, session),
    promptPlan,
    noticeMark: session.noticeMark,
    tools: agent.tools,
    choice: effective,
    enforced,
    lacks,
    schemaInPrompt,
    withNotice(about, text) {
      log?.tellOfAnswer(about, text, choice);
      return createTurn(session, seen, choice, parts, deps);
    },
    cacheKey: `${session.ref.tenant}/${session.ref.thread}`,
    mintCallId: () => newId("call", deps.random),
    checkJson: deps.checkJson,
    io: {
      fetch: deps.fetch,
      signal,
      onRequest: sent.take,
      isUnread: parts.isUnread,
      trace: trace?.forModel({
        step: session.header.counters.steps + 1,
        choice: effective,
        attributes: session.plugins?.compiled.attributes,
      }),
    },
  });
}

/** Index of the first entry whose thinking goes back, where this step has left some out. */
export function thinkingFrom(recovery: PlanRecovery, log: PromptLog): number | undefined {
  return recovery.thinkingFrom ?? log.thinkingFrom;
}
