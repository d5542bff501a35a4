import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterReadingSchema, LetterRole } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { ItemKind, ItemStateSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { withSpoken } from "../../src/run/spoken.ts";

const mail = {
  candidate: {
    ...{ evidenceId: "vault:a", docType: "email", occurredAtIso: "2025-10-14T09:00:00Z" },
    participants: ["Stef Brandsma <s.brandsma@kade.example>", "Noor <noor@example.org>"],
  },
};
const contract = { candidate: { evidenceId: "vault:b", docType: "text", participants: [] } };
const document = (evidenceId: string) => ({ evidence: { case: "document" as const, value: { evidenceId } } });
const parties = [
  { partyId: "party:1", role: PartyRole.OPPONENT, names: ["Stef Brandsma"], addresses: ["s.brandsma@kade.example"] },
  { partyId: "party:2", role: PartyRole.THIRD, names: ["Timo Wessels"] },
];
const material = {
  intent: create(IntentSeedSchema, { parties }),
  evidenceSet: create(EvidenceSetSchema, { entries: [mail, contract] }),
  needMap: create(EvidenceNeedMapSchema, {
    bindings: [
      { bindingId: "binding:1", evidence: document("vault:a") },
      { bindingId: "binding:2", evidence: document("vault:b") },
      { bindingId: "binding:3", evidence: { evidence: { case: "statement", value: { text: "Ik was erbij." } } } },
    ],
  }),
  ledger: create(CitationLedgerSchema, {
    entries: [
      { entryId: "entry:1", evidence: document("vault:a"), span: { voice: Voice.AUTHOR } },
      {
        ...{ entryId: "entry:2", evidence: document("vault:a") },
        span: { voice: Voice.QUOTED, speaker: "Timo Wessels", segmentDateText: "op 3 mei 2024 schreef Timo Wessels:" },
      },
    ],
  }),
};
const item = (itemId: string, kind: ItemKind) => create(ItemStateSchema, { itemId, kind });
const spokenOf = (itemId: string, kind: ItemKind) => withSpoken([item(itemId, kind)], material)[0]?.spoken;

describe("who speaks in an item", () => {
  it("is the document's author on a binding, as a party of the intent, on the document's day", () => {
    expect(spokenOf("binding:1", ItemKind.BINDING)).toMatchObject({ partyId: "party:1", day: "2025-10-14" });
  });

  it("is the writer whom the reading of the answered letter names, where its file names nobody", () => {
    const letterReading = create(LetterReadingSchema, {
      parties: [{ role: LetterRole.WRITER, name: "Stef Brandsma", span: { docUid: "b" } }],
    });
    const [read] = withSpoken([item("binding:2", ItemKind.BINDING)], { ...material, letterReading });
    expect(read?.spoken).toMatchObject({ partyId: "party:1" });
  });

  it("is whoever is quoted, on the day that the quoted message bears", () => {
    expect(spokenOf("entry:1", ItemKind.LEDGER_ENTRY)).toMatchObject({ partyId: "party:1", voice: Voice.AUTHOR });
    expect(spokenOf("entry:2", ItemKind.LEDGER_ENTRY)).toMatchObject({ partyId: "party:2", day: "2024-05-03" });
  });

  it("is nobody where the source does not say it, and nothing where no document speaks", () => {
    expect(spokenOf("binding:2", ItemKind.BINDING)).toMatchObject({ partyId: "", day: "" });
    expect(spokenOf("binding:3", ItemKind.BINDING)).toBeUndefined();
    expect(spokenOf("claim:1", ItemKind.CLAIM)).toBeUndefined();
  });

  it("changes with the parties, and leaves the item that was recorded as it was", () => {
    const recorded = item("binding:1", ItemKind.BINDING);
    const shown = withSpoken([recorded], { ...material, intent: create(IntentSeedSchema, {}) });
    expect(shown[0]?.spoken?.partyId).toBe("");
    expect(recorded.spoken).toBeUndefined();
  });
});
