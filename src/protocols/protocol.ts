// Protocol: an encoder from step events to the stream format of one kind of client. Pure: no clock, no I/O.

import type { StepEvent } from "../core/event.ts";

/** The stream that is encoded. */
export interface ProtocolContext {
  readonly thread: string;
  readonly agent: string;
}

/** Encodes the events of one stream, in order. */
export interface Encoder {
  /** Zero or more complete frames. */
  encode(event: StepEvent): string;
  /** The last frames of the stream; `error` when it broke. */
  close(error?: string): string;
}

/** A stream format. A client chooses it by its content type in the header Accept. */
export interface Protocol {
  readonly name: string;
  /** A media type in lower case without parameters, such as `text/event-stream`; the text is UTF-8. */
  readonly contentType: string;
  /** A frame without content that keeps a silent stream open, written every 15 s; by default nothing is written. */
  readonly heartbeat?: string;
  open(context: ProtocolContext): Encoder;
}
