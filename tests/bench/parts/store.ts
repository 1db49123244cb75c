// What a step asks of the store: requests and bytes, as the REST bridge counts them.

import { Lab } from "../lab/lab.ts";
import type { ContenderOptions } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import { toTable } from "../lab/table.ts";

const ENTRIES = [10, 1_000, 100_000];

/** The default of an agent: the newest 200 entries are in the prompt, however many there are. */
const WINDOW = { entries: 200, bytes: 524_288 };

interface Subject extends ContenderOptions {
  readonly label: string;
  readonly warm: boolean;
  /** A longer history than this is more than one request may carry. */
  readonly most?: number;
}

const SUBJECTS: readonly Subject[] = [
  { label: "floor", name: "floor", layout: "floor", warm: false },
  { label: "Treadle, cold", name: "treadle", layout: "treadle", warm: false, historyCache: "0" },
  { label: "Treadle, warm", name: "treadle", layout: "treadle", warm: true },
  { label: "AI SDK", name: "ai_sdk", layout: "ai_sdk", warm: false, most: 1_000 },
];

export const store: Part = {
  title: "Store requests and bytes",
  note:
    "Of one step, at a history of so many entries, with the default window of 200 entries. Bytes are the bodies of " +
    "requests (written) and answers (read). The AI SDK's conversation is one value, which at 100,000 entries is more " +
    "than a request may carry.",
  async measure() {
    await using lab = await Lab.open();
    const rows: string[][] = [];
    for (const { label, warm, most = Infinity, ...options } of SUBJECTS) {
      const child = await lab.contender({ ...options, window: WINDOW });
      for (const entries of ENTRIES) {
        if (entries > most) {
          rows.push([String(entries), label, "", "", ""]);
          continue;
        }
        // The first copy is for what an isolate asks once, such as loading the scripts.
        const [first = "", second = ""] = await lab.templates.copies(options.layout, entries / 2, 2);
        await child.ask("run", { threads: warm ? [first, second] : [first] });
        await lab.bridge.ask("reset");
        await child.ask("run", { threads: [second] });
        const { requests, bytesIn, bytesOut } = await lab.bridge.ask("stats");
        rows.push([String(entries), label, String(requests), String(bytesIn), String(bytesOut)]);
        await lab.templates.remove(options.layout, entries / 2, [first, second]);
      }
    }
    const order = (row: readonly string[]) => Number(row[0]);
    rows.sort((left, right) => order(left) - order(right));
    return toTable(["entries", "contender", "requests", "bytes written", "bytes read"], rows);
  },
};
