// The channels of a deployment: options and environment, checked when the plugin is opened.

import { TENANT } from "../../core/text/id.ts";
import { AgentError } from "../../core/error.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { findOnlyTenant } from "../../http/access/only_tenant.ts";
import type { ReservedNames } from "../../kernel/session/reserved_names.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Channel, ChannelOptions, Platform } from "./channel.ts";

/** A channel of the deployment. */
export interface OpenChannel extends Omit<ChannelOptions, "name" | "tenant"> {
  readonly name: string;
  readonly tenant: string;
  readonly platform: Platform;
}

/** By the names in their URLs. */
export type OpenChannels = ReadonlyMap<string, OpenChannel>;

/** The form of a name: it stands before a dot in ids of threads. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/**
 * Opens the channels.
 *
 * @throws {AgentError} config_invalid, with everything that is wrong; values are left out
 */
export function openChannels(
  channels: readonly Channel[],
  { env, deps }: { readonly env: EnvSource; readonly deps: HttpDeps },
): OpenChannels {
  const problems: string[] = [];
  const opened = new Map<string, OpenChannel>();
  const only = findOnlyTenant(deps.access, env);
  for (const channel of channels) {
    const { name, agent, deciders, shared, follows, streams } = channel;
    const refuse = (problem: string) => void problems.push(`channel ${JSON.stringify(name)}: ${problem}`);
    if (!NAME.test(name)) refuse("its name must be 1 to 32 letters, digits, _ and -");
    if (opened.has(name)) refuse("another channel has its name; give one of them another");
    if (!deps.agents.has(agent)) refuse(`there is no agent ${JSON.stringify(agent)}`);
    if (Array.isArray(deciders) && deciders.length === 0) refuse("deciders is empty; leave it out");
    const tenant = channel.tenant ?? only;
    if (tenant === undefined) refuse("the deployment has several tenants; name its tenant");
    else if (!TENANT.test(tenant)) refuse("tenant must be 1 to 64 letters, digits, _ and -");
    const platform = channel.open({ env, deps, refuse });
    opened.set(name, { name, agent, deciders, shared, follows, streams, tenant: tenant ?? "", platform });
  }
  if (problems.length > 0) throw new AgentError("config_invalid", `channels: ${problems.join("; ")}.`);
  return opened;
}

/** The id of the thread of a conversation. */
export function toThreadId({ name }: Pick<OpenChannel, "name">, conversation: string): string {
  return `${name}.${conversation}`;
}

/** People and conversations of the channels: no other route acts for them. */
export function reservedNames(channels: OpenChannels): ReservedNames {
  return {
    door: CHANNEL_DOOR,
    whose(kind, name, tenant) {
      const channel = channelBefore(kind === "user" ? ":" : ".", name, channels);
      return channel?.tenant === tenant ? `the ${kind} ${name} of channel ${channel.name}` : undefined;
    },
  };
}

/** The way in of messages, as the origins of entries name it. */
export const CHANNEL_DOOR = "channel";

/** Milliseconds until the next try of work whose channel this deployment does not have. */
const OTHERS_MS = 60_000;

/** Another deployment on the same store may have the channel, or the next version of this one: what is to be done there is left to it. */
export function noChannel(): AgentError {
  return new AgentError("config_invalid", "This deployment has no channel of that name.", {
    retryAfterMs: OTHERS_MS,
  });
}

/** The channel whose conversation a thread may be, by its id; undefined for one of none. */
export function channelOfThread(channels: OpenChannels, thread: string): OpenChannel | undefined {
  return channelBefore(".", thread, channels);
}

/** The channel whose name stands before the first separator. */
function channelBefore(separator: "." | ":", text: string, channels: OpenChannels): OpenChannel | undefined {
  const at = text.indexOf(separator);
  return at < 0 ? undefined : channels.get(text.slice(0, at));
}
