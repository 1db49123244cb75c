// The panel of the threads: its settings, the search, the filter, and the list with what is said where it is empty.

import { render } from "preact";
import { byId } from "../dom.ts";
import { onDemand } from "../on_demand/load_on_demand.ts";
import type { ThreadList } from "./thread_list.ts";
import { STATES } from "./thread_query.ts";
import { MoreThreads, ThreadRows } from "./thread_rows.tsx";

/** Draws the list. */
export function showThreadList(list: ThreadList): void {
  render(<Threads list={list} />, byId("threads", HTMLElement));
  render(<Settings list={list} />, byId("list-settings", HTMLElement));
}

interface ListProps {
  readonly list: ThreadList;
}

/** Beside the heading: whether threads are selected, and how dense their list is. */
function Settings({ list }: ListProps) {
  const isPicking = list.picked.value !== undefined;
  return (
    <>
      <button
        type="button"
        class="quiet small"
        aria-pressed={isPicking}
        onClick={() => isPicking ? list.endPicking() : list.pick()}
      >
        Select
      </button>
      <select
        class="small"
        aria-label="Density"
        value={list.density}
        onInput={({ currentTarget }) => list.setDensity(currentTarget.value)}
      >
        <option value="compact">Compact</option>
        <option value="comfortable">Comfortable</option>
      </select>
    </>
  );
}

function Threads({ list }: ListProps) {
  const { text, state, problem, threads, isRead, cursor, picked } = list;
  const Bulk = picked.value && onDemand.value?.BulkActions;
  return (
    <>
      <div class="thread-search" role="search">
        <input
          id="thread-search"
          type="search"
          placeholder="Search titles"
          aria-label="Search threads"
          title="Words of titles, and filters: user: agent: tool: source: error: status: needs: metadata.team: after: before:"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => list.find(currentTarget.value, state.peek())}
        />
        <select
          id="thread-filter"
          aria-label="State"
          value={state}
          onInput={({ currentTarget }) => list.find(text.peek(), currentTarget.value)}
        >
          {[...STATES].map(([name, { title }]) => <option key={name} value={name}>{title}</option>)}
        </select>
      </div>
      {Bulk && <Bulk list={list} />}
      <nav id="thread-scroller" class="scroller" aria-label="Threads">
        {problem.value !== "" && <p class="rail-note bad" role="status">{problem}</p>}
        <ThreadRows list={list} />
        {threads.value.length === 0 && problem.value === "" && (
          isRead.value
            ? (
              <p class="rail-note">
                {list.isFiltered
                  ? "No thread fits. Change the search."
                  : "No thread yet. Send a message to begin one."}
              </p>
            )
            : (
              <p class="skeleton" role="status">
                <span class="unseen">The list is read.</span>
              </p>
            )
        )}
        {cursor.value !== "" && <MoreThreads key={cursor.value} list={list} />}
      </nav>
    </>
  );
}
