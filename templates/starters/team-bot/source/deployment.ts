// What is served, on any platform: the agent, the channels where people reach it, and the budgets.

import { channels, slack } from "@treadle/channels";
import { standard } from "@treadle/treadle";
import { demoModel } from "./agents/demo_model.ts";
import { helper } from "./agents/helper.ts";

/** The members of the team who decide about tickets: "Copy member ID" in a profile of Slack. */
export const DECIDERS = ["U024BE7LH"];

export const deployment = {
  agents: [helper],
  plugins: [
    ...standard(),
    // `shared`: everybody in a thread may write to the bot, and the thread belongs to the conversation.
    channels([slack({ agent: "helper", shared: true, deciders: DECIDERS })]),
  ],
  // Answers while TREADLE_MODEL names no other model.
  providers: [demoModel],
  // Of a UTC day: a conversation, and all of them. One run has its own limits in agents/helper.ts.
  budgets: { user: { usd: 0.5 }, tenant: { usd: 10 } },
};
