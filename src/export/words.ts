import { addressInEnglish } from "#kit/address-notes.ts";
import { dayInTheNetherlands } from "#kit/day.ts";
import { monthNames } from "#kit/months.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { placeInDutch, placeInEnglish } from "./place-words.ts";
import { limitInDutch, scopeInDutch, searchedWordsInDutch } from "./scope-nl.ts";
import { queryInWords, type VaultSearch, vaultSearchOf } from "./vault-search.ts";

const quotedList = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(language).format(words.map((word) => `“${word}”`));

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
  /** Head of the column of files, and the name of the file that has the list. */
  readonly file: string;
  readonly coverName: string;
  readonly docType: Readonly<Record<string, string>>;
  /** A document that has no other kind. */
  readonly document: string;
  /** What was written, by whom and when; either of these may be empty. */
  readonly writtenBy: (what: string, author: string, date: string) => string;
  /** Of a quote, in code points of its source. */
  readonly characters: (from: number, to: number) => string;
  readonly letter: LetterWords;
  /** A source that an earlier note has in full: by its short name where it has one. */
  readonly seeNote: (note: number, shortName: string) => string;
  /** Address of a provision or ruling, in the language of the memo as far as it has words of ours. */
  readonly lawAddress: (address: string) => string;
  readonly inForceFrom: (date: string) => string;
  /** The same where the claim has a law date of its own, `on`. */
  readonly inForceOn: (from: string, on: string) => string;
  /** A version of which nobody vouches that it still held on the day; `through` is the last day it is vouched for, or empty. */
  readonly validityUnknown: (from: string, on: string, through: string) => string;
  /** A version that did not hold on the day; `until` is empty where its end is not known. */
  readonly notInForce: (from: string, until: string, on: string) => string;
  /** An act of the Union of which nobody says from when it applies; `on` is the day asked about, or empty. */
  readonly madeOn: (date: string, on: string) => string;
  /** Behind the version of a consolidated text of the Union. */
  readonly notAuthentic: string;
  /** What was searched, and how many hits a person dismissed; undefined: it had hits, and nobody said what became of them. */
  readonly searched: (scope: string, dismissed: number | undefined) => string;
  /** A place as a reader finds it, from its label as the Vault gives it, in any language. A passage id is none and is left out. */
  readonly place: (label: string) => string;
  readonly ownStatement: string;
  /** Whose words a quote is where they are not the document's author's; undefined where they are. */
  readonly otherVoice: (said: Said) => string | undefined;
  /** A message of a chat by its place, with who sent it and when. */
  readonly message: (place: string, said: Said) => string;
  /** Of a quote, and of an exhibit with such a quote: nobody wrote the words so in a file. */
  readonly machineRead: string;
  /** Behind it, where a person set some of the words in place of what the machine had read; without words: of an exhibit. */
  readonly corrected: (words: readonly string[]) => string;
  /** Of a quote whose speaker or day a person set in place of what the file says. */
  readonly speakerSet: string;
  /** Heads of the columns of a table of sums. */
  readonly sum: string;
  readonly demand: string;
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
  /** Heads of the list that tells of each note where its words stand. */
  readonly noteColumns: readonly string[];
  readonly proofNote: string;
  /** Behind it, where a quote was read by a machine. */
  readonly proofNoteMachineRead: string;
  readonly months: readonly string[];
}

/** What stands around a letter, where its frame leaves the words to custom. */
export interface LetterWords {
  readonly subject: string;
  readonly theirReference: string;
  readonly answerAsked: string;
  readonly enclosures: string;
  /** What is enclosed where nobody said it: the exhibits, from the first to this one. */
  readonly exhibitsEnclosed: (count: number) => string;
}

