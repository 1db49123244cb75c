// A strict simulated provider over real HTTP: it refuses what the real API refuses, with its texts, answers from a script, and
// captures every request. What one API looks like is a SimulatedApi; everything else is the same for all.
import { type Answer, toAnswer } from "./openai/answer.ts";
import { HarnessError } from "./openai/error.ts";
import { answerCaptured } from "./openai/http.ts";
import type { CapturedRequest, ParsedRequest, Reply, Script } from "./openai/reply.ts";
import { type Delivery, type Frame, toEventStream, toJsonBody } from "./openai/stream.ts";
import { obey } from "./openai/tools.ts";
import { WireRefusal } from "./refusal.ts";

/** One API: how its requests are read and checked, and how its answers are written. */
export interface SimulatedApi {
  /** What a script sees of a legal request. Throws WireRefusal, lintRequest's refusals included. */
  parse(request: CapturedRequest, turn: number): ParsedRequest;
  /** The frames of a streamed answer; `delta` marks those with content, where delays and faults happen. */
  frames(answer: Answer, request: ParsedRequest): Frame[];
  /** The body of an answer that is not streamed. */
  whole(answer: Answer, request: ParsedRequest): unknown;
  /** What tells of an error in the middle of a stream, behind `sent` frames. */
  errorFrames(error: { message: string; code?: string | null }, sent: number): Frame[];
  /** The true body and headers of an error status. */
  refusal(status: number, error: { message?: string; code?: string | null }, model: string): WireRefusal;
  /** Of a streamed answer. */
  readonly contentType: string;
  /** How a frame is written; as a server-sent event by default. */
  encode?(frame: Frame): string | Uint8Array;
  /** Headers of every answer: the request's id, rate limits. */
  headers?(): Record<string, string>;
}

export interface SimulatorOptions {
  /** Replies in order (one more request than replies is a harness error), or a function. Default: a greeting. */
  readonly reply?: Script;
}

/** A running simulated server. */
export interface Simulator extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  readonly requests: CapturedRequest[];
  /** Mistakes of the script (each was also answered with a 500); assert that it is empty. */
  readonly complaints: string[];
}

/** Starts the API on a free port of the loopback interface. */
export function simulate(api: SimulatedApi, options: SimulatorOptions = {}): Promise<Simulator> {
  const simulation = new Simulation(api, options.reply ?? (() => ({ text: "Hello! How can I help?" })));
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Simulator>();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        requests: simulation.requests,
        complaints: simulation.complaints,
        [Symbol.asyncDispose]: async () => {
          stop.abort();
          await server.finished;
        },
      }),
  }, (request, info) => simulation.handle(request, info.completed));
  return promise;
}

class Simulation {
  readonly requests: CapturedRequest[] = [];
  readonly complaints: string[] = [];
  readonly #api: SimulatedApi;
  readonly #script: Script;
  #turn = 0;

  constructor(api: SimulatedApi, script: Script) {
    this.#api = api;
    this.#script = script;
  }

  /** `completed` rejects when the answer could not be delivered whole. */
  handle(request: Request, completed: Promise<void>): Promise<Response> {
    return answerCaptured(
      request,
      completed,
      this.requests,
      (captured, gone) => this.#answer(captured, gone),
    );
  }

  async #answer(captured: CapturedRequest, gone: PromiseWithResolvers<void>): Promise<Response> {
    try {
      const request = this.#api.parse(captured, this.#turn);
      const reply = await this.#reply(request);
      if (reply.status !== undefined || (typeof reply.fault === "object" && !request.stream)) {
        const { status, body, headers } = this.#api.refusal(
          reply.status ?? 500,
          toError(reply),
          request.model,
        );
        return this.#json(status, body, { ...headers, ...reply.headers });
      }
      return this.#deliver(reply, request, gone);
    } catch (error) {
      if (error instanceof WireRefusal) return this.#json(error.status, error.body, error.headers);
      // A script that throws is a mistake of the test as well.
      const message = `Simulated server: ${error instanceof Error ? error.message : String(error)}`;
      this.complaints.push(message);
      return this.#json(500, { error: { message } }, { "x-should-retry": "false" });
    }
  }

  #deliver(reply: Reply, request: ParsedRequest, gone: PromiseWithResolvers<void>): Response {
    const answer = toAnswer(reply, request, true);
    const { encode } = this.#api;
    const delivery: Delivery = {
      ...(reply.fault !== undefined && { fault: reply.fault }),
      ...(reply.hold !== undefined && { hold: reply.hold }),
      ...(encode && { encode: (frame) => encode.call(this.#api, frame) }),
      delayMs: reply.chunkDelayMs ?? 0,
      gone: gone.promise,
      onCancel: () => gone.resolve(),
      errorFrames: (sent) => this.#api.errorFrames({ message: "Overloaded", ...toError(reply) }, sent),
    };
    const body = request.stream
      ? toEventStream(this.#api.frames(answer, request), delivery)
      : toJsonBody(this.#api.whole(answer, request), delivery);
    const type = request.stream ? this.#api.contentType : "application/json";
    return new Response(body, {
      headers: { ...this.#api.headers?.(), "content-type": type, ...reply.headers },
    });
  }

  async #reply(request: ParsedRequest): Promise<Reply> {
    const turn = this.#turn++;
    if (typeof this.#script === "function") return obey(await this.#script(request), request);
    const reply = this.#script[turn];
    if (reply !== undefined) return obey(reply, request);
    throw new HarnessError(`The script has ${this.#script.length} replies, but request ${turn + 1} came.`);
  }

  #json(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
    return Response.json(body, { status, headers: { ...this.#api.headers?.(), ...headers } });
  }
}

function toError(reply: Reply): { message?: string; code?: string | null } {
  return typeof reply.fault === "object" ? reply.fault.error : reply.error ?? {};
}
