// `treadle catalogue`: publishes, shows and withdraws the tools of a catalogue of a running deployment.

import { Command } from "commander";
import { readFile } from "node:fs/promises";
import type { Transport } from "../../react/client/transport.ts";
import type { toCatalogueView, toDiffView, toLogView } from "../../plugins/selection/door/views.ts";
import {
  type ChangeView,
  listTools,
  publishTools,
  toCataloguePath,
  toChangeLine,
  toChangeText,
  type ToolView,
} from "../catalogue/requests.ts";
import { CommandError } from "../command_error.ts";
import { examples, print } from "../output.ts";
import { learnCommand } from "./catalogue_learn.ts";
import { formatQuery } from "../project/query.ts";
import { connect, type ServerOptions, withServerOptions } from "../project/connect.ts";
import { short } from "../terminal/event_printer.ts";
import { toStateWord } from "../terminal/status_words.ts";
import { formatTable } from "../terminal/table.ts";
import { formatCount } from "../terminal/text.ts";
import { showTime } from "../terminal/times.ts";

type CatalogueView = ReturnType<typeof toCatalogueView>;
type DiffView = ReturnType<typeof toDiffView>;
type LogView = ReturnType<typeof toLogView>;

interface CatalogueOptions extends ServerOptions {
  readonly json?: boolean;
}

interface ChangeOptions extends CatalogueOptions {
  readonly expected?: number;
  readonly reason?: string;
}

/** The command with its subcommands. */
export function catalogueCommand(): Command {
  return new Command("catalogue")
    .description("Publishes, shows and withdraws tools of a running deployment.")
    .addCommand(publishCommand())
    .addCommand(
      withdrawCommand("deprecate", "Keeps tools for the threads that use them, and from all others."),
    )
    .addCommand(withdrawCommand("archive", "Takes tools from all threads; they can be read for 90 days."))
    .addCommand(acceptCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(diffCommand())
    .addCommand(logCommand())
    .addCommand(rollbackCommand())
    .addCommand(learnCommand())
    .addHelpText(
      "after",
      examples({
        "catalogue publish shop tools.json": "Publish the tools of a file:",
        "catalogue list shop": "See what is published:",
      }),
    );
}

function subcommand(name: string, description: string, lines: Readonly<Record<string, string>>): Command {
  return withServerOptions(new Command(name))
    .description(description)
    .argument("<catalogue>", "the name of the catalogue")
    .option("--json", "print JSON")
    .addHelpText("after", examples(lines));
}

function withExpected(command: Command): Command {
  return command.option("--expected <number>", "change only a catalogue of this number", Number);
}

function publishCommand(): Command {
  const lines = {
    "catalogue publish shop tools.json": "A file with a tool, a list of tools or {tools}:",
    "catalogue publish shop tools.json --expected 12": "Only if the catalogue is at number 12:",
  };
  return withExpected(subcommand("publish", "Publishes versions of tools from files of JSON.", lines))
    .argument("<files...>", "files of JSON")
    .action(async (name: string, files: string[], { expected, json = false, ...server }: ChangeOptions) => {
      const tools = (await Promise.all(files.map(readTools))).flat();
      await using connection = await connect(server);
      const done = await publishTools(connection.transport, name, tools, expected);
      if (done !== undefined) print(done, json, toChangeText);
    });
}

function withdrawCommand(action: "deprecate" | "archive", description: string): Command {
  const lines = { [`catalogue ${action} shop refund --reason "see refund_v2"`]: "With the reason:" };
  return withExpected(subcommand(action, description, lines))
    .argument("<ids...>", "the ids of the tools")
    .option("--reason <reason>", "why; threads that use them read it")
    .action(async (name: string, ids: string[], options: ChangeOptions) => {
      const { expected, reason, json = false, ...server } = options;
      await using connection = await connect(server);
      const body = { ids, reason, expected };
      print(await post(connection.transport, `${toCataloguePath(name)}/${action}`, body), json, toChangeText);
    });
}

function acceptCommand(): Command {
  const lines = { "catalogue accept shop search --hash 5vN0...": "Accept what was read with show:" };
  return withExpected(
    subcommand("accept", "Accepts what a server of MCP says about a tool since it changed.", lines),
  )
    .argument("<id>", "the id of the tool")
    .requiredOption("--hash <hash>", "the hash of the words that you have read, as show prints it")
    .action(async (name: string, id: string, options: ChangeOptions & { readonly hash: string }) => {
      const { expected, hash, json = false, ...server } = options;
      await using connection = await connect(server);
      const body = { tools: [{ id, hash }], expected };
      print(await post(connection.transport, `${toCataloguePath(name)}/accept`, body), json, toChangeText);
    });
}

interface ListOptions extends CatalogueOptions {
  readonly number?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly category?: string;
  readonly held?: boolean;
}

function listCommand(): Command {
  const lines = {
    "catalogue list shop --status active": "What new threads are offered:",
    "catalogue list shop --held --json": "Tools of which a version waits, as JSON:",
  };
  return subcommand("list", "Lists the tools of a catalogue, in the order of publication.", lines)
    .option("--number <number>", "as they were at this number; the newest by default")
    .option("--status <status>", "active, deprecated or archived")
    .option("--tag <tag>", "tools with this tag")
    .option("--category <category>", "tools of this category")
    .option("--held", "tools of which a version waits to be accepted")
    .action(async (name: string, options: ListOptions) => {
      const { json = false, number, status, tag, category, held, ...server } = options;
      await using connection = await connect(server);
      const wanted = { number, status, tag, category, held: held ? "true" : undefined };
      const found = await listTools(connection.transport, name, wanted);
      print(found, json, ({ tools }) => toTable(tools));
    });
}

function showCommand(): Command {
  const lines = {
    "catalogue show shop": "A catalogue:",
    "catalogue show shop refund --number 3": "A tool as it was at number 3:",
  };
  return subcommand("show", "Prints a catalogue, or one of its tools.", lines)
    .argument("[id]", "the id of a tool")
    .option("--number <number>", "as it was at this number; the newest by default")
    .action(async (name: string, id: string | undefined, options: ListOptions) => {
      const { json = false, number, ...server } = options;
      await using connection = await connect(server);
      if (id === undefined) {
        const view = await connection.transport.json<CatalogueView>(toCataloguePath(name));
        print(
          view,
          json,
          ({ number, tools, at }) =>
            `${name}: number ${number}, ${formatCount(tools, "tool")}, ${showTime(at)}`,
        );
      } else {
        const path = `${toCataloguePath(name)}/tools/${encodeURIComponent(id)}${formatQuery({ number })}`;
        print(await connection.transport.json<ToolView>(path), json, (tool) => JSON.stringify(tool, null, 2));
      }
    });
}

function diffCommand(): Command {
  const lines = {
    "catalogue diff shop": "What the newest number changed:",
    "catalogue diff shop 3 12": "What changed from 3 to 12:",
  };
  return subcommand("diff", "Compares two numbers of a catalogue.", lines)
    .argument("[from]", "the number before by default; 0 is the empty catalogue")
    .argument("[to]", "the newest by default")
    .action(
      async (name: string, from: string | undefined, to: string | undefined, options: CatalogueOptions) => {
        const { json = false, ...server } = options;
        await using connection = await connect(server);
        const path = `${toCataloguePath(name)}/diff${formatQuery({ from, to })}`;
        print(await connection.transport.json<DiffView>(path), json, toDiffText);
      },
    );
}

function logCommand(): Command {
  return subcommand("log", "Lists who has changed what, the newest first.", {
    "catalogue log shop --limit 50": "The last fifty changes:",
  })
    .option("--limit <count>", "at most so many, 1 to 100", "20")
    .action(async (name: string, options: CatalogueOptions & { readonly limit: string }) => {
      const { json = false, limit, ...server } = options;
      await using connection = await connect(server);
      const path = `${toCataloguePath(name)}/log${formatQuery({ limit })}`;
      print(
        await connection.transport.json<{ changes: readonly LogView[] }>(path),
        json,
        ({ changes }) => changes.map(toLogLine).join("\n"),
      );
    });
}

function rollbackCommand(): Command {
  const lines = { "catalogue rollback shop 11": "Publish what number 11 had as a new number:" };
  return withExpected(subcommand("rollback", "Makes a new number with the content of an earlier one.", lines))
    .argument("<number>", "the number that comes back", Number)
    .action(async (name: string, to: number, { expected, json = false, ...server }: ChangeOptions) => {
      await using connection = await connect(server);
      const body = { to, expected };
      print(await post(connection.transport, `${toCataloguePath(name)}/rollback`, body), json, toChangeText);
    });
}

async function readTools(file: string): Promise<object[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new CommandError("file_unreadable", `${file} cannot be read.`);
  });
  try {
    const value: unknown = JSON.parse(text);
    const tools: unknown = typeof value === "object" && value !== null && "tools" in value
      ? value.tools
      : value;
    return [tools].flat().map((tool) => Object(tool));
  } catch {
    throw new CommandError(
      "file_unreadable",
      `${file} is not JSON; write a tool, a list of tools or {"tools": [...]}.`,
    );
  }
}