const nl: Words = {
  exhibit: "productie",
  exhibits: "Producties",
  exhibitColumns: ["nr.", "datum", "van → aan", "omschrijving"],
  file: "bestand",
  coverName: "overzicht-producties",
  docType: { email: "e-mail", event: "agenda-afspraak", chat: "chat" },
  document: "document",
  writtenBy: (what, author, date) =>
    [what, author && `van ${author}`, date && `${author ? "d.d." : "van"} ${date}`].filter(Boolean).join(" "),
  characters: (from, to) => `tekens ${from}–${to}`,
  letter: {
    subject: "Betreft",
    theirReference: "Uw kenmerk",
    answerAsked: "Antwoord gevraagd",
    enclosures: "Bijlagen",
    exhibitsEnclosed: (count) => (count === 1 ? "productie 1" : `producties 1 tot en met ${count}`),
  },
  seeNote: (note, name) => (name === "" ? `Zie noot ${note}` : `${name} (zie noot ${note})`),
  lawAddress: (address) => address,
  inForceFrom: (date) => `versie geldend vanaf ${date}`,
  inForceOn: (from, on) => `geldend op ${on}; versie geldend vanaf ${from}`,
  validityUnknown: (from, on, through) =>
    `geldend vanaf ${from}; ${through && `bekend tot en met ${through}, `}of zij op ${on} nog geldt is niet bekend`,
  notInForce: (from, until, on) => `geldend vanaf ${from}${until && ` tot en met ${until}`}; op ${on} geldt zij niet`,
  madeOn: (date, on) =>
    `gedaan op ${date}; vanaf wanneer zij geldt${on && `, en of zij op ${on} geldt,`} is niet bekend`,
  notAuthentic: "geconsolideerde tekst, niet authentiek: rechtsgevolg heeft alleen wat in het Publicatieblad staat",
  searched: (scope, dismissed) => {
    const vault = vaultSearchOf(scope);
    const searched = vault ? searchInDutch(vault) : `Doorzocht: ${scopeInDutch(scope)}`;
    if (dismissed === undefined) return `${searched}; met treffers`;
    if (dismissed === 0) return `${searched}; zonder treffer`;
    return dismissed === 1
      ? `${searched}; de ene treffer is bekeken en doet niet ter zake`
      : `${searched}; de ${dismissed} treffers zijn bekeken en doen niet ter zake`;
  },
  place: (label) => placeInDutch(readable(label)),
  ownStatement: "Eigen verklaring van de auteur",
  otherVoice: ({ voice, speaker, dateText }) => {
    const done = { [Voice.QUOTED]: "aangehaalde", [Voice.FORWARDED]: "doorgestuurde" }[voice as number];
    if (done === undefined) return voice === Voice.PARTY ? "standpunt van een partij" : undefined;
    return `daarin ${done} woorden van ${speaker || "een ander"}${dateText === "" ? "" : ` van ${saidOn(dateText, nl, "om")}`}`;
  },
  message: (place, { speaker, dateText }) => {
    const sender = speaker === "" ? "" : ` van ${speaker}`;
    return `${place}${sender}${dateText === "" ? "" : `, ${saidOn(dateText, nl, "om")}`}`;
  },
  machineRead: "woorden door een machine gelezen van een afbeelding",
  corrected: (words) =>
    words.length === 0
      ? "deels verbeterd door een persoon"
      : `waarin een persoon ${quotedList(words, "nl")} heeft verbeterd`,
  speakerSet: "spreker of dag door een persoon opgegeven",
  sum: "bedrag",
  demand: "wat ik vraag",
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
  noteColumns: ["noot", "plaats", "bron, sha256", "ontvangstbewijs"],
  proofNote:
    "Elke aangehaalde passage is teken voor teken in haar bron teruggevonden en door een persoon bevestigd. Tekst en citatenregister worden genoemd met de sha256 van hun opgeslagen bytes, een bron met die van haar tekst.",
  proofNoteMachineRead:
    "Waar een noot zegt dat een machine de woorden van een afbeelding heeft gelezen, is die tekst de bron: wat zij las heeft een persoon met de afbeelding vergeleken.",
  months: monthNames.nl,
};

