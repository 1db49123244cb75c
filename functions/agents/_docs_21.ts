// functions/agents/booking.ts
import { agent, defineTool } from "@treadle/treadle";

const search = defineTool({
  name: "search_flights",
  description: "Finds flights between two airports on a day.",
  parameters: ["from", "to", "day"],
  effect: "pure",
  run: ({ from, to, day }) => ({ flights: [`${from}-${to} ${day}`] }),
});

export const booking = agent("booking")
  .instructions("You book flights. Search before you answer.")
  .tool(search)
  .forceToolUse("search_flights")
  .onViolation("retry")
  .build();
