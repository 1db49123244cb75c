// A deployment with links to threads, and what a reader has by one.

import assert from "node:assert/strict";
import { shares } from "../../../src/plugins/shares/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { KEY } from "../../http/_app.ts";
import { createTokenApp, type TokenApp } from "../../http/access/_tokens.ts";
import type { TestAppOptions } from "../../http/_app.ts";

/** What a request without a key has got. */
export interface Read {
  readonly status: number;
  readonly code: string | undefined;
  /** JSON of any route, without a type; text where it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Headers;
}

export interface ShareApp extends TokenApp {
  /** With the key of acme; a response that is an error fails. */
  owner(method: string, path: string, body?: unknown): Promise<Read["body"]>;
  /** Runs a thread of acme to its end. */
  run(thread: string, input: unknown, more?: object): Promise<void>;
  /** The address of a new link, below the deployment. */
  share(thread: string, body?: object): Promise<string>;
  /** Without a key. */
  read(path: string, headers?: Record<string, string>): Promise<Read>;
  /** The texts of the messages that a link shows, each behind the first letter of its role. */
  texts(path: string): Promise<readonly string[]>;
}

const HOST = "http://treadle.test";

export function createShareApp(options: TestAppOptions = {}): ShareApp {
  const { plugins = [], ...more } = options;
  const app = createTokenApp({
    scenario: Array.from({ length: 9 }, (_, index) => ({ says: `Answer ${index + 1}.` })),
    ...more,
    plugins: [media(), shares(), ...plugins],
  });
  const owner: ShareApp["owner"] = async (method, path, body) => {
    const answer = await app.ask(KEY, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const read: ShareApp["read"] = (path, headers = {}) => app.sent({ method: "GET", path, headers });
  return Object.assign(app, {
    owner,
    read,
    async run(thread: string, input: unknown, more: object = {}) {
      await owner("POST", `/v1/threads/${thread}/steps`, { agent: "tester", input, until: "done", ...more });
    },
    async share(thread: string, body: object = {}) {
      const { url } = await owner("POST", `/v1/threads/${thread}/shares`, body);
      assert.ok(url.startsWith(`${HOST}/shared/`), url);
      return url.slice(HOST.length);
    },
    async texts(path: string) {
      const { status, body } = await read(path);
      assert.equal(status, 200, JSON.stringify(body));
      return body.messages.map(({ role, parts }: Read["body"]) =>
        `${role[0]}: ${parts.map(({ text, name }: Read["body"]) => text ?? name).join("|")}`
      );
    },
  });
}

/** Status and code of a refusal. */
export function outcome({ status, code }: Read): readonly [number, string | undefined] {
  return [status, code];
}

/** What every link that is over gets. */
export const OVER = [410, "link_expired"] as const;
