// Limits of requests in a time, and what holds them.

/** What requests are counted by: the API key, the token, the user. */
export type Limited = "key" | "token" | "user";

/** Every {@link Limited}. */
export const LIMITED: readonly Limited[] = ["key", "token", "user"];

/** So many requests in a window that slides. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** The limits of a deployment; what has none is not counted. */
export type RateLimits = Readonly<Partial<Record<Limited, RateLimit>>>;

/** One that a request is counted for. */
export interface Subject extends RateLimit {
  readonly type: Limited;
  /** Without a secret: it is a part of keys. */
  readonly id: string;
}

/** How one subject stands when a request has been counted. */
export interface LimitStanding {
  readonly isWithin: boolean;
  /** Requests that are left now. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Counts requests. */
export interface RateLimiter {
  /**
   * Counts a request for each of its subjects; one that is over its limit is not counted there.
   *
   * @throws when what it counts in cannot be reached; the request is then served
   */
  take(subjects: readonly Subject[]): Promise<readonly LimitStanding[]>;
}

/** The limits of a deployment, and what counts. */
export interface LimitedRequests {
  readonly limits: RateLimits;
  readonly limiter: RateLimiter;
}
