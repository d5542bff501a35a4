import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type Party, PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { addresseeToTell, isToAnother } from "../../src/grounding/addressee.ts";

const author = create(PartySchema, {
  role: PartyRole.AUTHOR,
  names: ["Daan Wolters"],
  addresses: ["daan.wolters@thuismail.example"],
});
const opponent = create(PartySchema, {
  role: PartyRole.OPPONENT,
  names: ["Meelhuis Oost B.V."],
  addresses: ["personeel@meelhuis-oost.example"],
});
const parties = [author, opponent];
const petra = "Petra Schuurman <p.schuurman@meelhuis-oost.example>";

const told = (addressedTo: string, docType = "email", known: readonly Party[] = parties, sender = petra): string =>
  addresseeToTell(
    { addressedTo, evidence: create(EvidenceCandidateSchema, { docType, participants: [sender] }) },
    known,
  );

// "Wij betalen de 61 uren aan je uit" went to another employee, with the author in copy, and was quoted as said to him.
it("a mail to somebody who is nobody of the memo says to whom, also where the author has the same provider", () => {
  expect(told("Dana Wouters <dana.wouters@thuismail.example>")).toBe("Dana Wouters <dana.wouters@thuismail.example>");
  for (const reader of [
    "Daan Wolters <daan.wolters@thuismail.example>",
    "Daan <d.wolters@elders.example>",
    "Dana Wouters <dana@x.example>, Daan Wolters <daan.wolters@thuismail.example>",
    "Gerrit Hoekstra <g.hoekstra@meelhuis-oost.example>",
    "planning@meelhuis-oost.example",
    "undisclosed-recipients:;",
    "",
  ])
    expect(told(reader), reader).toBe("");
});

// Of 355 keyed claims many rest on what the author wrote to others, and on what the other side wrote among themselves.
it("says nothing of a mail that the author wrote, or that stays in its sender's house", () => {
  const dana = "Dana Wouters <dana.wouters@thuismail.example>";
  expect(told(dana, "email", parties, "Daan Wolters <daan.wolters@thuismail.example>")).toBe("");
  expect(told("Rik <rik@elders.example>", "email", parties, "Bo <bo@elders.example>")).toBe("");
});

it("says nothing of mails while nobody knows who the author is, and leaves a letter's reader as it is named", () => {
  expect(told("Dana Wouters <dana@x.example>", "email", [opponent])).toBe("");
  expect(told("De heer F. Terpstra", "pdf")).toBe("De heer F. Terpstra");
  const letter = (addressedTo: string) =>
    isToAnother({ addressedTo, evidence: create(EvidenceCandidateSchema, { docType: "pdf" }) }, parties);
  expect([letter("De heer F. Terpstra"), letter("De heer D. Wolters"), letter("")]).toEqual([true, false, false]);
});