const en: Words = {
  exhibit: "exhibit",
  exhibits: "Exhibits",
  exhibitColumns: ["no.", "date", "from → to", "description"],
  file: "file",
  coverName: "list-of-exhibits",
  docType: { email: "e-mail", event: "calendar event", chat: "chat" },
  document: "document",
  writtenBy: (what, author, date) =>
    [what, author && `by ${author}`, date && `${author ? "dated" : "of"} ${date}`].filter(Boolean).join(" "),
  characters: (from, to) => `characters ${from}–${to}`,
  letter: {
    subject: "Subject",
    theirReference: "Your reference",
    answerAsked: "Answer asked",
    enclosures: "Enclosures",
    exhibitsEnclosed: (count) => (count === 1 ? "exhibit 1" : `exhibits 1 to ${count}`),
  },
  seeNote: (note, name) => (name === "" ? `See note ${note}` : `${name} (see note ${note})`),
  lawAddress: addressInEnglish,
  inForceFrom: (date) => `version in force from ${date}`,
  inForceOn: (from, on) => `in force on ${on}; version in force from ${from}`,
  validityUnknown: (from, on, through) =>
    `in force from ${from}; ${through && `known through ${through}, `}whether it still is on ${on} is not known`,
  notInForce: (from, until, on) => `in force from ${from}${until && ` through ${until}`}; not in force on ${on}`,
  madeOn: (date, on) => `made on ${date}; from when it applies${on && `, and whether it does on ${on},`} is not known`,
  notAuthentic: "consolidated text, not authentic: only what the Official Journal published has legal effect",
  searched: (scope, dismissed) => {
    const vault = vaultSearchOf(scope);
    const searched = vault ? searchInEnglish(vault) : `Searched: ${scope}`;
    if (dismissed === undefined) return `${searched}; with matches`;
    if (dismissed === 0) return `${searched}; without a match`;
    return dismissed === 1
      ? `${searched}; the one match was looked at and does not matter`
      : `${searched}; the ${dismissed} matches were looked at and do not matter`;
  },
  place: (label) => placeInEnglish(readable(label)),
  ownStatement: "The author's own statement",
  otherVoice: ({ voice, speaker, dateText }) => {
    const done = { [Voice.QUOTED]: "quoted", [Voice.FORWARDED]: "forwarded" }[voice as number];
    if (done === undefined) return voice === Voice.PARTY ? "a party's position" : undefined;
    return `words of ${speaker || "somebody else"}${dateText === "" ? "" : ` of ${saidOn(dateText, en, "at")}`}, ${done} in it`;
  },
  message: (place, { speaker, dateText }) => {
    const sender = speaker === "" ? "" : ` by ${speaker}`;
    return `${place}${sender}${dateText === "" ? "" : `, ${saidOn(dateText, en, "at")}`}`;
  },
  machineRead: "words read by a machine from a picture",
  corrected: (words) =>
    words.length === 0 ? "partly corrected by a person" : `in which a person corrected ${quotedList(words, "en")}`,
  speakerSet: "speaker or day as set by a person",
  sum: "sum",
  demand: "what I ask",
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
  noteColumns: ["note", "place", "source, sha256", "receipt"],
  proofNote:
    "Every quoted passage was found in its source character for character and confirmed by a person. Draft and ledger are named by the sha256 of their stored bytes, a source by that of its text.",
  proofNoteMachineRead:
    "Where a note says that a machine read the words from a picture, that text is the source: a person compared what it read with the picture.",
  months: monthNames.en,
};

/** A search of the documents, as a letter tells of it: what was looked through, and for what. */
const searchInDutch = ({ documents, limits, query }: VaultSearch): string => {
  const through = documents === 1 ? "het ene document" : `de ${documents} documenten`;
  return `gezocht in ${through} van het dossier${limitsIn(limits.map(limitInDutch), "alle soorten")}${query && ` naar ${searchedWordsInDutch(query)}`}`;
};

const searchInEnglish = ({ documents, limits, query }: VaultSearch): string => {
  const through = documents === 1 ? "the one document" : `the ${documents} documents`;
  return `searched ${through} of the file${limitsIn(limits, "every kind")}${query && ` for ${queryInWords(query, { and: "and", or: "or", not: "without" })}`}`;
};

/** In brackets; kinds that were not limited need no word. */
const limitsIn = (limits: readonly string[], unlimited: string): string => {
  const said = limits.filter((limit) => limit !== unlimited);
  return said.length === 0 ? "" : ` (${said.join(", ")})`;
};

/** The words of a language; anything but English is Dutch, the language of the documents this is for. */
export const wordsOf = (locale: string): Words => (locale.startsWith("en") ? en : nl);

/** An ISO date or instant as people write its day, `9 december 2025`; empty where the text begins with no date. */
export const dateInWords = (iso: string, words: Words): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(dayWritten(iso)) ?? [];
  return year === undefined ? "" : `${Number(day)} ${words.months[Number(month) - 1] ?? month} ${year}`;
};

/** A first and a last day in words, as one where they are: `3 maart 2026 – 5 mei 2026`. Empty where they are none. */
export const daysInWords = (first: string, last: string, words: Words): string =>
  [...new Set([first, last])].map((day) => dateInWords(day, words)).join(" – ");

/** When words were said: as the source writes it, or in words where the Vault decided the day of a chat's message. */
const saidOn = (dateText: string, words: Words, at: string): string => {
  const [, day, hour = ""] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(?::\d{2})?(?: UTC)?)?$/u.exec(dateText) ?? [];
  if (day === undefined) return `“${dateText}”`;
  return [dateInWords(day, words), hour && `${at} ${hour}${dateText.endsWith("UTC") ? " UTC" : ""}`]
    .filter(Boolean)
    .join(" ");
};

/** The day of an instant in UTC; what has a zone of its own, or is a date alone, stays as it is written. */
const dayWritten = (iso: string): string => {
  const instant = /T.*Z$/.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(instant) ? iso : dayInTheNetherlands(instant);
};
