// Judges the histories of threads by the rules of a policy, in this browser. Whether the rules contradict each other is judged when it is saved.

import { isJsonObject, parseJson } from "../../../../core/json.ts";
import { readPolicyShape } from "../../../../core/policy/policy_schema.ts";
import { readExportedThread, type Refusal, refusalsIn } from "../../../../plugins/policies/judge_threads.ts";
import { listThreads, readEntries } from "../../api/api.ts";

/** What would have been refused. */
interface Finding {
  readonly thread: string;
  readonly title: string;
  readonly refusal: Refusal;
}

/** What was judged. */
export interface Judged {
  readonly threads: number;
  readonly findings: readonly Finding[];
}

/** Judges the newest threads, at most so many, by a policy as JSON text; what is wrong with the policy, where it is none. */
export async function judge(name: string, text: string, most: number): Promise<Judged | string> {
  const value = parseJson(text);
  if (!isJsonObject(value)) return "The policy is not a JSON object.";
  const read = readPolicyShape({ ...value, name });
  if (!read.ok) return read.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("\n");
  const { threads } = await listThreads(`branches=all&limit=${most}`, "");
  const findings: Finding[] = [];
  let count = 0;
  for (const thread of threads) {
    if (thread.status === "corrupted") continue;
    const entries = await readEntries(thread.id);
    count += 1;
    for (const refusal of refusalsIn(readExportedThread(JSON.stringify(entries), thread.id), read.policy)) {
      findings.push({ thread: thread.id, title: thread.title ?? thread.id, refusal });
    }
  }
  return { threads: count, findings };
}
