import { firstSeen } from "#kit/first-seen.ts";
import { inSpokenOrder } from "#kit/spoken-name.ts";
import type { EvidenceCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { signersIn } from "../grounding/signers.ts";
import type { Locale } from "../messages/locale.ts";
import { worded } from "../messages/said.ts";
import { dateInWords, daysInWords } from "./days.ts";
import type { Memo } from "./memo.ts";

/** A document the memo refers to. Statutes are no exhibits: the other side has them. */
export interface Exhibit {
  /** From 1, in order of first reference. */
  readonly number: number;
  readonly evidenceId: string;
  /** As found or pinned; absent when the evidence set no longer has it. */
  readonly candidate: EvidenceCandidate | undefined;
  /** Title as bound; where it has words that the memo must not say, only what it says that the paper is. */
  readonly title: string;
  /** Where a chat or a list has neither author nor day of its own: whose words of which days the memo quotes, each once. */
  readonly said: { readonly speakers: readonly string[]; readonly days: readonly string[] };
}

/** What says which exhibits a memo has. */
type Cited = Pick<Memo, "draft" | "ledger">;

/** The ledger entries a draft cites, in the order its sentences cite them, repeats included. Errors: DATA_LOSS. */
export const citedEntries = ({ draft, ledger }: Cited): LedgerEntry[] => {
  const byId = new Map(ledger.entries.map((entry) => [entry.entryId, entry]));
  const ids = draft.sections.flatMap(({ sentences }) => sentences).flatMap(({ entryIds }) => entryIds);
  return ids.map((id) => {
    const entry = byId.get(id);
    if (entry !== undefined) return entry;
    throw new DomainError("DATA_LOSS", worded("error.the-draft-cites-which-its-ledger-does-not", { id }), {
      entryId: id,
    });
  });
};

/** The exhibits, numbered by first reference. */
export const exhibitsOf = (memo: Cited & Pick<Memo, "evidence" | "titleToSay">): ReadonlyMap<string, Exhibit> => {
  const candidates = new Map(memo.evidence.entries.map(({ candidate }) => [candidate?.evidenceId, candidate]));
  const cited = citedEntries(memo);
  const papers = cited.flatMap(({ evidence }) =>
    evidence?.evidence.case === "document" ? [evidence.evidence.value] : [],
  );
  const quoted = (id: string, of: (span: SpanRef) => string): string[] => [
    ...new Set(
      cited.flatMap(({ evidence, span }) =>
        span && evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === id
          ? of(span) || []
          : [],
      ),
    ),
  ];
  const numbers = firstSeen(papers.map(({ evidenceId }) => evidenceId));
  return new Map(
    Array.from(numbers, ([evidenceId, number]) => {
      const candidate = candidates.get(evidenceId);
      const bound = papers.find((paper) => paper.evidenceId === evidenceId)?.title;
      const said = {
        speakers: quoted(evidenceId, ({ speaker }) => nameOf(speaker)),
        // Days that the Vault read: what stands otherwise is a source's own way to write one, and the note quotes it.
        days: quoted(evidenceId, (span) => /^\d{4}-\d{2}-\d{2}/u.exec(span.segmentDateText)?.[0] ?? "").toSorted(),
      };
      const given = bound || (candidate?.title ?? "");
      const title = memo.titleToSay?.(given) ?? given;
      return [evidenceId, { number, evidenceId, candidate, title, said }];
    }),
  );
};

/** Who wrote it, and whom it concerns: whom a person named as its writer comes first. */
export const participantsOf = (candidate: EvidenceCandidate | undefined): readonly string[] => {
  const { author = "", participants = [], personsValues } = candidate ?? {};
  return personsValues?.author ? [author, ...participants.filter((one) => one !== author)] : participants;
};

/** `author → addressees` by name; mail addresses stay out where there is a name, and more than three people are cut. */
export const peopleOf = ({ candidate, said }: Exhibit): string => {
  const [first, ...named] = participantsOf(candidate);
  if (first === undefined) return said.days.length === 0 ? "" : said.speakers.slice(0, 3).join(", ");
  const author = nameOf(first);
  // Who signs with what she is (`Kim Pel, Afdeling schade`), is no other person than the author.
  const others = named.filter((one) => !one.startsWith(first) && !nameOf(one).startsWith(author)).map(nameOf);
  // Whoever signed a mail that went out under another name wrote it, and did not get it.
  const signers = signersIn(participantsOf(candidate)).map(nameOf);
  const writers = [author, ...others.filter((one) => signers.includes(one))].join(", ");
  const getters = others.filter((one) => !signers.includes(one));
  const shown = getters.slice(0, 3).join(", ");
  return getters.length === 0 ? writers : `${writers} → ${shown}${getters.length > 3 ? ", …" : ""}`;
};

/** When it was written, else the first and the last day of the messages or rows of it that are quoted; empty: neither is known. */
export const exhibitDays = ({ candidate, said: { days } }: Exhibit, locale: Locale): string =>
  dateInWords(candidate?.occurredAtIso ?? "", locale) || daysInWords(days[0] ?? "", days.at(-1) ?? "", locale);

/** A participant's name as it is said, without the mail address, which is shown only where there is no name. */
export const nameOf = (participant: string): string => {
  const name = participant.replace(/<[^>]*>/u, "").replace(/^["'\s]+|["'\s]+$/gu, "");
  return inSpokenOrder(name) || participant.replace(/[<>]/gu, "").trim();
};
