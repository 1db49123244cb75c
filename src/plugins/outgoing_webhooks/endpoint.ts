// Endpoints: the addresses of webhooks, and the events that each gets.

/** Every {@link OutgoingEvent}. */
export const OUTGOING_EVENTS = [
  "step.committed",
  "run.finished",
  "run.failed",
  "approval.requested",
  "tool.calls_fell",
  "alarm.raised",
  "alarm.ended",
] as const;

/**
 * | event                | when                                                         |
 * | -------------------- | ------------------------------------------------------------ |
 * | `step.committed`     | every step that is kept                                      |
 * | `run.finished`       | a run has ended with an answer                               |
 * | `run.failed`         | a run has failed for good, or its thread is parked           |
 * | `approval.requested` | a step has calls that people decide about                    |
 * | `tool.calls_fell`    | the calls of a tool are far fewer than in the week before; the door `toolUsage()` finds it |
 * | `alarm.raised`       | a rule of the plugin `alarms()` holds                        |
 * | `alarm.ended`        | it does not hold any more                                    |
 */
export type OutgoingEvent = typeof OUTGOING_EVENTS[number];

/** Where webhooks go. */
export interface Endpoint {
  /** Of one that the API made, `whe_` and 20 characters; else its name in the configuration. */
  readonly id: string;
  readonly url: string;
  /** All events when it is missing. */
  readonly events?: readonly OutgoingEvent[] | undefined;
  /** Names of agents; all when it is missing. */
  readonly agents?: readonly string[] | undefined;
  /** Epoch milliseconds since when it gets nothing: it has answered 410. */
  readonly disabledAt?: number | undefined;
}

/** What an endpoint may take or leave. */
export interface EventFacts {
  readonly type: OutgoingEvent;
  /** Undefined for an event of no agent: an endpoint of some agents does not get it. */
  readonly agent: string | undefined;
}

/** True when the endpoint gets such an event. */
export function takes({ events, agents, disabledAt }: Endpoint, { type, agent }: EventFacts): boolean {
  return disabledAt === undefined && (events?.includes(type) ?? true) &&
    (agents === undefined || agent !== undefined && agents.includes(agent));
}
