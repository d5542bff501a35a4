import { create } from "@bufbuild/protobuf";
import { type DraftText, DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type RefusedWords, RefusedWordsSchema, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The id of the one sentence: no draft is stored with it. */
const only = "sentence:0";

/** A draft that says one claim in its own words, citing these entries, and nothing else: what the check makes of it is told before anybody drafts. */
export const draftOfClaim = (
  text: string,
  entryIds: string[],
  {
    kind = SentenceKind.ARGUMENT,
    claimId = "",
    sectionId = "section:1",
    locale = "",
  }: {
    readonly kind?: SentenceKind;
    readonly claimId?: string;
    readonly sectionId?: string;
    readonly locale?: string;
  } = {},
): DraftText =>
  create(DraftTextSchema, {
    locale,
    sections: [{ sectionId, sentences: [{ sentenceId: only, kind, claimId, text, entryIds }] }],
  });

/** As many as the proto says. */
const refusedMax = 20;

/** The words that were refused in such a draft, with their places in the claim. */
export const refusedInClaim = (findings: readonly MissingInput[]): RefusedWords[] =>
  findings
    .filter(({ subjectId }) => subjectId === only)
    .slice(0, refusedMax)
    .map(({ rule, startChar, endChar, remedy }) =>
      create(RefusedWordsSchema, {
        rule,
        startChar,
        endChar,
        entryIds: remedy?.kind === Remedy_Kind.CITE_ENTRY ? remedy.entryIds : [],
      }),
    );
