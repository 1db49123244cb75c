// A thread as a file, and as code that runs its last message again. The page loads it with the first use of the thread's menu.

import { recordThread } from "../../../evaluation/record/record_thread.ts";
import { readDetail, readEntries, threadPath } from "../api/api.ts";
import { exportLines } from "../api/export_lines.ts";
import { BASE, readText } from "../api/http.ts";
import { toCurl } from "../curl.ts";
import { saveFile } from "../save_file.ts";

/** Saves the export of a thread: its records, one JSON object a line. */
export async function saveExport(thread: string): Promise<void> {
  const lines: string[] = [];
  for await (const line of exportLines(thread)) lines.push(`${JSON.stringify(line)}\n`);
  saveFile(`${thread}.jsonl`, "application/jsonl", lines);
}

/** Saves the picture of a thread's steps as the server draws it, an SVG. */
export async function savePicture(thread: string): Promise<void> {
  saveFile(`${thread}.svg`, "image/svg+xml", [await readText(threadPath(thread, "/trace.svg"))]);
}

/** Saves an evaluation with the one case of a thread; addresses, numbers and keys of people are replaced in it. */
export async function saveCase(thread: string): Promise<void> {
  const { agent } = await readDetail(thread);
  const data = recordThread({ id: thread, agent }, await readEntries(thread));
  saveFile(`${thread}.eval.json`, "application/json", [`${JSON.stringify(data, null, 2)}\n`]);
}

/** A command line that sends the last message of a thread to a new one. */
export async function toCommandLine(thread: string): Promise<string> {
  const { agent, input } = await lastMessage(thread);
  return toCurl({
    method: "POST",
    path: BASE + threadPath("new-thread", "/steps"),
    headers: { authorization: "", "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ agent, input, until: "done" }),
  });
}

/** A program that does the same with the client. */
export async function toTypeScript(thread: string): Promise<string> {
  const { agent, input } = await lastMessage(thread);
  return `import { createClient } from "@treadle/react/client";

const client = createClient({ url: ${JSON.stringify(location.origin + BASE)}, key: "..." });

for await (const event of client.thread("new-thread").stream(${JSON.stringify(input)}, { agent: ${
    JSON.stringify(agent)
  } })) {
  if (event.type === "text.delta") console.log(event.text);
}
`;
}

async function lastMessage(thread: string): Promise<{ readonly agent: string; readonly input: string }> {
  const { agent } = await readDetail(thread);
  const entries = await readEntries(thread);
  const last = entries.findLast((entry) => entry.type === "user");
  return { agent, input: last?.text ?? "" };
}
