// `treadle open`: opens the page of the running server.

import type { Command } from "commander";
import { CommandError } from "../command_error.ts";
import { print } from "../output.ts";
import { findServer } from "../project/connect.ts";
import { openBrowser } from "../terminal/open_browser.ts";
import { serverCommand, type ServerCommandOptions } from "./_server_command.ts";

/** Milliseconds that the page has to answer. */
const ANSWER_MS = 15_000;

/** The command. It starts no server: one that ends with the command would serve no page. */
export function openCommand(): Command {
  const lines = {
    "open": "Open the page of the server of this machine:",
    "open cli_1": "Open a thread on it:",
    "open --url https://agents.example.com": "Open the page of a deployment:",
  };
  return serverCommand("open", "Opens the page of the running server, or prints its address.", lines)
    .option("--print", "print the address, and open nothing")
    .argument("[thread]", "the thread to show")
    .action(
      async (
        thread: string | undefined,
        { json = false, print: printed = false, ...server }: ServerCommandOptions & {
          readonly print?: boolean;
        },
      ) => {
        const found = await findServer(server);
        await assertPage(found.url);
        const url = `${found.url.replace(/\/+$/, "")}/${
          thread === undefined ? "" : `#${encodeURIComponent(thread)}`
        }`;
        const opened = !printed && await openBrowser(url);
        print({ url, opened }, json, () => opened ? `${url} opens in the browser.` : url);
      },
    );
}

async function assertPage(url: string): Promise<void> {
  const response = await fetch(`${url.replace(/\/+$/, "")}/`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await response.body?.cancel();
  if (response.ok && response.headers.get("content-type")?.startsWith("text/html") === true) return;
  throw new CommandError("page_missing", `${url} serves no page: its deployment has no playground.`);
}
