// Images of a message that is being written, and the parts of an input that they become. frame/attachments.tsx takes them.

/** A part of the input that a request brings: a text, or an image in base64. */
export type InputPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly data: string; readonly name: string };

/** `data` is base64, `url` shows the image. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly data: string;
  readonly url: string;
}

/** The parts of an input. */
export function inputParts(text: string, images: readonly Attachment[]): InputPart[] {
  return [
    ...(text.trim() === "" ? [] : [{ type: "text" as const, text }]),
    ...images.map(({ name, mediaType, data }) => ({
      type: "image" as const,
      mediaType,
      data,
      name,
    })),
  ];
}
