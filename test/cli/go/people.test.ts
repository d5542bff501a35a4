import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { presumedSaid } from "../../../src/cli/go/people.ts";

const intent = create(IntentSeedSchema, {
  parties: [
    { partyId: "party:1", role: PartyRole.OPPONENT, names: ["Noorderlicht Schadeverzekeringen N.V."], addresses: [] },
    { partyId: "party:2", role: PartyRole.AUTHOR, names: ["M. el Khattabi"], addresses: ["mo@deketting.example"] },
  ],
});
const writer = (name: string, address: string) => ({
  name,
  address,
  otherAddresses: [],
  documentCount: 1,
  isWrittenTo: true,
});
const writers = [
  writer("Incasso", "incasso@noorderlicht.example"),
  writer("Jaap Bolhuis", "jaap@bolhuis.example"),
  writer("Mourad el Khattabi", "mourad@elders.example"),
];

// "namens de andere partij?" was shown, and a yes to it took nothing.
describe("what a yes takes of those whom nobody named", () => {
  it("is what was shown with a question mark, and nothing of who is unknown", () => {
    expect(presumedSaid([], writers, intent, "namens de andere partij")).toEqual([
      "incasso@noorderlicht.example=namens de andere partij",
      "mourad@elders.example=M. el Khattabi",
    ]);
  });

  it("is nothing of whom a person names herself, by any part of a name", () => {
    const said = ["Incasso=doet niet mee", "mourad@elders.example=derde"];
    expect(presumedSaid(said, writers, intent, "namens de andere partij")).toEqual([]);
  });
});
