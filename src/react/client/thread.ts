// A thread of a deployment, as its client sees it. Nothing is sent before a method is called.

import type { Approval as ApprovalView, CompletedCall, Detached } from "../../core/contract/calls.ts";
import type {
  GivenResult as ToolResult,
  LateResult,
  PersonAnswer as ApprovalAnswer,
  StepInput as Input,
  ThreadChanges,
} from "../../core/contract/requests.ts";
import type { RatingView } from "../../core/contract/feedback.ts";
import type { QueuedRun, RunResult } from "../../core/contract/runs.ts";
import type { EntryView, HistoryPage, MediaLink, MediaView } from "../../core/contract/entries.ts";
import type { NewShare, ShareList } from "../../core/contract/shares.ts";
import type { Cancelled as CancelledView, ThreadDetail, ThreadView } from "../../core/contract/threads.ts";
import type { StepEvent } from "../../core/event.ts";
import { fromHistory } from "./collect/from_history.ts";
import type { Conversation } from "./collect/conversation.ts";
import { hasCode, inputQueued } from "./error.ts";
import { followLog } from "./event_log.ts";
import type { ForkOptions, RequestOptions, RunOptions, ShareOptions, StreamOptions } from "./options.ts";
import { streamRun } from "./run_stream.ts";
import { randomId, type Transport, wait } from "./transport.ts";

/** Longest wait, in milliseconds, until the next request about a run that is in flight: its `retry-after` is the time at which its lease ends. */
const IN_FLIGHT_MS = 2_000;

/** Wait, in milliseconds, until the next request about a running step. */
const COMMIT_MS = 250;

/** Most entries of one page. */
const PAGE = 200;

/** A thread. Every method rejects with a {@link TreadleError}, or with the reason of its signal. */
export class Thread {
  readonly id: string;
  readonly #transport: Transport;
  readonly #path: string;

  constructor(id: string, transport: Transport) {
    this.id = id;
    this.#transport = transport;
    this.#path = `/v1/threads/${encodeURIComponent(id)}`;
  }

  /**
   * Runs steps and gives every event of the run, once and in order, also when connections drop. Without an input the run goes on: after
   * an approval, or after a failure. The request is sent when the first event is read. Leaving the loop stops the reading and not
   * the run; {@link cancel} does.
   *
   * @throws {TreadleError} a refusal with the server's code; `connection_failed`; `stream_cut`; `input_queued`
   */
  stream(input?: Input, options: StreamOptions = {}): AsyncGenerator<StepEvent, void> {
    return streamRun(this.#transport, { path: this.#path, ...toRequest({ input }, options) });
  }

  /**
   * As {@link stream}, with the outcomes of calls that the caller ran itself (of client tools, or under
   * `execution: "predict"`).
   */
  toolResults(results: readonly ToolResult[], options: StreamOptions = {}): AsyncGenerator<StepEvent, void> {
    return streamRun(this.#transport, { path: this.#path, ...toRequest({ toolResults: results }, options) });
  }

  /**
   * Runs steps and gives their result at the end.
   *
   * @throws {TreadleError} also for a step that failed: then with `thread` and `step`
   */
  async run(input?: Input, { events = false, ...options }: RunOptions = {}): Promise<RunResult> {
    const { body, idempotencyKey, signal } = toRequest({ input }, options);
    const path = `${this.#path}/steps${events ? "?events=true" : ""}`;
    const call = { body, headers: { "idempotency-key": idempotencyKey }, signal };
    for (;;) {
      try {
        const result = await this.#transport.json<RunResult | QueuedRun>(path, call);
        if (!("status" in result)) return result;
        throw inputQueued();
      } catch (thrown) {
        if (!hasCode(thrown, "idempotency_in_flight")) throw thrown;
        await wait(Math.min(IN_FLIGHT_MS, thrown.retryAfterMs ?? IN_FLIGHT_MS), signal);
      }
    }
  }

  /**
   * Answers a call that waits: with true, false, or the whole answer. {@link stream} without an input then goes on. A step that
   * requests an approval has not committed it yet, so the answer waits for the end of a running step.
   *
   * @throws {TreadleError} `approval_decided` when an answer was recorded before, in `details`: also the one of this call, where its
   * response was lost
   */
  async approve(
    callId: string,
    answer: boolean | ApprovalAnswer,
    { signal }: RequestOptions = {},
  ): Promise<ApprovalView> {
    const body = typeof answer === "boolean" ? { approved: answer } : answer;
    const path = `${this.#path}/approvals/${encodeURIComponent(callId)}`;
    for (let isSettled = false;;) {
      try {
        return await this.#transport.json(path, { body, signal });
      } catch (thrown) {
        // What an answer gets while the step that requests it runs.
        if (isSettled || !hasCode(thrown, "call_unknown", "thread_busy")) throw thrown;
        // The step may have ended since: what is refused after it is refused for good.
        isSettled = !(await this.get({ signal })).running;
        if (!isSettled) await wait(COMMIT_MS, signal);
      }
    }
  }

  /** Brings the result of a call that its tool has deferred. The same result again changes nothing. */
  async completeCall(
    callId: string,
    body: LateResult,
    { signal }: RequestOptions = {},
  ): Promise<CompletedCall> {
    return await this.#transport.json(`${this.#path}/calls/${encodeURIComponent(callId)}/result`, {
      body,
      signal,
    });
  }

