import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSectionProposalSchema,
  type DraftSentence,
  type DraftText,
  type DraftTextProposal,
  DraftTextProposalSchema,
  type SentenceKind,
  SentenceKindSchema,
  type SentenceProposalSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MemoFrame } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { itemIdsIn, type Speech, speechOf } from "../../messages/speech.ts";
import { kindValue, kindWord, kindWords } from "../text/kind-word.ts";
import { shownWord, typedForms } from "../text/typed-words.ts";
import { frameChange, frameText } from "./frame.ts";
import { contentLines, flat, mistake, namesFirst } from "./text-file.ts";

type Sentence = MessageInitShape<typeof SentenceProposalSchema>;
type Section = Omit<MessageInitShape<typeof DraftSectionProposalSchema>, "sentences" | "$typeName"> & {
  sentences: Sentence[];
};

/**
 * A draft as plain text, a sentence per line:
 *
 *     Title: Reactie op uw brief van 9 december 2025
 *     @ place: Utrecht
 *     # section:1
 *     CONNECTIVE Ik reageer op uw brief.
 *     FACT sentence:2 claim:1 {slot:1} U schreef: “…”.
 *
 * A line is the kind of sentence, the sentence it takes the place of (if any), the claim it makes (if any), what it rests on in
 * braces (ledger entry ids, or slot ids for all entries of a slot), and the text. Behind `@` stands a line of the frame;
 * `former` is the frame that such lines change. Errors: REQUEST_INVALID with the number of the line.
 */
export const parseDraft = (
  text: string,
  ledger: CitationLedger | undefined,
  former?: MemoFrame,
  profile?: WorkflowProfile,
): DraftTextProposal => {
  let title = "";
  const around: string[] = [];
  const sections: Section[] = [];
  for (const { line, number } of contentLines(text)) {
    const named = titleLine.exec(line)?.[1];
    if (named !== undefined) title = named.trim();
    else if (line.startsWith("@ ")) around.push(line);
    else if (line.startsWith("# "))
      sections.push({ sectionId: itemIdsIn(line.slice(2).trim().split(" ")[0] ?? ""), sentences: [] });
    else if (sections.length === 0) throw mistake(number, "command-error.a-sentence-needs-a-section-n-above-it");
    else sections.at(-1)?.sentences.push(parseSentence(line, number, ledger));
  }
  return create(DraftTextProposalSchema, { title, sections, ...frameChange(around, former, profile) });
};

/** The line that has the title. */
const titleLine = new RegExp(`^(?:${typedForms("typed.title")}):(.*)$`, "iu");

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const parseSentence = (line: string, number: number, ledger: CitationLedger | undefined): Sentence => {
  const form = /^([A-Za-z_-]+) (sentence:\d+ )?(claim:\d+ )?(?:\{([^}]*)\} )?(.+)$/u;
  const match = form.exec(namesFirst(line));
  const kind = match && kindValue(SentenceKindSchema, match[1] ?? "");
  if (!match || kind === undefined) {
    throw mistake(number, "command-error.a-sentence-is-kind-sentence-n-claim-n-entries", {
      kindWords: kindWords(SentenceKindSchema),
    });
  }
  const [, , sentenceId = "", claimId = "", entries = "", words = ""] = match;
  const named = entries.split(",").map((each) => each.trim());
  const entryIds = named.filter(Boolean).flatMap((name) => entriesOf(name, number, ledger));
  return { kind: kind as SentenceKind, sentenceId: sentenceId.trim(), claimId: claimId.trim(), entryIds, text: words };
};

/** A draft in the form that parseDraft reads, every sentence with its id. */
export const draftText = (
  { title, sections, frame }: DraftText,
  ledger: CitationLedger | undefined,
  speech: Speech = speechOf("en"),
  profile?: WorkflowProfile,
): string =>
  [
    `${capital(shownWord("typed.title", speech))}: ${flat(title)}`,
    ...frameText(frame, speech.locale, profile),
    ...sections.flatMap((section) => [
      "",
      `# ${speech.itemTyped(section.sectionId)} ${flat(section.title)}`,
      ...section.sentences.map((sentence) => sentenceText(sentence, ledger, speech)),
    ]),
  ].join("\n");

const sentenceText = (
  { kind, sentenceId, claimId, entryIds, text }: DraftSentence,
  ledger: CitationLedger | undefined,
  speech: Speech,
): string => {
  const names = namesOf(entryIds, ledger).map(speech.itemTyped);
  const rests = names.length === 0 ? "" : `{${names.join(", ")}}`;
  const ids = [sentenceId, claimId].map(speech.itemTyped);
  return [kindWord(SentenceKindSchema, kind, speech), ...ids, rests, flat(text)].filter(Boolean).join(" ");
};

/** Entries by their slots, where all of a slot are there; else by their own ids. */
const namesOf = (entryIds: readonly string[], ledger: CitationLedger | undefined): string[] => {
  const entries = ledger?.entries ?? [];
  const named = entryIds.map((id) => {
    const slotId = entries.find(({ entryId }) => entryId === id)?.slotId;
    const all = entries.filter((entry) => slotId !== undefined && entry.slotId === slotId);
    return slotId !== undefined && all.every(({ entryId }) => entryIds.includes(entryId)) ? slotId : id;
  });
  return [...new Set(named)];
};

/** The ledger's entries that a name stands for: one entry by its id, or all of a slot. */
const entriesOf = (name: string, line: number, ledger: CitationLedger | undefined): string[] => {
  const found = (ledger?.entries ?? []).filter(
    ({ entryId, slotId }) => entryId === name || slotId === name || entryId.startsWith(`${name}:`),
  );
  if (found.length === 0) throw mistake(line, "command-error.the-ledger-has-no-entry", { name });
  return found.map(({ entryId }) => entryId);
};
