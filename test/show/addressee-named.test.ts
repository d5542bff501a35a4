import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { addresseeNamed } from "../../src/show/addressee-named.ts";

const named = (claim: string, sentence = claim, addressee = ["Zonnewijzer B.V.", "Iris Denkbeeld", "Dorpsweg 3"]) =>
  addresseeNamed({
    draft: create(DraftTextSchema, { frame: { addressee }, sections: [{ sentences: [{ text: sentence }] }] }),
    intent: create(IntentSeedSchema, {
      parties: [
        { role: PartyRole.AUTHOR, names: ["Noor Fictief"] },
        { role: PartyRole.OPPONENT, names: ["Iris Denkbeeld <i@zon.example>", "Zonnewijzer B.V."] },
        { role: PartyRole.THIRD, names: ["Bram Verzonnen"] },
      ],
    }),
    skeleton: create(MessageSkeletonSchema, { sections: [{ claims: [{ claimId: "claim:1", text: claim }] }] }),
  }).map(({ name }) => name);

// "Zonnewijzer kreeg dat verslag" and "Iris vond dat goed" stood in a letter to Zonnewijzer, for the attention of Iris.
it("a claim that tells of whoever the letter goes to as of somebody else is named", () => {
  expect(named("Zonnewijzer kreeg dat verslag.")).toEqual(["Zonnewijzer B.V."]);
  expect(named("Iris vond dat goed.", "Iris vond dat goed; in uw e-mail staat: “Ja.”")).toEqual(["Iris Denkbeeld"]);
  expect(named("Dat vond mevrouw Denkbeeld goed.")).toEqual(["Iris Denkbeeld"]);
});

it("and none that names another, nobody, the author, or that the letter says otherwise", () => {
  for (const claim of ["Bram kreeg dat verslag.", "Zij kreeg dat verslag.", "Noor was ziek."])
    expect(named(claim)).toEqual([]);
  expect(named("Iris vond dat goed.", "U vond dat goed.")).toEqual([]);
  expect(named("Iris vond dat goed.", undefined, ["Rechtbank Utrecht"])).toEqual([]);
});
