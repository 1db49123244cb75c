// One step over HTTP, from a client in another process that keeps its connection.

import { compare, type Entrant, QUICK, THOROUGH } from "../lab/compare.ts";
import { postStep } from "../lab/client.ts";
import { type ContenderOptions, Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";

export const http: Part = {
  title: "A step over HTTP",
  note:
    "The same over HTTP, the client in another process: wall time from the request to the end of the answer, CPU of " +
    "the server alone, without its line of log. The floor streams every delta as one line.",
  async measure(quick) {
    await using lab = await Lab.open();
    const entrant = async (
      label: string,
      accept: string,
      options: ContenderOptions,
      warm = false,
    ): Promise<Entrant> => {
      const child = await lab.contender(options);
      const { url } = await child.ask("serve");
      const run = async (threads: readonly string[]) => {
        const wallMs: number[] = [];
        const before: number = await child.ask("cpu");
        for (const thread of threads) {
          const start = performance.now();
          await postStep(url, thread, { accept });
          wallMs.push(performance.now() - start);
        }
        return { wallMs, cpuMs: await child.ask("cpu") - before };
      };
      return { label, layout: options.layout, warm, run };
    };
    const treadle = { name: "treadle", layout: "treadle" } as const;
    const warm = { ...treadle, historyCache: WARM_BYTES };
    const entrants = [
      await entrant("floor, stream", "text/event-stream", { name: "floor", layout: "floor" }),
      await entrant("Treadle, stream, cold", "text/event-stream", { ...treadle, historyCache: "0" }),
      await entrant("Treadle, stream, warm", "text/event-stream", warm, true),
      await entrant("Treadle, JSON, cold", "application/json", { ...treadle, historyCache: "0" }),
      await entrant("Treadle, JSON, warm", "application/json", warm, true),
    ];
    return await compare(lab, entrants, quick ? QUICK : THOROUGH);
  },
};
