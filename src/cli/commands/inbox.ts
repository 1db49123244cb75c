// `treadle inbox`: what waits for people over all threads, and their answers.

import { Command, Option } from "commander";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import { parseJson } from "../../core/json.ts";
import type { ApprovalAnswer, ApprovalView, CallView, InboxItem, InboxPage } from "../../react/client/mod.ts";
import { CommandError } from "../command_error.ts";
import { print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { toDecisionText } from "../terminal/entry_lines.ts";
import { short } from "../terminal/event_printer.ts";
import { goesOnByItself, toNextLine } from "../terminal/go_on.ts";
import { formatTable } from "../terminal/table.ts";
import { showTime } from "../terminal/times.ts";
import { serverCommand, type ServerCommandOptions } from "./_server_command.ts";

/** The command with its subcommands. */
export function inboxCommand(): Command {
  return new Command("inbox")
    .description("Lists what waits for people, and answers it.")
    .addCommand(listCommand())
    .addCommand(approveCommand())
    .addCommand(denyCommand())
    .addCommand(answerCommand());
}

interface ListOptions extends ServerCommandOptions {
  readonly order?: "oldest" | "newest";
  readonly limit: number;
  readonly cursor?: string;
}

function listCommand(): Command {
  const lines = {
    "inbox list": "What waits, the oldest first:",
    "inbox list --order newest --json": "The newest first, as JSON:",
  };
  return serverCommand("list", "Lists approvals and questions that wait, over all threads.", lines)
    .addOption(new Option("--order <order>", "oldest first by default").choices(["oldest", "newest"]))
    .option("--limit <count>", "calls of at most so many threads, 1 to 100", Number, 20)
    .option("--cursor <cursor>", "go on behind the page that ended with this cursor")
    .action(async ({ json = false, url, key, envFile, ...query }: ListOptions) => {
      await using connection = await connect({ url, key, envFile });
      print(await connection.client.inbox(query), json, toTable);
    });
}

interface AnswerOptions extends ServerCommandOptions {
  readonly by?: string;
  readonly wake?: boolean;
}

function answeringCommand(name: string, description: string, lines: Readonly<Record<string, string>>) {
  return serverCommand(name, description, lines)
    .argument("<thread>", "the thread")
    .option("--by <name>", "who answers; the key by default")
    .option("--wake", "have the thread go on by itself; one of a schedule or a webhook does so without it");
}

function approveCommand(): Command {
  const lines = {
    "inbox approve cli_1": "Approve the only call that waits there:",
    "inbox approve cli_1 call_2 --wake": "Approve one of several, and go on:",
    "inbox approve cli_1 --args '{\"amount\":10}'": "With other arguments, where the tool takes them:",
  };
  return answeringCommand("approve", "Approves a call as it stands now.", lines)
    .argument("[call]", "the call; the only one that waits by default")
    .option("--args <json>", "other arguments, where the tool has approvalEdits")
    .action(
      async (id: string, call: string | undefined, options: AnswerOptions & { readonly args?: string }) => {
        const given = options.args === undefined ? undefined : readJson(options.args, "--args");
        if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given))) {
          throw new CommandError("command_line_invalid", "--args takes an object of JSON.");
        }
        await answer(id, call, { approved: true, args: given }, options);
      },
    );
}

function denyCommand(): Command {
  const lines = {
    'inbox deny cli_1 --reason "not today"': "Deny a call; the model reads the reason:",
  };
  return answeringCommand("deny", "Denies a call.", lines)
    .argument("[call]", "the call; the only one that waits by default")
    .option("--reason <text>", "why; the model reads it")
    .action(
      async (id: string, call: string | undefined, options: AnswerOptions & { readonly reason?: string }) =>
        await answer(id, call, { approved: false, reason: options.reason }, options),
    );
}

