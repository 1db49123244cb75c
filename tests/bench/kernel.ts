// A Worker of the kernel without a plugin, and with the provider that its agent names, which `deno task size` holds to a limit of its own.

import { defineAgent } from "../../src/treadle/mod.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";
import { serve } from "../../src/cloudflare/serve.ts";

const demo = defineAgent({ name: "demo", model: "scripted/demo" });

export default serve({ agents: [demo], plugins: [], providers: [scripted] });
