// A Worker of the kernel with one plugin.

import { defineAgent } from "../../src/agents/define_agent.ts";
import { serve } from "../../src/cloudflare/serve.ts";
import { openaiApi } from "../../src/http/doors/openai/mod.ts";

const demo = defineAgent({ name: "demo", model: "scripted/demo" });

export default serve({ agents: [demo], plugins: [openaiApi()] });
