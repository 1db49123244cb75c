// The inbox as an external store: answers to calls, and the runs that go on behind them.

import type { Client } from "./client/client.ts";
import { hasCode, TreadleError } from "./client/error.ts";
import type { InboxItem, InboxResult } from "../core/contract/calls.ts";
import type { PersonAnswer as ApprovalAnswer } from "../core/contract/requests.ts";
import { type ListSettings, ListStore } from "./list_store.ts";
import { openThreadStore } from "./thread_stores.ts";

/** Most answers of one request. */
const ANSWERS = 25;

/** What a component does with the calls of an inbox. */
export interface InboxAnswerer {
  /** Answers a call as it was rendered: an answer to a call that has changed is refused. The outcome; undefined when the request failed. */
  readonly decide: (
    item: InboxItem,
    answer: boolean | ApprovalAnswer,
  ) => Promise<InboxResult | undefined>;
  /** Answers every call of the list: all alike, or each by a function. A call without an answer stays. */
  readonly decideAll: (
    answer: boolean | ApprovalAnswer | ((item: InboxItem) => boolean | ApprovalAnswer | undefined),
  ) => Promise<readonly InboxResult[]>;
}

interface Answered {
  readonly item: InboxItem;
  readonly answer: ApprovalAnswer;
}

/** An inbox of a client. */
export function createInbox(
  client: Client,
  { goesOn, ...settings }: ListSettings & { readonly goesOn: boolean },
) {
  const list = new ListStore<InboxItem>((page) => client.inbox(page), settings);
  const { subscribe, getSnapshot, getServerSnapshot, refresh, loadMore } = list;

  /**
   * What is answered leaves the list at once; what is refused, or waits for more people, comes back with the list that is read then, and
   * what could not be sent at once.
   */
  async function send(answered: readonly Answered[]): Promise<readonly InboxResult[]> {
    const before = getSnapshot().items;
    const left = new Set(answered.map(({ item }) => item));
    list.show(before.filter((item) => !left.has(item)));
    const results: InboxResult[] = [];
    const answers = answered.map(({ item: { thread, callId }, answer }) => ({ thread, callId, ...answer }));
    const failure = await list.request(async () => {
      for (let start = 0; start < answers.length; start += ANSWERS) {
        results.push(...await client.decide(answers.slice(start, start + ANSWERS)));
      }
    });
    if (failure !== undefined) {
      for (const { item } of answered.slice(0, results.length)) left.delete(item);
      const listed = getSnapshot().items;
      const kept = before.filter((item) => left.has(item) || listed.includes(item));
      list.show([...kept, ...listed.filter((item) => !before.includes(item))]);
    }
    const refusal = failure ?? refusalIn(results);
    const areSettled = results.every((each) => each.status === "decided" && each.approval.missing === 0);
    if (refusal !== undefined || !areSettled) await refresh();
    if (goesOn) await goOn(new Set(answered.map(({ item }) => findRoot(item))));
    if (refusal !== undefined) list.fail(refusal);
    return results;
  }

  /** Goes on with the runs of threads of which no call is in the list. */
  async function goOn(threads: ReadonlySet<string>): Promise<void> {
    const waiting = new Set(getSnapshot().items.map(findRoot));
    const free = [...threads].filter((id) => !waiting.has(id));
    await Promise.all(free.map((id) => list.request(() => beginRun(client, id))));
  }

  return {
    subscribe,
    getSnapshot,
    getServerSnapshot,
    refresh,
    loadMore,
    decide: async (item: InboxItem, answer: boolean | ApprovalAnswer) =>
      (await send([{ item, answer: toAnswer(item, answer) }])).at(0),
    decideAll: async (answer: Parameters<InboxAnswerer["decideAll"]>[0]) =>
      await send(
        getSnapshot().items.flatMap((item) => {
          const own = typeof answer === "function" ? answer(item) : answer;
          return own === undefined ? [] : [{ item, answer: toAnswer(item, own) }];
        }),
      ),
  };
}

/** The thread at the top, which has the run. */
function findRoot({ root, thread }: InboxItem): string {
  return root ?? thread;
}

function refusalIn(results: readonly InboxResult[]): TreadleError | undefined {
  const refused = results.find((each) => each.status === "refused");
  return refused && new TreadleError(refused.error.message, { code: refused.error.code });
}

/** Has a run go on, and leaves it to the deployment unless the page shows its thread. */
async function beginRun(client: Client, id: string): Promise<void> {
  const open = openThreadStore(client, id);
  if (open !== undefined) return void open.continue();
  const events = client.thread(id).stream();
  try {
    await events.next();
  } catch (thrown) {
    // A call of another page of the list waits, or another caller has gone on with the run.
    if (!hasCode(thrown, "approval_required", "nothing_to_do", "thread_busy")) throw thrown;
  } finally {
    await events.return();
  }
}

function toAnswer({ approval: { digest } }: InboxItem, answer: boolean | ApprovalAnswer): ApprovalAnswer {
  return { digest, ...(typeof answer === "boolean" ? { approved: answer } : answer) };
}
