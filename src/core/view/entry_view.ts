// Entries of a history as the API shows them.

import type { Entry, ToolEntry, UserEntry } from "../entry.ts";
import type { ApprovalRecordView } from "./call_view.ts";
import type { MediaView, PartView } from "./part_view.ts";

/** An entry as the API shows it: its times are ISO 8601. */
export type EntryView = Entry extends infer E ? E extends ToolEntry ?
      & Omit<E, "at" | "approval" | "media">
      & ShownEntry
      & { readonly approval?: ApprovalRecordView; readonly media?: readonly MediaView[] }
  : E extends UserEntry ? Omit<E, "at" | "parts"> & ShownEntry & { readonly parts?: readonly PartView[] }
  : E extends Entry ? Omit<E, "at"> & ShownEntry
  : never
  : never;

/** What every {@link EntryView} has in place of the time in milliseconds. */
export interface ShownEntry {
  readonly at: string;
}

/** A page of a thread's entries. */
export interface HistoryPage {
  readonly entries: readonly EntryView[];
  /** Index of the first entry. */
  readonly start: number;
  /** Entries in the whole history. */
  readonly length: number;
  /** The `after` of the next page; null at the end. */
  readonly next: number | null;
}
