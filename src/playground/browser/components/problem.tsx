// What went wrong, where a list or a place should be.

import { ApiError } from "../api/http.ts";

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
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.message === "" ? error.title : error.message;
  return isUnreachable(error) ? "The server cannot be reached." : String(error);
}

/** What went wrong as a title and a detail. `code` is that of the server, empty where it has not answered. */
export function toProblem(
  error: unknown,
): { readonly title: string; readonly detail: string; readonly code: string } {
  if (error instanceof ApiError) return { title: error.title, detail: error.message, code: error.code };
  const detail = error instanceof Error ? error.message : String(error);
  const title = isUnreachable(error) ? "The server cannot be reached" : "The page could not do this";
  return { title, detail, code: "" };
}

/** Whether the network was at fault: browsers throw a TypeError for it, as for a mistake of the page, and differ in its words. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError &&
    /fetch|network|load failed|input stream|importing a module/i.test(error.message);
}
