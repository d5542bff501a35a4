import { accountsIn, withoutAccounts } from "#kit/account-cells.ts";
import { textIn } from "#kit/localised.ts";
import { bareSubject } from "#kit/mail-subject.ts";
import { writtenDay } from "#kit/months.ts";
import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { paperNameOf, titleInWords, titleWithoutDay } from "../../../grounding/paper-name.ts";
import { onOneLine } from "../../../grounding/quotations.ts";
import { titleToSay } from "../../../grounding/title-to-say.ts";
import { bareName } from "../../../letter/names.ts";
import { speechOf } from "../../../messages/speech.ts";
import { authorOf } from "../../../run/seen.ts";
import { dateIn } from "./dates.ts";
import { minutedLine } from "./minuted-words.ts";
import { cut, localeOf, phraseIn, plain, safeTitle, unquoted } from "./prose.ts";
import { entryOf } from "./slot-views.ts";
import { isAuthors, isSpeakerAuthor, isSpeakerReader, speakerName } from "./who-speaks.ts";

/**
 * `in de e-mail van 3 november 2025 (Thuiswerken) staat: “…”`; `daarin staat ook: “…”` where the same document was quoted right
 * before; empty where nothing of the excerpt can be quoted.
 */
export const quoteClause = (
  context: TurnContext,
  entry: LedgerEntry,
  charsMax: number,
  before?: LedgerEntry,
): string => {
  const minuted = minutedLine(context, entry);
  const quotable = quotableWords(minuted?.words ?? entry.span?.excerpt ?? "", charsMax);
  if (quotable === "") return "";
  // A row of a bank's list goes to the other side without the accounts, unless the claim is about them.
  const claims = (context.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const { text: claim = "" } = claims.find(({ claimId }) => claimId === entry.claimId) ?? {};
  const isAbout = accountsIn(quotable).some((one) => claim.includes(one));
  const words = isAbout ? quotable : withoutAccounts(quotable);
  const phrase = phraseIn(context);
  const teller = tellerOf(context, entry);
  if (teller !== "") return `${teller}: “${words}”`;
  const quotedBefore = before?.span !== undefined && documentOf(before) === documentOf(entry);
  const isThere = quotedBefore && documentOf(entry) !== "";
  if (minuted !== undefined) {
    const place = isThere
      ? phrase("clause.there")
      : phrase("clause.in-document", { document: documentName(context, entry) });
    if (isSpeakerAuthor(context, minuted.name)) return `${phrase("clause.author-says", { place })}: “${words}”`;
    return `${phrase("clause.somebody-says", { place, name: minuted.name })}: “${words}”`;
  }
  if (isThere) return `${phrase("clause.it-also-says")}: “${words}”`;
  if (entry.evidence?.evidence.case !== "law") {
    return `${phrase("clause.in-document-it-says", { document: documentName(context, entry) })}: “${words}”`;
  }
  const address = plainAddress(entry.span?.address || entry.address || entry.evidence.evidence.value.address);
  if (address === "") return `${phrase("clause.the-law-provides")}: “${words}”`;
  return `${phrase("clause.provision-provides", { address })}: “${words}”`;
};

/**
 * `Wouter Vinder schreef op 2 juni 2026`, where a paper brings a message of its own speaker and day, as a chat and a forwarded mail
 * do: whoever sent the paper did not say it. Empty: the words are its writer's, or who said them when is not known.
 */
export const tellerOf = (context: TurnContext, { span }: LedgerEntry): string => {
  if (span?.voice !== Voice.QUOTED && span?.voice !== Voice.FORWARDED) return "";
  const locale = localeOf(context);
  const name = safeTitle(speakerName(context, span.speaker));
  const day = writtenDay(dateIn(span.segmentDateText, "") ?? "", locale);
  if (!plainName.test(name) || day === "") return "";
  const { phrase } = speechOf(locale);
  if (isSpeakerReader(context, span.speaker)) return phrase("clause.reader-wrote", { day });
  if (isSpeakerAuthor(context, span.speaker)) return phrase("clause.author-wrote", { day });
  return phrase("clause.somebody-wrote", { name, day });
};

const documentOf = ({ evidence }: LedgerEntry): string =>
  evidence?.evidence.case === "document" ? evidence.evidence.value.evidenceId : "";

/** `zie de arbeidsovereenkomst van 1 mei 2020, p. 3`. */
export const locationClause = (context: TurnContext, entry: LedgerEntry): string => {
  const written = plainAddress(entry.address);
  // The label of a place in a document holds words of the document, as its title does.
  const address = entry.evidence?.evidence.case === "law" ? written : isMail(context, entry) ? "" : safeTitle(written);
  const see = phraseIn(context)("clause.see-document", { document: documentName(context, entry) });
  return `${see}${address === "" ? "" : `, ${address}`}`;
};

/**
 * A claim of absence says what was looked through, and never more than that (domain: "in de door mij ontvangen stukken"). The
 * scope of the search stands in the footnote: the letter holds no word of the program.
 */
export const absenceClause = (context: TurnContext): string => phraseIn(context)("clause.absence");

/** An address as lawyers write it. Machine addresses, which hold a digest, are for machines. */
const plainAddress = (address: string): string => {
  const line = unquoted(plain(address, 300)).replace(/[:;,.\s]+$/u, "");
  return /[0-9a-f]{32}|#/u.test(line) ? "" : line;
};

/** A mail has neither pages nor numbered parts: its place in it would be told by the line of its sender. */
const isMail = (context: TurnContext, entry: LedgerEntry): boolean =>
  entryOf(context, documentOf(entry))?.candidate?.docType === "email";

const documentName = (context: TurnContext, entry: LedgerEntry): string => {
  const locale = localeOf(context);
  const { phrase } = speechOf(locale);
  const answered = answeredName(context, entry);
  if (answered !== "") return answered;
  const evidence = entry.evidence?.evidence;
  const document = evidence?.case === "document" ? evidence.value : undefined;
  const candidate = document && entryOf(context, document.evidenceId)?.candidate;
  const mail = candidate?.docType === "email";
  const isOwn = candidate !== undefined && isAuthors(context, candidate);
  const isReaders = candidate !== undefined && isSpeakerReader(context, authorOf(candidate));
  const iso = candidate?.occurredAtIso || entry.span?.versionDate || "";
  const given = titleToSay(document?.title || candidate?.title || "", context.intent?.unsaid ?? []);
  // The number by which a person ordered the files is no part of a name.
  const title = safeTitle(mail ? bareSubject(titleInWords(given)) : titleWithoutDay(given, iso));
  const called = mail || title === "" ? undefined : paperNameOf(title, iso, locale);
  // What the reader or the author wrote is theirs; what says not what it is, is told by whoever wrote it.
  const isWhose = (isOwn || isReaders) && (mail || called !== undefined);
  const bare = called?.bare ?? phrase(mail ? "clause.e-mail" : "clause.the-document");
  const definite = called?.definite ?? phrase(mail ? "clause.the-e-mail" : "clause.the-document");
  const named = isWhose ? phrase(isOwn ? "clause.my-document" : "clause.your-document", { document: bare }) : definite;
  const date = writtenDay(iso, locale);
  const name = isWhose || candidate === undefined ? "" : safeTitle(bareName(speakerName(context, authorOf(candidate))));
  const by = plainName.test(name) ? phrase("clause.by-name", { document: named, name }) : named;
  const dated = date === "" ? by : phrase("clause.of-day", { document: by, day: date });
  const isTold = title === "" || (called?.isWhole ?? false);
  return `${dated}${isTold ? "" : ` (${title})`}`;
};

/** What the profile calls the answered letter where its reader wrote it, with its day: the name of its file says less. Empty for another paper. */
const answeredName = (context: TurnContext, entry: LedgerEntry): string => {
  const { letterReading, intent, profile } = context;
  const docUid = letterReading?.assertions[0]?.span?.docUid ?? "";
  const reader = profile?.readers.find(({ name }) => name === intent?.audience);
  if (docUid === "" || documentOf(entry) !== `vault:${docUid}` || !reader?.wroteLetter) return "";
  const locale = localeOf(context);
  const called = textIn(profile?.answers?.ownLetter ?? [], locale).replace(/^\p{Lu}/u, (one) => one.toLowerCase());
  // The day that the entry itself bears: any other could not be cited for it.
  const evidence = entry.evidence?.evidence;
  const day = writtenDay(evidence?.case === "document" ? evidence.value.occurredAtIso : "", locale);
  if (called === "" || day === "") return called;
  return speechOf(locale).phrase("clause.of-day", { document: called, day });
};

/** A name of letters alone: an address, a number or a sign in it would be read as something that the sentence says. */
const plainName = /^\p{L}[\p{L}\p{M} .'’&-]*$/u;

/**
 * Words of an excerpt that can stand between “ and ”: all of it, else the longest stretch without such marks of its own,
 * cut between words to at most so many code points. Always a stretch of the excerpt, on one line.
 */
export const quotableWords = (excerpt: string, charsMax: number): string => {
  const stretches = excerpt.split(/[“”]/u).map(onOneLine);
  const longest = stretches.reduce((best, one) => (one.length > best.length ? one : best), "");
  const whole = cut(longest, charsMax);
  const words = whole.length === longest.length ? whole : whole.replace(/\s+\S*$/u, "").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
};
