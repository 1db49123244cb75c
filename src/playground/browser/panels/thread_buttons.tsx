// The buttons that name, archive and delete a thread of the list, and the field in which it is named.

import { useEffect, useRef } from "preact/hooks";
import type { ThreadChanges } from "../../../core/contract/requests.ts";
import type { ListedThread } from "../api/api.ts";
import { Icon } from "../components/icon.tsx";

/** Most characters of a title. */
const TITLE_LENGTH = 200;

/** What a person may do with a thread of the list. */
export interface ThreadActions {
  readonly onDelete: (thread: { readonly id: string; readonly title: string }) => void;
  readonly onChange: (id: string, changes: ThreadChanges) => void;
}

interface ThreadButtonsProps extends ThreadActions {
  readonly thread: ListedThread;
  readonly title: string;
  /** The field stands in the place of the row. */
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
}

/** The buttons of one thread; one that cannot be read is only deleted. */
export function ThreadButtons({ thread, title, isEdited, onEdit, onDelete, onChange }: ThreadButtonsProps) {
  const rename = useRef<HTMLButtonElement>(null);
  const { id } = thread;
  const line = thread.status === "corrupted" ? undefined : thread;
  const close = (changed: string | undefined) => {
    onEdit(false);
    rename.current?.focus();
    if (changed !== undefined) onChange(id, { title: changed });
  };
  return (
    <>
      {isEdited && <TitleField title={title} onClose={close} onLeave={() => onEdit(false)} />}
      <span class="thread-actions">
        {line !== undefined && (
          <>
            <button
              type="button"
              class="quiet icon rename"
              tabIndex={-1}
              aria-label={`Rename the thread ${title}`}
              ref={rename}
              onClick={() => onEdit(true)}
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
    </>
  );
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
