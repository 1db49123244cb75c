// POST /channels/:channel. A request of the platform is verified before anything is parsed, and is answered before the agent runs.

import { Hono } from "hono/tiny";
import { AgentError, unreachable } from "../../core/error.ts";
import type { WakeIo } from "../../core/wake.ts";
import { readBasePath } from "../../http/base_path.ts";
import { BODY_LIMIT, readBytes } from "../../http/body.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { acceptMessage } from "./accept_message.ts";
import type { Received } from "./channel.ts";
import { decideCall } from "./decide.ts";
import type { OpenChannel, OpenChannels } from "./open_channels.ts";

/** The routes of channels. */
export function channelRoutes(channels: OpenChannels, deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post("/channels/:channel", async (c) => await receive(c, channels.get(c.req.param("channel")), deps));
}

async function receive(
  c: HttpContext,
  channel: OpenChannel | undefined,
  deps: HttpDeps,
): Promise<Response> {
  const body = await readBytes(c.req.raw, { sleep: deps.sleep, limit: BODY_LIMIT });
  const { headers } = c.req.raw;
  const request = { headers, body, url: resolvePublicUrl(c, deps), now: deps.clock() };
  const received: Received = await channel?.platform.receive(request) ??
    { type: "forged", because: "channel_unknown" };
  if (channel !== undefined) c.set("tenant", channel.tenant);
  const io = { defer: resolveDefer(c) };
  switch (received.type) {
    case "forged":
      deps.log("warn", "a request of a channel was refused", {
        channel: channel?.name ?? null,
        reason: received.because,
        request: c.var.requestId,
      });
      throw new AgentError(
        "webhook_unverified",
        "The request is not verified; the log of the deployment has the reason.",
      );
    case "greeting":
      return c.json(received.body);
    case "nothing":
      return c.body(null, 200);
    case "message":
    case "decision":
    case "several": {
      if (channel !== undefined) await take(received, channel, io, deps);
      const response = received.type === "several" ? undefined : received.response;
      return response === undefined ? c.body(null, 200) : c.json(response);
    }
    default:
      return unreachable(received);
  }
}

async function take(received: Received, channel: OpenChannel, io: WakeIo, deps: HttpDeps): Promise<void> {
  if (received.type === "message") await acceptMessage(received.message, channel, io, deps);
  if (received.type === "decision") await decideCall(received.decision, channel, io, deps);
  if (received.type === "several") { for (const each of received.each) await take(each, channel, io, deps); }
}

/** Some platforms sign the address that they were given, also where a proxy stands before this server. */
function resolvePublicUrl(c: HttpContext, { publicUrl }: HttpDeps): string {
  const url = URL.parse(c.req.url); // null where the Host header names no host
  if (url === null) return "";
  if (publicUrl === undefined) return `${url.origin}${url.pathname}${url.search}`;
  return `${publicUrl}${url.pathname.slice(readBasePath(c).length)}${url.search}`;
}
