// What one person is told in a conversation, beside it: why a message or a click came to nothing.

import { failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { IncomingMessage } from "./channel.ts";
import type { OpenChannel } from "./open_channels.ts";

/** Tells the person; what cannot be told is logged, and not told again. */
export async function whisper(
  { place, person }: IncomingMessage,
  text: string,
  { platform, name }: OpenChannel,
  { log }: Pick<HttpDeps, "log">,
): Promise<void> {
  try {
    await platform.whisper(place, person, text);
  } catch (error) {
    log("warn", "a person was not told something", { channel: name, ...failureFields(error) });
  }
}
