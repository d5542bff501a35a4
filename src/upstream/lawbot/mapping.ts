import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type Passage,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationError, CitationResolution } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { SpanEntrySchema } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { type SpanLocator, SpanLocatorSchema, type Validity } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type ResolvedEvidence, ResolvedEvidenceSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { SpanQuery } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { passagesMax } from "../span-answers.ts";

/** Characters of a candidate's snippet where LawBot gives a whole text. */
const snippetCharsMax = 200;

/** The facts of a candidate about its text, whichever kind it is. */
export interface About {
  readonly docType: string;
  readonly title: string;
  readonly occurredAtIso: string;
  readonly sourceDigest: string;
  readonly versionDate?: string;
  readonly unitPath?: string;
  readonly address?: string;
  readonly validity?: Validity | undefined;
}

/** A text, or a part of one, that a citation names. */
export interface ResolvedPart {
  /** False where LawBot left out what the part is. */
  readonly isWhole: boolean;
  readonly evidenceId: string;
  readonly passages: Passage[];
  readonly isQuotable: boolean;
  readonly about: About;
}

/** The outcome of one citation. */
export interface Resolved {
  readonly errors: readonly CitationError[];
  readonly parts: readonly ResolvedPart[];
  /** Why nothing of it can be quoted, where nothing can. */
  readonly notQuotable: string;
  /** The part of the reading that is not literal; "" where all of it is. */
  readonly note: string;
}

/** Its parts as candidates with their passages, or the reason why the citation names none. */
export const resolvedEvidence = (
  asked: string,
  { errors, parts, notQuotable, note }: Resolved,
  sentence: (reason: string) => string,
): ResolvedEvidence => {
  if (errors.length > 0 || parts.length === 0)
    return create(ResolvedEvidenceSchema, { asked, problem: problemOf(errors, sentence) });
  return create(ResolvedEvidenceSchema, {
    asked,
    candidates: parts.map(({ evidenceId, about, passages: [first] }) =>
      candidate({ ...about, evidenceId, text: first?.text ?? "", chunkUid: first?.chunkUid ?? "" }),
    ),
    passages: parts.flatMap((each) => each.passages),
    problem: parts.some((each) => each.isQuotable) ? "" : notQuotable,
    note,
  });
};

/** A text or a part of it as a search would list it, with score 0. */
export const candidate = ({
  text = "",
  validity,
  ...about
}: About & { readonly evidenceId: string; readonly text?: string; readonly chunkUid?: string }): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    ...about,
    snippet: [...text].slice(0, snippetCharsMax).join(""),
    ...(validity && { validity }),
  });

/** The part of a citation's reading that is not literal: the person who confirms is told. */
export const readAsNote = ({ parsed }: CitationResolution): string => {
  const told = (words: readonly string[], before: string) =>
    [...new Set(words.filter((each) => each !== ""))].map(
      (each) => `${before} "${[...each].slice(0, snippetCharsMax).join("")}"; check that it is meant`,
    );
  return [
    ...told(
      parsed.map(({ lawReadAs }) => lawReadAs),
      "the law is read as",
    ),
    ...told(
      parsed.map(({ numbersReadAs }) => numbersReadAs),
      "a number is read as",
    ),
    ...told(
      parsed.map(({ caseReadAs }) => caseReadAs),
      "the ruling is read as",
    ),
  ].join("; ");
};

/** LawBot refuses an entry with both; beside a quote the query says nothing more. */
export const toSpanEntry = ({ locator, query }: SpanQuery): MessageInitShape<typeof SpanEntrySchema> => ({
  ...(locator && { locator: withoutTextName(locator) }),
  ...(locator?.exactQuote ? {} : { query, passageLimit: passagesMax }),
});

/** A version of the law has one text, so that its name says nothing to LawBot, and nothing needs to leave. */
const withoutTextName = (locator: SpanLocator): SpanLocator =>
  create(SpanLocatorSchema, { ...locator, sourceDigest: "" });

/** Places that an upstream lists as existing are labels: short, few, and without anything that could be more than a label. */
const label = /^[\p{L}\p{N} .:,()°@/-]{1,60}$/u;

/** Why a citation names nothing: our sentence for the first error's reason, with the labels that there are instead. */
const problemOf = (errors: readonly CitationError[], sentence: (reason: string) => string): string => {
  const [error] = errors;
  if (!error) return sentence("CITATION_INVALID");
  const existing = error.existing.filter((each) => label.test(each)).slice(0, 8);
  const said = sentence(error.reason);
  return existing.length > 0 ? `${said}; there is: ${existing.join("; ")}` : said;
};
