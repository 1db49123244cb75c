// What is reported of a prompt that does not go on from the one before it: a warning in a share of steps, and the cause of thinking
// that a model has refused.

import { ModelError } from "../../core/model/model_error.ts";
import { fnv64 } from "../../core/text/hash.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { FreshRequests } from "./fresh_request.ts";
import { compareWithAll, compareWithLast, type SentTurn } from "./earlier_prompt.ts";

/** The share of steps whose prompt is compared, where the deployment sets none: comparing writes the earlier request once more. */
export const PREFIX_CHECKS = 0.01;

type WatchDeps = Pick<RuntimeDeps, "sha256" | "prefixChecks" | "log">;

/**
 * The warning about a request that does not begin with the whole of the last one, where no cut says why. Undefined for one that does,
 * for a step outside of the share, and where nothing can be said of it.
 */
export async function checkPrefix(
  sent: SentTurn,
  session: Session,
  { sha256, prefixChecks, log }: WatchDeps,
): Promise<Warning | undefined> {
  if (!isInShare(session, prefixChecks)) return undefined;
  const { ref: { tenant, thread }, agent } = session;
  const found = await compareWithLast(sent, sha256);
  const facts = { thread, tenant, agent: agent.name, model: sent.model.ref };
  if (found.type === "unlike") log("info", "the last request is not written again as it was sent", facts);
  if (found.type !== "changed") return undefined;
  const { words } = found.difference;
  log("warn", "prefix changed", { ...facts, difference: words });
  return {
    code: "prefix_changed",
    message:
      `The prompt does not go on from that of the last answer, so the provider's cache is lost: ${words}.`,
  };
}

/** What compares the requests of a step with its log; undefined for a step outside of the share. */
export function createFreshRequests(
  session: Session,
  deps: Pick<RuntimeDeps, "prefixChecks" | "log" | "store" | "driver">,
): FreshRequests | undefined {
  if (!isInShare(session, deps.prefixChecks)) return undefined;
  return new FreshRequests(session, deps.prefixChecks === "strict", deps);
}

/** Of all steps the same ones, on every isolate. */
function isInShare(
  { ref: { tenant, thread }, header }: Pick<Session, "ref" | "header">,
  share: RuntimeDeps["prefixChecks"] = PREFIX_CHECKS,
): boolean {
  if (share === "strict") return true;
  return Number.parseInt(fnv64(`${tenant}/${thread}/${header.version}`).slice(-8), 16) / 0x1_0000_0000 <
    share;
}

/**
 * Why a model refused the thinking of earlier answers, in a sentence; undefined where its text does not say that the thinking is bound
 * to another conversation, or nothing is known. The requests of the answers are written again and compared with what was sent.
 */
export async function causeOfRefusal(
  thrown: unknown,
  sent: SentTurn,
  { sha256 }: Pick<RuntimeDeps, "sha256">,
): Promise<string | undefined> {
  if (!(thrown instanceof ModelError) || !BOUND.test(thrown.message)) return undefined;
  const found = await compareWithAll(sent, sha256);
  switch (found.type) {
    case "changed":
      return `The prompt differs from the one that it was thought in: ${found.difference.words}.`;
    case "continued":
      return "The prompt is the one that it was thought in, so something between here and the model changes it.";
    case "unlike":
      return "An earlier prompt is not written as it was sent, so this release or its settings write it differently.";
    case "unknown":
      return undefined;
  }
}

/** platform.claude.com preserved-thinking/fix-bound-to-a-different-conversation; gateways pass the sentence on. */
const BOUND = /bound to a different conversation/i;