  /** Lets the run go on without the result of a deferred call, which comes as an input. {@link stream} without an input then goes on. */
  async detachCall(callId: string, { signal }: RequestOptions = {}): Promise<Detached> {
    return await this.#transport.json(`${this.#path}/calls/${encodeURIComponent(callId)}/detach`, {
      body: {},
      signal,
    });
  }

  /** Stops the thread. A running step keeps the text it has, and its stream ends with `step.failed`, code `step_cancelled`. */
  async cancel({ signal }: RequestOptions = {}): Promise<CancelledView> {
    return await this.#transport.json(`${this.#path}/cancel`, { body: {}, signal });
  }

  /** Has the thread go on without a client, from where it stands; one that is parked is tried again. */
  async wake({ signal }: RequestOptions = {}): Promise<ThreadView> {
    return await this.#transport.json(`${this.#path}/wake`, { body: {}, signal });
  }

  /** Makes a new thread with the history up to a version. `client.thread(fork.id)` goes on with it. */
  async fork({ signal, ...body }: ForkOptions = {}): Promise<ThreadView> {
    const headers = { "idempotency-key": randomId("fork") };
    return await this.#transport.json(`${this.#path}/fork`, { body, headers, signal });
  }

  /**
   * The events of the last hour after a place (`seq`; 0 is before all), and those of running steps as they come. It ends when
   * nothing is left and no step runs.
   */
  events(options: RequestOptions & { readonly after?: number } = {}): AsyncGenerator<StepEvent, void> {
    return followLog(this.#transport, this.#path, options);
  }

  /** Entries from index `after` on, oldest first; `next` is the `after` of the next page. */
  async history(
    { after = 0, limit = PAGE, signal }: RequestOptions & {
      readonly after?: number;
      readonly limit?: number;
    } = {},
  ): Promise<HistoryPage> {
    return await this.#transport.json(`${this.#path}/history?after=${after}&limit=${limit}`, { signal });
  }

  /**
   * The address of a medium of the history for an `<img>`, which sends no key: good for at least 10 minutes. A medium that the provider reads
   * by its URL has none.
   */
  async mediaLink({ url }: Pick<MediaView, "url">, { signal }: RequestOptions = {}): Promise<MediaLink> {
    return await this.#transport.json(url.replace("?", "/link?"), { signal });
  }

  /**
   * Makes a link by which others read the thread as it is now; sent once, since a second one would be another link. It needs the plugin
   * `shares()`, as the next two do.
   */
  async share({ signal, ...body }: ShareOptions = {}): Promise<NewShare> {
    return await this.#transport.jsonOnce(`${this.#path}/shares`, { body, signal });
  }

  /** Its links that are good, without their addresses. */
  async shares({ signal }: RequestOptions = {}): Promise<ShareList> {
    return await this.#transport.json(`${this.#path}/shares`, { signal });
  }

  /** Revokes a link; one that is revoked already is no error. Returns those that are left. */
  async unshare(id: string, { signal }: RequestOptions = {}): Promise<ShareList> {
    return await this.#transport.json(`${this.#path}/shares/${id}`, { method: "DELETE", signal });
  }

  /** The thread with its outstanding calls. */
  async get({ signal }: RequestOptions = {}): Promise<ThreadDetail> {
    return await this.#transport.json(this.#path, { signal });
  }

  /**
   * The conversation as it is stored, from the newest 200 entries: for a page that was loaded again. `events()` goes on with a run that
   * is in progress, and what is stored already is not folded twice.
   */
  async conversation(options: RequestOptions = {}): Promise<Conversation> {
    reading: for (;;) {
      const thread = await this.get(options);
      const entries: EntryView[] = [];
      // A page of large entries has fewer than the limit.
      for (let after: number | null = Math.max(0, thread.length - PAGE); after !== null;) {
        const page: HistoryPage = await this.history({ ...options, after });
        entries.push(...page.entries);
        after = page.next;
        // A step that commits between two answers is in one of them only.
        if (page.length !== thread.length) continue reading;
      }
      return fromHistory(entries, thread);
    }
  }

  /**
   * Gives the thread a title, archives it, or takes it out of the archive; also while it runs. Lists leave an archived thread out unless
   * they ask for it; it goes on as any other.
   */
  async change(changes: ThreadChanges, { signal }: RequestOptions = {}): Promise<ThreadView> {
    return await this.#transport.json(this.#path, { method: "PATCH", body: changes, signal });
  }

  /**
   * Rates an answer, by its version: up, down, or null to take the rating back. The plugin `feedback()`.
   *
   * @returns the rating; null where there is none now
   */
  async rate(
    version: number,
    rating: "up" | "down" | null,
    { note, signal }: RequestOptions & { readonly note?: string | undefined } = {},
  ): Promise<RatingView | null> {
    const path = `${this.#path}/feedback/${version}`;
    if (rating) {
      return await this.#transport.json(path, { method: "PUT", body: { rating, note }, signal });
    }
    await this.#remove(path, signal);
    return null;
  }

  /** The ratings of the answers, by version. The plugin `feedback()`. */
  async ratings({ signal }: RequestOptions = {}): Promise<readonly RatingView[]> {
    const path = `${this.#path}/feedback`;
    return (await this.#transport.json<{ ratings: readonly RatingView[] }>(path, { signal })).ratings;
  }

  /** Removes the thread and everything of it; one that is gone already is no error. */
  async remove({ signal }: RequestOptions = {}): Promise<void> {
    await this.#remove(this.#path, signal);
  }

  async #remove(path: string, signal: AbortSignal | undefined): Promise<void> {
    const tries = this.#transport.tries(signal);
    for (let isFirst = true;; isFirst = false) {
      try {
        return void await this.#transport.send(path, { method: "DELETE", signal });
      } catch (thrown) {
        if (!isFirst && hasCode(thrown, "thread_unknown")) return;
        await tries.again(thrown);
      }
    }
  }
}

/** A request for steps. JSON leaves out an input that is undefined. */
function toRequest(
  sent: { readonly input?: Input | undefined; readonly toolResults?: readonly ToolResult[] },
  { signal, idempotencyKey, ...rest }: StreamOptions,
) {
  const body = { until: "done", ...rest, ...sent };
  return { body, idempotencyKey: idempotencyKey ?? randomId("client"), signal };
}
