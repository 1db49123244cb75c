// A server of the kernel with two doors, of which one has a place on the page, and a plugin that decides.

import { serve } from "../../../src/deno/serve.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { catalogues } from "../../../src/plugins/selection/door/mod.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { agents, onceARun } from "./_agents.ts";

const plugins = [openaiApi(), catalogues(), wakes(), onceARun];

export default serve({ agents, plugins, providers: [scripted] });
