// /v1/threads/:id/approvals: the approvals of a thread, open ones from its pending calls and past ones from its history, and decisions.

import { Hono } from "hono/tiny";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import { resolveDecider } from "../../http/access/acting_user.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { approvalBody, callPath, historyQuery, threadPath } from "../../http/schemas/requests.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { body, param, query } from "../../http/validate.ts";
import type { ApprovalPage, CallView, PastApproval } from "../../core/contract/calls.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { waitingBelow } from "../../kernel/children/waiting.ts";
import { outstandingViews } from "../../kernel/held_calls/call_views.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readPendingCalls } from "../../kernel/stored.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";

/** The routes that list approvals and take answers. */
export function approvalRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/threads/:id/approvals",
      param(threadPath),
      query(historyQuery),
      async (c) =>
        c.json(await listApprovals(toThreadRef(c, c.req.valid("param")), c.req.valid("query"), deps)),
    )
    .post(
      "/v1/threads/:id/approvals/:callId",
      param(callPath),
      body(approvalBody, deps),
      async (c) => {
        const { id, callId } = c.req.valid("param");
        const answer = c.req.valid("json");
        const by = resolveDecider(c.var, answer.by);
        const whole = { ...answer, by, key: c.var.by };
        return c.json(
          await decideApproval(toThreadRef(c, { id }), callId, whole, deps, { defer: resolveDefer(c) }),
        );
      },
    );
}

/** Entries of one page of history, and most entries that one page of approvals reads. */
const PAGE = 200;
const MOST_ENTRIES = 1_000;

/**
 * The open approvals of a thread, and at most about `limit` past ones from entry `after` on. A page reads at most 1,000
 * entries, so it may be empty and still have a next one.
 *
 * @throws {AgentError} thread_unknown
 */
async function listApprovals(
  ref: ThreadRef,
  page: { readonly after: number; readonly limit: number },
  deps: Pick<RuntimeDeps, "store" | "clock">,
): Promise<ApprovalPage> {
  const snapshot = await readSnapshot(ref, deps);
  const planned = readPendingCalls(ref, snapshot.pending);
  const own = await outstandingViews(planned, snapshot, deps.clock());
  const calls = [...own, ...await waitingBelow(ref, planned, deps) ?? []];
  const past: PastApproval[] = [];
  let next: number | null = page.after;
  for (let read = 0; next !== null && read < MOST_ENTRIES && past.length < page.limit; read += PAGE) {
    const history = await readHistory(ref, { after: next, limit: PAGE }, deps);
    history.entries.forEach((entry, index) => {
      if (entry.type !== "tool" || entry.approval === undefined) return;
      const { callId, name, outcome: state, at, approval } = entry;
      past.push({ callId, name, state, at, entry: history.start + index, approval });
    });
    next = history.next;
  }
  if (past.length > page.limit) {
    const first = past[page.limit];
    return { open: filterOpen(calls), past: past.slice(0, page.limit), next: first?.entry ?? null };
  }
  return { open: filterOpen(calls), past, next };
}

function filterOpen(calls: readonly CallView[]): readonly CallView[] {
  return calls.filter(({ approval }) => approval !== undefined);
}
