// An agent as an MCP server: Claude Code, Cursor, VS Code and other clients ask it, and call its tools.
//
//   TREADLE_API_KEYS=acme:<a key> deno run -A mcp_server.ts
//
// Clients find it at http://localhost:8787/mcp. docs/mcp.md has the lines of their configuration.

import { defineAgent, defineTool, standard } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";
import { mcp } from "@treadle/treadle/mcp";

const weather = defineTool({
  name: "get_weather",
  description: "The weather in a city.",
  parameters: ["city"],
  effect: "pure", // clients may call it without a question to their user
  run: ({ city }) => ({ city, tempC: 18, sky: "clear" }),
});

const remove = defineTool({
  name: "delete_record",
  description: "Deletes a record.",
  parameters: ["id"],
  needsApproval: true, // a client with forms asks its user; of others the run waits for the routes of approvals
  run: ({ id }) => ({ deleted: id }),
});

const desk = defineAgent({
  name: "desk",
  description: "Knows the weather, and removes records.",
  instructions: "Be brief.",
  tools: [weather, remove],
});

export default serve({ agents: [desk], plugins: [...standard(), mcp({ tools: true, title: "The desk" })] });
