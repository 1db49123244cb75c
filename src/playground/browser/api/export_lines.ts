// The export of a thread, line by line.

import { threadPath } from "./api.ts";
import { send } from "./http.ts";
import { readParts } from "./read_parts.ts";

/** What the page reads of a line of an export. */
interface ExportLine {
  readonly type: "thread" | "blob" | "entry" | "end";
  /** Of a blob: its SHA-256 in hex. */
  readonly id?: string;
  /** Of a blob or an entry, as it is stored. */
  readonly text?: string;
}

/** The lines of a thread's export. Leaving the loop ends the request. */
export async function* exportLines(thread: string): AsyncGenerator<ExportLine, void> {
  const { body } = await send(threadPath(thread, "/export"));
  if (body === null) return;
  for await (const line of readParts(body, "\n")) yield JSON.parse(line);
}
