// One step in process, at growing histories.

import { compare, type Entrant, QUICK, THOROUGH } from "../lab/compare.ts";
import { type ContenderOptions, Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";

export const inProcess: Part = {
  title: "A step in process",
  note:
    "One step (run the pending call, ask the model once, commit) of a thread with so many steps of history, all of " +
    "it in the prompt. The model answers at once, 20 events in 4 writes. Cold: the isolate knows nothing of the " +
    "thread. Warm: it ran the thread's last step. Ratios are to the floor; the AI SDK takes the model's answer whole, " +
    "as generateText does, or streamed, as the others do.",
  async measure({ quick }) {
    await using lab = await Lab.open();
    const entrant = async (label: string, options: ContenderOptions, warm = false): Promise<Entrant> => {
      const child = await lab.contender(options);
      return { label, layout: options.layout, warm, run: (threads) => child.ask("run", { threads }) };
    };
    const entrants = [
      await entrant("floor", { name: "floor", layout: "floor" }),
      await entrant("Treadle, cold", { name: "treadle", layout: "treadle", historyCache: "0" }),
      await entrant("Treadle, warm", { name: "treadle", layout: "treadle", historyCache: WARM_BYTES }, true),
      await entrant("AI SDK generateText", { name: "ai_sdk", layout: "ai_sdk" }),
      await entrant("AI SDK streamText", { name: "ai_sdk_stream", layout: "ai_sdk" }),
    ];
    return await compare(lab, entrants, quick ? QUICK : THOROUGH);
  },
};
