// `treadle threads decisions`: who has decided about calls, of one thread or of many.

import type { Command } from "commander";
import process from "node:process";
import type { ApprovalPage } from "../../../core/contract/calls.ts";
import type { DecisionView } from "../../../react/client/mod.ts";
import { print } from "../../output.ts";
import { connect, type Connection } from "../../project/connect.ts";
import { formatQuery } from "../../project/query.ts";
import { toDecisionParts } from "../../terminal/entry_lines.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatTable } from "../../terminal/table.ts";
import { formatCount } from "../../terminal/text.ts";
import { showTime } from "../../terminal/times.ts";
import {
  forEachThread,
  isUnknownThread,
  toExitCode,
  toFailureLines,
  type Worked,
} from "../../threads/each_thread.ts";
import { requestDoor, serverCommand } from "../_server_command.ts";
import { type ChoiceOptions, readChoice, readChosen, withChoice } from "../../threads/choice.ts";

const APPROVALS = { plugin: "approvals()", entry: "approvals" } as const;

/** A decision, and the call that it is about. */
interface Decided extends DecisionView {
  readonly thread: string;
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  /** How the call ended; `approval` while it waits for others. */
  readonly state: string;
}

interface DecisionsReport extends Omit<Worked<unknown>, "results"> {
  /** The last one first. */
  readonly decisions: readonly Decided[];
  /** Threads that were looked into. */
  readonly threads: number;
}

/** The command. */
export function decisionsCommand(): Command {
  return withChoice(serverCommand("decisions", "Prints who has approved and denied calls.", {
    "threads decisions cli_1": "Who has decided in a thread:",
    "threads decisions --tool refund --after 7d": "About the calls in threads with a tool, of a week:",
    "threads decisions --all --by ann --json": "All that one person has decided, as JSON:",
  }))
    .option("--by <name>", "decisions of this person")
    .action(async (ids: readonly string[], { by, ...options }: ChoiceOptions & { readonly by?: string }) => {
      const { json = false, url, key, envFile } = options;
      const choice = readChoice(ids, options);
      await using connection = await connect({ url, key, envFile });
      using line = startProgress("reading decisions");
      let threads = 0;
      const worked = await forEachThread(readChosen(connection.client, choice), async ({ id }) => {
        line.show(`reading decisions: ${formatCount(++threads, "thread")}`);
        try {
          return await readDecisions(connection, id);
        } catch (thrown) {
          if (choice.type === "ids" || !isUnknownThread(thrown)) throw thrown;
          return [];
        }
      });
      const { results, failed, stopped } = worked;
      const decisions = withoutDoubles(results.flat()).filter((decision) =>
        by === undefined || decision.by === by
      )
        .sort((left, right) => right.at.localeCompare(left.at));
      print({ decisions, threads, failed, stopped }, json, toText);
      process.exitCode = toExitCode(worked);
    });
}

/**
 * The decisions about calls that have ended, and about those that wait.
 *
 * @throws {CommandError} door_missing
 * @throws {TreadleError} thread_unknown, ...
 */
async function readDecisions(connection: Connection, thread: string): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { open, past, next }: ApprovalPage = await readPage(connection, thread, after);
    for (const { callId, name, state, approval: { decisions } } of past) {
      decided.push(...decisions.map((decision) => ({ thread, callId, name, state, ...decision })));
    }
    after = next;
    if (after !== null) continue; // every page has the calls that wait
    for (const { id: callId, thread: below = thread, name, state, approval } of open) {
      const decisions = approval?.decisions ?? [];
      decided.push(...decisions.map((decision) => ({ thread: below, callId, name, state, ...decision })));
    }
  }
  return decided;
}

/** A call that waits in a phase is found by the thread of the phase, and by those above it. */
function withoutDoubles(decisions: readonly Decided[]): Decided[] {
  const keyOf = ({ thread, callId, at, by }: Decided) => JSON.stringify([thread, callId, at, by]);
  return [...new Map(decisions.map((decision) => [keyOf(decision), decision])).values()];
}

function readPage(connection: Connection, thread: string, after: number): Promise<ApprovalPage> {
  const query = formatQuery({ after, limit: 200 });
  return requestDoor(connection, APPROVALS, `/v1/threads/${encodeURIComponent(thread)}/approvals${query}`);
}

function toText({ decisions, threads, ...rest }: DecisionsReport): string {
  const table = decisions.length === 0
    ? `No person has decided about a call in ${formatCount(threads, "thread")}.`
    : formatTable<Decided>([
      { head: "AT", cell: ({ at }) => showTime(at) },
      { head: "WHO", cell: ({ by = "" }) => by },
      { head: "WHAT", cell: (decision) => toDecisionParts(decision).what },
      { head: "TOOL", cell: ({ name }) => name },
      { head: "OUTCOME", cell: ({ state }) => state === "approval" ? "waits" : state },
      { head: "THREAD", cell: ({ thread }) => thread },
      { head: "VIA", cell: (decision) => toDecisionParts(decision).way, overflow: "drop" },
      { head: "WHY", cell: (decision) => toDecisionParts(decision).why, overflow: "cut" },
    ], decisions);
  return [table, ...toFailureLines(rest)].join("\n");
}
