import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSectionProposalSchema,
  type DraftTextProposal,
  DraftTextProposalSchema,
  type SentenceKind,
  SentenceKindSchema,
  type SentenceProposalSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { enumValue } from "../text/enum-word.ts";
import { contentLines, mistake } from "./text-file.ts";

type Sentence = MessageInitShape<typeof SentenceProposalSchema>;
type Section = Omit<MessageInitShape<typeof DraftSectionProposalSchema>, "sentences" | "$typeName"> & {
  sentences: Sentence[];
};

/**
 * A draft as plain text, a sentence per line:
 *
 *     Title: Reactie op uw brief van 9 december 2025
 *     # section:1
 *     CONNECTIVE Ik reageer op uw brief.
 *     FACT claim:1 {slot:1} U schreef: “…”.
 *
 * A line is the kind of sentence, the claim it makes (if any), what it rests on in braces (ledger entry ids, or slot ids
 * for all entries of a slot), and the text. Errors: REQUEST_INVALID with the number of the line.
 */
export const parseDraft = (text: string, ledger: CitationLedger | undefined): DraftTextProposal => {
  let title = "";
  const sections: Section[] = [];
  for (const { line, number } of contentLines(text)) {
    if (/^title:/iu.test(line)) title = line.slice("title:".length).trim();
    else if (line.startsWith("# "))
      sections.push({ sectionId: line.slice(2).trim().split(" ")[0] ?? "", sentences: [] });
    else if (sections.length === 0) throw mistake(number, "a sentence needs a `# section:N` above it");
    else sections.at(-1)?.sentences.push(parseSentence(line, number, ledger));
  }
  return create(DraftTextProposalSchema, { title, sections });
};

const parseSentence = (line: string, number: number, ledger: CitationLedger | undefined): Sentence => {
  const match = /^([A-Za-z_-]+) (claim:\d+ )?(?:\{([^}]*)\} )?(.+)$/u.exec(line);
  const kind = match && enumValue(SentenceKindSchema, match[1] ?? "");
  if (!match || kind === undefined) {
    throw mistake(number, `a sentence is KIND [claim:N] [{entries}] text, where KIND is ${kinds}`);
  }
  const named = (match[3] ?? "").split(",").map((each) => each.trim());
  const entryIds = named.filter(Boolean).flatMap((name) => entriesOf(name, number, ledger));
  return { kind: kind as SentenceKind, claimId: match[2]?.trim() ?? "", entryIds, text: match[4] ?? "" };
};

const kinds = SentenceKindSchema.values
  .slice(1)
  .map(({ localName }) => localName)
  .join(", ");

/** The ledger's entries that a name stands for: one entry by its id, or all of a slot. */
const entriesOf = (name: string, line: number, ledger: CitationLedger | undefined): string[] => {
  const found = (ledger?.entries ?? []).filter(({ entryId, slotId }) => entryId === name || slotId === name);
  if (found.length === 0) throw mistake(line, `the ledger has no entry ${name}`);
  return found.map(({ entryId }) => entryId);
};
