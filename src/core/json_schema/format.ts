// The formats of JSON Schema that are checked. Each expression visits a character a fixed number of times, because foreign texts must
// not cause backtracking.

/** What a text of a format must be. A format that is not listed is no rule. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  "json-pointer": (text) => /^(?:\/|$)/.test(text) && !/~(?![01])/.test(text),
  "json-pointer-uri-fragment": (text) =>
    /^#(?:\/|$)/.test(text) && /^(?:[\w\-.!$&'()*+,;:=@/#]|%[\da-f]{2}|~[01])*$/i.test(text),
  regex: isRegex,
  "relative-json-pointer": (text) => /^(?:0|[1-9]\d*)(?:#$|\/|$)/.test(text) && !/~(?![01])/.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:/i.test(text) && isUriReference(text),
  "uri-reference": isUriReference,
  "uri-template": (text) => URI_TEMPLATE.test(text),
  url: (text) => /^(?:https?|ftp):\/\/[^\s]+$/i.test(text) && URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : DAYS[month - 1] ?? 0);
}

/** RFC 3339: with a zone, and a leap second only at the end of a day in UTC. */
function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (parts === null) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [awayHours, awayMinutes] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || awayHours > 23 || awayMinutes > 59) return false;
  if (second < 60) return true;
  const away = (parts[4] === "-" ? -1 : 1) * (awayHours * 60 + awayMinutes);
  return (hour * 60 + minute - away + 1_440) % 1_440 === 1_439;
}

function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** ISO 8601 as in RFC 3339: weeks alone, or each smaller unit behind the next larger one. */
function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true;
  const parts = /^P((?:\d+[YMD])*)(?:T((?:\d+[HMS])+))?$/.exec(text);
  if (parts === null) return false;
  const [, days = "", times = ""] = parts;
  return days + times !== "" && inOrder(days, "YMD") && inOrder(times, "HMS");
}

/** The units of a text are next to each other in the list, in its order. */
function inOrder(text: string, units: string): boolean {
  return units.includes(text.replaceAll(/\d+/g, ""));
}

const MOST_LOCAL = 64;
const MOST_HOST = 253;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1);
  if (local === "" || local.length > MOST_LOCAL) return false;
  const isQuoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(local);
  const isPlain = /^[a-z\d!#$%&'*+/=?^_`{|}~.-]+$/i.test(local) && !/^\.|\.\.|\.$/.test(local);
  if (!isQuoted && !isPlain) return false;
  const literal = /^\[(ipv6:)?(.{1,64})\]$/i.exec(host);
  if (literal === null) return isHostname(host);
  const [, isSix, address = ""] = literal;
  return isSix === undefined ? isIpv4(address) : isIpv6(address);
}

function isHostname(text: string): boolean {
  return text.length <= MOST_HOST &&
    text.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label));
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)(?:\.(?!$)|$)){4}$/.test(text);
}

/** As the URL parser of the runtime reads it; without a zone. */
function isIpv6(text: string): boolean {
  return text.length <= 45 && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
}

/** RFC 3986: a host in brackets is an IPv6 address or a later version, and a port has digits. */
function isUriReference(text: string): boolean {
  if (!/^(?:[\w\-.~!$&'()*+,;=:@/?#[\]]|%[\da-f]{2})*$/i.test(text)) return false;
  if (text.indexOf("#") !== text.lastIndexOf("#")) return false;
  const rest = text.replace(/^[a-z][a-z\d+.-]*:/i, "");
  if (rest === text && /^[^/?#]*:/.test(text)) return false;
  const [authority = ""] = rest.startsWith("//") ? rest.slice(2).split(/[/?#]/, 1) : [];
  const parts = /^(?:[^@[\]]*@)?(?:\[([^[\]]*)\]|[^@:[\]]*)(?::\d*)?$/.exec(authority);
  if (parts === null || /[[\]]/.test(rest.startsWith("//") ? rest.slice(2 + authority.length) : rest)) {
    return false;
  }
  const [, literal] = parts;
  return literal === undefined || isIpv6(literal) || /^v[\da-f]+\.[^[\]@/?#]+$/i.test(literal);
}

/** RFC 6570: texts, and lists of names in braces. */
const URI_TEMPLATE =
  /^(?:[^\s\p{Cc}"<>%\\^`{|}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})+(?:\.(?:\w|%[\da-f]{2})+)*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})+(?:\.(?:\w|%[\da-f]{2})+)*(?::[1-9]\d{0,3}|\*)?)*\})*$/iu;

const MOST_EXPRESSION = 10_000;

function isRegex(text: string): boolean {
  if (text.length > MOST_EXPRESSION || /(?:^|[^\\])\\Z/.test(text)) return false;
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
