// The stream formats of a deployment: those of the package, and its own.

import { AgentError } from "../core/error.ts";
import type { Protocol } from "../protocols/protocol.ts";
import { PROTOCOLS } from "./built_in.ts";

/** What answers without a stream have; the playground is HTML. */
const TAKEN = ["application/json", "application/problem+json", "text/html"];

/** A media type as the header Accept is compared with it. */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;

/**
 * The protocols of a deployment, the preferred one first: a client that accepts every stream gets that of the package.
 *
 * @throws {AgentError} config_invalid for a content type that is no media type in lower case without parameters, or that
 * other answers have
 */
export function resolveProtocols(own: readonly Protocol[] = []): readonly Protocol[] {
  const protocols: Protocol[] = Object.values(PROTOCOLS);
  for (const protocol of own) {
    const { name, contentType } = protocol;
    if (!MEDIA_TYPE.test(contentType)) {
      throw new AgentError(
        "config_invalid",
        `The protocol ${name} has the content type "${contentType}"; write a media type in lower case without parameters.`,
      );
    }
    const other = protocols.find((other) => other.contentType === contentType)?.name;
    if (other !== undefined || TAKEN.includes(contentType)) {
      throw new AgentError(
        "config_invalid",
        `The protocol ${name} has the content type ${contentType}, which ${
          other === undefined ? "other answers have" : `the protocol ${other} has`
        }; choose another, since clients choose a protocol by it.`,
      );
    }
    protocols.push(protocol);
  }
  return protocols;
}
