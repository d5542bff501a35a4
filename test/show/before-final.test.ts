import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { frameGaps, unvouchedLaw } from "../../src/show/before-final.ts";

const evidenceId = "law:BWBR0005289@2012-10-06#/Boek6/Titeldeel1/Afdeling10/Artikel96";

it("names each provision that a draft quotes and nobody vouches for, once, and none that no sentence cites", () => {
  const entry = (entryId: string, state: Validity_State, address: string) => ({
    ...{ entryId, claimId: "claim:28" },
    evidence: { evidence: { case: "law" as const, value: { evidenceId, versionDate: "2012-10-06" } } },
    span: { address, versionDate: "2012-10-06", validity: { state, on: "2026-12-03" } },
  });
  const { UNKNOWN, IN_FORCE } = Validity_State;
  const ledger = create(CitationLedgerSchema, {
    entries: [
      entry("entry:1", UNKNOWN, "art. 6:96 lid 5 BW"),
      entry("entry:2", IN_FORCE, "art. 6:74 BW"),
      entry("entry:3", UNKNOWN, "art. 6:119 BW"),
    ],
  });
  const sentences = [{ entryIds: ["entry:1", "entry:2"] }, { entryIds: ["entry:1"] }];
  const draft = create(DraftTextSchema, { sections: [{ sentences }] });
  expect(unvouchedLaw({ draft, ledger })).toEqual([
    {
      ...{ claimId: "claim:28", address: "art. 6:96 lid 5 BW", lawId: "BWBR0005289" },
      ...{ from: "2012-10-06", on: "2026-12-03" },
    },
  ]);
  expect(unvouchedLaw({ draft: undefined, ledger })).toEqual([]);
});

// A formal letter went out without an address and a place, and nothing had said so.
it("names what a letter lacks of whoever writes it, but for what they emptied themselves and a file of their own", () => {
  const profile = builtinProfiles()[0]!;
  const gaps = (
    frame: object | undefined,
    said: { saidFrameFields?: string[]; audience?: string; locale?: string } = {},
  ) =>
    frameGaps({
      context: { locale: said.locale ?? "nl" },
      profile,
      intent: create(IntentSeedSchema, { audience: said.audience ?? "employer" }),
      draft: create(DraftTextSchema, { ...(frame ? { frame } : {}), saidFrameFields: said.saidFrameFields ?? [] }),
    });
  const sender = ["Y. Amrani"];
  expect(gaps({ sender })).toEqual(["sender", "place"]);
  expect(gaps({ sender: [...sender, "Dorpsweg 4", "1234 AB Elders"], place: "Elders" })).toEqual([]);
  expect(gaps({ sender, place: "Elders" })).toEqual(["sender"]);
  expect(gaps({ sender }, { locale: "en" })).toEqual(["sender"]);
  expect(gaps({ sender }, { saidFrameFields: ["place", "sender"] })).toEqual([]);
  expect(gaps({ sender }, { audience: "self" })).toEqual([]);
  expect(gaps(undefined)).toEqual([]);
});
