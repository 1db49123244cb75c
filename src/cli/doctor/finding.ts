// What doctor finds.

import type { ErrorCode } from "../../core/error.ts";

/** Sections of docs/symptoms.md that are of no error code. */
export const OTHER_SYMPTOMS = ["a-thread-is-gone", "a-price-or-a-cost-is-wrong"] as const;

/** An anchor of docs/symptoms.md, where a user of the deployment meets the same. */
export type Symptom = ErrorCode | typeof OTHER_SYMPTOMS[number];

/** One fact about a set-up. A wrong one has the fix: a line to paste, or what to change. */
export type Finding =
  | { readonly check: string; readonly level: "ok"; readonly detail: string }
  | {
    readonly check: string;
    readonly level: "warning" | "error";
    readonly detail: string;
    readonly fix: string;
    readonly see?: Symptom;
  };

/** Makes the findings of one check. */
export interface Findings {
  /** What was checked and holds. */
  ok(detail: string): Finding;
  /** What may be meant, and may be wrong. */
  warning(detail: string, fix: string, see?: Symptom): Finding;
  /** What a deployment refuses, or what makes steps fail. */
  error(detail: string, fix: string, see?: Symptom): Finding;
}

/** The findings of a check of this name. */
export function createFindings(check: string): Findings {
  const wrong = (level: "warning" | "error") => (detail: string, fix: string, see?: Symptom): Finding => {
    return { check, level, detail, fix, ...see === undefined ? {} : { see } };
  };
  return {
    ok: (detail) => ({ check, level: "ok", detail }),
    warning: wrong("warning"),
    error: wrong("error"),
  };
}

/** The findings as lines: each check once, what is wrong with its fix below it. */
export function toText(findings: readonly Finding[]): string {
  const marks = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;
  const lines = findings.flatMap((finding) => [
    `${marks[finding.level]}  ${finding.check}: ${finding.detail}`,
    ...(finding.level === "ok" ? [] : [`         fix: ${finding.fix}`]),
    ...(finding.level === "ok" || finding.see === undefined
      ? []
      : [`         see: treadle docs symptoms#${finding.see}`]),
  ]);
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return [...lines, "", `${count("error")} errors, ${count("warning")} warnings, ${count("ok")} ok`].join(
    "\n",
  );
}
