// A part of the input that a request brings.

/** A text, or an image in base64. */
export type InputPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly data: string; readonly name: string };
