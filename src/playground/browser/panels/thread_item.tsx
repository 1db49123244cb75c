// One thread in the list: its state as a picture, its title, agent, person, cost and age.

import { useState } from "preact/hooks";
import type { ThreadLine } from "../../../core/contract/threads.ts";
import type { ListedThread } from "../api/api.ts";
import { Icon } from "../components/icon.tsx";
import { Money } from "../components/money.tsx";
import { Time } from "../components/time.tsx";
import { describeState } from "../components/thread_state.ts";
import { onDemand } from "../on_demand/load_on_demand.ts";
import { threadHref } from "../shell/route.ts";
import type { ThreadActions } from "./thread_buttons.tsx";

interface ThreadItemProps extends ThreadActions {
  readonly thread: ListedThread;
  /** Of a thread that has no title yet. */
  readonly firstWords: string | undefined;
  readonly isCurrent: boolean;
  /** It is where Tab enters the list. */
  readonly isStop: boolean;
  /** Whether it is selected; undefined while no threads are. */
  readonly isPicked: boolean | undefined;
  /** Selects it or no longer; `isRange` with all from the last one on. */
  readonly onPick: (id: string, isRange: boolean) => void;
}

/** The row of a thread. The page loads its buttons behind it: they are no stops of Tab, the arrows at its sides lead to them. */
export function ThreadItem(
  { thread, firstWords, isCurrent, isStop, isPicked, onPick, onDelete, onChange }: ThreadItemProps,
) {
  const [isEdited, setEdited] = useState(false);
  const Buttons = onDemand.value?.ThreadButtons;
  const { id } = thread;
  const line = thread.status === "corrupted" ? undefined : thread;
  const title = line?.title ?? firstWords ?? id;
  const { words, tone, kind } = describeState(thread);
  return (
    <li data-thread={id}>
      <a
        href={line === undefined ? undefined : threadHref(id)}
        role={isPicked !== undefined ? "checkbox" : line === undefined ? "link" : undefined}
        aria-checked={isPicked}
        aria-disabled={line === undefined && isPicked === undefined ? "true" : undefined}
        aria-current={isCurrent ? "true" : undefined}
        tabIndex={isStop ? 0 : -1}
        hidden={isEdited}
        onClick={(event) => {
          if (isPicked === undefined) return;
          event.preventDefault();
          onPick(id, event.shiftKey);
        }}
      >
        <span class="state" data-tone={tone} title={words}>
          {isPicked !== undefined && <Icon name={isPicked ? "picked" : "unpicked"} />}
          <Icon name={kind} />
        </span>
        <span class={title === id ? "thread-name id" : "thread-name"} title={title}>{title}</span>
        <span class="unseen">{words}</span>
        {line === undefined ? <span class="thread-facts">It cannot be read, only deleted.</span> : (
          <>
            <span class="thread-facts">
              <span class="thread-agent">
                {line.agent}
                <span class="thread-source">{sourceWords(line)}</span>
              </span>
              <span class="thread-user">{line.user}</span>
              <span class="thread-cost">
                {line.counters.microDollars > 0 && <Money microDollars={line.counters.microDollars} />}
              </span>
            </span>
            <Time at={line.updatedAt} isShort />
          </>
        )}
      </a>
      {Buttons && (
        <Buttons
          thread={thread}
          title={title}
          isEdited={isEdited}
          onEdit={setEdited}
          onDelete={onDelete}
          onChange={onChange}
        />
      )}
    </li>
  );
}

/** ` · schedule`. `steps` is the route of the API that runs them, which this page takes as well. */
function sourceWords({ doors: [door] = [], archived }: ThreadLine): string {
  const source = door === "steps" ? "API" : door;
  return [source, archived && "archived"].filter(Boolean).map((words) => ` · ${words}`).join("");
}
