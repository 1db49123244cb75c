// Every component of openapi.json: those of the kernel, and those of plugins whose folders have the schemas of their answers.

import type * as z from "zod/mini";
import { COMPONENTS } from "../../http/schemas/responses/components.ts";
import { lintReport } from "../../plugins/selection/lint/report_schema.ts";
import { choiceCountsSchema, suggestionListSchema } from "../../plugins/analytics/responses.ts";

/** The schema of each component, by the name that operations and other components refer to it by. */
export const ALL_COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = {
  ...COMPONENTS,
  ChoiceCounts: choiceCountsSchema,
  SuggestionList: suggestionListSchema,
  LintReport: lintReport,
};
