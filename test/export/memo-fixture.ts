import { create } from "@bufbuild/protobuf";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Memo } from "../../src/export/memo.ts";

/** What stands around the memo where it is a letter. */
export const frameFixture = () =>
  create(MemoFrameSchema, {
    place: "Voorbeeldstad",
    date: "2025-12-15",
    sender: ["Noor Fictief", "Verzonnenstraat 1", "1234 AB Voorbeeldstad"],
    addressee: ["Zonnewijzer B.V.", "t.a.v. mevrouw I. Denkbeeld"],
    subject: "Vaste thuiswerkdag",
    theirReference: "HR/2025/117",
    salutation: "Geachte mevrouw Denkbeeld,",
    term: "binnen twee weken",
    enclosures: ["Kopie van het paspoort"],
  });

export const letterId = `vault:${"a1".repeat(32)}`;
export const contractId = `vault:${"c3".repeat(32)}`;
const law = {
  case: "law" as const,
  value: { evidenceId: "law:BWBR0005290@2023-07-01#/Artikel611", versionDate: "2023-07-01", address: "art. 7:611 BW" },
};

/** A made-up memo with every kind of ledger entry, a repeated source, and a sentence without any. */
export const memoFixture = (locale = "nl", excerpt = "Er is nooit een toezegging gedaan."): Memo => ({
  audience: "employer",
  provenance: "behind",
  draft: create(DraftTextSchema, {
    title: "Reactie op uw brief",
    locale,
    sections: [
      {
        sectionId: "section:1",
        title: "Feiten",
        sentences: [
          { text: "Ik reageer op uw brief.", kind: SentenceKind.CONNECTIVE },
          { text: `U schrijft: “${excerpt}”`, kind: SentenceKind.FACT, entryIds: ["entry:letter"] },
          { text: "De clausule staat in de overeenkomst.", kind: SentenceKind.FACT, entryIds: ["entry:place"] },
          {
            text: "U noemt geen reden.",
            kind: SentenceKind.FACT,
            entryIds: ["entry:letter", "entry:later", "entry:absence"],
          },
          { text: "Ik heb de opvang opgezegd.", kind: SentenceKind.OWN_STATEMENT, entryIds: ["entry:own"] },
        ],
      },
      {
        sectionId: "section:2",
        title: "Recht",
        sentences: [
          { text: "Een werkgever gedraagt zich goed.", kind: SentenceKind.LAW, entryIds: ["entry:law"] },
          { text: "Dat geldt ook hier.", kind: SentenceKind.LAW, entryIds: ["entry:law"] },
        ],
      },
    ],
  }),
  ledger: create(CitationLedgerSchema, {
    entries: [
      {
        entryId: "entry:letter",
        slotKind: SlotKind.QUOTE,
        evidence: { evidence: { case: "document", value: { evidenceId: letterId, title: "Brief" } } },
        span: { startChar: 40, endChar: 74, excerpt, sourceDigest: "0a0a" },
      },
      {
        entryId: "entry:later",
        slotKind: SlotKind.QUOTE,
        evidence: { evidence: { case: "document", value: { evidenceId: letterId, title: "Brief" } } },
        span: { startChar: 90, endChar: 104, excerpt: "zonder opgaaf" },
      },
      {
        entryId: "entry:place",
        slotKind: SlotKind.LOCATION,
        evidence: { evidence: { case: "document", value: { evidenceId: contractId, title: "Arbeidsovereenkomst" } } },
        address: "artikel 12",
      },
      {
        entryId: "entry:absence",
        slotKind: SlotKind.ABSENCE,
        evidence: {
          evidence: { case: "search", value: { toolResultId: "toolres:01", scope: "“reden” in 7 documenten" } },
        },
      },
      {
        entryId: "entry:own",
        slotKind: SlotKind.OWN_STATEMENT,
        evidence: { evidence: { case: "statement", value: { text: "Ik heb de opvang opgezegd." } } },
      },
      {
        entryId: "entry:law",
        slotKind: SlotKind.QUOTE,
        evidence: { evidence: law },
        span: {
          startChar: 10,
          endChar: 30,
          excerpt: "zich als een goed werkgever",
          address: "art. 7:611 BW",
          versionDate: "2023-07-01",
        },
      },
    ],
  }),
  evidence: create(EvidenceSetSchema, {
    entries: [
      {
        candidate: {
          evidenceId: letterId,
          docType: "email",
          title: "Brief: vervallen thuiswerkdag",
          occurredAtIso: "2025-12-09T10:00:00.000Z",
          participants: [
            "Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>",
            "Noor Fictief <n.fictief@zonnewijzer.example>",
          ],
        },
      },
      { candidate: { evidenceId: contractId, docType: "text", title: "Arbeidsovereenkomst" } },
    ],
  }),
  proof: {
    runId: "run-01JEXAMPLE",
    draftDigest: "d".repeat(64),
    ledgerDigest: "e".repeat(64),
    checkpoint: "42-0011aabb",
    rulesVersion: 2,
    registerDigest: "ab".repeat(32),
  },
  finalised: true,
});
