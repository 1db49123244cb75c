// An agent that a webhook and a schedule start, in the place of functions/agents/mod.ts.

import { type Agent, defineAgent } from "@treadle/treadle";
import { getWeather } from "../../../functions/agents/tools.ts";

export const agents: Agent[] = [defineAgent({
  name: "triage",
  model: "scripted/demo",
  tools: [getWeather],
  webhooks: [{
    trigger: "github",
    event: "issues.opened",
    thread: "issue-{/issue/number}",
    input: "{/issue/title}",
  }],
  schedules: [{ name: "nightly", cron: "0 3 * * *", input: "Write the digest of the day." }],
})];
