// Not a step: the model's stream read to its end and dropped, which is what a chunk costs at least.

import { type Addresses, toModelBody } from "../lab/workload.ts";
import type { Contender } from "./contender.ts";

export function createDirect({ modelUrl }: Addresses): Contender {
  return {
    async step() {
      const response = await fetch(`${modelUrl}/chat/completions`, {
        method: "POST",
        body: toModelBody([], true),
      });
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += chunk.length;
      if (bytes === 0) throw new Error("The model said nothing.");
    },
  };
}
