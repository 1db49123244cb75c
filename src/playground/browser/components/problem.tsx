// What went wrong, where a list or a place should be.

import { ApiError } from "../http.ts";

interface ProblemProps {
  readonly title: string;
  readonly detail: string;
  readonly onRetry?: () => void;
}

/** A problem with its detail, and a button where something can be tried again. */
export function Problem({ title, detail, onRetry }: ProblemProps) {
  return (
    <div class="notice bad" role="alert">
      <p class="notice-title">{title}</p>
      <p>{detail}</p>
      {onRetry && <button type="button" class="quiet" onClick={onRetry}>Try again</button>}
    </div>
  );
}

/** The words of a failed request. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message === "" ? error.title : error.message;
  return "The server cannot be reached.";
}