function answerCommand(): Command {
  const lines = {
    'inbox answer cli_1 "The blue one"': "Answer a question with a text:",
    "inbox answer cli_1 --value '{\"size\":42}'": "With a value of JSON:",
  };
  return answeringCommand("answer", "Answers a question that an agent asks.", lines)
    .argument("[text]", "the answer")
    .option("--value <json>", "in place of a text: a value of JSON")
    .option("--call <call>", "the call; the only one that waits by default")
    .action(
      async (
        id: string,
        text: string | undefined,
        options: AnswerOptions & { readonly value?: string; readonly call?: string },
      ) => {
        if ((text === undefined) === (options.value === undefined)) {
          throw new CommandError("command_line_invalid", "Give the answer as a text, or by --value.");
        }
        const value = options.value === undefined ? text : readJson(options.value, "--value");
        await answer(id, options.call, { approved: true, answer: value }, options);
      },
    );
}

function readJson(text: string, option: string) {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new CommandError("command_line_invalid", `${option} is not JSON: ${text}`);
}

/** Sends the answer with the digest of the call that is seen now: a call with other arguments is refused. */
async function answer(
  id: string,
  named: string | undefined,
  given: ApprovalAnswer,
  { by, wake = false, json = false, ...server }: AnswerOptions,
): Promise<void> {
  await using connection = await connect(server);
  const thread = connection.client.thread(id);
  const view = await thread.get();
  const call = findWaiting(id, named, callsAwaiting("people", view.calls));
  const approval = await thread.approve(call.id, { ...given, by, digest: call.approval?.digest });
  const goesOn = goesOnByItself(view);
  if (wake && !goesOn && approval.missing === 0) await thread.wake();
  print(approval, json, (approval) => toLine(id, call, approval, goesOn || wake));
}

function findWaiting(id: string, named: string | undefined, waiting: readonly CallView[]): CallView {
  const [first, second] = waiting;
  const found = named === undefined && second === undefined
    ? first
    : waiting.find((each) => each.id === named);
  if (found !== undefined) return found;
  const calls = waiting.map((each) => `${each.id} (${each.name} ${short(each.args)})`).join(", ");
  const message = first === undefined
    ? `No call of ${id} waits for a person.`
    : named === undefined
    ? `Several calls of ${id} wait; name one: ${calls}.`
    : `${named} does not wait for a person; these do: ${calls}.`;
  throw new CommandError("waiting_call_unclear", message);
}

function toLine(
  id: string,
  { name }: CallView,
  { callId, approved, missing, answer }: ApprovalView,
  goesOn: boolean,
): string {
  const done = `${name} (${callId}) is ${
    !approved ? "denied" : answer === undefined ? "approved" : "answered"
  }`;
  return toNextLine(id, done, missing, goesOn);
}

function toTable({ items, cursor }: InboxPage): string {
  if (items.length === 0 && cursor === undefined) return "Nothing waits for people.";
  const table = formatTable<InboxItem>([
    { head: "THREAD", cell: ({ thread }) => thread },
    { head: "CALL", cell: ({ callId }) => callId },
    {
      head: "NEEDS",
      cell: ({ approval: { asks, needed, decisions } }) => {
        const approved = decisions.filter((each) => each.approved).length;
        const text = asks ? "an answer" : needed > 1 ? `approval ${approved} of ${needed}` : "approval";
        return { text, style: "yellow" };
      },
    },
    { head: "SINCE", cell: ({ since }) => showTime(since) },
    {
      head: "EXPIRES",
      cell: ({ approval: { expiresAt } }) => expiresAt === undefined ? "" : showTime(expiresAt),
    },
    { head: "AGENT", cell: ({ agent }) => agent, overflow: "drop" },
    { head: "WHAT", cell: ({ name, args }) => `${name} ${JSON.stringify(args)}`, overflow: "cut" },
    { head: "WHY", cell: ({ approval: { because = "" } }) => because, overflow: "cut" },
    {
      head: "DECIDED",
      cell: ({ approval: { decisions } }) => decisions.map(toDecisionText).join("; "),
      overflow: "cut",
    },
  ], items);
  return cursor === undefined ? table : `${table}\nmore: treadle inbox list --cursor ${cursor}`;
}
