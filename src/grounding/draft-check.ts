import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Derivation, DerivationSchema, type DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import {
  type Look,
  LookCode,
  LookSchema,
  type Mark,
  MarkSchema,
  type RemedySchema,
} from "../../gen/pincite/run/v1/look_pb.ts";
import { type MissingInput, MissingInput_Kind, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { KnownNames } from "../citation/juriconnect-citation.ts";
import { type Book, bookOf, type DraftUnderCheck } from "./book.ts";
import { citationReader } from "./citations.ts";
import { citedRefusals } from "./cited-rules.ts";
import { claimFindings } from "./coverage.ts";
import type { Findings, Mending } from "./finding.ts";
import { frameFindings } from "./frame.ts";
import { isReworded } from "./framing.ts";
import { headingFindings } from "./headings.ts";
import { passageFor } from "./looks/passage.ts";
import { sentenceLooks } from "./looks/sentence-looks.ts";
import { sentenceMarks } from "./marks.ts";
import { wordsOfRule } from "./rule-words.ts";
import { readSentence } from "./sentence.ts";
import { tokenFindings } from "./token-rule.ts";
import type { Range } from "./tokens/token.ts";

export type { AnsweredLetter, DraftUnderCheck } from "./book.ts";

/** What the check comes to. */
export interface DraftExamination {
  /**
   * One of KIND_DRAFT_CHECK for each refusal, subject `title`, the section (of a heading), the line of the frame, the sentence
   * or the claim: headings and frame first, sentences in the order of the draft, claims in that of the skeleton.
   */
  readonly refused: MissingInput[];
  /** What a person must name, on sentences, without fingerprints: those are the kernel's. */
  readonly looks: Look[];
  /** What is shown beside a sentence and stops nothing, by its id. */
  readonly marks: ReadonlyMap<string, Mark[]>;
  /** What a sentence says that follows from what it cites by counting, by its id. */
  readonly derivations: ReadonlyMap<string, Derivation[]>;
  /** Ids of the sentences that say something of what they cite in words of their own: a person compares them. */
  readonly reworded: ReadonlySet<string>;
}

/**
 * Judges a draft by what its sentences say, whatever they are called (design §9): outside its quotations a sentence says
 * nothing factual that what it cites does not say. Findings hold rules, ids and offsets, no word of draft or evidence. It
 * judges form, not truth: whether a quotation supports its claim is for the person who confirms, and docs/draft-check.md
 * says what else no rule here can see.
 */
export const examineDraft = (input: DraftUnderCheck): DraftExamination => {
  const book = bookOf(input);
  const sentences = input.draft.sections.flatMap((section) => section.sentences);
  const found = sentences.map((sentence) => ({ sentence, ...findingsOf(sentence, book) }));
  return {
    refused: [
      ...[...headingFindings(book), ...frameFindings(input.frame, book)].map(
        ({ subjectId, text, rule, remedy, ...range }) =>
          missing(subjectId, rule, wordsOfRule(rule), codePoints(text, range), remedy),
      ),
      ...found.flatMap(({ sentence, refused }) =>
        refused.map(({ rule, remedy, ...range }) =>
          missing(sentence.sentenceId, rule, wordsOfRule(rule), codePoints(sentence.text, range), remedy),
        ),
      ),
      ...claimFindings(input).map(({ claimId, rule, about, remedy }) =>
        missing(claimId, rule, about === "" ? wordsOfRule(rule) : `${wordsOfRule(rule)} (${about})`, noRange, remedy),
      ),
    ],
    looks: found.flatMap(({ sentence, looks }) =>
      looks.map(({ code, source, against, ...range }) => {
        const held = codePoints(source?.entry.span?.excerpt ?? "", against ?? { start: 0, end: 0 });
        return create(LookSchema, {
          code,
          subjectId: sentence.sentenceId,
          ...codePoints(sentence.text, range),
          spanDigest: source?.entry.span?.excerptSha256 ?? "",
          spanStartChar: held.startChar,
          spanEndChar: held.endChar,
          relatedIds: source === undefined ? [] : [source.entry.entryId],
        });
      }),
    ),
    marks: byId(found, ({ sentence, marks }) =>
      marks.map(({ code, ...range }) => create(MarkSchema, { code, ...codePoints(sentence.text, range) })),
    ),
    reworded: new Set(found.flatMap(({ sentence, isReworded }) => (isReworded ? [sentence.sentenceId] : []))),
    derivations: byId(found, ({ sentence, derivations }) =>
      derivations.map(({ derived, ...range }) =>
        create(DerivationSchema, {
          kind: derived.kind,
          ...codePoints(sentence.text, range),
          entryIds: derived.sources.map(({ entry }) => entry.entryId),
        }),
      ),
    ),
  };
};

/** The check with a register of names, for the kernel. */
export const draftCheck = (names: KnownNames): ((input: Omit<DraftUnderCheck, "citations">) => DraftExamination) => {
  const citations = citationReader(names);
  return (input) => examineDraft({ ...input, citations });
};

const findingsOf = (draft: DraftSentence, book: Book): Findings & { readonly isReworded: boolean } => {
  const sentence = readSentence(draft, book);
  const { refused: hard, derivations, terms } = tokenFindings(sentence, book);
  const refused = [...citedRefusals(sentence, book), ...hard];
  if (book.input.refusalsOnly) return { refused, looks: [], marks: [], derivations, isReworded: false };
  const reworded = isReworded(sentence, book);
  const isRefused = ({ start, end }: Range) =>
    end > start && refused.some((one) => one.start <= start && end <= one.end);
  return {
    refused,
    // What is refused need not be looked at as well, nor a phrase that only says what the person answered to the quoted words.
    looks: distinct(sentenceLooks(sentence, book, terms))
      .filter((look) => !isRefused(look) && (look.code !== LookCode.QUOTATION_DENIED || reworded))
      .map((look) => ({ ...look, against: look.source && passageFor(look, look.source, sentence) })),
    marks: sentenceMarks(sentence, book),
    derivations,
    isReworded: reworded,
  };
};

/** One look of a code at a place, in order of code and place. */
const distinct = <T extends Range & { readonly code: number }>(seen: readonly T[]): T[] =>
  seen
    .filter((one, at) => seen.findIndex((other) => other.code === one.code && other.start === one.start) === at)
    .toSorted((a, b) => a.code - b.code || a.start - b.start);

type Found = ReturnType<typeof findingsOf> & { readonly sentence: DraftSentence };

const byId = <T>(found: readonly Found[], of: (one: Found) => T[]): Map<string, T[]> =>
  new Map(found.map((one): [string, T[]] => [one.sentence.sentenceId, of(one)]).filter(([, all]) => all.length > 0));

const noRange = { startChar: 0, endChar: 0 };

/** UTF-16 units as code points of the text. */
const codePoints = (text: string, { start, end }: Range): { startChar: number; endChar: number } => {
  const startChar = [...text.slice(0, start)].length;
  return { startChar, endChar: startChar + [...text.slice(start, end)].length };
};

const missing = (
  subjectId: string,
  rule: MissingInput["rule"],
  description: string,
  range: typeof noRange,
  remedy: Mending | undefined,
): MissingInput =>
  create(MissingInputSchema, {
    kind: MissingInput_Kind.DRAFT_CHECK,
    subjectId,
    rule,
    description,
    ...range,
    ...(remedy
      ? {
          remedy: {
            kind: remedy.kind,
            entryIds: [...(remedy.entryIds ?? [])],
            exhibitNumbers: [...(remedy.exhibitNumbers ?? [])],
          } satisfies MessageInitShape<typeof RemedySchema>,
        }
      : {}),
  });
