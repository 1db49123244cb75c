// Calls as their model wrote them: one that came through a bridge goes back as the call of the bridge.

import type { Block } from "../../core/entry.ts";
import { bridgeText } from "../../core/tool/bridge.ts";

/** The blocks as the model wrote them; the same list where no call came through a bridge. */
export function asWritten(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some((block) => block.type === "call" && block.via !== undefined)) return blocks;
  return blocks.map((block): Block => {
    if (block.type !== "call" || block.via === undefined) return block;
    const { via, ...call } = block;
    return { ...call, name: via.name, args: via.args ?? bridgeText(call.name, call.args) };
  });
}
