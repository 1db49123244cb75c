// One thread in the list: its title, its state, where it is from, its cost and its age, with the buttons that name, archive and delete
// it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadChanges } from "../../../core/contract/requests.ts";
import type { ListedThread } from "../api/api.ts";
import { Icon } from "../components/icon.tsx";
import { Money } from "../components/money.tsx";
import { StateWords } from "../components/state_words.tsx";
import { Time } from "../components/time.tsx";
import { describeState } from "../components/thread_state.ts";
import { threadHref } from "../shell/route.ts";

/** Most characters of a title. */
const TITLE_LENGTH = 200;

/** What a person may do with a thread of the list. */
export interface ThreadActions {
  readonly onDelete: (thread: { readonly id: string; readonly title: string }) => void;
  readonly onChange: (id: string, changes: ThreadChanges) => void;
}

interface ThreadItemProps extends ThreadActions {
  readonly thread: ListedThread;
  /** Of a thread that has no title yet. */
  readonly firstWords: string | undefined;
  readonly isCurrent: boolean;
  /** It is where Tab enters the list. */
  readonly isStop: boolean;
}

/** The row of a thread. Its buttons are no stops of Tab: the arrows at its sides lead to them. */
export function ThreadItem({ thread, firstWords, isCurrent, isStop, onDelete, onChange }: ThreadItemProps) {
  const [isEdited, setEdited] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { id } = thread;
  const line = thread.status === "corrupted" ? undefined : thread;
  const title = line?.title ?? firstWords ?? id;
  const state = describeState(thread);
  const close = (changed: string | undefined) => {
    setEdited(false);
    rename.current?.focus();
    if (changed !== undefined) onChange(id, { title: changed });
  };
  return (
    <li data-thread={id}>
      {isEdited && <TitleField title={title} onClose={close} onLeave={() => setEdited(false)} />}
      <a
        href={line === undefined ? undefined : threadHref(id)}
        role={line === undefined ? "link" : undefined}
        aria-disabled={line === undefined ? "true" : undefined}
        aria-current={isCurrent ? "true" : undefined}
        tabIndex={isStop ? 0 : -1}
        hidden={isEdited}
      >
        <span class={title === id ? "thread-name id" : "thread-name"}>{title}</span>
        <StateWords state={state} />
        {line !== undefined && (
          <span class="thread-facts">
            <Time at={line.updatedAt} />
          </span>
        )}
        <span class="thread-facts">
          {describeThread(thread)}
          {line !== undefined && line.counters.microDollars > 0 && [
            " · ",
            <Money key="cost" microDollars={line.counters.microDollars} />,
          ]}
        </span>
      </a>
      <span class="thread-actions">
        {line !== undefined && (
          <>
            <button
              type="button"
              class="quiet icon rename"
              tabIndex={-1}
              aria-label={`Rename the thread ${title}`}
              ref={rename}
              onClick={() => setEdited(true)}
            >
              <Icon name="rename" />
            </button>
            <button
              type="button"
              class="quiet icon archive"
              tabIndex={-1}
              aria-label={line.archived
                ? `Take the thread ${title} out of the archive`
                : `Archive the thread ${title}`}
              onClick={() => onChange(id, { archived: !line.archived })}
            >
              <Icon name="archive" />
            </button>
          </>
        )}
        <button
          type="button"
          class="quiet icon delete"
          tabIndex={-1}
          aria-label={`Delete the thread ${title}`}
          onClick={() => onDelete({ id, title })}
        >
          <Icon name="delete" />
        </button>
      </span>
    </li>
  );
}

/** What a way in is called: `steps` is the route of the API that runs them, which this page takes as well. */
function sourceWords(door: string): string {
  return door === "steps" ? "API" : door;
}

/** `shop · schedule · ann` */
function describeThread(thread: ListedThread): string {
  if (thread.status === "corrupted") return "It cannot be read, only deleted.";
  const { agent, doors = [], user, archived } = thread;
  return [
    agent,
    ...doors.slice(0, 1).map(sourceWords),
    ...(user === undefined ? [] : [user]),
    ...(archived ? ["archived"] : []),
  ].join(" · ");
}

interface TitleFieldProps {
  readonly title: string;
  /** With the title that was written, or undefined where nothing is to change. */
  readonly onClose: (title: string | undefined) => void;
  readonly onLeave: () => void;
}

/** The title as a field: Enter keeps what it has, Escape and leaving it do not. */
function TitleField({ title, onClose, onLeave }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      class="thread-title"
      aria-label="Title"
      maxLength={TITLE_LENGTH}
      defaultValue={title}
      ref={field}
      onBlur={onLeave}
      onKeyDown={(event) => {
        event.stopPropagation(); // the keys of the list
        const { key, currentTarget } = event;
        if (key !== "Enter" && key !== "Escape") return;
        event.preventDefault();
        const written = currentTarget.value.trim();
        onClose(key === "Enter" && written !== "" ? written : undefined);
      }}
    />
  );
}
