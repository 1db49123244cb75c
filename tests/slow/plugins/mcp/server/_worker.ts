// A Worker with the MCP door.

import { serve } from "../../../../../src/cloudflare/mod.ts";
import { mcp } from "../../../../../src/plugins/mcp/server/mod.ts";
import { agents } from "./_agents.ts";

export default serve({ agents, doors: [mcp({ tools: true })] });
