// The media of inputs and outputs. The bytes of stored ones need the key, so each is fetched and shown by a URL of its own.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useActions } from "../actions.ts";
import { readMedium } from "../api.ts";
import { count } from "../words.ts";

/** A part of a stored input or output. */
export interface ShownPart {
  readonly type: string;
  readonly mediaType?: string;
  readonly name?: string;
  readonly bytes?: number;
  readonly id?: string;
  readonly url?: string;
}

/** What a browser shows as an image and cannot run. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** An image that the page has. `onLoad` comes when it is decoded. */
export function Picture(
  { name, url, onLoad }: { readonly name: string; readonly url: string; readonly onLoad?: () => void },
) {
  return <img class="picture" alt={name} src={url} onLoad={onLoad} />;
}

/** A part that is no text: an image appears when its bytes are there, anything else is named. */
export function Medium({ part }: { readonly part: ShownPart }) {
  const { thread } = useActions();
  const url = useSignal("");
  const isMissing = useSignal(false);
  const { type, mediaType, id, bytes, url: address } = part;
  const name = part.name ?? mediaType ?? type;
  useEffect(() => {
    if (type !== "image" || id === undefined || !SHOWN.test(mediaType ?? "")) return;
    readMedium(thread(), id, address).then(
      (blob) => url.value = URL.createObjectURL(blob),
      () => isMissing.value = true,
    );
  }, [part]);
  // The page keeps the decoded image.
  const free = () => URL.revokeObjectURL(url.peek());
  return (
    <p class="medium small">
      {url.value !== ""
        ? <Picture name={name} url={url.value} onLoad={free} />
        : `${type} ${name}${bytes === undefined ? "" : `, ${count(bytes)} bytes`}`}
      {isMissing.value && " (its bytes cannot be read)"}
    </p>
  );
}
