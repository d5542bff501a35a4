import { join } from "node:path";
import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  CitationLedgerSchema,
  type LedgerEntry,
  type LedgerEntrySchema,
} from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { ClaimAnswerSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { type AssertionAnswer, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { sentenceKinds } from "../support/cases/dossier.ts";
import { casesFolder, type Row, readTable } from "../support/cases/table.ts";
import { examineDraft } from "../support/draft-check.ts";

// A made-up record, and for each rule a sentence it meets and a near one it leaves alone. The page docs/draft-check.md is made
// of them, and a test runs every one.

type Entry = Exclude<MessageInitShape<typeof LedgerEntrySchema>, LedgerEntry>;

const quote = (
  entryId: string,
  claimId: string,
  excerpt: string,
  title: string,
  day: string,
  people: string[],
): Entry => ({
  ...{
    entryId,
    bindingId: `binding:${entryId}`,
    slotId: `slot:${entryId}`,
    claimId,
    slotKind: SlotKind.QUOTE,
    toolResultId: "toolres:1",
  },
  evidence: {
    evidence: {
      case: "document",
      value: { evidenceId: `vault:${entryId}`, title, occurredAtIso: day, participants: people },
    },
  },
  span: { docUid: entryId, sourceDigest: entryId, excerpt, speaker: people[0] ?? "" },
});

const manager = "Bram Verzonnen <b.verzonnen@zonnewijzer.example>";
const head = "Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>";
const author = "Noor Fictief <n.fictief@zonnewijzer.example>";

const entries: Entry[] = [
  quote(
    "letter",
    "claim:1",
    "Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.",
    "Brief",
    "2025-12-09T11:00:00+01:00",
    [head, author],
  ),
  quote(
    "mail",
    "claim:2",
    "Ik bevestig hierbij dat de vaste thuiswerkdag op vrijdag blijft gelden, ook na 1 januari 2026.",
    "Teamafspraak",
    "2025-03-17T10:42:00+01:00",
    [manager, author],
  ),
  quote(
    "pay",
    "claim:2",
    "Uw salaris bedraagt € 2.500 voor 32 uur per week; dossier HR/2025/117.",
    "Salaris",
    "2025-02-03",
    [head, author],
  ),
  quote(
    "heard",
    "claim:2",
    "Volgens Bram Verzonnen hebt u de sleutel bij de balie ingeleverd.",
    "De sleutel",
    "2025-02-04",
    [head, author],
  ),
  {
    ...quote(
      "law",
      "claim:3",
      "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
      "",
      "",
      [],
    ),
    evidence: {
      evidence: {
        case: "law",
        value: {
          evidenceId: "law:BWBR0005290@2023-07-01#/Boek7/Titeldeel10/Afdeling1/Artikel611",
          address: "art. 7:611 BW",
        },
      },
    },
  },
  {
    ...{
      entryId: "place",
      bindingId: "binding:place",
      slotId: "slot:place",
      claimId: "claim:2",
      slotKind: SlotKind.LOCATION,
      toolResultId: "toolres:2",
    },
    ...{
      address: "p. 3",
      evidence: {
        evidence: { case: "document", value: { evidenceId: "vault:contract", title: "Arbeidsovereenkomst" } },
      },
    },
  },
  {
    ...{
      entryId: "search",
      bindingId: "binding:search",
      slotId: "slot:search",
      claimId: "claim:2",
      slotKind: SlotKind.ABSENCE,
    },
    ...{
      toolResultId: "toolres:3",
      evidence: { evidence: { case: "search", value: { toolResultId: "toolres:3", scope: "klacht" } } },
    },
  },
  {
    ...{
      entryId: "own",
      bindingId: "binding:own",
      slotId: "slot:own",
      claimId: "claim:2",
      slotKind: SlotKind.OWN_STATEMENT,
    },
    evidence: { evidence: { case: "statement", value: { text: "Ik heb de kinderopvang opgezegd." } } },
  },
];

const skeleton = create(MessageSkeletonSchema, {
  sections: [
    {
      sectionId: "section:1",
      claims: [
        { claimId: "claim:1", text: "De brief ontkent een toezegging." },
        { claimId: "claim:2", text: "De thuiswerkdag is toegezegd." },
        { claimId: "claim:3", text: "Een werkgever gedraagt zich goed.", claimKind: "legal-basis" },
        { claimId: "claim:4", text: "Ik verzoek u te reageren.", claimKind: "request" },
      ],
    },
  ],
});

const parties = [
  create(PartySchema, {
    partyId: "party:1",
    names: ["Noor Fictief"],
    addresses: ["n.fictief@zonnewijzer.example"],
    role: PartyRole.AUTHOR,
  }),
  create(PartySchema, {
    partyId: "party:2",
    names: ["Iris Denkbeeld"],
    addresses: ["i.denkbeeld@zonnewijzer.example"],
    role: PartyRole.OPPONENT,
  }),
  create(PartySchema, {
    partyId: "party:3",
    names: ["Bram Verzonnen"],
    addresses: ["b.verzonnen@zonnewijzer.example"],
    role: PartyRole.THIRD,
  }),
];

/** The record whose excerpts are broken into lines of at most so many characters, as the text of a PDF is. */
export const entriesInLines = (chars: number): Entry[] =>
  entries.map((entry) =>
    entry.span ? { ...entry, span: { ...entry.span, excerpt: inLines(entry.span.excerpt ?? "", chars) } } : entry,
  );

const inLines = (text: string, chars: number): string => {
  let room = chars;
  return text.replaceAll(/ ?\S+/gu, (word) => {
    const isBroken = word.startsWith(" ") && word.length > room;
    room = (isBroken ? chars : room) - word.length;
    return isBroken ? `\n${word.slice(1)}` : word;
  });
};

/** A sentence of an example, with what it cites. */
export interface Example {
  readonly text: string;
  readonly entryIds: readonly string[];
  readonly kind?: SentenceKind;
  readonly claimId?: string;
}

/** What the check finds in one sentence. */
export const judge = (
  { text, entryIds, kind = SentenceKind.ARGUMENT, claimId = "" }: Example,
  ledger: readonly Entry[] = entries,
  answer?: AssertionAnswer,
) => {
  const answered = clone(MessageSkeletonSchema, skeleton);
  for (const claim of answered.sections[0]?.claims ?? [])
    if (answer !== undefined) claim.answers = [create(ClaimAnswerSchema, { assertionId: "assertion:1", answer })];
  const sentences = [{ sentenceId: "sentence:1", text, entryIds: [...entryIds], kind, claimId }];
  const { refused, looks, reworded } = examineDraft({
    ...{ skeleton: answered, parties, audience: "employer" },
    ledger: create(CitationLedgerSchema, { entries: [...ledger] }),
    draft: create(DraftTextSchema, { locale: "nl", sections: [{ sectionId: "section:1", sentences }] }),
  });
  return {
    refused,
    looks,
    isReworded: reworded.size > 0,
    rules: refused.map(({ rule }) => rule),
    codes: looks.map(({ code }) => code),
  };
};

const examples = readTable(join(casesFolder, "rules", "examples.tsv"), {
  needed: ["finding", "name", "truth", "cites", "type", "claim", "text"],
});

const exampleOf = (row: Row): Example => {
  const kind = sentenceKinds.find((one) => one.toLowerCase() === row.cell("type"));
  const claimId = row.cell("claim");
  return {
    ...{ text: row.needed("text", "write the sentence"), entryIds: row.list("cites", ",") },
    ...(kind === undefined ? {} : { kind: SentenceKind[kind] }),
    ...(claimId === "" ? {} : { claimId }),
  };
};

/** The examples of one sort of finding by its name, each with a sentence that is met and one that is left alone. */
const pairsOf = (finding: string) => {
  const mine = examples.filter((row) => row.cell("finding") === finding);
  return mine
    .filter((row) => row.cell("truth") === "bad")
    .map((bad) => {
      const name = bad.cell("name");
      const good = mine.find((row) => row.cell("name") === name && row.cell("truth") === "honest");
      if (!good) throw bad.wrong("name", `“${name}” has no honest sentence: write one beside it`);
      return { row: bad, name, bad: exampleOf(bad), good: exampleOf(good) };
    });
};

const isRule = (name: string): name is keyof typeof DraftRule => name in DraftRule;
const isLook = (name: string): name is keyof typeof LookCode => name in LookCode;

interface RuleRow {
  readonly rule: keyof typeof DraftRule;
  readonly bad: Example;
  readonly good: Example;
}

/** Each rule that refuses a sentence, with a sentence refused and one taken. */
export const ruleRows: readonly RuleRow[] = pairsOf("rule").map(({ row, name, bad, good }) => {
  if (!isRule(name)) throw row.wrong("name", `“${name}” is no rule`);
  return { rule: name, bad, good };
});

interface LookRow {
  readonly code: keyof typeof LookCode;
  readonly bad: Example;
  readonly good: Example;
}

/** Each look on a sentence, with a sentence that has it and one that has not. */
export const lookRows: readonly LookRow[] = pairsOf("look").map(({ row, name, bad, good }) => {
  if (!isLook(name)) throw row.wrong("name", `“${name}” is no look`);
  return { code: name, bad, good };
});
