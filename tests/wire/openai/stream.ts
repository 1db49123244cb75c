// Server-sent events with faults: the frames of one answer as a response body.
import { pieces } from "./answer.ts";
import type { Fault } from "./reply.ts";

/** One event of a stream; `delta` marks those that carry content, where delays and faults happen. */
export interface Frame {
  event?: string;
  data: unknown;
  delta?: boolean;
}

/** How the frames are sent. `gone` settles when the client is no longer there. */
export interface Delivery {
  fault?: Fault;
  /** Settles when the second half may be sent. */
  hold?: Promise<unknown>;
  delayMs: number;
  gone: Promise<void>;
  onCancel: () => void;
  /** The frames that tell of an error in the middle, in the dialect's form; `sent` frames came before. */
  errorFrames: (sent: number) => Frame[];
  /** How a frame is written; as a server-sent event by default. */
  encode?: (frame: Frame) => string | Uint8Array;
}

/** The body of a stream. Cut, reset and stall happen after half of the deltas. */
export function toEventStream(frames: Frame[], delivery: Delivery): ReadableStream<Uint8Array> {
  const { fault } = delivery;
  const half = Math.ceil(frames.filter((frame) => frame.delta).length / 2);
  const breakAfter = fault === undefined ? Infinity : typeof fault === "object" ? fault.errorAfter : half;
  return toBody(sequence(frames, { half, breakAfter }, delivery), fault, delivery);
}

/** A JSON body; a fault breaks it after half of its text. */
export function toJsonBody(body: unknown, delivery: Delivery): ReadableStream<Uint8Array> {
  const text = JSON.stringify(body);
  const whole = delivery.fault === undefined ? text : text.slice(0, Math.ceil(text.length / 2));
  return toBody(pieces(whole, [512]).values(), delivery.fault, delivery);
}

async function* sequence(
  frames: Frame[],
  { half, breakAfter }: { half: number; breakAfter: number },
  delivery: Delivery,
): AsyncGenerator<string | Uint8Array> {
  const { encode = toServerSentEvent } = delivery;
  let deltas = 0;
  let sent = 0;
  for (const frame of frames) {
    // The first frame always arrives; what follows the last delta (finish, usage, [DONE]) is lost with it.
    if (sent > 0 && deltas >= breakAfter) break;
    if (frame.delta) {
      if (deltas === half) await Promise.race([delivery.hold, delivery.gone]);
      deltas += 1;
      if (delivery.delayMs > 0) await pause(delivery.delayMs, delivery.gone);
    }
    sent += 1;
    yield encode(frame);
  }
  if (typeof delivery.fault === "object") yield* delivery.errorFrames(sent).map(encode);
}

function toBody(
  parts: AsyncIterator<string | Uint8Array> | Iterator<string>,
  fault: Fault | undefined,
  delivery: Delivery,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cancelled = false;
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next();
      if (cancelled) return;
      if (!part.done) {
        return controller.enqueue(typeof part.value === "string" ? encoder.encode(part.value) : part.value);
      }
      if (fault === "stall") await delivery.gone;
      if (cancelled) return;
      if (fault === "reset") return controller.error("Simulated connection reset.");
      controller.close();
    },
    cancel() {
      cancelled = true;
      delivery.onCancel();
    },
  });
}

/** A frame as a server-sent event. */
export function toServerSentEvent(frame: Frame): string {
  const data = typeof frame.data === "string" ? frame.data : JSON.stringify(frame.data);
  return frame.event === undefined ? `data: ${data}\n\n` : `event: ${frame.event}\ndata: ${data}\n\n`;
}

async function pause(ms: number, gone: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, gone]);
  clearTimeout(timer);
}
