// A deployment whose agent has a server that users authorize. Agents are made before a request, so the address is in the bundle.

import { defineAgent } from "../../../../../src/agents/define_agent.ts";
import { authorizations } from "../../../../../src/plugins/mcp/authorizations/mod.ts";
import { createScriptedProvider } from "../../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../../src/providers/scripted/scenario.ts";
import { mcpServer } from "../../../../../src/plugins/mcp/client/mod.ts";
import { createTreadle } from "../../../../../src/treadle.ts";
import { PORT } from "./_port.ts";

const a = defineAgent({
  name: "a",
  model: "scripted/any",
  toolSources: [
    mcpServer({ name: "srv", url: `http://127.0.0.1:${PORT}/mcp`, oauth: {}, approval: "never" }),
  ],
});

const { fetch } = createTreadle({
  agents: [a],
  providers: [createScriptedProvider({ script: scenario().calls("srv.look").next().says("Done.") })],
  doors: [authorizations()],
});

export default { fetch };
