// Where a text lies that is too large for what refers to it.

/** Where a blob lies: `id` is the SHA-256 of its UTF-8 text in hex, `bytes` its length, in `chunks` pieces. */
export interface BlobRef {
  readonly id: string;
  readonly chunks: number;
  readonly bytes: number;
}
