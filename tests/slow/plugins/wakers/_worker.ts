// A Worker whose wake-ups go through QStash, with a kind of work that KV records.

import { serve } from "../../../../src/cloudflare/mod.ts";
import { agents } from "../../../../functions/agents/mod.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { qstash } from "../../../../src/plugins/wakers/qstash.ts";
import { probe } from "./_probe.ts";

const doors: readonly Plugin[] = [qstash(), probe()];

export default serve({ agents, doors });
