// Images beside the message that is being written: dropped, pasted or chosen.

/** @typedef {{ name: string, mediaType: string, data: string, url: string }} Attachment `data` is base64, `url` shows the image. */
/** @typedef {import("./input_part.ts").InputPart} InputPart */

import { announce } from "./answers/copy.ts";
import { button, element } from "./dom.js";

/** What every provider with images reads. */
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Together what a deployment takes by default. */
const LIMIT_MB = 5;
const MOST = 4;

const TERMS = `PNG, JPEG, GIF or WebP, at most ${LIMIT_MB} MB each and ${MOST} at once.`;

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

/** The row of thumbnails above the message box, and the ways into it. */
export class Attachments {
  #list = element("ul", "attachments");
  #terms = element("p", "small attach-terms");
  #chooser = element("input", "");
  #input;
  /** @type {Attachment[]} */
  #images = [];

  /** @param {HTMLFormElement} composer @param {HTMLTextAreaElement} input */
  constructor(composer, input) {
    this.#input = input;
    this.#list.ariaLabel = "Images of the message";
    this.#chooser.type = "file";
    this.#chooser.accept = TYPES.join();
    this.#chooser.multiple = true;
    this.#chooser.hidden = true;
    const choose = button("+", "quiet icon attach", () => this.#chooser.click());
    choose.ariaLabel = "Add images";
    choose.title = TERMS;
    composer.before(this.#list, this.#terms);
    input.after(choose, this.#chooser);
    this.#chooser.addEventListener("change", () => {
      void this.#add(this.#chooser.files);
      this.#chooser.value = "";
    });
    input.addEventListener("paste", (event) => {
      const files = event.clipboardData?.files;
      if (!files?.length) return;
      event.preventDefault();
      void this.#add(files);
    });
    // Anywhere on the page: a file that misses the box would replace the page.
    addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      void this.#add(event.dataTransfer.files);
    });
    this.#show("");
  }

  get isEmpty() {
    return this.#images.length === 0;
  }

  /** The images, which leave the row. */
  take() {
    const taken = this.#images;
    this.put([]);
    return taken;
  }

  /** @param {Attachment[]} images */
  put(images) {
    this.#images = images;
    this.#show("");
  }

  /** @param {FileList | null} files */
  async #add(files) {
    let problem = "";
    for (const file of files ?? []) {
      const name = file.name || "image";
      if (!TYPES.includes(file.type)) problem = `${name} is not added: it is no such image.`;
      else if (file.size > LIMIT_MB * 1024 * 1024) problem = `${name} is not added: it is too large.`;
      else if (this.#images.length >= MOST) problem = `${name} is not added: there are ${MOST}.`;
      else {this.#images.push({
          name,
          mediaType: file.type,
          data: await base64Of(file),
          url: URL.createObjectURL(file),
        });}
    }
    this.#show(problem);
    announce(
      problem || `${this.#images.length} ${this.#images.length === 1 ? "image" : "images"} with the message.`,
    );
    this.#input.focus();
  }

  /** @param {string} problem */
  #show(problem) {
    this.#list.replaceChildren(...this.#images.map((image, index) => {
      const remove = button("×", "quiet icon", () => {
        this.#images.splice(index, 1);
        this.#show("");
        announce(`${image.name} is removed.`);
        this.#input.focus();
      });
      remove.ariaLabel = `Remove ${image.name}`;
      return element("li", "", picture(image), remove);
    }));
    this.#list.hidden = this.isEmpty;
    this.#terms.hidden = this.isEmpty && problem === "";
    this.#terms.classList.toggle("bad", problem !== "");
    this.#terms.textContent = [problem, TERMS].join(" ").trim();
  }
}

/** @param {{ name: string, url: string }} image */
export function picture({ name, url }) {
  const node = element("img", "picture");
  node.alt = name;
  node.src = url;
  return node;
}

/** @param {Blob} blob @returns {Promise<string>} */
function base64Of(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
