// A Worker with the door of schedules, in the place of functions/cloudflare.ts.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { serve } from "../../../../src/cloudflare/mod.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";

const digest = defineAgent({
  name: "digest",
  model: "scripted/demo",
  schedules: [{ name: "nightly", cron: "30 2 * * *", timezone: "Europe/Berlin", input: "Write the digest." }],
});

export default serve({ agents: [digest], doors: [schedules()] });
