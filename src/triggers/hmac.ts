// Any sender that signs with HMAC: what it does is written down as settings.

import { parsePointer, valueAt } from "../core/webhook/pointer.ts";
import {
  type Algorithm,
  ALGORITHMS,
  decode,
  type Encoding,
  ENCODINGS,
  LEAST_SECRET,
  textKeys,
  textSecretProblem,
  verifySignatures,
} from "./signature.ts";
import { parseTime, verifyTime } from "./timestamp.ts";
import { refuse, type Trigger, type VerifiedEvent, WINDOW_MS } from "./trigger.ts";

/** Where a verified delivery has a fact: in a header, or at a JSON pointer (RFC 6901) of its payload. */
export type FactPlace = { readonly header: string } | { readonly pointer: string };

/** How a sender signs. */
export interface HmacSettings {
  /** The header with the signature. It may have several, with commas or blanks between. */
  readonly header: string;
  /** What stands before the signature, such as `sha256=`; nothing by default. */
  readonly prefix?: string;
  /** `hex` by default. */
  readonly encoding?: Encoding;
  /** `sha256` by default. */
  readonly algorithm?: Algorithm;
  /** What is signed: `{body}`, `{timestamp}` and `{id}` with any text between; `{body}` by default, which stands in it once. */
  readonly signed?: string;
  /** The header with the time of the delivery, which has to be signed; in seconds by default. */
  readonly timestamp?: { readonly header: string; readonly unit?: "s" | "ms" };
  /** The sender's id of the event. Without one, deliveries of the same body are the same event. */
  readonly id?: FactPlace;
  /** The kind of the event. */
  readonly event?: FactPlace;
  /** How the secret is written: as its `text` (by default), or as bytes in an encoding. */
  readonly key?: "text" | Encoding;
}

/** A place of a signed text. */
const PLACE = /\{(body|timestamp|id)\}/;

/** The trigger of these settings. {@link hmacProblems} finds nothing wrong with them. */
export function hmac(settings: HmacSettings): Trigger {
  const { header, prefix = "", encoding = "hex", algorithm = "sha256", signed = "{body}", key = "text" } =
    settings;
  const { timestamp, id, event } = settings;
  const parts = signed.split(PLACE);
  return {
    name: "hmac",
    windowMs: timestamp === undefined ? undefined : WINDOW_MS,
    secretProblem(secret) {
      if (key === "text") return textSecretProblem(secret);
      const bytes = decode(secret, key);
      if (bytes === undefined) return `must be ${key}`;
      return bytes.length < LEAST_SECRET ? `must have at least ${LEAST_SECRET} bytes in ${key}` : undefined;
    },
    async verify({ headers, body, now }, secrets, windowMs) {
      const line = headers.get(header);
      if (!line) return refuse("signature_missing");
      const signatures = line.split(/[\s,]+/).filter((each) => each.startsWith(prefix));
      if (signatures.length === 0) return refuse("signature_malformed");
      const time = timestamp && headers.get(timestamp.header);
      if (time === null || time === "") return refuse("timestamp_missing");
      const at = time && parseTime(time, timestamp?.unit);
      if (timestamp !== undefined && typeof at !== "number") return refuse("timestamp_malformed");
      const own = id !== undefined && "header" in id ? headers.get(id.header) : null;
      if (!own && parts.includes("id")) return refuse("id_missing");
      // Else a part of the body could be signed as the id, and a recorded delivery be another event.
      if (own && besideId(parts).some((text) => own.includes(text))) return refuse("id_malformed");
      const verdict = await verifySignatures(
        {
          algorithm,
          encoding,
          signatures: signatures.map((each) => each.slice(prefix.length)),
          // Of the split, every second part is the name of a place.
          message: parts.map((part, index) =>
            index % 2 === 0 ? part : part === "body" ? body : part === "id" ? own ?? "" : time ?? ""
          ),
        },
        key === "text"
          ? textKeys(secrets)
          : secrets.map((each) => decode(each, key)).filter((bytes) => bytes !== undefined),
      );
      return verdict.verified && typeof at === "number" ? verifyTime(at, now, windowMs) : verdict;
    },
    factsOf: (verified) => ({ id: id && factAt(id, verified), event: event && factAt(event, verified) }),
  };
}

/** The texts of `signed` between the id and the other places: it has none of them. */
function besideId(parts: readonly string[]): readonly string[] {
  const at = parts.indexOf("id");
  return at === -1 ? [] : [at - 1, at + 1].filter((each) => each > 0 && each < parts.length - 1)
    .flatMap((each) => parts[each] ?? []);
}

function factAt(place: FactPlace, { headers, payload }: VerifiedEvent): string | undefined {
  if ("header" in place) return headers.get(place.header) || undefined;
  const value = valueAt(payload, parsePointer(place.pointer) ?? []);
  return typeof value === "string" && value !== "" || typeof value === "number" ? String(value) : undefined;
}

/** Names of headers by RFC 9110. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What is wrong with settings that a program without types may have written, each as the end of a sentence. */
export function hmacProblems(settings: HmacSettings): readonly string[] {
  const { header, prefix, encoding = "hex", algorithm = "sha256", signed = "{body}", key = "text" } =
    settings;
  const { timestamp, id, event } = settings;
  const places = String(signed).split(PLACE).filter((_, index) => index % 2 === 1);
  const problems: (string | false)[] = [
    !isHeader(header) && "header must be the name of a header",
    prefix !== undefined && (typeof prefix !== "string" || /[\s,]/.test(prefix)) &&
    "prefix must be a text without blanks and commas",
    !ENCODINGS.some((each) => each === encoding) && `encoding must be ${ENCODINGS.join(", ")}`,
    !Object.hasOwn(ALGORITHMS, algorithm) && `algorithm must be ${Object.keys(ALGORITHMS).join(" or ")}`,
    key !== "text" && !ENCODINGS.some((each) => each === key) && `key must be text, ${ENCODINGS.join(", ")}`,
    places.filter((place) => place === "body").length !== 1 && "signed must have {body} once",
    new Set(places).size !== places.length && "signed must have each place once",
    /\}\{id\}|\{id\}\{/.test(String(signed)) && "signed must have a text between {id} and the other places",
    timestamp !== undefined && !isHeader(timestamp?.header) &&
    "timestamp.header must be the name of a header",
    timestamp?.unit !== undefined && timestamp.unit !== "s" && timestamp.unit !== "ms" &&
    "timestamp.unit must be s or ms",
    timestamp !== undefined && !places.includes("timestamp") &&
    "signed must have {timestamp}: a time that is not signed proves nothing",
    timestamp === undefined && places.includes("timestamp") &&
    "timestamp must name the header of {timestamp}",
    id !== undefined && isPlace(id) && "header" in id && !places.includes("id") &&
    "signed must have {id}: an id that is not signed identifies nothing (leave id out, and the body does)",
    places.includes("id") && !(id !== undefined && "header" in id) && "id must name the header of {id}",
    id !== undefined && !isPlace(id) && "id must be {header} or {pointer}",
    event !== undefined && !isPlace(event) && "event must be {header} or {pointer}",
  ];
  return problems.filter((problem) => problem !== false);
}

function isHeader(name: unknown): boolean {
  return typeof name === "string" && HEADER.test(name);
}

function isPlace(place: FactPlace): boolean {
  if (typeof place !== "object" || place === null) return false;
  if ("header" in place) return isHeader(place.header);
  return typeof place.pointer === "string" && parsePointer(place.pointer) !== undefined;
}
