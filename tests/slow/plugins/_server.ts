// A server of the kernel with one door, and a plugin that decides.

import { serve } from "../../../src/deno/serve.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { agents, onceARun } from "./_agents.ts";

export default serve({ agents, plugins: [openaiApi(), onceARun], providers: [scripted] });
