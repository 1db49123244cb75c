// The answers of a person to calls of the inbox: what they write of each stays while they look at others, and is sent once.

import type { InboxItem, InboxResult } from "../../../../core/contract/calls.ts";
import { decide, wake } from "../../api/api.ts";
import type { ApprovalAnswer } from "../../api/approval_answer.ts";
import { isCode, post } from "../../api/http.ts";
import { ApprovalDraft, type ApprovalTerms } from "../../calls/approval_draft.ts";
import { toAnswer } from "../../calls/approval_form.tsx";
import { describeError } from "../../components/problem.tsx";
import { idOf } from "./waiting_calls.ts";

/** Most answers of one request. */
const MOST = 25;

/** What the place does when answers are recorded. */
interface Listeners {
  /** Calls that wait no more. */
  readonly onSettled: (ids: readonly string[]) => void;
  /** What is known of calls has changed: they are read again. */
  readonly onChanged: () => void;
}

/** The drafts of all calls, and what sends them. */
export class Decisions {
  listeners: Listeners = { onSettled() {}, onChanged() {} };
  readonly #drafts = new Map<string, ApprovalDraft>();
  /** Calls whose answers are on their way. */
  readonly #sent = new Set<string>();

  /** What is written about a call; empty at first. */
  of(item: InboxItem): ApprovalDraft {
    const id = idOf(item);
    const draft = this.#drafts.get(id) ?? new ApprovalDraft(toTerms(item));
    this.#drafts.set(id, draft);
    return draft;
  }

  /** What was wrong with the last answer to a call; empty for nothing. */
  problemOf(item: InboxItem): string {
    return this.#drafts.get(idOf(item))?.problem.value ?? "";
  }

  /** Sends one answer. Where a call is settled by it, its run goes on. */
  async send(item: InboxItem, answer: ApprovalAnswer): Promise<void> {
    const { thread, root, callId, approval } = item;
    const id = idOf(item);
    if (this.#sent.has(id)) return;
    this.#sent.add(id);
    try {
      const { missing } = await decide(thread, callId, answer);
      if (missing > 0) return this.listeners.onChanged();
      this.listeners.onSettled([id]);
      // Where another client goes on with the run, or the caller may run nothing, the decision is all there is to do.
      await wake(root ?? thread).catch(() => {});
    } catch (failure) {
      if (!isCode(failure, "approval_decided")) return this.#refuse(item, describeError(failure));
      // Of several people one may have answered before, and the others not yet.
      if (approval.needed > 1) this.listeners.onChanged();
      else this.listeners.onSettled([id]);
    } finally {
      this.#sent.delete(id);
    }
  }

  /** Approves calls as they stand, each with what was changed of it. */
  async approveAll(items: readonly InboxItem[]): Promise<void> {
    const answers = items.flatMap((item) => {
      const draft = this.of(item);
      const answer = toAnswer(draft, true);
      if (typeof answer === "string") draft.problem.value = answer;
      return typeof answer === "string" || this.#sent.has(idOf(item)) ? [] : [{ item, answer }];
    });
    for (let from = 0; from < answers.length; from += MOST) {
      await this.#sendMany(answers.slice(from, from + MOST));
    }
  }

  async #sendMany(
    answers: readonly { readonly item: InboxItem; readonly answer: ApprovalAnswer }[],
  ): Promise<void> {
    const ids = answers.map(({ item }) => idOf(item));
    for (const id of ids) this.#sent.add(id);
    try {
      const body = answers.map(({ item: { thread, callId }, answer }) => ({ thread, callId, ...answer }));
      const response = await post("/v1/inbox/decisions", body);
      const { results }: { readonly results: readonly InboxResult[] } = await response.json();
      const settled = answers.filter(({ item }, index) => this.#isSettled(item, results[index]));
      this.listeners.onSettled(settled.map(({ item }) => idOf(item)));
      const roots = new Set(settled.map(({ item: { root, thread } }) => root ?? thread));
      for (const root of roots) await wake(root).catch(() => {});
    } catch (failure) {
      for (const { item } of answers) this.#refuse(item, describeError(failure));
    } finally {
      for (const id of ids) this.#sent.delete(id);
    }
  }

  #isSettled(item: InboxItem, result: InboxResult | undefined): boolean {
    if (result?.status === "decided") return result.approval.missing === 0;
    if (result?.error.code === "approval_decided") return item.approval.needed === 1;
    this.#refuse(item, result?.error.message ?? "The server has not answered it.");
    return false;
  }

  #refuse(item: InboxItem, words: string): void {
    this.of(item).problem.value = `Nothing is recorded. ${words}`;
  }
}

function toTerms({ callId, name, args, approval }: InboxItem): ApprovalTerms {
  const { digest, edits, asks, client, because, expiresAt } = approval;
  const terms = { callId, name, args, digest, edits, asks, client, because };
  return expiresAt === undefined ? terms : { ...terms, expiresAt: Date.parse(expiresAt) };
}
