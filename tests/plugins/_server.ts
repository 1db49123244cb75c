// A server of the kernel with one plugin.

import { serve } from "../../src/deno/serve.ts";
import { openaiApi } from "../../src/http/doors/openai/mod.ts";
import { agents } from "./_agents.ts";

export default serve({ agents, plugins: [openaiApi()] });
