// The reference to a text that is stored apart because of its size.

/** Where a blob lies: `id` is the SHA-256 of its UTF-8 text in hex, `bytes` its length, in `chunks` pieces. */
export interface BlobRef {
  readonly id: string;
  readonly chunks: number;
  readonly bytes: number;
}
