// `treadle tokens`: tokens for browsers and for scripts that may do less than a key.

import { Command, InvalidArgumentError, Option } from "commander";
import { CommandError } from "../command_error.ts";
import { print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { STANDARD } from "../terminal/standard.ts";
import { parseDuration } from "../../core/text/duration.ts";
import { showTime } from "../terminal/times.ts";
import { serverCommand, type ServerCommandOptions } from "./_server_command.ts";

/** `POST /v1/tokens`. */
interface IssuedToken {
  readonly token: string;
  readonly id: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

interface CreateOptions extends ServerCommandOptions {
  readonly agent: readonly string[];
  readonly user?: string;
  readonly by?: string;
  readonly thread?: string;
  readonly threadPrefix?: string;
  readonly scope?: readonly string[];
  readonly expires: number;
}

/** The command with its subcommand. */
export function tokensCommand(): Command {
  return new Command("tokens")
    .description("Makes tokens of a deployment.")
    .addCommand(createCommand());
}

function createCommand(): Command {
  const lines = {
    "tokens create --agent support --user ann": "For the page of a user, good for 15 minutes:",
    "tokens create --agent support --by ops --scope read decide --expires 8h":
      "For a person who approves, over the threads of all users:",
  };
  return serverCommand("create", "Makes a token and prints it; it is stored nowhere.", lines)
    .requiredOption("--agent <name...>", "the agents whose threads the token has")
    .option("--user <user>", "the threads of this user alone; its steps are booked to the user")
    .option("--by <name>", "in place of --user: threads of all users; the person as records name it")
    .option("--thread <id>", "this thread alone")
    .option("--thread-prefix <prefix>", "threads whose ids begin so, such as ann.")
    .addOption(
      new Option("--scope <scope...>", "what it permits; read and run by default")
        .choices(["read", "run", "decide"]),
    )
    .option("--expires <duration>", "how long it is good: 90s, 15m, 8h, at most 1d", toSeconds, 900)
    .action(async ({ json = false, url, key, envFile, ...options }: CreateOptions) => {
      const { agent: agents, scope: scopes, expires: expiresInSeconds, ...rest } = options;
      if ((rest.user === undefined) === (rest.by === undefined)) {
        throw new CommandError(
          "command_line_invalid",
          "Say whose the token is: --user <user>, or --by <name>.",
        );
      }
      await using connection = await connect({ url, key, envFile });
      const body = { ...rest, agents, scopes, expiresInSeconds };
      const issued = await connection.transport.json<IssuedToken>("/v1/tokens", { body });
      print(issued, json, ({ token }) => token);
      if (!json) STANDARD.note(`${issued.id} expires ${showTime(issued.expiresAt)}\n`);
    });
}

function toSeconds(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms / 1_000;
  throw new InvalidArgumentError("Write a number and a unit, such as 90s, 15m or 8h.");
}
