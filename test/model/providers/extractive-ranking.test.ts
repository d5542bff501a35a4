import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { rankCandidates } from "../../../src/model/providers/extractive/ranking.ts";
import { slotViews } from "../../../src/model/providers/extractive/slot-views.ts";

const boss = "Bram Smit <bram@firma.example>";
const clerk = "Kees Vos <kees@elders.example>";
const me = "Anna Bos <anna@thuis.example>";
const parties = [
  { partyId: "party:1", role: PartyRole.AUTHOR, names: ["Anna Bos"], addresses: ["anna@thuis.example"] },
  { partyId: "party:2", role: PartyRole.OPPONENT, names: ["Bram Smit"], addresses: ["bram@firma.example"] },
  { partyId: "party:3", role: PartyRole.THIRD, names: ["Kees Vos"], addresses: ["kees@elders.example"] },
];

interface Paper {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  readonly day?: string;
  readonly text: string;
  readonly linked?: "by a search" | "by a person";
}

const idOf = (name: string): string => `vault:${name.padEnd(64, "0")}`;

/** Names of papers, best first, for the one document slot of a claim. Those with nothing in common are left out. */
const ranked = (
  claimText: string,
  papers: readonly Paper[],
  slot: { readonly speakerRoles?: PartyRole[]; readonly cues?: string[]; readonly isAbsence?: boolean } = {},
): string[] => {
  const { speakerRoles = [], cues = [], isAbsence = false } = slot;
  const required = [
    { slotId: "slot:1", kind: SlotKind.QUOTE, source: "vault", speakerRoles, cues },
    ...(isAbsence ? [{ slotId: "slot:2", kind: SlotKind.ABSENCE, source: "vault" }] : []),
  ];
  const candidates = papers.map(({ name, from = "", to = "", day = "" }) => ({
    evidenceId: idOf(name),
    title: name,
    docType: from === "" ? "text" : "email",
    occurredAtIso: day,
    participants: [from, to].filter((one) => one !== ""),
  }));
  const items = papers.map(({ name, text }, at) => ({
    asked: idOf(name),
    candidates: candidates.slice(at, at + 1),
    passages: [{ docUid: name.padEnd(64, "0"), chunkUid: name, text, endChar: text.length }],
  }));
  const context = create(TurnContextSchema, {
    state: OrchestratorState.EVIDENCE_BINDING,
    run: { locale: "nl", referenceDate: "2026-01-15" },
    intent: { goal: "Antwoord op de brief.", locale: "nl", parties },
    needs: { sections: [{ claims: [{ claimId: "claim:1", claimText, required }] }] },
    evidenceSet: {
      entries: papers.map(({ linked }, at) => ({
        candidate: candidates[at]!,
        pinned: linked !== undefined,
        slotIds: ["slot:1"],
        personsSlotIds: linked === "by a person" ? ["slot:1"] : [],
      })),
    },
    toolContexts: [
      {
        request: { slotId: "slot:1" },
        result: { id: "toolres:01A", status: ToolResultStatus.OK },
        output: { case: "resolved", value: { items } },
      },
    ],
  });
  const [view] = slotViews(context);
  return rankCandidates(context, view!)
    .filter(({ hasGround }) => hasGround)
    .map(({ candidate }) => candidate.title);
};

const promise = "Bram Smit heeft mij op 3 maart 2025 een bonus toegezegd.";
const denial: Paper = {
  name: "ontkenning",
  from: boss,
  to: me,
  day: "2025-06-01",
  text: "Ik heb op 3 maart 2025 geen bonus toegezegd.",
};
const word: Paper = {
  name: "toezegging",
  from: boss,
  to: me,
  day: "2025-03-03",
  text: "Je krijgt in december duizend euro extra.",
};

