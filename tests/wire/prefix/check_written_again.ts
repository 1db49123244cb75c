// Every request that was sent is named by a record, and is written again from the export of its thread, byte for byte, by a reader that
// has nothing but the export: neither the models of the deployment nor its variables. A request for an answer in one body is written
// again as it is streamed.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { sha256 } from "../../../src/core/text/sha256.ts";
import type { Life } from "./world.ts";

/** How many requests were written again. */
export async function checkWrittenAgain({ sent, exports, parts, story }: Life): Promise<number> {
  const written = new Set<string>();
  let unnamed = 0;
  let count = 0;
  for (const [thread, text] of exports) {
    const exported = await readExport(text);
    const told = `${thread}\n${story.join("\n")}`;
    for (const reader of [parts, partsFor({})]) {
      const report = await verifyThread(exported, reader);
      assert.deepEqual([report.differences, report.unprovable], [[], []], told);
      assert.equal(report.proven + report.withoutRequest, report.recorded, told);
    }
    for await (const { record, verdict, body } of rewriteRequests(exported, partsFor({}))) {
      if (verdict.type === "partly" && verdict.cause === "not_kept") {
        unnamed++;
        continue;
      }
      assert.equal(verdict.type, "equal", `${JSON.stringify([record, verdict])}\n${told}`);
      if (body === undefined) assert.fail(told);
      written.add(withoutStream(new TextDecoder().decode(body)));
      count++;
    }
  }
  const missing = sent.filter(({ text }) => !written.has(bodyIn(text)));
  const digests = await Promise.all(missing.map(async ({ text, status }) => [status, await sha256(text)]));
  const named = `${JSON.stringify(digests)}\n${story.join("\n")}`;
  assert.ok(
    missing.length <= unnamed,
    `${missing.length} of ${sent.length} requests are in no record: ${named}`,
  );
  return count;
}

/** The binding of Workers AI is given the body as its inputs. */
function bodyIn(text: string): string {
  const { inputs } = JSON.parse(text);
  return withoutStream(inputs === undefined ? text : JSON.stringify(inputs));
}

function withoutStream(text: string): string {
  return text.replace(/"stream":(?:true|false)(?:,"stream_options":\{[^}]*\})?/, "");
}
