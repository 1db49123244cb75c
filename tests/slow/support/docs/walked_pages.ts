/**
 * Pages whose blocks are run in their order, as a reader types them: tests/docs walks through them. Their shell blocks,
 * settings and answers are not checked one by one.
 */
export const WALKED_PAGES: readonly string[] = ["docs/tutorial.md"];