describe("ranking documents for a slot", () => {
  it("leaves out words that deny what the slot asks for, however near they are", () => {
    expect(ranked(promise, [denial, word], { speakerRoles: [PartyRole.OPPONENT] })).toEqual(["toezegging"]);
    expect(ranked(promise, [denial])).toEqual([]);
  });

  it("takes a denial where the claim is that it was denied, and for what somebody asserts", () => {
    expect(ranked("Bram Smit ontkent dat hij een bonus heeft toegezegd.", [denial])).toEqual(["ontkenning"]);
  });

  it("asks for the promise where the claim is that it was not kept", () => {
    const claim = "De toegezegde bonus is nooit betaald.";
    const kept: Paper = { name: "belofte", from: boss, to: me, text: "Ik betaal u een bonus, dat zeg ik toe." };
    expect(ranked(claim, [denial, kept], { isAbsence: true })).toEqual(["belofte"]);
  });

  it("does not take what the other side affirms for a claim that denies it", () => {
    const claim = "Het plan van aanpak is door de werkgever niet uitgevoerd.";
    const boast: Paper = {
      name: "brief",
      from: boss,
      to: me,
      text: "Het plan van aanpak is door ons geheel uitgevoerd.",
    };
    const plea: Paper = { name: "verzoek", from: me, to: boss, text: "Voer het plan van aanpak alsnog uit." };
    expect(ranked(claim, [boast, plea])).toEqual(["verzoek"]);
  });

  it("puts whom the slot asks for before others who have the claim's words", () => {
    const hearsay: Paper = { name: "collega", from: clerk, to: me, text: "Bram heeft jou een bonus toegezegd." };
    expect(ranked(promise, [hearsay, word], { speakerRoles: [PartyRole.OPPONENT] })[0]).toBe("toezegging");
  });

  it("puts what the parties wrote one another before hearsay and before what goes to everybody", () => {
    const text = "De bonus wordt in juni betaald.";
    const papers = [
      { name: "collega", from: clerk, to: me, text },
      { name: "rondzending", from: boss, to: "Allen <allen@firma.example>", text },
      { name: "bericht", from: boss, to: me, text },
    ];
    expect(ranked("De bonus wordt in juni betaald.", papers)[0]).toBe("bericht");
  });

  it("weighs rare words above common ones", () => {
    const same = Array.from({ length: 5 }, (_, at) => ({
      name: `brief${at}`,
      text: "De werknemer en de afdeling planning.",
    }));
    const rare = { name: "rapport", text: "De hijskraan." };
    expect(ranked("De werknemer van de afdeling planning bediende de hijskraan.", [...same, rare])[0]).toBe("rapport");
  });

  it("takes only a person's link of a pin to the slot for a word, not that of a search", () => {
    const letter: Paper = { name: "brief", from: boss, to: me, text: "Bijgaand onze brief.", linked: "by a search" };
    expect(ranked(promise, [letter, word])[0]).toBe("toezegging");
    expect(ranked(promise, [{ ...letter, linked: "by a person" }, word])[0]).toBe("brief");
  });

  it("takes no number of the claim's words for a speaker whom the slot does not ask for", () => {
    const nearest: Paper = {
      name: "kantine",
      from: clerk,
      to: me,
      day: "2025-03-03",
      text: "Bram Smit heeft jou op 3 maart 2025 een bonus toegezegd.",
    };
    const own: Paper = { name: "mail", from: boss, to: me, text: "Die bonus komt in orde." };
    expect(ranked(promise, [nearest, own], { speakerRoles: [PartyRole.OPPONENT] })[0]).toBe("mail");
  });

  it("seeks an unkept promise in the words of the other side, and not in what says that it was kept", () => {
    const claim = "Er is nooit een beoordelingsgesprek met mij gevoerd.";
    const boast: Paper = { name: "brief", from: boss, to: me, text: "Met u is een beoordelingsgesprek gevoerd." };
    const own: Paper = { name: "vraag", from: me, to: boss, text: "Wanneer is mijn beoordelingsgesprek?" };
    const word: Paper = { name: "welkom", from: boss, to: me, text: "In maart volgt een beoordelingsgesprek." };
    const slot = { isAbsence: true, cues: ["toegezegd"] };
    expect(ranked(claim, [boast, own, word], slot)).toEqual(["welkom", "vraag"]);
  });

  it("leaves out whoever denies the very word by which a claim denies", () => {
    const claim = "Bram Smit heeft gezegd dat het beding vervalt.";
    const never: Paper = { name: "nee", from: boss, to: me, text: "Ik heb nooit gezegd dat het beding vervalt." };
    const said: Paper = { name: "ja", from: boss, to: me, text: "Dat beding laten we vallen." };
    expect(ranked(claim, [never, said], { speakerRoles: [PartyRole.OPPONENT] })).toEqual(["ja"]);
  });

  it("compares a whole day as a day, so that its month makes no paper near", () => {
    const claim = "Op 28 april 2025 heb ik bezwaar gemaakt.";
    const slip: Paper = { name: "strook april 2025", text: "Salaris april 2025, 28 dagen." };
    const mail: Paper = { name: "mail", from: me, to: boss, text: "Ik maak bezwaar." };
    expect(ranked(claim, [slip, mail], { cues: ["bericht"] })[0]).toBe("mail");
  });
});
