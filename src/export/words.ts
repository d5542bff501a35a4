import { monthNames } from "#kit/months.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { placeInDutch, placeInEnglish } from "./place-words.ts";
import { scopeInDutch } from "./scope-nl.ts";

/** Who speaks in a quote, by name and date as the source writes them; empty where it writes none. */
export interface Said {
  readonly voice: Voice;
  readonly speaker: string;
  readonly dateText: string;
}

/** The label, unless it is one that only a program reads: `<digest>#1:0`, as bindings of rules 1 may have. */
const readable = (label: string): string => (/[0-9a-f]{32}/u.test(label) ? "" : label);

/** The words that an export adds to the memo's own. */
export interface Words {
  readonly exhibit: string;
  readonly exhibits: string;
  readonly exhibitColumns: readonly string[];
  readonly docType: Readonly<Record<string, string>>;
  readonly of: string;
  readonly characters: string;
  readonly seeNote: (note: number) => string;
  readonly inForceFrom: (date: string) => string;
  /** A version of which nobody vouches that it still held on the day. */
  readonly validityUnknown: (from: string, on: string) => string;
  /** A version that did not hold on the day; `until` is empty where its end is not known. */
  readonly notInForce: (from: string, until: string, on: string) => string;
  /** What was searched, and how many hits a person dismissed; undefined: it had hits, and nobody said what became of them. */
  readonly searched: (scope: string, dismissed: number | undefined) => string;
  /** A place as a reader finds it, from its label as the Vault gives it, in any language. A passage id is none and is left out. */
  readonly place: (label: string) => string;
  readonly ownStatement: string;
  /** Whose words a quote is where they are not the document's author's; undefined where they are. */
  readonly otherVoice: (said: Said) => string | undefined;
  readonly undated: string;
  readonly untitled: string;
  readonly unfinished: string;
  readonly proof: string;
  readonly proofRows: {
    readonly run: string;
    readonly draft: string;
    readonly ledger: string;
    readonly checkpoint: string;
    readonly rules: string;
  };
  /** Which rules decided what the memo rests on. */
  readonly rules: (version: number, registerDigest: string) => string;
  /** Which footnotes a receipt is behind; numbers with commas between, and how many. */
  readonly receiptOfNotes: (numbers: string, count: number) => string;
  readonly proofNote: string;
  readonly months: readonly string[];
}

const nl: Words = {
  exhibit: "productie",
  exhibits: "Producties",
  exhibitColumns: ["nr.", "datum", "van → aan", "omschrijving", "sha256"],
  docType: { email: "e-mail", event: "agenda-afspraak" },
  of: "van",
  characters: "tekens",
  seeNote: (note) => `Zie noot ${note}`,
  inForceFrom: (date) => `versie geldend vanaf ${date}`,
  validityUnknown: (from, on) => `geldend vanaf ${from}; of zij op ${on} nog geldt is niet bekend`,
  notInForce: (from, until, on) => `geldend vanaf ${from}${until && ` tot en met ${until}`}; op ${on} geldt zij niet`,
  searched: (scope, dismissed) => {
    const searched = scopeInDutch(scope);
    if (dismissed === undefined) return `Doorzocht, met treffers: ${searched}`;
    if (dismissed === 0) return `Doorzocht zonder treffer: ${searched}`;
    return dismissed === 1
      ? `Doorzocht: ${searched}; de ene treffer is bekeken en doet niet ter zake`
      : `Doorzocht: ${searched}; de ${dismissed} treffers zijn bekeken en doen niet ter zake`;
  },
  place: (label) => placeInDutch(readable(label)),
  ownStatement: "Eigen verklaring van de auteur",
  otherVoice: ({ voice, speaker, dateText }) => {
    const done = { [Voice.QUOTED]: "aangehaalde", [Voice.FORWARDED]: "doorgestuurde" }[voice as number];
    if (done === undefined) return voice === Voice.PARTY ? "standpunt van een partij" : undefined;
    return `daarin ${done} woorden van ${speaker || "een ander"}${dateText === "" ? "" : ` van “${dateText}”`}`;
  },
  undated: "zonder datum",
  untitled: "zonder titel",
  unfinished: "CONCEPT: nog niet vastgesteld.",
  proof: "Herkomst",
  proofRows: {
    run: "run",
    draft: "tekst, sha256",
    ledger: "citatenregister, sha256",
    checkpoint: "stand van het journaal",
    rules: "regels",
  },
  rules: (version, digest) => `versie ${version}${digest === "" ? "" : `, namenregister ${digest.slice(0, 12)}`}`,
  receiptOfNotes: (numbers, count) => `ontvangstbewijs bij ${count === 1 ? "noot" : "noten"} ${numbers}`,
  proofNote:
    "Elke aangehaalde passage is teken voor teken in haar bron teruggevonden en door een persoon bevestigd. De twee digests zijn de sha256 van de opgeslagen bytes.",
  months: monthNames.nl,
};

