// The agents of the deployments that run on both runtimes, and the channel in which one of them tells the weather.

import { channels, discord, github, slack, telegram } from "../../../../src/plugins/channels/mod.ts";

export { agents } from "../../../../functions/agents/mod.ts";

export const plugins = [
  channels([
    slack({ agent: "demo" }),
    github({ agent: "demo", login: "acme-support", shared: true }),
    telegram({ agent: "demo", username: "acme_bot" }),
    discord({ agent: "demo" }),
  ]),
];
