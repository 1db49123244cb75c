// The entry of `@treadle/channels`: agents that people talk with where they are: in Slack, Telegram and Discord, and on issues of GitHub.

import type { Plugin } from "../../http/plugin.ts";
import type { Channel } from "./channel.ts";
import { removeConversation } from "./conversation.ts";
import { EXPIRY, expiryHandler } from "./expire.ts";
import { FILES, filesHandler } from "./reading/files.ts";
import { channelOfThread, openChannels, reservedNames } from "./open_channels.ts";
import { createOutbox, NEWS, newsHandler } from "./outbox.ts";
import { channelRoutes } from "./routes.ts";

export type {
  AskedDecision,
  Channel,
  ChannelMessage,
  ChannelOptions,
  ChannelSetup,
  Deciders,
  IncomingDecision,
  IncomingFile,
  IncomingMessage,
  Place,
  Platform,
  Quote,
  Received,
  ReceivedRequest,
} from "./channel.ts";
export { PostRefused } from "./channel.ts";
export { discord, type DiscordOptions } from "./discord/discord.ts";
export { github, type GitHubOptions } from "./github/github.ts";
export { slack, type SlackOptions } from "./slack/slack.ts";
export { telegram, type TelegramOptions } from "./telegram/telegram.ts";

const PATH = /^\/channels\/[^/]+$/;

/**
 * Agents answer in the thread of the question: `POST /channels/<name>` takes the requests of each platform, which are verified by
 * their signatures and need no API key.
 *
 * @throws {AgentError} config_invalid - when the deployment is made: a secret is missing, or a channel is wrong
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { channels, slack } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const support = defineAgent({ name: "support", model: "scripted/demo" });
 * const env = { SLACK_BOT_TOKEN: "xoxb-1", SLACK_SIGNING_SECRET: "a-secret-of-16-or-more-bytes" };
 * const plugins = [...standard(), channels([slack({ agent: "support", deciders: ["U024BE7LH"] })])];
 * const treadle = createTreadle({ agents: [support], store: "memory", env, plugins, log: () => {} });
 * const forged = new Request("https://example.com/channels/slack", { method: "POST", body: "{}" });
 * assert.equal((await treadle.fetch(forged)).status, 401);
 * await treadle.close();
 * ```
 */
export function channels(list: readonly Channel[]): Plugin {
  return {
    name: "channels",
    open({ deps, env }) {
      const open = openChannels(list, { deps, env });
      return {
        routes: channelRoutes(open, deps),
        isSigned: (method, path) => method === "POST" && PATH.test(path),
        outbox: createOutbox(open, deps),
        reserved: reservedNames(open),
        removeThread: async (ref) => {
          const channel = channelOfThread(open, ref.thread);
          if (channel?.tenant === ref.tenant) await removeConversation(ref, deps);
        },
        wakes: {
          [NEWS]: newsHandler(open, deps),
          [FILES]: filesHandler(open, deps),
          [EXPIRY]: expiryHandler(deps),
        },
      };
    },
  };
}
