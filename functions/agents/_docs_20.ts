// functions/agents/keeper.ts
import { agent, definePolicy } from "@treadle/treadle";

export const guarded = definePolicy({
  name: "guarded",
  rules: [
    { type: "first", tool: "search" },
    { type: "forbid_unless", tool: "delete", unless: "confirm" },
  ],
  conditions: [{ when: { field: "failures", gt: 2 }, choice: "none" }],
});

export const keeper = agent("keeper").policy("guarded");
