// The media of inputs and outputs. The bytes of stored ones need the key, so each is fetched and rendered by an object URL.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useActions } from "../actions.ts";
import { readMedium } from "../api/api.ts";
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

interface PictureProps {
  readonly name: string;
  readonly url: string;
  /** It is decoded. */
  readonly onLoad?: () => void;
  /** Its bytes are no image. */
  readonly onError?: () => void;
}

/** An image that the page has. */
export function Picture({ name, url, onLoad, onError }: PictureProps) {
  return <img class="picture" alt={name} src={url} onLoad={onLoad} onError={onError} />;
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
    const left = new AbortController();
    readMedium(thread(), id, address, left.signal).then(
      (blob) => url.value = URL.createObjectURL(blob),
      () => isMissing.value = !left.signal.aborted,
    );
    return () => {
      left.abort();
      free();
    };
  }, [part]);
  // The page keeps the decoded image.
  const free = () => URL.revokeObjectURL(url.peek());
  const fail = () => {
    free();
    url.value = "";
    isMissing.value = true;
  };
  return (
    <p class="medium small">
      {url.value !== ""
        ? <Picture name={name} url={url.value} onLoad={free} onError={fail} />
        : `${type} ${name}${bytes === undefined ? "" : `, ${count(bytes)} bytes`}`}
      {isMissing.value && " (its bytes cannot be read)"}
    </p>
  );
}
