// `treadle pause`, `resume`, `pauses` and `stop`: agents of a running deployment stop, and go on.

import { type Command, InvalidArgumentError } from "commander";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { PauseView } from "../../../core/contract/pauses.ts";
import { CommandError } from "../../command_error.ts";
import { print } from "../../output.ts";
import { connect, type Connection } from "../../project/connect.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatTable } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import { showTime } from "../../terminal/times.ts";
import { type Choice, type Chosen, readChosen } from "../../threads/choice.ts";
import {
  forEachThread,
  isUnknownThread,
  toExitCode,
  toFailureLines,
  type Worked,
} from "../../threads/each_thread.ts";
import { isReadable } from "../../threads/filters.ts";
import { removeAt, requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";

const DOOR = { plugin: "pauses()", entry: "pauses" } as const;

/** All agents of the tenant. */
const ALL = "*";

/** Seconds after which every isolate knows of a pause. */
const KNOWN_AFTER = 10;

interface ReasonOption {
  readonly reason?: string;
}

/** `treadle pause`. */
export function pauseCommand(): Command {
  const lines = {
    'pause support --reason "refunds twice"': "Begin no step of an agent:",
    "pause": "Of no agent of the tenant:",
  };
  return withReason(
    serverCommand("pause", "Pauses an agent, or all of them; what runs ends its step.", lines),
  )
    .argument("[agent]", "the agent; all of the tenant by default", ALL)
    .action(
      async (agent: string, { reason, json = false, ...server }: ServerCommandOptions & ReasonOption) => {
        await using connection = await connect(server);
        print(await pause(connection, agent, reason), json, toLine);
      },
    );
}

/** `treadle resume`. */
export function resumeCommand(): Command {
  const lines = { "resume support": "Have an agent go on:", "resume": "End the pause of all agents:" };
  return serverCommand("resume", "Ends a pause; what waits goes on.", lines)
    .argument("[agent]", "the agent; the pause of all agents by default", ALL)
    .action(async (agent: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      await listPauses(connection); // says what is missing where there are none
      await removeAt(connection, toPath(agent));
      const { pauses } = await listPauses(connection);
      print({ agent, pauses }, json, () => [toResumed(agent, pauses), ...pauses.map(toLine)].join("\n"));
    });
}

/** `treadle pauses`. */
export function pausesCommand(): Command {
  return serverCommand("pauses", "Lists what is paused, since when, by whom and why.", {
    "pauses": "What is paused:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    print(await listPauses(connection), json, ({ pauses }) => {
      if (pauses.length === 0) return "Nothing is paused.";
      return formatTable<PauseView>([
        { head: "AGENT", cell: ({ agent }) => agent === ALL ? "all" : agent },
        { head: "SINCE", cell: ({ since }) => showTime(since) },
        { head: "BY", cell: ({ by }) => by ?? "" },
        { head: "WHY", cell: ({ reason }) => reason ?? "", overflow: "drop" },
      ], pauses);
    });
  });
}

interface StopOptions extends ServerCommandOptions, ReasonOption {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly knownAfter: number;
}

/** `treadle stop`. */
export function stopCommand(): Command {
  const lines = {
    "stop --dry-run": "Which threads it would cancel:",
    'stop --yes --reason "a provider leaks"': "Stop everything; treadle resume ends the pause:",
  };
  return withReason(
    serverCommand("stop", "Stops everything: pauses all agents of the tenant, and cancels what runs.", lines),
  )
    .option("--yes", "do it")
    .option("--dry-run", "change nothing, and list the threads in which a step runs")
    .option(
      "--known-after <seconds>",
      "look for threads once more after so long: every isolate knows of the pause by then",
      toSeconds,
      KNOWN_AFTER,
    )
    .action(async (options: StopOptions) => {
      process.exitCode = await stop(options);
    });
}

