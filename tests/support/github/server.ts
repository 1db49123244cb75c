/**
 * Issues of GitHub for tests, over real HTTP: the REST API of comments, and signed webhooks. GitHub sends no event again by itself; a person
 * does (https://docs.github.com/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks).
 */
import { createHmac } from "node:crypto";

/** A comment of an issue. */
export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly login: string;
  body: string;
  edits: number;
  readonly createdAt: number;
}

/**
 * What goes wrong with one call of the API. `limited`: 403 with Retry-After, not done. `secondary`: 403 that says so in its message alone, not
 * done. `lost`: done, and the response is cut off. `failed`: 502, not done.
 */
export type GitHubFault = "limited" | "secondary" | "lost" | "failed";

/** Asked for each call: by its method, or `list` for the comments that stand before one. */
export type GitHubFaults = (call: string) => GitHubFault | undefined;

/** The faults in their order, for the calls that tell an answer. */
export function faultsOfAnswers(faults: (GitHubFault | undefined)[]): GitHubFaults {
  return (call) => call === "list" ? undefined : faults.shift();
}

export const TOKEN = "github_pat_0123456789";
export const WEBHOOK_SECRET = "github-webhook-secret-0123456789";
export const LOGIN = "acme-support";
export const REPO = "acme/shop";
const REPO_ID = 1296269;

/** GitHub with one repository. */
export class GitHubServer implements AsyncDisposable {
  readonly comments: Comment[] = [];
  readonly locked = new Set<number>();
  /** Where the repository has moved: requests to its old name are redirected there. An origin of its own is that of another server. */
  movedTo: string | undefined;
  /** Requests to another name than that of the repository, by their paths. */
  readonly redirected: string[] = [];
  /** Milliseconds by which the clock of GitHub is behind. */
  behindMs = 0;
  /** Methods of the requests, in their order. */
  readonly methods: string[] = [];
  /** The payload URL of the webhook. */
  appUrl = "";
  readonly #faults: GitHubFaults;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #last = 1_000;

