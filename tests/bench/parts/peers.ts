// A turn of a conversation as other agent frameworks do it, each with its conversation in Redis behind Upstash's REST protocol.

import { mulberry32 } from "../../support/mulberry32.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import { versionOf } from "../lab/page.ts";
import type { Part } from "../lab/part.ts";
import type { Child } from "../lab/process.ts";
import { median, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

interface Peer {
  readonly label: string;
  /** As in contenders/process.ts. */
  readonly name: string;
  readonly historyCache?: string;
  /** The contender that makes its threads, which reads and writes the same conversations and takes less time. */
  readonly grownBy?: string;
}

/** What the others are compared with: it reads the conversation from the store, as they do. */
const BASE = "Treadle, cold";

const PEERS: readonly Peer[] = [
  { label: BASE, name: "treadle_turns", historyCache: "0" },
  { label: "Treadle, warm", name: "treadle_turns", historyCache: WARM_BYTES },
  { label: `AI SDK ${versionOf("ai")}`, name: "ai_sdk_turns" },
  { label: `OpenAI Agents ${versionOf("@openai/agents")}`, name: "openai_agents_turns" },
  { label: `LangGraph ${versionOf("@langchain/langgraph")}`, name: "langgraph_turns" },
  { label: `Mastra ${versionOf("@mastra/core")}`, name: "mastra_turns" },
  {
    label: `Mastra ${versionOf("@mastra/core")}, durable`,
    name: "mastra_durable_turns",
    grownBy: "mastra_turns",
  },
];

/** Where a row stands: so many turns before. */
interface Place {
  readonly history: number;
  /** Threads that a contender takes one turn on in each round. */
  readonly turns: number;
  /** Each round has threads of its own; otherwise all have the same, which grow by a turn a round. */
  readonly fresh: boolean;
}

const PLACES: readonly Place[] = [
  { history: 8, turns: 5, fresh: true },
  { history: 200, turns: 1, fresh: false },
];

/** Turns that each process has taken before any is measured. */
const WARM_UP = 200;

export const peers: Part = {
  title: "Other frameworks",
  note:
    "One turn (the user's message, a call of the tool, the answer in words) in process, in a conversation of so many " +
    "such turns, all of it in the prompt; the framework chooses whether the model streams. Each is used as its " +
    "documentation has it for a conversation that outlives the process: OpenAI Agents with a Session that is a list in " +
    "Redis; LangGraph as `createAgent` of langchain with a checkpointer over @upstash/redis that stores each changed " +
    "value once, since its own Redis saver, which stores it twice, asks for RediSearch and RedisJSON; Mastra with " +
    "Memory in @mastra/upstash, and `durable` as a durable agent with recovery on. Mastra's `storageVersion` 2, which " +
    "is said to write 3.1 MB where 75 MB were written, is not in the version measured. LangGraph, the durable Mastra " +
    "and Treadle keep every step and go on after a crash; the AI SDK and OpenAI Agents write once, at the end of the " +
    "turn. Cold: the isolate knows nothing of the thread. Bytes are the bodies of requests (written) and answers (read) " +
    "of a turn. CPU is the process's until its last request is answered, wall is to the answer; ratios are to Treadle, " +
    "cold, within a round.",
  async measure({ quick }) {
    const rounds = quick ? 4 : 12;
    await using stack = new AsyncDisposableStack();
    const entrants: Entrant[] = [];
    for (const peer of PEERS) entrants.push(await openEntrant(stack, peer, quick ? WARM_UP / 4 : WARM_UP));
    const rows: string[][] = [];
    for (const place of PLACES) rows.push(...await measureAt(place, entrants, rounds));
    return toTable([
      "turns",
      "contender",
      "CPU ms",
      "wall ms",
      "requests",
      "bytes written",
      "bytes read",
      "CPU ratio",
      "wall ratio",
      "written ratio",
    ], rows);
  },
};

/** One contender in a lab of its own, since some of them search all keys of the database. */
interface Entrant {
  readonly label: string;
  readonly lab: Lab;
  readonly child: Child;
  readonly grower: Child;
}

async function openEntrant(
  stack: AsyncDisposableStack,
  { label, name, historyCache, grownBy }: Peer,
  warmUp: number,
): Promise<Entrant> {
  const lab = stack.use(await Lab.open());
  const open = (name: string) =>
    lab.contender({ name, turns: true, ...historyCache === undefined ? {} : { historyCache } });
  const child = await open(name);
  const grower = grownBy === undefined ? child : await open(grownBy);
  for (let thread = 0; thread < warmUp / 10; thread++) {
    await child.ask("run", { threads: Array(10).fill(`warm-up-${thread}`) });
  }
  return { label, lab, child, grower };
}

/** What a turn costs. */
interface Turn {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly requests: number;
  readonly written: number;
  readonly read: number;
}

interface Compared extends Turn {
  readonly cpuRatio: number;
  readonly wallRatio: number;
  readonly writtenRatio: number;
}

/** Rounds in an order that changes; medians over the rounds, and of the ratios within a round. */
async function measureAt(place: Place, entrants: readonly Entrant[], rounds: number): Promise<string[][]> {
  const { history, turns, fresh } = place;
  const threads = Array.from(
    { length: fresh ? rounds * turns : turns },
    (_, index) => `thread-${history}-${index}`,
  );
  for (const { grower } of entrants) {
    for (const thread of threads) await grower.ask("run", { threads: Array(history).fill(thread) });
  }
  const random = mulberry32(history);
  const all = new Map<string, Compared[]>();
  for (let round = 0; round < rounds; round++) {
    const taken = new Map<string, Turn>();
    const asked = new Map<string, string>();
    const own = fresh ? threads.slice(round * turns, (round + 1) * turns) : threads;
    for (const entrant of shuffled(entrants, random)) {
      taken.set(entrant.label, await takeTurns(entrant, own));
      const { messages, tools } = await entrant.lab.model.ask("last");
      asked.set(entrant.label, `${messages} messages and ${tools} tools`);
    }
    if (new Set(asked.values()).size !== 1) {
      throw new Error(`Not the same work: ${JSON.stringify([...asked])}`);
    }
    const base = taken.get(BASE);
    if (base === undefined) throw new Error(`${BASE} took no turn.`);
    for (const [label, turn] of taken) {
      all.set(label, [...all.get(label) ?? [], {
        ...turn,
        cpuRatio: turn.cpuMs / base.cpuMs,
        wallRatio: turn.wallMs / base.wallMs,
        writtenRatio: turn.written / base.written,
      }]);
    }
  }
  return [...all].sort(([left], [right]) => placeOf(left) - placeOf(right)).map(([label, compared]) => {
    const of = (key: keyof Compared, digits: number) =>
      median(compared.map((turn) => turn[key])).toFixed(digits);
    return [
      String(history),
      label,
      of("cpuMs", 1),
      of("wallMs", 1),
      of("requests", 0),
      of("written", 0),
      of("read", 0),
      of("cpuRatio", 2),
      of("wallRatio", 2),
      of("writtenRatio", 2),
    ];
  });
}

function placeOf(label: string): number {
  return PEERS.findIndex((peer) => peer.label === label);
}

/** One turn on each thread, and all that follows it. */
async function takeTurns({ lab, child }: Entrant, threads: readonly string[]): Promise<Turn> {
  await settledStats(lab);
  await lab.bridge.ask("reset");
  const before: number = await child.ask("cpu");
  const { wallMs } = await child.ask("run", { threads });
  const { requests, bytesIn, bytesOut } = await settledStats(lab);
  const cpuMs = await child.ask("cpu") - before;
  const count = threads.length;
  return {
    cpuMs: cpuMs / count,
    wallMs: median(wallMs),
    requests: requests / count,
    written: bytesIn / count,
    read: bytesOut / count,
  };
}

/** Milliseconds without a request after which a turn has nothing left to write. */
const QUIET_MS = 200;

/** The statistics of the store once it is asked for nothing more: some write on behind the answer. */
async function settledStats(
  { bridge }: Lab,
): Promise<{ requests: number; bytesIn: number; bytesOut: number }> {
  for (let last = await bridge.ask("stats");;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const stats = await bridge.ask("stats");
    if (stats.requests === last.requests) return stats;
    last = stats;
  }
}
