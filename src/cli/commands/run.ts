// `treadle run`: gives an agent an input, prints the run as it comes, and asks for approvals.

import { Command } from "commander";
import process from "node:process";
import {
  type ApprovalAnswer,
  type Input,
  type StreamOptions,
  type Thread,
  type ThreadDetail,
  TreadleError,
} from "../../react/client/mod.ts";
import { AgentError } from "../../core/error.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import { connect, type Connection, type ServerOptions, withServerOptions } from "../project/connect.ts";
import { deferredLine, eventPrinter, short } from "../terminal/event_printer.ts";
import { onInterrupt } from "../terminal/signals.ts";
import { ask, isInteractive, STANDARD } from "../terminal/standard.ts";
import { examples } from "../output.ts";
import { filePart } from "./file_part.ts";

/** The exit code of a run that waits for an approval, or for results of the caller's tools. */
const WAITS = 3;

/** The exit code of a process that Ctrl-C has ended. */
const INTERRUPTED = 130;

interface RunCommandOptions extends ServerOptions {
  readonly agent?: string;
  readonly file?: readonly string[];
  readonly thread?: string;
  readonly model?: string;
  readonly toolChoice?: string;
  readonly until: "step" | "settled" | "done";
  readonly reasoning?: boolean;
  readonly json?: boolean;
}

/** The command. Its exit code is 1 when a step fails and 3 when the run waits for a person. */
export function runCommand(): Command {
  return withServerOptions(new Command("run"))
    .description("Gives an agent an input and prints the run: the answer to stdout, all else to stderr.")
    .argument("[input]", "what the user says; without it a thread goes on with what waits")
    .option("--agent <name>", "the agent of a new thread; the only one by default")
    .option("--file <path...>", "files that the input has: images, sounds, documents")
    .option("--thread <id>", "the thread to go on with; a new one by default")
    .option("--model <provider/model>", "one of the agent's models, in place of its own")
    .option("--tool-choice <choice>", "auto, none, required, or the name of a tool")
    .option("--until <place>", "step, settled or done", "done")
    .option("--reasoning", "print what the model says of its reasoning")
    .option("--json", "print each event as a line of JSON")
    .addHelpText(
      "after",
      examples({
        'run "What is the weather in Paris?" --agent demo': "Ask an agent of this project:",
        'run "And in Rome?" --thread cli_1': "Go on with a thread:",
        'run "What is on it?" --file photo.png': "Show the agent an image:",
        'run "Delete record r1" --agent demo --json': "See every event:",
        'run "Hello" --url https://agents.example.com --key $TREADLE_KEY': "Ask a deployment:",
      }),
    )
    .action(async (input: string | undefined, options: RunCommandOptions) => {
      await using connection = await connect(options);
      process.exitCode = await run(input, options, connection);
    });
}

async function run(
  input: string | undefined,
  { agent, file, thread: id, model, toolChoice, until, reasoning = false, json = false }: RunCommandOptions,
  { client }: Connection,
): Promise<number> {
  const thread = client.thread(id ?? `cli_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`);
  const named = agent ?? (id === undefined ? await onlyAgent(await client.agents()) : undefined);
  const printed = json ? printJson : eventPrinter(STANDARD, { reasoning });
  const stopListening = cancelOnInterrupt(thread);
  try {
    let text = file === undefined ? input : await withFiles(input, file);
    let options: StreamOptions = { until, model, agent: named, toolChoice };
    for (;;) {
      let hasFailed = false;
      for await (const event of thread.stream(text, options)) {
        printed(event);
        hasFailed = event.type === "step.failed";
      }
      if (hasFailed) return 1;
      const detail = await thread.get();
      if (detail.status !== "waiting") {
        if (id === undefined && !json) {
          STANDARD.note(`thread: ${thread.id} (treadle run "..." --thread ${thread.id})\n`);
        }
        return 0;
      }
      if (json || !isInteractive()) {
        if (!json) STANDARD.note(toAnswerLines(detail));
        return WAITS;
      }
      if (!await answerAll(thread, detail)) {
        STANDARD.note(toAnswerLines(await thread.get()));
        return WAITS;
      }
      text = undefined;
      options = { until, model };
    }
  } catch (thrown) {
    if (id === undefined && !json && isBroken(thrown)) {
      STANDARD.note(`the thread is kept: treadle run --thread ${thread.id}\n`);
    }
    throw thrown;
  } finally {
    stopListening();
  }
}

async function withFiles(text: string | undefined, paths: readonly string[]): Promise<Input> {
  const files = await Promise.all(paths.map(filePart));
  return { parts: [...text === undefined ? [] : [{ type: "text", text } as const], ...files] };
}

/** True when the run has begun and the server was lost. */
function isBroken(thrown: unknown): boolean {
  return thrown instanceof TreadleError &&
    (thrown.code === "connection_failed" || thrown.code === "stream_cut");
}

function printJson(event: object): void {
  console.log(JSON.stringify(event));
}

/**
 * The name of the agent when there is one.
 *
 * @throws {AgentError} agent_unknown, with the names to choose from
 */
function onlyAgent(agents: readonly { readonly name: string }[]): string {
  const [only, second] = agents;
  if (only !== undefined && second === undefined) return only.name;
  const names = agents.map(({ name }) => name).join(", ");
  throw new AgentError("agent_unknown", `Name an agent by --agent: ${names || "the project serves none"}.`);
}

/** Ctrl-C cancels the run; a second one ends the process. */
function cancelOnInterrupt(thread: Thread): () => void {
  let isFirst = true;
  return onInterrupt(() => {
    if (!isFirst) process.exit(INTERRUPTED);
    isFirst = false;
    STANDARD.note("\ncancelling; Ctrl-C again leaves at once\n");
    thread.cancel().catch(() => process.exit(INTERRUPTED));
  });
}

/** Asks the person about each call that waits; false when one is left open. */
async function answerAll(thread: Thread, { calls }: ThreadDetail): Promise<boolean> {
  const waiting = callsAwaiting("people", calls);
  for (const { id, name, args, approval } of waiting) {
    const typed = await ask(
      approval?.asks
        ? `${name} ${short(args)}: [the answer; empty: decide later] `
        : `Run ${name} ${short(args)}? [y, n, or the reason why not; empty: decide later] `,
    );
    if (typed === "") return false;
    await thread.approve(id, approval?.asks ? { approved: true, answer: typed } : toDecision(typed));
  }
  return waiting.length > 0;
}

function toDecision(typed: string): ApprovalAnswer {
  const approved = /^y(?:es)?$/i.test(typed);
  const reason = approved || /^no?$/i.test(typed) ? undefined : typed;
  return { approved, reason };
}

/** How to answer later. */
function toAnswerLines({ id, calls }: ThreadDetail): string {
  const approvals = callsAwaiting("people", calls).flatMap(({ id: call, name, args, approval }) => [
    `${name} ${short(args)}`,
    ...approval?.asks ? [`  treadle inbox answer ${id} "..." --call ${call}`] : [
      `  treadle inbox approve ${id} ${call}`,
      `  treadle inbox deny ${id} ${call} --reason "..."`,
    ],
  ]);
  const results = calls.flatMap((call) => deferredLine(call) ?? []);
  const lines = [...approvals, ...results, `treadle run --thread ${id}`];
  return `the run waits:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
