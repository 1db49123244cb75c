// Where media go in a request, the same for every API: in their place where the API takes them there, as text where they
// are text, from the result of a tool into a message of the user behind it, or else a line that describes them. Nothing is
// left out without a word.

import type { MediaKind, MediaPart, Part, TextPart } from "../../../core/content/part.ts";
import { textBytes } from "../../../core/content/text_file.ts";
import { unreachable } from "../../../core/error.ts";
import type {
  AssistantMessage,
  Message,
  NoticeMessage,
  ToolMessage,
  UserMessage,
} from "../../../core/model/provider.ts";
import { isBlank } from "../json_fields.ts";
import { formatMarker } from "./media_marker.ts";
import {
  failed,
  findRefusal,
  type MediaForms,
  type MediaPlace,
  type MediaRefusal,
  type MediaStyle,
  oneText,
  tooMany,
} from "./media_rules.ts";
import { describedLine, elsewhereLine, movedLine, ofResultLine, textLine } from "./media_words.ts";

/** A message whose media are those that its place takes. */
export type PlacedMessage = PlacedUser | AssistantMessage | PlacedResult | NoticeMessage;

/** A message of a user; `parts` is there when it has media, and has text that is not blank and media only. */
export interface PlacedUser extends Omit<UserMessage, "parts"> {
  readonly parts?: readonly PlacedPart[];
}

/** A result; `parts` is there when it has media, and follows the text. */
export interface PlacedResult extends Omit<ToolMessage, "media"> {
  readonly parts?: readonly PlacedPart[];
}

/** Text, or a medium that the API takes. */
export type PlacedPart = TextPart | PlacedMedia;

/** A medium that goes on the wire. */
export interface PlacedMedia extends Pick<MediaPart, "type" | "mediaType" | "name"> {
  readonly source: PlacedSource;
}

/** The marker of the base64 with the id of its blob, or a URL. */
export type PlacedSource =
  | { readonly type: "base64"; readonly data: string; readonly id: string }
  | { readonly type: "url"; readonly url: string };

/** What became of one medium that is not where the caller put it. */
export interface MediaNote {
  readonly fate: "moved" | "described";
  readonly part: MediaPart;
  /** The tool whose result has it; undefined for an input. */
  readonly tool: string | undefined;
  readonly refusal: MediaRefusal;
}

/**
 * The messages with each medium where the API takes it. A message without media is the same object. Media that leave a
 * result stand behind all results of their answer, in front of what the user said next.
 */
export function placeMedia(
  messages: readonly Message[],
  style: MediaStyle,
  note: (note: MediaNote) => void = () => {},
): readonly PlacedMessage[] {
  return areText(messages) ? messages : new Placing(style, note).place(messages);
}

/** True for a message with media. */
export function hasMedia(message: Message): boolean {
  return (message.role === "user" && message.parts !== undefined) ||
    (message.role === "tool" && message.media !== undefined);
}

/** The URL of a medium: its own, or a data URL. */
export function toURL({ mediaType, source }: PlacedMedia): string {
  return source.type === "url" ? source.url : `data:${mediaType};base64,${source.data}`;
}

type PlainUser = UserMessage & { readonly parts?: undefined };
type PlainMessage =
  | PlainUser
  | AssistantMessage
  | NoticeMessage
  | (ToolMessage & { readonly media?: undefined });

function areText(messages: readonly Message[]): messages is readonly PlainMessage[] {
  return !messages.some(hasMedia);
}

function isPlain(message: UserMessage): message is PlainUser {
  return message.parts === undefined;
}

class Placing {
  readonly #style: MediaStyle;
  readonly #note: (note: MediaNote) => void;
  readonly #placed: PlacedMessage[] = [];
  /** What has left the results since the last answer. */
  #moved: PlacedPart[] = [];
  /** How many of each kind are sent since the last answer. */
  #counts: Record<MediaKind, number> = NONE;

  constructor(style: MediaStyle, note: (note: MediaNote) => void) {
    this.#style = style;
    this.#note = note;
  }

  place(messages: readonly Message[]): readonly PlacedMessage[] {
    for (const message of messages) this.#add(message);
    this.#flush();
    return this.#placed;
  }

