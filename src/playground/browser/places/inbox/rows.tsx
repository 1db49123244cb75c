// The list of the inbox: a row for each call that waits.

import type { InboxItem } from "../../../../core/contract/calls.ts";
import { callWords, stateWords } from "../../../../core/contract/status_words.ts";
import { Icon } from "../../components/icon.tsx";
import { Time } from "../../components/time.tsx";
import type { Decisions } from "./decisions.ts";
import { countWords, idOf } from "./waiting_calls.ts";

interface RowsProps {
  readonly items: readonly InboxItem[];
  /** Of the row that the pane is about; undefined for none. */
  readonly current: string | undefined;
  /** Of the row at which Tab enters the list. */
  readonly stop: string | undefined;
  /** Of the calls that a person has looked at here. */
  readonly looked: ReadonlySet<string>;
  readonly decisions: Decisions;
  /** A row has the focus. */
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** The rows: one stop of Tab. Those that were not looked at yet are bold. */
export function Rows({ items, current, stop, looked, decisions, onFocus, onOpen }: RowsProps) {
  return (
    <ol class="inbox-rows" aria-label="Calls that wait">
      {items.map((item) => {
        const id = idOf(item);
        return (
          <li key={id}>
            <button
              type="button"
              class={looked.has(id) ? "inbox-row" : "inbox-row new"}
              data-call={id}
              aria-current={id === current ? "true" : undefined}
              tabIndex={id === stop ? 0 : -1}
              onFocus={() => onFocus(id)}
              onClick={() => onOpen(id)}
            >
              <Row item={item} problem={decisions.problemOf(item)} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Row({ item, problem }: { readonly item: InboxItem; readonly problem: string }) {
  const { name, agent, title, thread, root, user, since, approval } = item;
  const { words, tone, kind } = problem === ""
    ? callWords("approval", approval.asks)
    : { ...stateWords("failed"), words: problem };
  return (
    <>
      <span class="state" data-tone={tone} title={words}>
        <Icon name={kind} />
      </span>
      <span class="inbox-what">
        <code class="inbox-tool">{name}</code>
        <span class="inbox-agent">{agent}</span>
      </span>
      <span class="inbox-about">
        <span class="inbox-title">{title ?? root ?? thread}</span>
        <span class="inbox-count">{countWords(item)}</span>
      </span>
      <span class="inbox-person">{user}</span>
      <Time at={since} isShort />
      <span class="unseen">{words}</span>
    </>
  );
}
