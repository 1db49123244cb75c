// OpenAI's two dialects for the simulator of this folder, for servers that are OpenAI's at another address.
import { parseChatRequest } from "./chat/request.ts";
import { toChunks, toCompletion } from "./chat/wire.ts";
import type { ErrorBody } from "./error.ts";
import { Refusal } from "./error.ts";
import { officialError, toBody } from "./http.ts";
import { defaultModels, defaultReasoningModels } from "./model.ts";
import type { CapturedRequest, ParsedRequest } from "./reply.ts";
import { parseCompactRequest, toCompacted } from "./responses/compact.ts";
import { parseResponsesRequest } from "./responses/request.ts";
import { draftResponse, toEvents, toResponse } from "./responses/wire.ts";
import type { Frame } from "./stream.ts";
import { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";

/** What is not OpenAI's about the server. */
export interface OpenAIAddress {
  /** Throws WireRefusal for a wrong path, query, key or model; returns the body in the form of OpenAI. */
  check(captured: CapturedRequest): CapturedRequest;
  /** Frames before the first of a chat. */
  readonly preamble: readonly Frame[];
  /** The body of a refusal. */
  errorBody(error: Partial<ErrorBody>): unknown;
  refusalHeaders(status: number): Record<string, string>;
}

const rules = {
  models: defaultModels,
  reasoningModels: defaultReasoningModels,
  reasoningContent: false,
  acceptKeys: [],
};

/** A legal request. Throws WireRefusal with the body that OpenAI would send. */
export function parseOpenAI(captured: Pick<CapturedRequest, "path" | "body">, turn = 0): ParsedRequest {
  const { pathname } = new URL(captured.path, "http://server");
  const body = toBody({
    method: "POST",
    headers: new Headers(),
    text: "",
    at: 0,
    disconnected: Promise.resolve(),
    path: captured.path,
    body: captured.body,
  });
  try {
    const stored = { items: new Map(), responses: new Map() };
    if (pathname.endsWith("/responses/compact")) return parseCompactRequest(body, rules, stored, turn);
    return pathname.endsWith("/responses")
      ? parseResponsesRequest(body, rules, stored, turn)
      : parseChatRequest(body, rules, turn);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    throw new WireRefusal(refusal.status, refusal.message, { error: refusal.body });
  }
}

/** The refusal of the request, undefined for a legal one. */
export function lintOpenAI(request: Pick<CapturedRequest, "path" | "body">): WireRefusal | undefined {
  try {
    parseOpenAI(request);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof WireRefusal) return refusal;
    throw refusal;
  }
}

export function openaiApi(address: OpenAIAddress): SimulatedApi {
  return {
    parse: (captured, turn) => parseOpenAI(address.check(captured), turn),
    frames: (answer, request) =>
      request.dialect === "responses"
        ? toEvents(draftResponse(answer, request), request)
        : [...address.preamble, ...toChunks(answer, request, false)],
    whole(answer, request) {
      if (request.compacts) return toCompacted(request, answer.usage);
      return request.dialect === "responses"
        ? toResponse(draftResponse(answer, request))
        : toCompletion(answer, request, false);
    },
    errorFrames: (error) => [{ data: address.errorBody({ ...officialError(500, ""), ...error }) }],
    refusal(status, error, model) {
      const body = { ...officialError(status, model, error.code), ...error };
      return new WireRefusal(status, body.message, address.errorBody(body), address.refusalHeaders(status));
    },
    contentType: "text/event-stream",
    headers: () => ({ "x-request-id": `req_${crypto.randomUUID().slice(0, 8)}` }),
  };
}
