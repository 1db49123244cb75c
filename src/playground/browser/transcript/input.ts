// An input of a step, on the page.

import { type Signal, signal } from "@preact/signals";
import type { ShownPart } from "../answers/media.tsx";

/** What an input has besides its text. */
export interface InputMore {
  /** Its images, where it was written on this page. */
  readonly pictures?: readonly { readonly name: string; readonly url: string }[];
  /** Its parts, where it comes from the store; those of text are in the text. */
  readonly parts?: readonly ShownPart[];
  /** Who wrote it, where that is no person. */
  readonly origin?: string;
}

/** An input. It is there before a step reads it. */
export class Input {
  readonly type = "input";
  readonly text: string;
  readonly pictures: NonNullable<InputMore["pictures"]>;
  readonly media: readonly ShownPart[];
  /** Empty for an input of a person. */
  readonly origin: string;
  /** Of the commit of the step that has read it. */
  readonly version: Signal<number | undefined> = signal(undefined);
  /** Why it is not edited; empty where it is. */
  readonly refusal: Signal<string> = signal("");
  /** Its form is open. */
  readonly isEdited: Signal<boolean> = signal(false);

  constructor(text: string, { pictures = [], parts = [], origin = "" }: InputMore = {}) {
    this.text = text;
    this.pictures = pictures;
    this.media = parts.filter(({ type }) => type !== "text");
    this.origin = origin;
    if (pictures.length + this.media.length > 0) {
      this.refusal.value = "A message with media is not edited: branch at the step before it.";
    }
  }
}

/** One commit has consumed these inputs. */
export function commitInputs(inputs: readonly Input[], version: number): void {
  for (const input of inputs) {
    input.version.value = version;
    if (inputs.length > 1) {
      input.refusal.value = "One step read several messages: branch at the step before it.";
    }
  }
}

/** The door of an input that no person wrote, and the name there: `webhook github`. */
export function originWords(
  { door = "", by = "" }: { readonly door?: string; readonly by?: string },
): string {
  if (door === "webhook" || door === "schedule") return `${door} ${by}`;
  return door === "app" ? "app" : door === "result" ? "result of a call" : "";
}
