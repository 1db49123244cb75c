// A deployment whose model calls the caller's tool `t` with the arguments that the input says, for workerd and for Deno.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import { createTreadle } from "../../../src/treadle.ts";

const echoing: Provider = {
  name: "echoing",
  capabilities: () => ({ lacks: {}, thinks: false }),
  map: () => null,
  historyWriter: () => undefined,
  prepare: () => {},
  outputLimit: () => undefined,
  body: () => "{}",
  stream({ messages }, { emit }) {
    const asked = messages.at(-1);
    const args = asked?.role === "user" && "text" in asked ? String(asked.text) : "{}";
    emit({ type: "call.started", block: 0, name: "t" });
    emit({ type: "call.ended", block: 0, args });
    return Promise.resolve({
      blocks: [{ type: "call", name: "t", args }],
      finish: "calls",
      usage: { inputTokens: 1, outputTokens: 1 },
      model: "m",
    });
  },
};

const { fetch } = createTreadle({
  agents: [defineAgent({ name: "echo", model: "echoing/m", instructions: "Call." })],
  providers: [echoing],
  store: "memory",
});

export default { fetch };
