// A Worker of the kernel with chat and the provider OpenAI, which `deno task size` holds to a limit of its own. See kernel.ts beside it.

import { serve } from "../../src/cloudflare/serve.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { openai } from "../../src/providers/openai/provider.ts";
import { defineAgent } from "../../src/treadle/mod.ts";

const demo = defineAgent({ name: "demo", model: "openai/gpt-5-mini" });

export default serve({ agents: [demo], plugins: [chat()], providers: [openai] });
