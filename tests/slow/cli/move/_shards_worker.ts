// A Worker with the threads of each tenant in three objects.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { durableObjects, ThreadsObject } from "../../../../src/cloudflare/durable_objects.ts";
import { serve } from "../../../../src/cloudflare/serve.ts";
import { scripted } from "../../../../src/providers/scripted/provider.ts";

export { ThreadsObject };

export default serve({
  agents: [defineAgent({ name: "none", model: "scripted/demo" })],
  plugins: [],
  providers: [scripted],
  stores: { durable_objects: durableObjects({ shards: 3 }) },
});
