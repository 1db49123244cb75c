// The fields of a header that say which sets a thread is in.

import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import { isThreadStatus } from "../../core/state.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import type { SetFacts } from "../../core/store/thread_filter.ts";
import { malformedReply } from "./errors.ts";
import { HEADER_FIELD } from "./layout.ts";

/** What the fields are read from: the Reader of replies.ts. */
interface TextReader {
  optionalText(): string;
}

/** The fields of a header that say which sets a thread is in. */
export const SET_FIELDS = [
  HEADER_FIELD.status,
  HEADER_FIELD.facets,
  HEADER_FIELD.givenTitle,
  HEADER_FIELD.archived,
  HEADER_FIELD.labelName,
];

/** A thread as {@link SET_FIELDS} have it. */
export interface KnownSets {
  readonly facts: SetFacts;
  /** Of the last request that has put a label; empty for none. */
  readonly labelName: string;
}

/** From the fields of {@link SET_FIELDS}; undefined for a thread that is missing. */
export function readSets(reader: TextReader, thread: string): KnownSets | undefined {
  const status = reader.optionalText();
  if (status === "") return undefined;
  if (!isThreadStatus(status)) throw storeCorrupt(thread, "header");
  const [facets, title, archived] = [reader.optionalText(), reader.optionalText(), reader.optionalText()];
  return {
    facts: { status, ...fromFacets(facets), ...fromGivenTitle(title), ...fromArchived(archived) },
    labelName: reader.optionalText(),
  };
}

/** Whether the thread of the field is archived. */
export function fromArchived(field: string): Pick<ThreadHeader, "archived"> {
  return field === "1" ? { archived: true } : {};
}

/** The title of the field. */
export function fromGivenTitle(field: string): Pick<ThreadHeader, "givenTitle"> {
  if (field === "") return {};
  const { text, facets } = parseObject(field);
  if (typeof text !== "string") throw malformedReply("title");
  return { givenTitle: { text, facets: textsIn(facets) } };
}

/** The facets of a header as its field has them: the version of the thread that has them, and a JSON list. Empty for none. */
export function toFacets(facets: readonly string[] | undefined, version: number): string {
  return facets === undefined ? "" : `${version} ${JSON.stringify(facets)}`;
}

/** The version that the field names; undefined without facets. A Treadle that keeps none has committed since, when it is another one. */
export function versionOfFacets(field: unknown): number | undefined {
  const [, version] = typeof field === "string" ? /^(\d+) /.exec(field) ?? [] : [];
  return version === undefined ? undefined : Number(version);
}

/** The facets of the field. */
export function fromFacets(text: string): Pick<ThreadHeader, "facets"> {
  if (text === "") return {};
  return { facets: textsIn(parseJson(text.slice(text.indexOf(" ") + 1))) };
}

function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw malformedReply("title");
  return value;
}

function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) throw malformedReply("facets");
  return value.map((text) => {
    if (typeof text !== "string") throw malformedReply("facets");
    return text;
  });
}
