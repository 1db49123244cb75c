// The verdict about an export that was just downloaded.

import process from "node:process";
import { toAgentError } from "../../core/error.ts";
import { readExport, textOfExport } from "./exported_thread.ts";
import { partsFor } from "./parts.ts";
import { type Report, verifyThread } from "./verify_thread.ts";

/** What an export is worth. */
export interface Verdict extends Pick<Report, "verdict"> {
  /** What differs first, and what the verdict is of bytes that are no export; of no other verdict. */
  readonly differs?: string;
}

/** Verifies the bytes of an export, with the variables of this process where a record does not say which server it was. */
export async function verifyBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Verdict> {
  try {
    const { verdict, differences: [first] } = await verifyThread(
      await readExport(textOfExport(bytes)),
      partsFor(process.env),
    );
    if (verdict !== "differs") return { verdict };
    const place = first?.index === undefined ? "" : `entry ${first.index}: `;
    return { verdict, differs: `${place}${first?.what ?? "the chain"}` };
  } catch (thrown) {
    return { verdict: "differs", differs: toAgentError(thrown).message };
  }
}
