// Protocol: an encoder from our events to what one kind of client reads. Pure: no clock, no I/O.

import type { StepEvent } from "../core/event.ts";

export interface ProtocolContext {
  readonly thread: string;
  readonly agent: string;
}

export interface Encoder {
  /** Zero or more complete frames. */
  encode(event: StepEvent): string;
  /** The last frames of the stream; `error` when it broke. */
  close(error?: string): string;
}

export interface Protocol {
  readonly name: string;
  readonly contentType: string;
  open(context: ProtocolContext): Encoder;
}