  constructor(
    { faults = () => undefined }: { readonly faults?: GitHubFaults | undefined } = {},
  ) {
    this.#faults = faults;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** As a GitHub Enterprise Server has it. */
  get apiUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/api/v3`;
  }

  /** Comments on an issue; the payload that GitHub sends of it. `about` is the issue where it is to have other words. */
  comment(issue: number, body: string, login = "octocat", about: object = {}): object {
    const comment = this.#add(issue, login, body);
    return {
      action: "created",
      issue: { ...this.#viewIssue(issue), body: null, ...about },
      comment: viewOf(comment),
      repository: { id: REPO_ID, full_name: REPO, private: true },
      sender: userOf(login),
    };
  }

  /** Edits the newest comment of a person on an issue; the payload that GitHub sends of it. `by` may be another who maintains the repository. */
  edit(issue: number, body: string, by?: string): object {
    const comment = this.comments.findLast((each) => each.issue === issue && each.login !== LOGIN);
    if (comment === undefined) throw new Error(`Issue ${issue} has no comment.`);
    const changes = { body: { from: comment.body } };
    comment.body = body;
    return {
      action: "edited",
      changes,
      issue: this.#viewIssue(issue),
      comment: viewOf(comment),
      repository: { id: REPO_ID, full_name: REPO, private: true },
      sender: userOf(by ?? comment.login),
    };
  }

  /** What the agent has said on an issue, without marks. */
  answers(issue: number): string[] {
    return this.comments.filter((comment) => comment.issue === issue && comment.login === LOGIN)
      .map(({ body }) => body.replace(/\n\n<!-- treadle .* -->$/, ""));
  }

  /** One signed request to the app; its status, 0 without a response. */
  async deliver(payload: object, { secret = WEBHOOK_SECRET, event = "issue_comment" } = {}): Promise<number> {
    const body = JSON.stringify(payload);
    const headers = {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": crypto.randomUUID(),
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    };
    // GitHub waits for ten seconds.
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(this.appUrl, { method: "POST", body, headers, signal }).catch(() =>
      undefined
    );
    await response?.body?.cancel();
    return response?.status ?? 0;
  }

  async #answer(request: Request): Promise<Response> {
    if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) return problem(401, "Bad credentials");
    if (request.headers.get("user-agent") === null) {
      return problem(403, "Request forbidden by administrative rules");
    }
    const text = await request.text();
    this.methods.push(request.method);
    const fault = this.#faults(isListing(request) ? "list" : request.method);
    if (fault === "limited") {
      return problem(403, "You have exceeded a secondary rate limit.", { "retry-after": "1" });
    }
    if (fault === "secondary") {
      return problem(403, "You have exceeded a secondary rate limit. Please wait a few minutes.", {
        "x-ratelimit-remaining": "4990",
        "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_000),
      });
    }
    if (fault === "failed") return new Response("<html>Unicorn!</html>", { status: 502 });
    const response = this.#run(request, text);
    return fault === "lost" && response.body !== null && response.ok
      ? new Response('[{"id":', { status: response.status })
      : response;
  }

  #run({ method, url }: Request, text: string): Response {
    const { pathname, searchParams, search } = new URL(url);
    const [, place, issue, id] =
      /^\/api\/v3\/(repos\/acme\/shop|repositories\/\d+)\/issues\/(?:(\d+)\/comments|comments\/(\d+))$/
        .exec(pathname) ?? [];
    if (this.movedTo !== undefined && place === `repos/${REPO}`) {
      const location = `${this.movedTo}${
        pathname.replace(`repos/${REPO}`, `repositories/${REPO_ID}`)
      }${search}`;
      this.redirected.push(pathname);
      return problem(301, "Moved Permanently", { location });
    }
    if (issue === undefined && id === undefined) return problem(404, "Not Found");
    if (method === "GET" && issue !== undefined) {
      const since = Date.parse(searchParams.get("since") ?? "1970-01-01T00:00:00Z");
      const size = Number(searchParams.get("per_page") ?? 30);
      const page = Number(searchParams.get("page") ?? 1);
      if (Number.isNaN(since) || !(size >= 1 && size <= 100)) return problem(422, "Validation Failed");
      const found = this.comments.filter((each) => each.issue === Number(issue) && each.createdAt >= since);
      return Response.json(found.slice((page - 1) * size, page * size).map(viewOf));
    }
    const comment = this.comments.find((each) => each.id === Number(id));
    const isOwn = comment?.login === LOGIN;
    if (method === "DELETE" && comment !== undefined && isOwn) {
      this.comments.splice(this.comments.indexOf(comment), 1);
      return new Response(null, { status: 204 });
    }
    const { body, ...others } = JSON.parse(text || "{}");
    const isText = method === "DELETE" ||
      typeof body === "string" && body.trim() !== "" && body.length <= 65_536 &&
        body.isWellFormed();
    if (!isText || Object.keys(others).length > 0) return problem(422, "Validation Failed");
    if (method === "POST" && issue !== undefined) {
      if (this.locked.has(Number(issue))) return problem(403, "Issue is locked");
      return Response.json(viewOf(this.#add(Number(issue), LOGIN, body)), { status: 201 });
    }
    if (!["PATCH", "DELETE"].includes(method) || comment === undefined) return problem(404, "Not Found");
    if (!isOwn) return problem(403, "Must have admin rights to Repository.");
    comment.body = body;
    comment.edits++;
    return Response.json(viewOf(comment));
  }

  /** The count of comments is of before the one that an event is about. */
  #viewIssue(number: number): object {
    const comments = this.comments.filter(({ issue }) => issue === number).length - 1;
    return { number, id: number * 7, title: "A bug", body: "", user: userOf("octocat"), comments };
  }

  #add(issue: number, login: string, body: string): Comment {
    const comment = { id: ++this.#last, issue, login, body, edits: 0, createdAt: Date.now() - this.behindMs };
    this.comments.push(comment);
    return comment;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A search for an answer that may stand there has a time. */
function isListing({ method, url }: Request): boolean {
  return method === "GET" && !new URL(url).searchParams.has("since");
}

function userOf(login: string): object {
  return { login, id: login.length, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

function viewOf({ id, login, body, createdAt }: Comment): object {
  return { id, body, user: userOf(login), created_at: new Date(createdAt).toISOString() };
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, documentation_url: "https://docs.github.com/rest" }, { status, headers });
}