async function stop(
  { yes = false, dryRun = false, reason, knownAfter, json = false, ...server }: StopOptions,
): Promise<number> {
  if (!yes && !dryRun) {
    throw new CommandError("command_line_invalid", "stop needs --yes, or --dry-run to see what it does.");
  }
  await using connection = await connect(server);
  if (dryRun) {
    const running = await listRunning(connection);
    print({ running }, json, () => `It would pause all agents, and cancel ${countThreads(running)}`);
    return 0;
  }
  using line = startProgress("pausing all agents");
  const paused = await pause(connection, ALL, reason);
  line.show("cancelling what runs");
  const first = await cancelRunning(connection);
  line.show("cancelling what has begun before every isolate knew of the pause");
  if (first.stopped === undefined) await sleep(knownAfter * 1_000);
  // What failed the first time is tried again.
  const last = first.stopped === undefined ? await cancelRunning(connection) : first;
  const cancelled = [...new Set([...first.results, ...last.results])];
  const { failed, stopped } = last;
  print({ pause: paused, cancelled, failed, stopped }, json, () => {
    const lines = [toLine(paused), `Cancelled ${countThreads(cancelled)}`, ...toFailureLines(last)];
    return [...lines, "Go on: treadle resume"].join("\n");
  });
  return toExitCode(last);
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && seconds >= 0 && seconds <= 3_600) return seconds;
  throw new InvalidArgumentError("It must be a number of seconds: 0 to 3600.");
}

function withReason(command: Command): Command {
  return command.option("--reason <words>", "why, for other operators; at most 500 characters");
}

async function pause(connection: Connection, agent: string, reason: string | undefined): Promise<PauseView> {
  const body = reason === undefined ? {} : { reason };
  return await requestDoor<PauseView>(connection, DOOR, toPath(agent), { method: "PUT", body });
}

/** What goes on, as far as no other pause holds it. */
function toResumed(agent: string, left: readonly PauseView[]): string {
  const isHeld = agent === ALL ? left.length > 0 : left.some((pause) => pause.agent === ALL);
  if (isHeld) return `The pause of ${agent === ALL ? "all agents" : `agent ${agent}`} has ended.`;
  return `${toName(agent)} ${agent === ALL ? "go" : "goes"} on.`;
}

function listPauses(connection: Connection): Promise<{ readonly pauses: readonly PauseView[] }> {
  return requestDoor(connection, DOOR, "/v1/pauses");
}

function toPath(agent: string): string {
  return `/v1/pauses/${encodeURIComponent(agent)}`;
}

function toName(agent: string): string {
  return agent === ALL ? "All agents" : `Agent ${agent}`;
}

/** A pause as a sentence: `Agent support is paused since 12:00 by key_x: refunds twice`. */
function toLine({ agent, since, by, reason }: PauseView): string {
  return printable([
    `${toName(agent)} ${agent === ALL ? "are" : "is"} paused since ${showTime(since)}`,
    ...by === null ? [] : [` by ${by}`],
    ...reason === null ? ["."] : [`: ${reason}`],
  ].join(""));
}

function countThreads(ids: readonly string[]): string {
  if (ids.length === 0) return "no thread: none runs.";
  return `${ids.length} ${ids.length === 1 ? "thread" : "threads"}: ${ids.join(", ")}`;
}

/** Every thread: those of phases and of branches too, and those in the archive. */
const EVERY: Choice = { type: "filter", filter: { archived: "all" }, all: true };

/** The ids of the threads in which a step runs, in the order of the pages. */
async function listRunning({ client }: Pick<Connection, "client">): Promise<readonly string[]> {
  const running: string[] = [];
  for await (const page of readChosen(client, EVERY)) {
    running.push(...page.filter(isRunning).map(({ id }) => id));
  }
  return running;
}

/** Cancels them; the ids of those that a cancel has changed. A thread that is gone meanwhile runs no more. */
async function cancelRunning({ client }: Pick<Connection, "client">): Promise<Worked<string>> {
  const { results, ...left } = await forEachThread(readChosen(client, EVERY), async (thread) => {
    if (!isRunning(thread)) return [];
    try {
      const { changed } = await client.thread(thread.id).cancel();
      return changed ? [thread.id] : [];
    } catch (thrown) {
      if (!isUnknownThread(thrown)) throw thrown;
      return [];
    }
  });
  return { results: results.flat(), ...left };
}

function isRunning({ listed }: Chosen): boolean {
  return listed !== undefined && isReadable(listed) && listed.running;
}