async function post(transport: Transport, path: string, body: object): Promise<ChangeView> {
  return await transport.json<ChangeView>(path, { method: "POST", body });
}

function toTable(tools: readonly ToolView[]): string {
  if (tools.length === 0) return "There is no such tool.";
  return formatTable<ToolView>([
    { head: "TOOL", cell: ({ id }) => id },
    { head: "NAME", cell: ({ name }) => name },
    { head: "VERSION", cell: ({ version }) => version },
    { head: "STATUS", cell: ({ status }) => toStateWord(status) },
    {
      head: "WAITS",
      cell: ({ held }) => held === null ? "" : { text: `${held.version} is held`, style: "yellow" },
    },
    { head: "FROM", cell: ({ source }) => source.type, overflow: "drop" },
  ], tools);
}

function toDiffText({ from, to, added, removed, changed }: DiffView): string {
  const lines = [
    ...added.map(({ id, version }) => `+ ${id} ${version}`),
    ...removed.map(({ id, version }) => `- ${id} ${version}`),
    ...changed.flatMap(({ id, fields }) => [
      `~ ${id}`,
      ...fields.map(({ field, from, to }) => `    ${field}: ${short(from)} -> ${short(to)}`),
    ]),
  ];
  return [`${from} -> ${to}`, ...(lines.length === 0 ? ["nothing is other"] : lines)].join("\n");
}

function toLogLine({ number, action, by, at, reason, changes, more }: LogView): string {
  const head = `${number} ${showTime(at)} ${action}${by === null ? "" : ` by ${by}`}${
    reason === null ? "" : `: ${reason}`
  }`;
  return [head, ...changes.map(toChangeLine), ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}
