import { negates } from "#kit/denial.ts";
import { monthOf } from "#kit/months.ts";
import { type PassageCandidate, PassageCandidate_Reason } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { SlotCandidates } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { mayBeTheirs } from "../grounding/may-be-theirs.ts";
import { speakerOf } from "./passage-speaker.ts";
import type { RunView } from "./run-view.ts";

/** What a paper that the memo rests nothing on says about one of its claims. */
export interface Uncited {
  readonly claimId: string;
  readonly claimText: string;
  readonly passage: PassageCandidate;
  /** A claim or words with a negation: the other side may hold them against the letter. */
  readonly gainsays: boolean;
  /** False where one of claim and words has a negation and the other has none: they prove no such claim. */
  readonly mayHelp: boolean;
}

/** So many are shown: what a reader of the other side would look for first. */
export const uncitedMost = 8;

/** So many passages of a claim are looked through for words that are not cited. */
export const uncitedAmong = 6;

type Cited = Pick<RunView, "intent" | "needs" | "needMap"> & Partial<Pick<RunView, "letterReading">>;

/**
 * What papers say about the claims of a memo that rests nothing on those words, one passage a paper: the one that shares most with its claim. Papers that the memo rests nothing
 * on at all come before other words of one that it quotes, as another clause of the terms; of each sort what stands first among a
 * claim's passages, and of these the newest. It may agree with the claim or gainsay it, also where the paper came after everything was
 * chosen; a person reads both. Of what shares one word with its claim
 * only another clause of a quoted paper that nobody speaks in and what is later than the answered letter are shown, behind all others: of the 68 passages that ten dossiers
 * showed, 43 shared one word, and one of those spoke against its letter. The author's own words are no news to her, and mail of somebody who is not of the other side is none of theirs; who wrote a paper that nobody signed is not known.
 * What the other side says with a negation, or of a claim that has one, comes first, for each claim that it is near:
 * “In ons systeem vind ik geen telefoongesprek met u” stood behind another sentence of the same mail.
 */
export const uncited = (view: Cited, slots: readonly SlotCandidates[]): Uncited[] => {
  const cited = citedPapers(view);
  const claims = claimsBySlot(view);
  const letterDay = view.letterReading?.day?.day ?? "";
  const found = slots.flatMap(({ slotId, candidates }) =>
    candidates.slice(0, uncitedAmong).flatMap((passage, place) => {
      const evidenceId = passage.evidence?.evidenceId ?? "";
      const claim = claims.get(slotId);
      const quotes = cited.get(evidenceId);
      const isNews = isAbout(passage) && isTheirs(view, passage) && !isCited(passage, quotes);
      const isLate = letterDay !== "" && passage.day > letterDay;
      const isClause = quotes !== undefined && speakerOf(passage) === "";
      const denials = [claim?.claimText ?? "", passage.locator?.exactQuote ?? ""].filter(negates).length;
      const gainsays = denials > 0 && speakerOf(passage) !== "";
      const isOfMatter = !isSlight(passage) || isClause || isLate || gainsays;
      const key = gainsays ? `${evidenceId} ${claim?.claimId}` : evidenceId;
      return claim && isNews && isOfMatter
        ? [{ ...claim, passage, place, key, gainsays, mayHelp: denials !== 1, isQuoted: quotes !== undefined }]
        : [];
    }),
  );
  const best = new Map<string, (typeof found)[number]>();
  for (const one of found.toSorted((a, b) => wordCount(b) - wordCount(a) || a.place - b.place))
    if (!best.has(one.key)) best.set(one.key, one);
  return [...best.values()]
    .toSorted(
      (a, b) =>
        Number(b.gainsays) - Number(a.gainsays) ||
        Number(isSlight(a.passage)) - Number(isSlight(b.passage)) ||
        Number(a.isQuoted) - Number(b.isQuoted) ||
        a.place - b.place ||
        (a.passage.day < b.passage.day ? 1 : -1),
    )
    .slice(0, uncitedMost)
    .map(({ claimId, claimText, passage, gainsays, mayHelp }) => ({ claimId, claimText, passage, gainsays, mayHelp }));
};

/** Whether the scorer found words of the claim in it that count, and it is no word of the answered letter. */
const isAbout = (passage: PassageCandidate): boolean =>
  tellingMarks(passage) > 0 &&
  passage.reasons.includes(PassageCandidate_Reason.SHARES_WORDS) &&
  !passage.reasons.includes(PassageCandidate_Reason.ANSWERED_LETTER);

/** Words in common with the claim. A month or a year by itself is none: `september 2026` stands in papers of any matter. */
const tellingMarks = ({ locator, marked }: PassageCandidate): number => {
  const letters = [...(locator?.exactQuote ?? "")];
  const words = marked.map(({ startChar, endChar }) => letters.slice(startChar, endChar).join("").toLowerCase());
  return words.filter((word) => word !== "" && monthOf(word) === 0 && !/^(?:19|20)\d\d$/u.test(word)).length;
};

const wordCount = ({ passage }: { readonly passage: PassageCandidate }): number => tellingMarks(passage);
const isSlight = (passage: PassageCandidate): boolean => tellingMarks(passage) < 2;

/** What the memo quotes of each paper that it rests on; an empty quote is the paper as a whole. */
const citedPapers = ({ needMap }: Cited): Map<string, string[]> => {
  const quotes = new Map<string, string[]>();
  for (const { evidence, locator } of needMap?.bindings ?? []) {
    if (evidence?.evidence.case !== "document") continue;
    const { evidenceId } = evidence.evidence.value;
    quotes.set(evidenceId, [...(quotes.get(evidenceId) ?? []), onOneLine(locator?.exactQuote ?? "")]);
  }
  return quotes;
};

const isCited = ({ locator }: PassageCandidate, quotes: readonly string[] | undefined): boolean => {
  const said = onOneLine(locator?.exactQuote ?? "");
  return (quotes ?? []).some((quote) => said.includes(quote) || quote.includes(said));
};

const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const claimsBySlot = ({ needs }: Cited) =>
  new Map(
    (needs?.sections ?? [])
      .flatMap(({ claims }) => claims)
      .flatMap(({ claimId, claimText, required, optional }) =>
        [...required, ...optional].map(({ slotId }) => [slotId, { claimId, claimText }] as const),
      ),
  );

/** Whether somebody else than the author speaks in it, and no mail of a third person. */
const isTheirs = (view: Cited, passage: PassageCandidate): boolean => {
  const speaker = speakerOf(passage);
  return !isAuthors(view, passage) && (!speaker.includes("@") || mayBeTheirs(speaker, view));
};

/** Whether the author speaks in it: by name or address, or by a part of the name that nobody else has, as in a chat. */
const isAuthors = ({ intent }: Cited, passage: PassageCandidate): boolean => {
  const speaker = speakerOf(passage).toLowerCase();
  const parties = intent?.parties ?? [];
  const called = wordsOf(speaker.replace(/<[^>]*>/gu, ""));
  const isCalled = ({ names }: (typeof parties)[number]): boolean =>
    called.length > 0 && names.some((name) => called.every((word) => wordsOf(name).includes(word)));
  return (
    parties.some(
      ({ role, names, addresses }) =>
        role === PartyRole.AUTHOR && [...names, ...addresses].some((one) => speaker.includes(one.toLowerCase())),
    ) ||
    (parties.some((one) => one.role === PartyRole.AUTHOR && isCalled(one)) &&
      !parties.some((one) => one.role !== PartyRole.AUTHOR && isCalled(one)))
  );
};

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
