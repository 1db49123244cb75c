// A line about a run: a warning or a failure of a step, and what became of the run, with the button that goes on.

/** What a notice says. */
export interface NoticeContent {
  readonly kind: "warn" | "bad" | "plain";
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** The notice. Parts that are missing or empty are left out. */
export function Notice({ kind, title, detail, code, action }: NoticeContent) {
  return (
    <div class={`notice ${kind}`}>
      {title && (
        <p>
          <b>{title}</b>
        </p>
      )}
      {detail && <p>{detail}</p>}
      {code && <code>{code}</code>}
      {action && <button type="button" class="quiet" onClick={action.run}>{action.label}</button>}
    </div>
  );
}
