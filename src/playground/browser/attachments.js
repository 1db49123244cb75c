// Images of a message: as the parts of an input, and as the page shows them. frame/attachments.tsx takes them.

/** @typedef {{ name: string, mediaType: string, data: string, url: string }} Attachment `data` is base64, `url` shows the image. */
/** @typedef {import("./input_part.ts").InputPart} InputPart */

import { element } from "./dom.js";

/** The parts of an input. @param {string} text @param {readonly Attachment[]} images @returns {InputPart[]} */
export function inputParts(text, images) {
  return [
    ...(text.trim() === "" ? [] : [{ type: /** @type {const} */ ("text"), text }]),
    ...images.map(({ name, mediaType, data }) => ({
      type: /** @type {const} */ ("image"),
      mediaType,
      data,
      name,
    })),
  ];
}

/** @param {{ name: string, url: string }} image */
export function picture({ name, url }) {
  const node = element("img", "picture");
  node.alt = name;
  node.src = url;
  return node;
}
