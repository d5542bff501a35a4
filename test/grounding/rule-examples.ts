import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  CitationLedgerSchema,
  type LedgerEntry,
  type LedgerEntrySchema,
} from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { DraftRule, LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
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
) => {
  const sentences = [{ sentenceId: "sentence:1", text, entryIds: [...entryIds], kind, claimId }];
  const { refused, looks } = examineDraft({
    ...{ skeleton, parties, audience: "employer" },
    ledger: create(CitationLedgerSchema, { entries: [...ledger] }),
    draft: create(DraftTextSchema, { locale: "nl", sections: [{ sectionId: "section:1", sentences }] }),
  });
  return { refused, looks, rules: refused.map(({ rule }) => rule), codes: looks.map(({ code }) => code) };
};

const say = (text: string, ...entryIds: string[]): Example => ({ text, entryIds });
const { FACT } = SentenceKind;

interface RuleRow {
  readonly rule: keyof typeof DraftRule;
  readonly bad: Example;
  readonly good: Example;
}

/** Each rule that refuses a sentence, with a sentence refused and one taken. */
export const ruleRows: readonly RuleRow[] = [
  { rule: "ENTRY_UNKNOWN", bad: say("Zo staat het er.", "elsewhere"), good: say("Zo staat het er.", "mail") },
  {
    rule: "KIND_NOT_CARRIED",
    bad: { ...say("Zo is het."), kind: FACT },
    good: { ...say("Zo is het.", "mail"), kind: FACT },
  },
  {
    rule: "QUOTATION_NOT_IN_SOURCE",
    bad: say("Er staat: “de vaste thuiswerkdag vervalt”.", "mail"),
    good: say("Er staat: “de vaste thuiswerkdag op vrijdag blijft gelden”.", "mail"),
  },
  {
    rule: "QUOTATION_MARK_STRAY",
    bad: say("Er staat: “de vaste thuiswerkdag.", "mail"),
    good: say("Er staat: “de vaste thuiswerkdag”.", "mail"),
  },
  { rule: "DATE", bad: say("Het gaat om 3 januari 2024.", "mail"), good: say("Het gaat om 17-3-2025.", "mail") },
  {
    rule: "SUM",
    bad: say("Het gaat om € 5.000.", "pay"),
    good: say("Het gaat om tweeduizend vijfhonderd euro.", "pay"),
  },
  {
    rule: "NUMBER",
    bad: say("Het gaat om 36 uur per week.", "pay"),
    good: say("Het gaat om tweeëndertig uur per week.", "pay"),
  },
  { rule: "TIME", bad: say("Dat was om 11:15 uur.", "mail"), good: say("Dat was om 10.42 uur.", "mail") },
  { rule: "REFERENCE", bad: say("Zie dossier HR/2024/001.", "pay"), good: say("Zie dossier HR/2025/117.", "pay") },
  { rule: "NAME", bad: say("Dat weet mevrouw Bedenksel.", "mail"), good: say("Dat weet mevrouw Denkbeeld.", "mail") },
  {
    rule: "ROLE",
    bad: say("De bedrijfsarts vroeg erom.", "mail"),
    good: say("De werkgever is daaraan gebonden.", "mail"),
  },
  {
    rule: "ACT_WITHOUT_ENTRY",
    bad: say("U heeft mij een bonus beloofd.", "law"),
    good: say("U moet zich als een goed werkgever gedragen.", "law"),
  },
  {
    rule: "CITATION_UNBOUND",
    bad: say("Dat volgt uit de artikelen 7:611 en 699 BW.", "law"),
    good: say("Dat volgt uit artikel 7:611 BW.", "law"),
  },
  { rule: "CITATION_UNREAD", bad: say("Zie NJ 2016/999.", "law"), good: say("Zie artikel 7:611 BW.", "law") },
  {
    rule: "PLACE_UNBOUND",
    bad: say("Zie p. 99 van de overeenkomst.", "place"),
    good: say("Zie p. 3 van de overeenkomst.", "place"),
  },
  { rule: "EXHIBIT_NUMBER", bad: say("Zie bijlage 2.", "mail"), good: say("Zie bijlage 1.", "mail") },
  {
    rule: "SEARCH_UNRECORDED",
    bad: say("In de stukken is geen klacht gevonden.", "mail"),
    good: say("In de stukken is geen klacht gevonden.", "search"),
  },
  {
    rule: "CLAIM_UNKNOWN",
    bad: { ...say("Zo is het.", "mail"), claimId: "claim:9" },
    good: { ...say("Zo is het.", "mail"), claimId: "claim:2" },
  },
];

interface LookRow {
  readonly code: keyof typeof LookCode;
  readonly bad: Example;
  readonly good: Example;
}

/** Each look on a sentence, with a sentence that has it and one that has not. */
export const lookRows: readonly LookRow[] = [
  {
    code: "QUOTATION_DENIED",
    bad: say("Iris Denkbeeld schreef nooit: “Er is nooit een schriftelijke toezegging gedaan”.", "letter"),
    good: say("Iris Denkbeeld schreef: “Er is nooit een schriftelijke toezegging gedaan”.", "letter"),
  },
  {
    code: "AGREES_WITH_OPPONENT",
    bad: say("Terecht staat er: “Er is nooit een schriftelijke toezegging gedaan”.", "letter"),
    good: say("Er staat: “Er is nooit een schriftelijke toezegging gedaan”.", "letter"),
  },
  {
    code: "NEGATION_LOST",
    bad: say("U heeft een schriftelijke toezegging gedaan over een vaste thuiswerkdag.", "letter"),
    good: say("U heeft nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag, staat er.", "letter"),
  },
  {
    code: "NOUN_NOT_IN_EVIDENCE",
    bad: say("Bram Verzonnen heeft een leaseauto bevestigd.", "mail"),
    good: say("Bram Verzonnen heeft een vaste thuiswerkdag bevestigd.", "mail"),
  },
  {
    code: "THIRD_PERSON",
    bad: say("De huisarts is het daarmee eens."),
    good: say("De werkgever is het daarmee eens."),
  },
  {
    code: "DEADLINE_SET",
    bad: { ...say("Ik verzoek u uiterlijk 1 februari 2026 te reageren."), claimId: "claim:4" },
    good: { ...say("Ik verzoek u te reageren."), claimId: "claim:4" },
  },
  {
    code: "ACT_OF_ANOTHER",
    bad: say("Iris Denkbeeld schreef op 17 maart 2025: “Ik bevestig hierbij”.", "mail"),
    good: say("Bram Verzonnen schreef op 17 maart 2025: “Ik bevestig hierbij”.", "mail"),
  },
  {
    code: "ENTRIES_CROSSED",
    bad: say("Op 17 maart 2025 heeft Bram Verzonnen € 2.500 bevestigd.", "mail", "pay"),
    good: say("Bram Verzonnen heeft op 17 maart 2025 de thuiswerkdag bevestigd.", "mail", "pay"),
  },
  {
    code: "MEANING_TURNED",
    bad: say("De vaste thuiswerkdag op vrijdag blijft gelden, ook vóór 1 januari 2026.", "mail"),
    good: say("De vaste thuiswerkdag op vrijdag blijft gelden, ook na 1 januari 2026.", "mail"),
  },
];
