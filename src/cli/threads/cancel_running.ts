// Cancels the threads of a deployment in which a step runs.

import type { CorruptedThread, ThreadLine } from "../../react/client/mod.ts";
import type { Connection } from "../project/connect.ts";

/** Threads of one page, which are cancelled at a time. */
const PAGE = 100;

/** The ids of the threads in which a step runs, page by page: those of phases and of branches too, and those in the archive. */
export async function* listRunning({ client }: Pick<Connection, "client">): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await client.threads({ archived: "all", branches: "all", limit: PAGE, cursor });
    for (const thread of page.threads) if (isRunning(thread)) yield thread.id;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Cancels them; the ids of those that a cancel has changed. A thread that is gone meanwhile runs no more. */
export async function cancelRunning(connection: Pick<Connection, "client">): Promise<string[]> {
  const cancelled: string[] = [];
  for await (const id of listRunning(connection)) {
    const { changed } = await connection.client.thread(id).cancel();
    if (changed) cancelled.push(id);
  }
  return cancelled;
}

function isRunning(thread: ThreadLine | CorruptedThread): thread is ThreadLine {
  return "running" in thread && thread.running;
}
