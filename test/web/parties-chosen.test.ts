import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { Writer } from "../../src/client/writers.ts";
import { partiesChosen, rolesPresumed } from "../../src/web/run/parties-chosen.ts";

const writer = (name: string, address = "", ...otherAddresses: string[]): Writer => ({
  name,
  address,
  otherAddresses,
  documentCount: 1,
  isWrittenTo: true,
});
const ann = create(PartySchema, { partyId: "party:2", role: PartyRole.AUTHOR, names: ["A. Vink"], addresses: [] });
const roleOf = (said: string) => (said === "derde" ? PartyRole.THIRD : undefined);
const plain = (made: ReturnType<typeof partiesChosen>) =>
  made.map(({ partyId, role, names, addresses }) => ({ partyId, role, names, addresses }));

it("puts one party forward once, with every name and address that it writes under", () => {
  const chosen = new Map([
    ["ann@home.example", "party:2"],
    ["Annie", "party:2"],
  ]);
  const writers = [writer("Ann Vink", "ann@home.example", "ann@work.example"), writer("Annie")];
  expect(plain(partiesChosen(chosen, writers, [ann], roleOf))).toEqual([
    {
      partyId: "party:2",
      role: PartyRole.AUTHOR,
      names: ["A. Vink", "Ann Vink", "Annie"],
      addresses: ["ann@home.example", "ann@work.example"],
    },
  ]);
});

it("makes a party of each writer who is given a role, and leaves out of whom nothing was chosen", () => {
  const chosen = new Map([
    ["Bo", "derde"],
    ["Cas", "derde"],
    ["Dirk", ""],
  ]);
  expect(
    plain(partiesChosen(chosen, [writer("Bo"), writer("Cas"), writer("Dirk"), writer("Eva")], [ann], roleOf)),
  ).toEqual([
    { partyId: undefined, role: PartyRole.THIRD, names: ["Bo"], addresses: [] },
    { partyId: undefined, role: PartyRole.THIRD, names: ["Cas"], addresses: [] },
  ]);
});

// The letter's reading had named its signer and addressee: each was a party twice, and what the signer says was nobody's.
it("adds no party that is there, and gives its name to the party of the same role that it may be", () => {
  const signer = create(PartySchema, { partyId: "party:1", role: PartyRole.THIRD, names: ["R. Dijk", "Licht B.V."] });
  const cas = create(PartySchema, { partyId: "party:2", role: PartyRole.THIRD, names: ["C. Mol"] });
  const chosen = new Map([
    ["R. Dijk", "derde"],
    ["Cas Mol", "derde"],
  ]);
  const made = plain(partiesChosen(chosen, [writer("R. Dijk"), writer("Cas Mol")], [signer, cas], roleOf));
  expect(made).toEqual([{ partyId: "party:2", role: PartyRole.THIRD, names: ["C. Mol", "Cas Mol"], addresses: [] }]);
});

it("presumes who may be a party under another name, and that who writes from the other side's house speaks for it", () => {
  const firm = create(PartySchema, { partyId: "party:3", role: PartyRole.OPPONENT, names: ["Vos Verhuur B.V."] });
  const writers = [writer("Bo", "bo@vosverhuur.example"), writer("Ann Vink", "ann@home.example"), writer("Cas")];
  expect([...rolesPresumed(writers, { parties: [ann, firm] }, "namens de verhuurder")]).toEqual([
    ["bo@vosverhuur.example", "namens de verhuurder"],
    ["ann@home.example", "party:2"],
  ]);
  expect(rolesPresumed(writers, { parties: [firm] }, "").size).toBe(0);
});
