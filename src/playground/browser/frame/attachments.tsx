// Images beside the message that is being written: dropped, pasted or chosen.

import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { announce } from "../components/copy/copy.ts";
import type { Attachment } from "../attachments.ts";

/** What every provider with images reads. */
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Together what a deployment takes by default. */
const LIMIT_MB = 5;
const MOST = 4;

const TERMS = `PNG, JPEG, GIF or WebP, at most ${LIMIT_MB} MB each and ${MOST} at once.`;

/** The images of the message, and the ways to them. */
export class Attachments {
  readonly #images = signal<readonly Attachment[]>([]);
  readonly #problem = signal("");
  readonly #onChange: () => void;

  /** `onChange`: images were added or removed here. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    // Anywhere on the page: a file that misses the box would replace the page.
    addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      void this.add(event.dataTransfer.files);
    });
  }

  get images(): readonly Attachment[] {
    return this.#images.value;
  }

  /** Why the newest file was not added; empty for none. */
  get problem(): string {
    return this.#problem.value;
  }

  get isEmpty(): boolean {
    return this.#images.value.length === 0;
  }

  /** The images, which leave the row. */
  take(): readonly Attachment[] {
    const images = this.#images.peek();
    this.put([]);
    return images;
  }

  /** Shows these images. */
  put(images: readonly Attachment[]): void {
    this.#images.value = images;
    this.#problem.value = "";
  }

  /** Shows images again that were not sent, unless others are there meanwhile. */
  putBack(images: readonly Attachment[]): void {
    if (this.isEmpty) return this.put(images);
    for (const { url } of images) URL.revokeObjectURL(url);
  }

  /** Takes the images that a paste brings, and nothing else of it. */
  paste(event: ClipboardEvent): void {
    const files = event.clipboardData?.files;
    if (!files?.length) return;
    event.preventDefault();
    void this.add(files);
  }

  /** Adds files, as far as they are images and there is room. */
  async add(files: Iterable<File>): Promise<void> {
    let problem = "";
    for (const file of [...files]) {
      const name = file.name || "image";
      if (!TYPES.includes(file.type)) problem = `${name} is not added: it is no such image.`;
      else if (file.size > LIMIT_MB * 1024 * 1024) problem = `${name} is not added: it is too large.`;
      else if (this.#images.peek().length >= MOST) problem = `${name} is not added: there are ${MOST}.`;
      else {
        const data = await base64Of(file).catch(() => undefined);
        if (data === undefined) problem = `${name} is not added: it could not be read.`;
        else {
          const image = { name, mediaType: file.type, data, url: URL.createObjectURL(file) };
          this.#images.value = [...this.#images.peek(), image];
        }
      }
    }
    this.#problem.value = problem;
    const { length } = this.#images.peek();
    announce(problem || `${length} ${length === 1 ? "image" : "images"} with the message.`);
    this.#onChange();
  }

  /** Removes one of the images. */
  remove(image: Attachment): void {
    this.put(this.#images.peek().filter((each) => each !== image));
    URL.revokeObjectURL(image.url);
    announce(`${image.name} is removed.`);
    this.#onChange();
  }
}

interface AttachmentsProps {
  readonly attachments: Attachments;
}

/** The row of thumbnails; nothing without images. */
export function Thumbnails({ attachments }: AttachmentsProps) {
  const { images, problem, isEmpty } = attachments;
  return (
    <>
      <ul class="attachments" aria-label="Images of the message" hidden={isEmpty}>
        {images.map((image) => (
          <li key={image.url}>
            <img class="picture" alt={image.name} src={image.url} />
            <button
              type="button"
              class="quiet icon"
              aria-label={`Remove ${image.name}`}
              onClick={() => attachments.remove(image)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <p
        class={problem === "" ? "small attach-terms" : "small attach-terms bad"}
        hidden={isEmpty && problem === ""}
      >
        {[problem, TERMS].join(" ").trim()}
      </p>
    </>
  );
}

/** The button that opens the chooser of files. */
export function AttachButton({ attachments }: AttachmentsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="quiet icon attach"
        aria-label="Add images"
        title={TERMS}
        onClick={() => chooser.current?.click()}
      >
        +
      </button>
      <input
        ref={chooser}
        type="file"
        accept={TYPES.join()}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...currentTarget.files ?? []];
          currentTarget.value = "";
          void attachments.add(files);
        }}
      />
    </>
  );
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
