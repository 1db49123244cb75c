// Media as the API shows them: not where their bytes are stored, but where they are read.

import type { MediaPart, TextPart } from "../content/part.ts";

/** A medium of an entry. */
export interface MediaView extends Omit<MediaPart, "source"> {
  /** The SHA-256 of the stored base64 in hex; absent where the provider reads a URL. */
  readonly id?: string;
  /** Number of bytes; absent where the provider reads a URL. */
  readonly bytes?: number;
  /** Where the bytes are: a path of this API, or the URL that the caller gave. */
  readonly url: string;
}

/** A part of an input. */
export type PartView = TextPart | MediaView;
