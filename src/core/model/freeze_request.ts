// Freezes a request on its way to the model: it must follow from the log alone, so that it can be written again.

import { deepFreeze } from "../deep_freeze.ts";
import type { ModelRequest, Provider } from "./provider.ts";
import { withStream } from "./with_stream.ts";

/** The provider, whose requests are frozen: an edit throws, and the step fails before anything is sent. */
export function withFrozenRequests(provider: Provider): Provider {
  return withStream(provider, (request, io) => provider.stream(freezeRequest(request), io));
}

/**
 * The request with everything in it, frozen: its instructions, tools, messages and settings.
 *
 * @example
 * ```ts
 * import { freezeRequest } from "./freeze_request.ts";
 * import assert from "node:assert/strict";
 *
 * const request = freezeRequest({ system: "Be brief.", messages: [{ role: "user", text: "Hi." }] });
 * assert.throws(() => Object.assign(request.messages[0] ?? {}, { text: "Bye." }), TypeError);
 * ```
 */
export function freezeRequest<T extends Partial<ModelRequest>>(request: T): T {
  const { tools, ...parts } = request;
  deepFreeze(parts);
  if (tools !== undefined && !Object.isFrozen(tools)) {
    // A tool has more than its description, which is not a part of the request.
    for (const tool of tools) deepFreeze(Object.freeze(tool).parameters);
    Object.freeze(tools);
  }
  return Object.freeze(request);
}
