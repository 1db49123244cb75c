// What the door is made with.

/** What an MCP client finds. */
export interface McpOptions {
  /** Names of the agents that are served; every agent of the deployment by default. */
  readonly agents?: readonly string[];
  /**
   * The agents' own tools, beside one tool for each agent: none by default, all of them, or those with these names. A call runs as
   * one of a model does: by a thread, with its policy, its approvals, its hooks and its budgets.
   */
  readonly tools?: boolean | readonly string[];
  /** Name of the server, for programs; `treadle` by default. */
  readonly name?: string;
  /** Name of the server, for people. */
  readonly title?: string;
  /** Version of the server; `1.0.0` by default. */
  readonly version?: string;
  /** What a client may put into the prompt of its model about this server. */
  readonly instructions?: string;
}
