import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type Party, PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { isAsked, partyOf } from "../../src/grounding/speaker.ts";

const party = (init: MessageInitShape<typeof PartySchema>): Party => create(PartySchema, init);

const anna = party({
  partyId: "party:1",
  role: PartyRole.AUTHOR,
  names: ["Anna de Bos", "A. de Bos"],
  addresses: ["anna@thuis.example"],
});
const chief = party({
  partyId: "party:2",
  role: PartyRole.REPRESENTATIVE,
  represents: PartyRole.OPPONENT,
  names: ["Kees Vlieger"],
});
const both = [anna, chief];

describe("the party that speaks", () => {
  it.each([
    ["by address, whatever the name beside it", "Iemand Anders <ANNA@thuis.example>", "party:1"],
    ["by an address alone", "anna@thuis.example", "party:1"],
    ["by a whole name where no address is written", "Anna de Bos", "party:1"],
    ["by a name in another order, another case, or with other accents", "BÓS, Anna de", "party:1"],
    ["by last name first, with a comma", "Vlieger, Kees", "party:2"],
    ["by name where the party has no address", "Kees Vlieger <k.vlieger@werk.example>", "party:2"],
    ["not by name where the party has another address", "Anna de Bos <anna@elders.example>", undefined],
    ["not by a part of a name", "Anna", undefined],
    ["not by a name that holds one", "Anna de Bosch", undefined],
    ["not where nobody is written", "", undefined],
  ])("is known %s", (_name, header, expected) => {
    expect(partyOf(header, both)?.partyId).toBe(expected);
  });

  it("is nobody where two could be meant", () => {
    const twin = party({ partyId: "party:3", role: PartyRole.THIRD, names: ["Kees Vlieger"] });
    expect(partyOf("Kees Vlieger", [chief, twin])).toBeUndefined();
  });
});

describe("a slot that asks who speaks", () => {
  const lawyer = party({ role: PartyRole.REPRESENTATIVE, represents: PartyRole.AUTHOR, names: ["L"] });

  it("takes the roles it names and no others", () => {
    expect(isAsked(anna, [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE])).toBe(false);
    expect(isAsked(chief, [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE])).toBe(true);
  });

  it("does not take the author's own lawyer for one of the other side", () => {
    expect(isAsked(lawyer, [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE])).toBe(false);
    expect(isAsked(lawyer, [PartyRole.AUTHOR, PartyRole.REPRESENTATIVE])).toBe(true);
    expect(isAsked(lawyer, [PartyRole.REPRESENTATIVE])).toBe(true);
  });
});
