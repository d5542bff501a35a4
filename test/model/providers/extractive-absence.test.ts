import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { absenceQuery } from "../../../src/model/providers/extractive/absence-query.ts";
import { slotViews } from "../../../src/model/providers/extractive/slot-views.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";

const kind = builtinProfiles()[0]?.claimKinds.find(({ name }) => name === "non-performance");
const shipped = kind?.slots.find(({ name }) => name === "performance")?.cues ?? [];

const queryFor = (claimText: string, cues: readonly string[] = shipped): string => {
  const required = [{ slotId: "slot:1", kind: SlotKind.ABSENCE, source: "vault", cues: [...cues] }];
  const context = create(TurnContextSchema, {
    needs: { sections: [{ claims: [{ claimId: "claim:1", claimText, required }] }] },
  });
  return absenceQuery(context, slotViews(context)[0]!);
};

describe("the search for what did not happen", () => {
  it("asks for the sort of performance that the claim speaks of, and for no word of the claim", () => {
    const query = queryFor("Mijn overuren van maart zijn tot op heden niet uitbetaald.");
    expect(query.split(" ")).toContain("loonstrook");
    expect(query).not.toMatch(/overuren|heden|niet|verslag/u);
  });

  it("knows a sort of performance by the last part of a compound", () => {
    expect(queryFor("Er is nooit een beoordelingsgesprek gevoerd.").split(" ")).toContain("verslag");
  });

  it("asks for the thing itself where the claim speaks of no sort of performance, for both words where it has two", () => {
    expect(queryFor("Er is geen zwaarwichtig belang genoemd.")).toBe("zwaarwichtig AND belang");
    expect(queryFor("De werkgever heeft geen dossier bijgehouden.")).toBe("dossier bijgehouden");
    expect(queryFor("De vakantiedagen zijn tot op heden niet afgerekend.")).toBe("vakantiedagen afgerekend");
  });

  it("asks for a template's only family whatever the claim says", () => {
    expect(queryFor("Er is geen zwaarwichtig belang genoemd.", ["betaald loonstrook"])).toBe("betaald loonstrook");
  });
});