const en: Words = {
  exhibit: "exhibit",
  exhibits: "Exhibits",
  exhibitColumns: ["no.", "date", "from → to", "description", "sha256"],
  docType: { email: "e-mail", event: "calendar event" },
  of: "of",
  characters: "characters",
  seeNote: (note) => `See note ${note}`,
  inForceFrom: (date) => `version in force from ${date}`,
  validityUnknown: (from, on) => `in force from ${from}; whether it still is on ${on} is not known`,
  notInForce: (from, until, on) => `in force from ${from}${until && ` through ${until}`}; not in force on ${on}`,
  searched: (scope, dismissed) => {
    if (dismissed === undefined) return `Searched, with matches: ${scope}`;
    if (dismissed === 0) return `Searched without a match: ${scope}`;
    return dismissed === 1
      ? `Searched: ${scope}; the one match was looked at and does not matter`
      : `Searched: ${scope}; the ${dismissed} matches were looked at and do not matter`;
  },
  place: (label) => placeInEnglish(readable(label)),
  ownStatement: "The author's own statement",
  otherVoice: ({ voice, speaker, dateText }) => {
    const done = { [Voice.QUOTED]: "quoted", [Voice.FORWARDED]: "forwarded" }[voice as number];
    if (done === undefined) return voice === Voice.PARTY ? "a party's position" : undefined;
    return `words of ${speaker || "somebody else"}${dateText === "" ? "" : ` of “${dateText}”`}, ${done} in it`;
  },
  undated: "undated",
  untitled: "untitled",
  unfinished: "DRAFT: not finalised yet.",
  proof: "Provenance",
  proofRows: {
    run: "run",
    draft: "draft, sha256",
    ledger: "citation ledger, sha256",
    checkpoint: "state of the journal",
    rules: "rules",
  },
  rules: (version, digest) => `version ${version}${digest === "" ? "" : `, register of names ${digest.slice(0, 12)}`}`,
  receiptOfNotes: (numbers, count) => `receipt, ${count === 1 ? "note" : "notes"} ${numbers}`,
  proofNote:
    "Every quoted passage was found in its source character for character and confirmed by a person. Both digests are the sha256 of the stored bytes.",
  months: monthNames.en,
};

/** The words of a language; anything but English is Dutch, the language of the documents this is for. */
export const wordsOf = (locale: string): Words => (locale.startsWith("en") ? en : nl);

/** An ISO date or instant as people write its day, `9 december 2025`; empty where the text begins with no date. */
export const dateInWords = (iso: string, words: Words): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(dayInTheNetherlands(iso)) ?? [];
  return year === undefined ? "" : `${Number(day)} ${words.months[Number(month) - 1] ?? month} ${year}`;
};

/**
 * The day of an instant in UTC as it was in the Netherlands, where these documents are read: a message of half past
 * midnight would else bear the day before. What has a zone of its own, or is a date alone, stays as it is written.
 */
const dayInTheNetherlands = (iso: string): string => {
  const instant = /T.*Z$/.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(instant) ? iso : dutchDay().format(instant);
};

let dutch: Intl.DateTimeFormat | undefined;
/** The Canadian form of a date is the ISO one. Made at the first instant: it takes as long as a tenth of a command's start. */
const dutchDay = () => (dutch ??= new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" }));
