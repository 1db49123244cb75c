// A step at its end, as plugins count it.

import { tokensOfMedia } from "../../../core/content/media_tokens.ts";
import { unreachable } from "../../../core/error.ts";
import { utf8Bytes } from "../../../core/text/utf8_bytes.ts";
import { toolNames } from "../../../core/tool/tool_names.ts";
import type { CountedCall, CountedStep, NotRun } from "../counted_step.ts";
import type { StepCounters } from "../step_counters.ts";
import type { RuntimeDeps } from "../../deps.ts";
import type { ActedCall, Draft } from "../../draft.ts";
import type { Session } from "../../session.ts";

/** The plugins that count the steps of a session's agent. */
export function findStepCounters(
  { own }: Pick<Session, "own">,
  { agents, plugins }: Pick<RuntimeDeps, "agents" | "plugins">,
): StepCounters {
  return plugins.countersOf(agents.get(own.name) ?? own);
}

/** What plugins count of the step that the draft is of. `wallMs`: how long it took. */
export function toCountedStep(session: Session, draft: Draft, wallMs: number): CountedStep {
  const { ref: { tenant }, own, meta: { metadata }, user, plugins } = session;
  const { model, ...plan } = draft.counted ?? { model: session.model.ref };
  return {
    tenant,
    user: user ?? null,
    metadata,
    tools: toolNames(own.tools),
    model,
    attributes: plugins?.compiled.attributes ?? {},
    plan: "choice" in plan ? plan : undefined,
    calls: draft.acted.map(toCountedCall),
    failure: findFailure(draft),
    usage: { ...draft.usage },
    ms: Math.max(0, Math.round(wallMs)),
  };
}

function findFailure({ error, status }: Draft): CountedStep["failure"] {
  if (error === undefined || error.code === "step_cancelled") return undefined;
  return { code: error.code, isFinal: status === "failed" };
}

/** A call as plugins count it. */
export function toCountedCall(acted: ActedCall): CountedCall {
  const { call: { name }, observation } = acted;
  const { outcome, ms } = observation;
  return { name, outcome, ms, resultTokens: estimateResultTokens(observation), notRun: whyNotRun(acted) };
}

const BYTES_PER_TOKEN = 4;

function estimateResultTokens({ output, error, media = [] }: ActedCall["observation"]): number {
  const bytes = utf8Bytes(JSON.stringify(error ?? output));
  return Math.ceil(bytes / BYTES_PER_TOKEN) + tokensOfMedia(media);
}

function whyNotRun(
  { call: { disposition }, observation: { outcome }, settledBy }: ActedCall,
): NotRun | undefined {
  if (settledBy === "rule") return "rule";
  switch (disposition.type) {
    case "forbidden":
      return disposition.reason === undefined ? "choice" : "rule";
    case "surplus":
    case "malformed":
    case "repeated":
    case "unknown_tool":
      return disposition.type;
    case "moved":
      return "skipped";
    case "run":
    case "approve":
    case "client":
      break;
    default:
      return unreachable(disposition);
  }
  if (outcome === "denied" || outcome === "blocked" || outcome === "skipped") return outcome;
  const isAnswer = settledBy === "caller" || (disposition.type === "approve" && disposition.asks === true);
  return isAnswer ? "answered" : undefined;
}
