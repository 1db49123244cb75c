// What is done with the threads that are selected in the list. The page loads it once some can be.

import type { ReadonlySignal, Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { ThreadLine } from "../../../core/contract/threads.ts";
import { cancel, changeThread, type ListedThread } from "../api/api.ts";
import { describeError } from "../components/problem.tsx";
import { confirm } from "./confirm.tsx";
import { DELETED, removeOnce } from "./delete_thread.ts";

/** Requests that are sent at the same time. */
const AT_ONCE = 4;

/** The list that the threads are selected in. */
interface SelectableList {
  readonly threads: ReadonlySignal<readonly ListedThread[]>;
  readonly picked: Signal<ReadonlySet<string> | undefined>;
  readonly actions: { readonly onGone: (ids: readonly string[]) => void };
  drop(ids: readonly string[]): void;
  refresh(): void;
}

/** Most titles that are listed before it is done. */
const LISTED = 5;

/** Something that is done with many threads. */
interface BulkAction {
  /** Of its button: `Cancel runs`, and before a number of threads: `Cancel the runs of`. */
  readonly title: string;
  readonly verb: string;
  /** What has become of a thread behind it: `archived`. */
  readonly done: string;
  /** What becomes of the threads, before it is done. */
  readonly hint: string;
  readonly threads: readonly ListedThread[];
  readonly run: (id: string) => Promise<void>;
  /** With the threads with which it was done. */
  readonly onDone: (ids: readonly string[]) => void;
}

/** How many threads are selected, and the buttons for all of them. */
export function BulkActions({ list }: { readonly list: SelectableList }) {
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { threads, picked } = list;
  const selected = threads.value.filter(({ id }) => picked.value?.has(id));
  const act = async (action: BulkAction) => {
    if (isBusy || action.threads.length === 0 || !await confirm(toQuestion(action, selected.length))) return;
    setBusy(true);
    setNote("");
    const { done, problems } = await runAll(action, (count) => setNote(`${count} ${action.done}`));
    setBusy(false);
    const [problem] = problems;
    setNote(problem === undefined ? "" : `${countThreads(problems.length)} not ${action.done}: ${problem}`);
    const left = new Set(picked.peek());
    for (const id of done) left.delete(id);
    picked.value = left;
    if (done.length > 0) action.onDone(done);
    list.refresh();
  };
  const actions = toActions(selected, list);
  return (
    <div class="bulk" role="group" aria-label="Selected threads">
      <div>
        <p role="status">{note || `${selected.length} selected`}</p>
        {selected.length < threads.value.length && (
          <button
            type="button"
            class="quiet small"
            onClick={() => picked.value = new Set(threads.peek().map(({ id }) => id))}
          >
            All {threads.value.length}
          </button>
        )}
      </div>
      {actions.map((action) => (
        <button
          key={action.done}
          type="button"
          class={action.done === "deleted" ? "quiet small harmful" : "quiet small"}
          aria-disabled={isBusy || action.threads.length === 0}
          onClick={() => void act(action)}
        >
          {action.title}
        </button>
      ))}
    </div>
  );
}

function toActions(selected: readonly ListedThread[], list: SelectableList): readonly BulkAction[] {
  const lines = selected.filter((thread) => thread.status !== "corrupted");
  const isArchived = lines.length > 0 && lines.every(({ archived }) => archived);
  return [
    {
      title: isArchived ? "Unarchive" : "Archive",
      verb: isArchived ? "Unarchive" : "Archive",
      done: isArchived ? "out of the archive" : "archived",
      hint: isArchived ? "The list has them again." : "The list leaves them out; the archive has them.",
      threads: lines,
      run: (id) => changeThread(id, { archived: !isArchived }),
      onDone: (ids) => list.drop(ids),
    },
    {
      title: "Cancel runs",
      verb: "Cancel the runs of",
      done: "cancelled",
      hint: "Their runs end as cancelled, with what they have done so far.",
      threads: lines.filter(goesOn),
      run: cancel,
      onDone() {},
    },
    {
      title: "Delete",
      verb: "Delete",
      done: "deleted",
      hint: `Their ${DELETED}`,
      threads: selected,
      run: removeOnce,
      onDone: (ids) => list.actions.onGone(ids),
    },
  ];
}

/** Whether a run of the thread can be cancelled. */
function goesOn({ status, running, version, waiting }: ThreadLine): boolean {
  return running || ((status === "open" || status === "waiting") && version + waiting > 0);
}

function toQuestion({ verb, hint, threads }: BulkAction, selected: number) {
  const what = `${verb} ${countThreads(threads.length)}`;
  const others = selected - threads.length;
  return {
    title: `${what}?`,
    about: listTitles(threads),
    hint: others === 0 ? hint : `${hint} ${others} of the ${selected} selected stay as they are.`,
    keep: "Keep them",
    confirm: what,
  };
}

/** A line for each of the first ones: titles may have commas. */
function listTitles(threads: readonly ListedThread[]): string {
  const titles = threads.slice(0, LISTED).map((each) => "title" in each ? each.title ?? each.id : each.id);
  const more = threads.length - titles.length;
  return [...titles, ...more > 0 ? [`and ${more} more`] : []].join("\n");
}

function countThreads(count: number): string {
  return count === 1 ? "1 thread" : `${count} threads`;
}

/** Does it with each; a failure of one does not keep the others. */
async function runAll({ threads, run }: BulkAction, onCount: (words: string) => void) {
  const done: string[] = [];
  const problems: string[] = [];
  const remaining = threads.values();
  const lane = async () => {
    for (const { id } of remaining) {
      try {
        await run(id);
        done.push(id);
      } catch (error) {
        problems.push(describeError(error));
      }
      onCount(`${done.length} of ${threads.length}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { done, problems };
}
