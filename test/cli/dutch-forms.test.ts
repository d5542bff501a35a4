import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind, SentenceKindSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorStateSchema } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind, SlotKindSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { stageOf } from "../../src/cli/commands/run/run-decide.ts";
import { stageWord } from "../../src/cli/print/show-run.ts";
import { draftText, parseDraft } from "../../src/cli/proposal/draft-file.ts";
import { parseFrame } from "../../src/cli/proposal/frame.ts";
import { needsText, parseNeeds, parseNeedsText } from "../../src/cli/proposal/needs.ts";
import { outlineText, parseOutline } from "../../src/cli/proposal/outline.ts";
import { parseParties } from "../../src/cli/proposal/parties.ts";
import { kindValue, kindWord } from "../../src/cli/text/kind-word.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";

const dutch = speechOf("nl");
const profiles = builtinProfiles();

describe("kinds in Dutch", () => {
  it("are read back as what they were written for, every one, and so are the English names", () => {
    for (const kinds of [SentenceKindSchema, SlotKindSchema])
      for (const { number, localName } of kinds.values.slice(1)) {
        const word = kindWord(kinds, number, dutch);
        expect(word, localName).not.toBe(localName);
        expect([kindValue(kinds, word), kindValue(kinds, word.toLowerCase()), kindValue(kinds, localName)]).toEqual([
          ...[number, number, number],
        ]);
      }
  });

  it("are the profile's labels for claims: an outline that is printed in Dutch is read back the same", () => {
    for (const profile of profiles)
      for (const { name } of profile.claimKinds) {
        const claims = [
          { claimId: "claim:1", text: "Op 3 mei is het toegezegd [zie bijlage 2].", claimKind: name, required: true },
          { claimId: "claim:2", text: "Ik wist het niet.", claimKind: name, required: false },
        ];
        const skeleton = create(MessageSkeletonSchema, {
          sections: [{ sectionId: "section:1", title: "Feiten", claims }],
        });
        const text = outlineText(skeleton, profile, dutch);
        expect(text).toContain("- stelling:1 Op 3 mei is het toegezegd [zie bijlage 2]. [");
        expect(text).not.toContain(`[${name}]`);
        expect(parseOutline(text, profile).sections[0]).toMatchObject({
          sectionId: "section:1",
          claims: claims.map(({ claimId, text: words, claimKind, required }) => ({
            ...{ claimId, text: words, claimKind, optional: !required },
          })),
        });
      }
  });

  it("do not swallow brackets that belong to the claim", () => {
    const [claim] = parseOutline("# A\n- Zie hierover [bijlage 2 bij de brief]", profiles[0]).sections[0]?.claims ?? [];
    expect(claim).toMatchObject({ text: "Zie hierover [bijlage 2 bij de brief]", claimKind: "" });
  });

  it("stand in a draft with Dutch names of what each sentence rests on, and are read back", () => {
    const ledger = create(CitationLedgerSchema, {
      entries: [
        { entryId: "entry:1:0123456789abcdef", slotId: "slot:1" },
        { entryId: "entry:2:0123456789abcdef", slotId: "slot:2" },
      ],
    });
    const sentences = [
      {
        sentenceId: "sentence:1",
        kind: SentenceKind.CONNECTIVE,
        text: "Ik reageer op zin:3 van uw brief.",
        entryIds: [],
        claimId: "",
      },
      {
        sentenceId: "sentence:2",
        kind: SentenceKind.OWN_STATEMENT,
        text: "Ik was erbij.",
        claimId: "claim:1",
        entryIds: ["entry:1:0123456789abcdef"],
      },
    ];
    const draft = create(DraftTextSchema, {
      title: "Reactie",
      sections: [{ sectionId: "section:1", title: "Feiten", sentences }],
    });
    const text = draftText(draft, ledger, dutch);
    expect(text).toContain("EIGEN-VERKLARING zin:2 stelling:1 {bewijsvraag:1} Ik was erbij.");
    expect(parseDraft(text, ledger)).toMatchObject({
      title: "Reactie",
      sections: [{ sectionId: "section:1", sentences }],
    });
    // A name in the words themselves is a word.
    expect(
      parseDraft("# section:1\nVERBINDING Over stelling:3 zwijg ik.", ledger).sections[0]?.sentences[0]?.text,
    ).toBe("Over stelling:3 zwijg ik.");
  });

  it("stand in the needs, and are read back with nothing changed", () => {
    const slot = { slotId: "slot:1", kind: SlotKind.OWN_STATEMENT, description: "wat u zelf weet" };
    const needs = create(EvidenceNeedsSchema, {
      sections: [{ claims: [{ claimId: "claim:1", claimText: "Ik was erbij.", required: [slot] }] }],
    });
    const text = needsText(needs, new Map([["claim:1", "Ik was erbij."]]), dutch);
    expect(text).toBe("# stelling:1 Ik was erbij.\nbewijsvraag:1 EIGEN-VERKLARING wat u zelf weet");
    const read = parseNeedsText(`${text}\nAFWEZIGHEID? dat het betaald is`, needs);
    expect(read).toMatchObject({
      dropSlotIds: [],
      add: [{ claimId: "claim:1", kind: SlotKind.ABSENCE, optional: true }],
    });
    expect(parseNeeds({ add: ["claim:1=CITAAT de toezegging"] }).add[0]).toMatchObject({ kind: SlotKind.QUOTE });
  });

  it("name stages, people and the frame as the screen does", () => {
    for (const { number, localName } of OrchestratorStateSchema.values.slice(1)) {
      const word = stageWord(localName, dutch);
      expect([stageOf(word), stageOf(word.replaceAll(" ", "-"))], localName).toEqual([number, number]);
    }
    expect(
      parseParties(["namens de werkgever=Ilse <i@x.example>", "bedrijfsarts=Anke"], builtinProfiles()[0]),
    ).toMatchObject([{ role: PartyRole.REPRESENTATIVE }, { role: PartyRole.COMPANY_DOCTOR }]);
    expect(parseFrame(["plaats=Utrecht", "uw kenmerk=PZ/12", "bijlagen=Contract"])).toMatchObject({
      ...{ place: "Utrecht", theirReference: "PZ/12", enclosures: ["Contract"] },
    });
  });
});
