// What happens in all threads, as it happens: a row for each step, the newest first.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { StatusTone } from "../../../core/contract/status_words.ts";
import type { ThreadLine } from "../../../core/contract/threads.ts";
import { listAgents, listThreads, readEntries } from "../api/api.ts";
import { type Column, DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { Money } from "../components/money.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { StateWords } from "../components/state_words.tsx";
import { threadHref } from "../shell/route.ts";
import { duration } from "../words.ts";
import { joinRows, type LiveRow, toLiveRows } from "./live_rows.ts";

/** Milliseconds between two looks. The API has no stream of all threads: lists of them are read. */
const LOOK_MS = 2_000;

/** Threads of one look; the API answers at most so many. */
const MOST_THREADS = 100;

/** Entries of a thread that one look reads at most. */
const MOST_ENTRIES = 60;

/** Of a thread as far as it was seen. */
interface Seen {
  readonly version: number;
  readonly length: number;
  readonly running: boolean;
}

/** What one look has found. */
interface Look {
  readonly rows: readonly LiveRow[];
  /** The threads as they were then. */
  readonly lines: readonly ThreadLine[];
}

/** Looks at the threads, and knows what it has seen of each. */
class LiveReader {
  readonly #agent: string;
  readonly #seen = new Map<string, Seen>();
  #isFirst = true;

  constructor(agent: string) {
    this.#agent = agent;
  }

  /** What has happened since the last look that was kept; the first one has only what runs. */
  async look(): Promise<Look> {
    const agent = this.#agent === "" ? "" : `&agent=${encodeURIComponent(this.#agent)}`;
    const pages = await Promise.all(
      ["", "&status=open"].map((more) =>
        listThreads(`branches=all&limit=${MOST_THREADS}${agent}${more}`, "")
      ),
    );
    const lines = new Map(
      pages.flatMap(({ threads }) =>
        threads.flatMap((line) => line.status === "corrupted" ? [] : [[line.id, line] as const])
      ),
    );
    const rows = await Promise.all([...lines.values()].map((line) => this.#rowsOf(line)));
    return { rows: rows.flat(), lines: [...lines.values()] };
  }

  /** Marks a reading as rendered. One that is not rendered is not kept, so that the next one has the same rows. */
  keep({ lines }: Look): void {
    for (const { id, version, length, running } of lines) this.#seen.set(id, { version, length, running });
    this.#isFirst = false;
  }

  async #rowsOf(line: ThreadLine): Promise<LiveRow[]> {
    const { id, version, length, running } = line;
    const before = this.#seen.get(id);
    const now = Date.now();
    if (this.#isFirst) return toLiveRows(line, [], { version, now });
    const known = before ?? { version: 0, length: 0, running: false };
    if (known.version === version) {
      return known.running === running ? [] : toLiveRows(line, [], { version, now });
    }
    const from = Math.max(known.length, length - MOST_ENTRIES);
    const entries = await readEntries(id, from, length).catch(() => []);
    return toLiveRows(line, entries, { version: known.version, now });
  }
}

/** Kinds of states to choose from, by their names in the control. */
const TONES: ReadonlyMap<string, string> = new Map<StatusTone | "", string>([
  ["", "All states"],
  ["running", "Running"],
  ["needs", "Needs you"],
  ["failed", "Failed"],
  ["done", "Done"],
]);

/** The place. */
export function Live() {
  const [agent, setAgent] = useState("");
  const [tone, setTone] = useState("");
  const [isPaused, setPaused] = useState(false);
  const [rows, setRows] = useState<readonly LiveRow[]>([]);
  const [error, setError] = useState<unknown>();
  const agents = useResource(listAgents, []);
  const reader = useRef(new LiveReader(agent));
  useEffect(() => {
    if (isPaused) return;
    const left = new AbortController();
    const looking = reader.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      try {
        const fresh = await looking.look();
        if (left.signal.aborted) return;
        looking.keep(fresh);
        setError(undefined);
        setRows((before) => joinRows(before, fresh.rows));
      } catch (failure) {
        if (left.signal.aborted) return;
        setError(failure);
      }
      timer = setTimeout(look, LOOK_MS);
    };
    document.addEventListener("visibilitychange", look, { signal: left.signal });
    void look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isPaused, agent]);
  const visible = useMemo(() => rows.filter(({ state }) => tone === "" || state.tone === tone), [rows, tone]);
  return (
    <>
      <PlaceHead title="Live" about="The steps of all threads as they happen, the newest first.">
        <select
          aria-label="Agent"
          value={agent}
          onChange={({ currentTarget: { value } }) => {
            reader.current = new LiveReader(value);
            setRows([]);
            setAgent(value);
          }}
        >
          <option value="">All agents</option>
          {agents.value?.map(({ name }) => <option key={name} value={name}>{name}</option>)}
        </select>
        <select
          aria-label="State of steps"
          value={tone}
          onChange={({ currentTarget }) => setTone(currentTarget.value)}
        >
          {[...TONES].map(([name, title]) => <option key={name} value={name}>{title}</option>)}
        </select>
        <button type="button" class="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? "Resume" : "Pause"}
        </button>
      </PlaceHead>
      {error !== undefined && (
        <Problem
          title="The threads could not be read."
          detail={describeError(error)}
        />
      )}
      <p class="place-note" role="status">
        {isPaused ? "Paused: what happens meanwhile comes with Resume." : "Following all threads."}
      </p>
      {visible.length > 0
        ? <DataTable label="Steps" columns={COLUMNS} rows={visible} keyOf={({ key }) => key} />
        : (
          <Empty
            title="Nothing has happened since this was opened"
            detail="A step of any thread stands here once it begins: of this page, of programs, of schedules and of webhooks."
            code="treadle threads tail"
          />
        )}
    </>
  );
}

const COLUMNS: readonly Column<LiveRow>[] = [
  { title: "Time", cell: ({ at }) => new Date(at).toLocaleTimeString([], { hour12: false }) },
  { title: "Agent", cell: ({ agent }) => agent, isExtra: true },
  { title: "Thread", cell: ({ thread, title }) => <a href={threadHref(thread)}>{title}</a> },
  { title: "Step", cell: ({ step }) => step, isNumber: true, isExtra: true },
  { title: "Did", cell: ({ did }) => did, isExtra: true },
  { title: "State", cell: ({ state }) => <StateWords state={state} /> },
  { title: "Model", cell: ({ model }) => model, isExtra: true },
  {
    title: "Cost",
    cell: ({ microDollars }) => microDollars > 0 && <Money microDollars={microDollars} />,
    isNumber: true,
    isExtra: true,
  },
  { title: "Time taken", cell: ({ ms }) => ms === undefined ? "" : duration(ms), isNumber: true },
];
