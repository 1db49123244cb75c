// The verbs by which descriptions say what a tool does.

/** Third persons that are no plurals of nouns. */
const THIRD_PERSONS: ReadonlySet<string> = new Set(
  ("allows analyzes answers assesses calculates converts creates delivers detects enables executes extracts fetches finds generates gives " +
    "helps identifies offers produces provides recommends retrieves returns searches sends shows suggests summarizes translates turns writes")
    .split(" "),
);

/** Base forms. Words that are mostly nouns in descriptions (`report`, `list`) count only where a verb can stand. */
const VERBS: ReadonlySet<string> = new Set(
  ("access acknowledge activate add adjust administer adopt aggregate align allocate analyse analyze annotate answer " +
    "append apply approve archive ask assess assign attach authenticate authorize automate backup block book broadcast " +
    "browse build buy calculate call cancel capture categorize change charge chat check classify clean clear clone close " +
    "collect combine compare compile complete compose compress compute conduct configure confirm connect control convert " +
    "copy correct count craft create crop deactivate debug decline decode decrypt delete deliver deploy describe design " +
    "detect determine diagnose disable discover dispense display disseminate distribute divide donate download draft draw " +
    "edit embed enable encode encrypt end enhance enrich enroll estimate evaluate examine exclude execute explain explore " +
    "export extract fetch fill filter find fix follow forecast format forward generate geocode get give grant guess hire " +
    "identify implement import improve increase index initialize initiate insert inspect install interact interpret invite " +
    "invoice issue launch learn list load locate lock log look lookup make manage map mark match measure merge migrate " +
    "moderate modify monitor mount move multiply mute navigate normalize notify obtain offer open optimize order organize " +
    "parse patch pause pay perform pin ping place plan play plot post predict prepare present preview print process produce " +
    "provide publish pull purchase purify push query rank rate read rebuild receive recognize recommend record recover " +
    "redeem redirect reduce refresh refund register reject release remind remove rename render renew reopen repeat replace " +
    "reply report request reserve reset resize resolve respond restart restore restrict resume retrieve return reverse " +
    "review revoke rewrite roll rollback rotate run sanitize save scale scan schedule score scrape search segment select " +
    "sell send set share show sign simulate solve sort split start stop store stream submit subscribe subtract suggest sum " +
    "summarise summarize suspend sync synchronize synthesize tag take talk test toggle tokenize trace track train transcode " +
    "transcribe transfer transform translate trigger trim turn uninstall unlock unsubscribe update upload upsert validate " +
    "verify view visualize watch whitelist withdraw write zip")
    .split(" "),
);

/** Of a tool that begins with one of these the object is what comes back. */
const READING: ReadonlySet<string> = new Set(
  ("access browse calculate check compare compute convert count detect estimate evaluate extract fetch find forecast generate get identify " +
    "list locate look obtain parse predict query read recommend retrieve return search show suggest summarise summarize translate view")
    .split(" "),
);

/** The base form of a verb, such as `copy` of copies and copying; undefined of a word that is no known verb. `word` is in lower case. */
export function findVerb(word: string): string | undefined {
  return baseForms(word).find((base) => VERBS.has(base));
}

/** True of a word that is a verb wherever it stands in a sentence, such as "provides". `word` is in lower case. */
export function isThirdPerson(word: string): boolean {
  return THIRD_PERSONS.has(word);
}

/** True of a base form whose object is what the tool gives: get, list, calculate. */
export function isReading(base: string): boolean {
  return READING.has(base);
}

function baseForms(word: string): string[] {
  const [, stem = "", ending] = /^(.{2,}?)(ies|es|s|ing)$/.exec(word) ?? [];
  switch (ending) {
    case "ies":
      return [word, `${stem}y`];
    case "es":
      return [word, stem, `${stem}e`];
    case "s":
      return [word, stem];
    case "ing":
      return [word, stem, `${stem}e`, stem.slice(0, -1)];
    default:
      return [word];
  }
}

/** What changes something, beside whose request no reading is meant. */
const CHANGING: ReadonlySet<string> = new Set(
  ("activate add adopt apply approve archive assign attach book buy cancel charge close conduct copy create deactivate decline delete deliver " +
    "deploy disable donate enable end enroll execute grant install invite invoice issue join launch lock merge move open order pause pay " +
    "perform place post publish purchase record redeem refund register reject remind remove rename renew reply reserve reset restart restore " +
    "resume reverse revoke run save schedule sell send set share sign start stop store submit subscribe suspend transfer trigger uninstall " +
    "unlock unsubscribe update upload upsert withdraw write").split(" "),
);

/** Verbs that undo each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ["activate", "deactivate"],
  ["add", "delete"],
  ["add", "remove"],
  ["approve", "decline"],
  ["approve", "reject"],
  ["archive", "restore"],
  ["attach", "remove"],
  ["book", "cancel"],
  ["buy", "sell"],
  ["close", "open"],
  ["close", "reopen"],
  ["compress", "extract"],
  ["create", "cancel"],
  ["create", "delete"],
  ["create", "remove"],
  ["decode", "encode"],
  ["decrypt", "encrypt"],
  ["disable", "enable"],
  ["download", "upload"],
  ["end", "start"],
  ["export", "import"],
  ["grant", "revoke"],
  ["install", "uninstall"],
  ["lock", "unlock"],
  ["pause", "resume"],
  ["register", "cancel"],
  ["reserve", "cancel"],
  ["send", "receive"],
  ["start", "stop"],
  ["subscribe", "unsubscribe"],
];

/** True of two verbs that no request means at once: one reads and the other changes something, or they undo each other. */
export function areApart(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || toMeaning(a) === toMeaning(b)) return false;
  if ((isReading(a) && CHANGING.has(b)) || (isReading(b) && CHANGING.has(a))) return true;
  return OPPOSITES.some(([x, y]) => (a === x && b === y) || (a === y && b === x));
}

/** Verbs that mean the same of a tool, the one that stands for all first. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    "get access browse display fetch find list look lookup obtain query read retrieve search show view",
    "create add generate insert make register",
    "delete remove",
    "update change edit modify set",
    "calculate compute determine estimate",
    "check validate verify",
    "start begin launch run",
    "book reserve",
    "buy order purchase",
    "send notify",
  ].flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return others.map((verb): [string, string] => [verb, first]);
  }),
);

/**
 * The verb that stands for all of its meaning: `get` for fetch; every other word as it is. `word` is in lower case, and stands where a
 * verb does: a `list` or an `order` may be a thing.
 */
export function toMeaning(word: string): string {
  const verb = findVerb(word) ?? word;
  return SYNONYMS.get(verb) ?? word;
}
