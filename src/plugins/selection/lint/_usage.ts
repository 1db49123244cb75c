// The wording by which descriptions in English say when to use a tool, when not, and what it returns. Each pattern is for one sentence.

// When to use it, and when not ------------------------------------------------------------------------------------------

const PERSON =
  "(?:(?:the|an?|your|any) )?(?:user|users|you|customer|client|caller|person|people|some(?:one|body)|anyone|they|asked|conversation|question|request|query|task|model|agent|assistant|human|visitor|message)";

/** A condition about arguments or results says nothing about when to use a tool. */
const NO_ARGUMENTS =
  "(?! (?:id|name|does|do not|don't|doesn't|has no|provide|specify|specifies|pass|omit|leave|gives? no|set|already|(?:is|are|was) (?!asking|looking|interested|unsure|about)))";

/** When to use it. */
export const WHEN: readonly RegExp[] = [
  new RegExp(
    `(?<!\\b(?:check|verify|determine|see|know|tell|detect|test|validate|confirm|decide|inform|ask|predict)(?:s|e?d|ing)? )\\b(?:if|when|whenever|in case|as soon as) ${PERSON}\\b${NO_ARGUMENTS}`,
    "i",
  ),
  /\b(?:use|call|invoke|run|trigger|prefer|choose|pick)(?: (?:this|it|the|only|always|first|mainly|primarily|tool|function|action|me)){0,4} (?:when|whenever|if|before|after|once(?! (?:for|per|each|every|a)\b)|as soon as|in case|as a|for)\b/i,
  /\b(?:should|must|can|may|to|best|only|typically|commonly|mainly|primarily) (?:only )?(?:be )?(?:used|called|invoked) (?:when|whenever|if|before|after|once|as soon as|in case|for|only)\b/i,
  /(?<!\bnot |n't )\b(?:useful|helpful|handy|essential|ideal|best|suitable|well suited|suited|good|great|perfect|intended|meant|appropriate|recommended|designed) (?:if|when|whenever|for|after|before|where)\b/i,
  /\bwhen to use\b|\buse[ -]cases?\b|\blast resort\b/i,
  /\b(?:this|it|tool|function)(?: is|'s) for \w/i,
  /\bfor (?:questions|queries|requests|tasks|cases|situations) (?:about|on|like|such as|where|that|in which|of|regarding)\b/i,
];

/** "Only": a condition and a limit in one. */
export const ONLY =
  /(?<!\bnot )\bonly (?:for|use|call|used|when|if|once|works?|supports?|available|applies|on|in|within|be (?:used|called)|(?:\S+ ){1,4}(?:is|are) (?:supported|allowed|accepted|available|permitted|returned|covered|searched))\b|\b(?:limited|restricted) to\b|\b(?:supports?|covers?|handles?|accepts?|searche?s?) only\b/i;

/** A sentence that begins with when it is to be used says so, whatever limit follows. */
export const FIRST = /^(?:use|call|invoke|this|it|ideal|useful|helpful|best|suitable|great|good)\b/i;

/** When not to use it, and what it does not do. */
export const NOT: readonly RegExp[] = [
  /\b(?:do not|don't|never|not to|must not|should not|shouldn't|cannot|can't|mustn't) (?:be )?(?:ever )?(?:use|used|call|called|invoke|invoked|run|rely|apply|applied)\b/i,
  /\bavoid (?:it|this|using|calling|use|for|when)\b/i,
  /(?<!\bwhether or |\bif )\bnot (?:for|suitable|suited|intended|meant|designed|recommended|appropriate|available|supported|ideal|a replacement|useful)\b/i,
  /\b(?:is|are)(?: not|n't) (?!(?:found|provided|given|set|specified|supplied|passed|empty|present|required|needed|limited|used|named|included in the request)\b)[a-z]+(?:ed|able|en)\b/i,
  /\b(?:cannot|can't|can not|does not|doesn't|won't|will not|unable to|not able to) (?!(?:be (?:empty|null|blank|negative|longer|left)|exist|match|exceed|have to|need|require|provide|specify|fit|change)\b)[a-z]+/i,
  /\b(?:instead of|rather than|unlike|as opposed to|no-op)\b|, (?:and )?not (?!only|just|to|if|when|even|including)[a-z]/i,
  /\b(?:use|call|try|prefer|see|pick|choose|is|are)\b[^.;!?]{0,60}\binstead\b/i,
  /\b(?:use|call|try|prefer|see|with|by) (?:the )?[`"']?(?:[a-z0-9]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w+)(?![^.;!?]{0,20}\b(?:first|before|to (?:get|find|obtain|look))\b)/,
  /\bexcept (?:for|when|if)\b|\bexcluding\b|\bbut (?:no|not)\b|\b(?:is|are) disabled\b|\bno longer\b|\bwhen not to\b|\bout of scope\b|\bthis (?:tool|function)? ?is no\b/i,
];

// What it returns -------------------------------------------------------------------------------------------------------

/** What it returns. */
export const RETURNS: readonly RegExp[] = [
  /(?<!\b(?:an?|the|tax|your|product|customer|of|on|from|per|or|either) )\b(?:returns?|returning)(?:\s*:|\s+(?!(?:to|of|on|from|policy|policies|date|flight|ticket|trip|label|shipment|address|window|reason|request|and|data|instructions?|rates?|(?:(?:the|an?|your|any) )?(?:item|parcel|product|package|order|book|car|goods|purchase)s?)\b|[^.;]{0,60}\bto (?:the|an?|its) (?:library|shop|store|seller|warehouse|owner|sender|merchant|vendor)\b)\S)/i,
  /\b(?:is|are) returned\b/i,
  /\b(?:responds?|replies|reply|answers?) with\b|\bgives? (?:back|you)\b|\byou (?:get|receive|will get) (?:an?|the|one|all)\b/i,
  /\b(?:outputs?|yields?|emits?)(?:\s*:|\s+(?:an?|the|one|each|json|lists?|all|only)\b)/i,
  /\b(?:response|results?|outputs?|reply|answers?) (?:\w+ly )?(?:is|are|contains?|includes?|has|have|consists?|lists?|comes?|shows?|distinguish(?:es)?)\b/i,
  /\bas (?:an? )?(?:json|markdown|csv|xml|html|yaml|plain text|text|array|list|table|object|string)\b|\bin (?:json|markdown|csv|xml|yaml)\b/i,
];
