// What doctor finds.

/** One fact about a set-up. A wrong one has the fix: a line to paste, or what to change. */
export type Finding =
  | { readonly check: string; readonly level: "ok"; readonly detail: string }
  | {
    readonly check: string;
    readonly level: "warning" | "error";
    readonly detail: string;
    readonly fix: string;
  };

/** Makes the findings of one check. */
export interface Findings {
  /** What was checked and holds. */
  ok(detail: string): Finding;
  /** What may be meant, and may be wrong. */
  warning(detail: string, fix: string): Finding;
  /** What a deployment refuses, or what makes steps fail. */
  error(detail: string, fix: string): Finding;
}

/** The findings of a check of this name. */
export function createFindings(check: string): Findings {
  return {
    ok: (detail) => ({ check, level: "ok", detail }),
    warning: (detail, fix) => ({ check, level: "warning", detail, fix }),
    error: (detail, fix) => ({ check, level: "error", detail, fix }),
  };
}

/** The findings as lines: each check once, what is wrong with its fix below it. */
export function toText(findings: readonly Finding[]): string {
  const marks = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;
  const lines = findings.flatMap((finding) => [
    `${marks[finding.level]}  ${finding.check}: ${finding.detail}`,
    ...(finding.level === "ok" ? [] : [`         fix: ${finding.fix}`]),
  ]);
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return [...lines, "", `${count("error")} errors, ${count("warning")} warnings, ${count("ok")} ok`].join(
    "\n",
  );
}
