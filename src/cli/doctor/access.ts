// Who may call the deployment that these variables make.

import type { Env } from "../../core/ports.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("access");

/** A line that makes a key. */
export const MAKE_KEY = "TREADLE_API_KEYS=acme:$(openssl rand -hex 24)";

/** Keys of examples, which everybody knows. */
const PUBLIC_KEY = /choose-a-long-random-key|change-?me|your-?key|example|secret-?key|^(.)\1+$/i;

/** The findings about keys, secrets, open access and CORS. */
export function checkAccess(env: Env): Finding[] {
  const { TREADLE_API_KEYS: keys, TREADLE_OPEN: open, TREADLE_CORS_ORIGINS: origins } = env;
  return [
    ...secretFindings(env),
    ...(keys ? keyFindings(keys) : []),
    ...(!keys && open === "1"
      ? [warning(
        env.TREADLE_OPEN_HOSTS?.includes("*")
          ? "TREADLE_OPEN=1 serves everybody who reaches the port, by any name: pages of other sites too, by names that point here"
          : "TREADLE_OPEN=1 serves everybody who reaches the port, at your cost",
        `remove TREADLE_OPEN and set ${MAKE_KEY}`,
      )]
      : []),
    ...(!keys && open !== "1"
      ? [
        warning(
          "no keys: only this machine is served, and a deployment refuses every request",
          MAKE_KEY,
          "not_configured",
        ),
      ]
      : []),
    ...(origins ? originFindings(origins) : []),
  ];
}

function keyFindings(keys: string): Finding[] {
  const known = keys.split(",").filter((pair) => PUBLIC_KEY.test(pair.slice(pair.indexOf(":") + 1).trim()));
  if (known.length > 0) {
    return [error("TREADLE_API_KEYS has a key of an example, which everybody can guess", MAKE_KEY)];
  }
  return [ok("requests need a key of TREADLE_API_KEYS")];
}

/** Fewest different characters of a secret that a person has not typed: 32 random hexadecimal digits have 9 or more. */
const FEWEST_CHARACTERS = 8;

/** The findings about the secrets of tokens: a weak one lets anybody make tokens. */
function secretFindings(
  { TREADLE_TOKEN_SECRETS: secrets = "", TREADLE_API_KEYS: keys = "", TREADLE_APPROVAL_SECRET: links }: Env,
): Finding[] {
  const fix = "TREADLE_TOKEN_SECRETS=$(openssl rand -hex 32)";
  return secrets.split(",").map((secret) => secret.trim()).filter((secret) => secret !== "").flatMap(
    (secret) => {
      if (PUBLIC_KEY.test(secret) || new Set(secret).size < FEWEST_CHARACTERS || isRepeated(secret)) {
        return [
          error("TREADLE_TOKEN_SECRETS has a secret that can be guessed, so anybody can make tokens", fix),
        ];
      }
      const isKey = keys.split(",").some((pair) => pair.slice(pair.indexOf(":") + 1).trim() === secret);
      if (!isKey && secret !== links) return [];
      const other = isKey ? "a key of TREADLE_API_KEYS" : "TREADLE_APPROVAL_SECRET";
      return [warning(`TREADLE_TOKEN_SECRETS has ${other}: who knows that can make tokens`, fix)];
    },
  );
}

/** `0123456701234567...`: a short text, over and over. */
function isRepeated(secret: string): boolean {
  return /^(.{1,16}?)\1+$/.test(secret);
}

function originFindings(origins: string): Finding[] {
  const plain = origins.split(",").map((origin) => origin.trim())
    .filter((origin) => /^http:\/\/(?!localhost|127\.0\.0\.1|\[::1\])/.test(origin));
  return plain.map((origin) =>
    warning(
      `the pages of ${origin} are not sent over TLS, so a network between can change what they do`,
      `TREADLE_CORS_ORIGINS=${origin.replace("http:", "https:")}`,
    )
  );
}