  #add(message: Message): void {
    switch (message.role) {
      case "assistant":
        this.#flush();
        this.#counts = NONE;
        this.#placed.push(message);
        return;
      case "tool":
        this.#placed.push(this.#toResult(message));
        return;
      case "user":
        this.#placed.push(this.#toUser(message));
        return;
      case "notice":
        this.#flush();
        this.#placed.push(message);
        return;
      default:
        unreachable(message);
    }
  }

  #flush(): void {
    if (this.#moved.length > 0) this.#placed.push(this.#toUser({ role: "user", text: "", parts: [] }));
  }

  #toUser(message: UserMessage): PlacedUser {
    const moved = this.#moved;
    if (moved.length === 0 && isPlain(message)) return message;
    this.#moved = [];
    const { role, text, parts: own = [{ type: "text", text }] } = message;
    const parts = [...moved, ...own.flatMap((part) => this.#toUserParts(part))];
    return parts.every((part) => part.type === "text")
      ? { role, text: parts.map((part) => part.text).join("\n\n") }
      : { role, text, parts };
  }

  #toUserParts(part: Part): readonly PlacedPart[] {
    if (part.type === "text") return isBlank(part.text) ? [] : [part];
    const refusal = this.#refusal(part, "user");
    if (refusal === undefined) return [this.#send(part)];
    if (isReadable(part)) return [toTextPart(part)];
    return [{ type: "text", text: this.#describe(part, undefined, refusal) }];
  }

  #toResult(result: ToolMessage): PlacedResult {
    const { media } = result;
    if (media === undefined) return result; // a lazy entry must not be copied
    const { media: _, inResult, ...message } = result;
    const parts: PlacedPart[] = [];
    const lines: string[] = [];
    const { rules } = this.#style;
    const isText = message.failed && rules.failuresAreText;
    for (const part of media) {
      const refusal = isText ? failed(this.#style) : this.#refusal(part, "result");
      if (refusal === undefined) {
        parts.push(this.#send(part));
      } else if (rules.result !== undefined && isReadable(part)) {
        parts.push(toTextPart(part));
      } else {
        const elsewhere = this.#refusal(part, "user");
        if (inResult && isReadable(part)) lines.push(toTextPart(part).text);
        else if (inResult && elsewhere === undefined) {
          lines.push(this.#moveUnnamed(part, message.name, refusal));
        } else if (elsewhere === undefined || isReadable(part)) {
          this.#move(part, message.name, refusal, elsewhere);
        } else lines.push(this.#describe(part, message.name, elsewhere));
      }
    }
    const text = [message.text, ...lines].join("\n");
    return parts.length === 0 ? { ...message, text } : { ...message, text, parts };
  }

  /** `elsewhere` is why a message of the user does not take the medium either: then it is text. */
  #move(part: MediaPart, tool: string, refusal: MediaRefusal, elsewhere: MediaRefusal | undefined): void {
    const moved = elsewhere === undefined ? this.#send(part) : toFenced(part);
    this.#moved.push({ type: "text", text: movedLine(part, tool) }, moved);
    this.#note({
      fate: "moved",
      part,
      tool,
      refusal: elsewhere === undefined ? refusal : oneText(this.#style),
    });
  }

  /** The line that stands in the result: what a tool calls its media is no word of the user. */
  #moveUnnamed(part: MediaPart, tool: string, refusal: MediaRefusal): string {
    const { name: _, ...unnamed } = part;
    const place = this.#moved.filter(({ type }) => type !== "text").length + 1;
    this.#moved.push({ type: "text", text: ofResultLine(place) }, this.#send(unnamed));
    this.#note({ fate: "moved", part, tool, refusal });
    return elsewhereLine(part, place);
  }

  #describe(part: MediaPart, tool: string | undefined, refusal: MediaRefusal): string {
    this.#note({ fate: "described", part, tool, refusal });
    return describedLine(part, refusal.why);
  }

  #refusal(part: MediaPart, place: MediaPlace): MediaRefusal | undefined {
    const most = this.#forms(place)?.[part.type]?.most ?? Infinity;
    return findRefusal(part, place, this.#style) ??
      (this.#counts[part.type] < most ? undefined : tooMany(part.type, most, this.#style));
  }

  #forms(place: MediaPlace): MediaForms | undefined {
    const { rules } = this.#style;
    return place === "user" ? rules.user : rules.result;
  }

  #send({ type, mediaType, name, source }: MediaPart): PlacedMedia {
    this.#counts = { ...this.#counts, [type]: this.#counts[type] + 1 };
    const placed: PlacedSource = source.type === "url"
      ? source
      : { type: "base64", data: formatMarker(source.blob, "base64"), id: source.blob.id };
    return { type, mediaType, name, source: placed };
  }
}

const NONE: Record<MediaKind, number> = { image: 0, audio: 0, file: 0 };

function isReadable(part: MediaPart): boolean {
  return textBytes(part) !== undefined;
}

function toTextPart(part: MediaPart): TextPart {
  return { type: "text", text: `${textLine(part)}\n${toFenced(part).text}` };
}

function toFenced({ source }: MediaPart): TextPart {
  return { type: "text", text: source.type === "blob" ? formatMarker(source.blob, "text") : source.url };
}

/** One part of a content with images. */
export type ImageContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** A part of a content with text and images, in the form of Chat Completions. */
export function toImageContent(part: PlacedPart): ImageContent {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image_url", image_url: { url: toURL(part) } };
}
