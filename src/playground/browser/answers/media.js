// The media of stored inputs and outputs. Their bytes need the key, so each is fetched and shown by a URL of its own.

/** @typedef {{ type: string, mediaType?: string, name?: string, bytes?: number, id?: string, url?: string }} ShownPart */

import { readMedium } from "../api.js";
import { picture } from "../attachments.js";
import { element } from "../dom.js";
import { count } from "../words.js";

/** What a browser shows as an image and cannot run. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/**
 * Elements for the media among the parts; images appear when their bytes are there.
 *
 * @param {string} thread @param {readonly ShownPart[]} parts
 */
export function mediaNodes(thread, parts) {
  return parts.filter(({ type }) => type !== "text").map((part) => {
    const name = part.name ?? part.mediaType ?? part.type;
    const facts = part.bytes === undefined ? "" : `, ${count(part.bytes)} bytes`;
    const node = element("p", "medium small", `${part.type} ${name}${facts}`);
    if (part.type === "image" && part.id !== undefined && SHOWN.test(part.mediaType ?? "")) {
      void show(node, thread, part.id, part.url, name);
    }
    return node;
  });
}

/** @param {HTMLElement} node @param {string} thread @param {string} id @param {string | undefined} url @param {string} name */
async function show(node, thread, id, url, name) {
  try {
    const image = picture({ name, url: URL.createObjectURL(await readMedium(thread, id, url)) });
    // The page keeps the decoded image.
    image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
    node.replaceChildren(image);
  } catch {
    node.append(" (its bytes cannot be read)");
  }
}
