// `treadle keys`: the keys of a deployment, made, rotated and revoked without a deploy.

import { Command, InvalidArgumentError, Option } from "commander";
import type { KeyView, NewKey } from "../../../core/contract/keys.ts";
import { SCOPES } from "../../../core/contract/scope.ts";
import { parseDuration } from "../../../core/text/duration.ts";
import { TENANT } from "../../../core/text/id.ts";
import { CommandError } from "../../command_error.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { STANDARD } from "../../terminal/standard.ts";
import { formatTable } from "../../terminal/table.ts";
import { showTime } from "../../terminal/times.ts";
import { removeAt, requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";

const DOOR = { plugin: "keys()", entry: "keys" } as const;

const PATH = "/v1/keys";

/** The command with its subcommands. */
export function keysCommand(): Command {
  return new Command("keys")
    .description("Lists, makes, rotates and revokes the keys of a deployment.")
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand());
}

function listCommand(): Command {
  return serverCommand("list", "Lists the keys of the tenant, those of TREADLE_API_KEYS too.", {
    "keys list": "What they permit, until when they are good, and when they were last used:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    const list = await requestDoor<{ readonly keys: readonly KeyView[] }>(connection, DOOR, PATH);
    print(list, json, ({ keys }) => {
      return formatTable<KeyView>([
        { head: "KEY", cell: ({ name }) => name },
        { head: "ORIGIN", cell: ({ origin }) => origin },
        { head: "SCOPES", cell: ({ scopes }) => scopes.length === SCOPES.length ? "all" : scopes.join(" ") },
        { head: "CREATED", cell: ({ createdAt }) => toCell(createdAt) },
        { head: "BY", cell: ({ by }) => by ?? "", overflow: "drop" },
        { head: "ROTATED", cell: ({ rotatedAt }) => toCell(rotatedAt), overflow: "drop" },
        { head: "EXPIRES", cell: ({ expiresAt }) => toCell(expiresAt) },
        { head: "LAST USED", cell: ({ lastUsedAt }) => toCell(lastUsedAt) },
      ], keys);
    });
  });
}

interface CreateOptions extends ServerCommandOptions {
  readonly scope?: readonly string[];
  readonly expires?: number;
}

function createCommand(): Command {
  const lines = {
    "keys create ci --scope read run --expires 90d": "For a program that runs agents, for 90 days:",
    "keys create dashboard --scope read": "For one that only reads:",
  };
  return serverCommand("create", "Makes a key and prints it, once: the store has its SHA-256.", lines)
    .argument("<name>", "1 to 64 letters, digits, _ and -; records and the log name it key_<name>", toName)
    .addOption(
      new Option("--scope <scope...>", "what it permits; all that your key does by default").choices(SCOPES),
    )
    .option("--expires <duration>", "how long it is good, such as 90d; for ever by default", toSeconds)
    .action(async (name: string, { scope: scopes, expires, json = false, ...server }: CreateOptions) => {
      await using connection = await connect(server);
      const body = { name, scopes, expiresInSeconds: expires };
      printKey(await requestDoor<NewKey>(connection, DOOR, PATH, { body }), json);
    });
}

interface RotateOptions extends ServerCommandOptions {
  readonly keepFor?: number;
}

function rotateCommand(): Command {
  const lines = {
    "keys rotate ci": "A new secret; clients have an hour to follow:",
    "keys rotate ci --keep-for 0s": "Of a key that others may have:",
  };
  return serverCommand("rotate", "Gives a key a new secret and prints the key, once.", lines)
    .argument("<name>", "the key", toName)
    .option("--keep-for <duration>", "how long the secret before is still good; 1h by default", toSeconds)
    .action(async (name: string, { keepFor: keepForSeconds, json = false, ...server }: RotateOptions) => {
      await using connection = await connect(server);
      const call = { method: "POST", body: { keepForSeconds } } as const;
      printKey(await requestDoor<NewKey>(connection, DOOR, `${PATH}/${name}/rotate`, call), json);
    });
}

function revokeCommand(): Command {
  return serverCommand("revoke", "Revokes a key; every isolate refuses it within 10 s.", {
    "keys revoke ci": "End a key and its secrets from before rotations:",
  })
    .argument("<name>", "the key", toName)
    .action(async (name: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      await removeAt(connection, `${PATH}/${name}`);
      print({ name, revoked: true }, json, () => `${name} is revoked.`);
    });
}

/** The key alone is the output; what is said of it is a note. */
function printKey(made: NewKey, json: boolean): void {
  print(made, json, ({ key }) => key);
  if (json) return;
  const { name, scopes, expiresAt, previousUntil } = made;
  const facts = [
    `permits ${scopes.join(", ")}`,
    ...expiresAt === null ? [] : [`expires ${showTime(expiresAt)}`],
    ...previousUntil === null ? [] : [`the secret before is good until ${showTime(previousUntil)}`],
  ];
  STANDARD.note(`${name} ${facts.join("; ")}. Keep it: no other command prints it.\n`);
}

function toCell(time: string | null): string {
  return time === null ? "" : showTime(time);
}

/** The text of a key given as a name is not sent, and not repeated. */
function toName(text: string): string {
  if (TENANT.test(text)) return text;
  throw new CommandError("command_line_invalid", "Name the key by 1 to 64 letters, digits, _ and -.");
}

function toSeconds(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms / 1_000;
  throw new InvalidArgumentError("Write a number and a unit, such as 90s, 15m, 8h or 90d.");
}
