// The scopes of a caller.

/** Every {@link Scope}. */
export const SCOPES = ["read", "run", "decide", "manage"] as const;

/**
 * | scope    | what it permits                                                                    |
 * | -------- | ---------------------------------------------------------------------------------- |
 * | `read`   | GET of what is not `manage`                                                        |
 * | `run`    | creating, running, waking, cancelling, forking and removing threads, changing their plans, detaching calls |
 * | `decide` | answers to approvals, links to them, and results of deferred calls                                      |
 * | `manage` | changes of catalogues, schedules, pauses, keys, policies, evaluations, tools that run alone, usage (that of tools too) and analytics of the tenant, tokens, webhooks (those that go out, refusals of those that came in), exports of threads, and their index, facts of the deployment |
 */
export type Scope = typeof SCOPES[number];
