// A server on Deno with a channel.

import { serve } from "../../../../src/deno/mod.ts";
import { agents, plugins } from "./_agents.ts";

export default serve({ agents, doors: plugins });
