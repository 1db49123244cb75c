// An agent whose tools send requests: by fetch, as docs/observability.md does, and as httpTool does. TOOL_URL is where to.

import { defineAgent, defineTool } from "@treadle/treadle";
import { httpTool } from "@treadle/treadle/tools/http";

const url = Deno.env.get("TOOL_URL") ?? "";

const byFetch = defineTool({
  name: "by_fetch",
  description: "Sends a request.",
  effect: "pure",
  run: async (_args, { signal, traceHeaders }) => {
    const response = await fetch(`${url}/by_fetch`, { signal, headers: { ...traceHeaders } });
    return await response.text();
  },
});

const byTool = httpTool({
  name: "by_tool",
  description: "Sends a request.",
  effect: "pure",
  url: `${url}/by_tool`,
});

export const agents = [
  defineAgent({ name: "sender", instructions: "Send requests.", tools: [byFetch, byTool] }),
];
