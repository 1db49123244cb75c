// A driver whose answers stop half-way until they are let go on, so that a test acts in the middle of one.

import type { Driver } from "../../../src/core/driver.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";

export interface HaltingDriver {
  readonly driver: Driver;
  /** Lets the answer that has halted, or the next one, go on. */
  release(): void;
}

/** The answer to an input is "Half" and its words; that to an input which begins with "halt" stops behind the first word. */
export function createHaltingDriver(): HaltingDriver {
  let gate = Promise.withResolvers<void>();
  const base = createScriptedDriver([]);
  return {
    release() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    driver: {
      ...base,
      async plan({ history, io: { signal }, modelRef }, emit) {
        const last = history.entries.findLast((entry) => entry.type === "user");
        const input = last?.type === "user" ? last.text : "";
        let text = "";
        const say = (piece: string) => {
          text += piece;
          emit({ type: "text.delta", block: 0, text: piece });
        };
        emit({ type: "text.started", block: 0 });
        say("Half");
        if (input.startsWith("halt")) {
          const { promise: aborted, resolve } = Promise.withResolvers<void>();
          signal.addEventListener("abort", () => resolve(), { once: true });
          await Promise.race([gate.promise, aborted]);
        }
        // A cancelled plan has what was said so far.
        if (!signal.aborted) say(` of ${input}.`);
        emit({ type: "text.ended", block: 0 });
        return {
          blocks: [{ type: "text", text }],
          finish: "stop",
          usage: { inputTokens: 0, outputTokens: 0 },
          model: modelRef,
        };
      },
    },
  };
}
