import { describe, expect, it } from "vitest";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { mayBeSame, speaksFor, strangersAmong, twinOf, writersAmong } from "../../src/client/writers.ts";

const mail = (...participants: string[]) => ({ docType: "email", participants });
const docs = [
  mail("Femke Bedacht <f@thuis.example>", "Sanne Verzon <s@vers.example>"),
  mail("Sanne Verzon <s@vers.example>", "Femke Bedacht <f@thuis.example>"),
  mail("Nieuws <nieuws@rooster.example>", "Femke Bedacht <f@thuis.example>"),
  { docType: "pdf", participants: ["Iemand Anders"] },
];

describe("who wrote in a case", () => {
  it("is known by the mails, with whether anybody wrote to them: a newsletter only writes", () => {
    expect(writersAmong(docs).map(({ name, isWrittenTo }) => [name, isWrittenTo])).toEqual([
      ["Femke Bedacht", true],
      ["Nieuws", false],
      ["Sanne Verzon", true],
    ]);
  });

  it("is a stranger unless a party has the name or the address, and who takes no part comes last", () => {
    const parties = [{ names: ["F. Bedacht"], addresses: ["f@thuis.example"] }] as never;
    const names = strangersAmong(writersAmong(docs), { parties }).map(({ name }) => name);
    expect(names).toEqual(["Sanne Verzon", "Nieuws"]);
  });

  it("is known by chats as well, in which everybody writes and is written to", () => {
    const chat = { docType: "chat", participants: [], speakers: ["Femke", "Sanne V&S"] };
    expect(writersAmong([...docs, chat]).map(({ name, isWrittenTo }) => [name, isWrittenTo])).toEqual([
      ["Femke", true],
      ["Femke Bedacht", true],
      ["Nieuws", false],
      ["Sanne V&S", true],
      ["Sanne Verzon", true],
    ]);
  });

  it("is known by letters that somebody signed as well, whoever else a paper names", () => {
    const letter = { docType: "pdf", participants: [], writtenBy: "Ledenadministratie" };
    expect(writersAmong([...docs, letter]).map(({ name, isWrittenTo }) => [name, isWrittenTo])).toContainEqual([
      "Ledenadministratie",
      true,
    ]);
  });

  it("is one person under one whole name, from whichever address", () => {
    const work = mail("Femke Bedacht <fbedacht@werk.example>", "Sanne Verzon <s@vers.example>");
    const [femke, ...others] = writersAmong([...docs, work]);
    expect(femke).toMatchObject({ documentCount: 2, address: "f@thuis.example", isWrittenTo: true });
    expect(femke?.otherAddresses).toEqual(["fbedacht@werk.example"]);
    expect(others.map(({ name }) => name)).toEqual(["Nieuws", "Sanne Verzon"]);
  });

  // Minutes say "Sanne:", and the letter quoted her as a stranger.
  it("may be a party of whom minutes or a chat have the first name or the surname alone", () => {
    const party = { partyId: "party:1", names: ["Sanne Verzon"], addresses: [] };
    const sister = { partyId: "party:2", names: ["Lot Verzon"], addresses: [] };
    const [minuted] = writersAmong([{ docType: "docx", participants: [], speakers: ["Sanne", "Verzon", "Bram"] }]);
    const of = (name: string) => ({ ...minuted!, name });
    expect(twinOf(of("Sanne"), [of("Sanne")], { parties: [party, sister] } as never)).toBe(party);
    expect(twinOf(of("Verzon"), [of("Verzon")], { parties: [party] } as never)).toBe(party);
    expect(twinOf(of("Verzon"), [of("Verzon")], { parties: [party, sister] } as never)).toBeUndefined();
    expect(twinOf(of("Bram"), [of("Bram")], { parties: [party, sister] } as never)).toBeUndefined();
    expect(twinOf(of("S."), [of("S.")], { parties: [party] } as never)).toBeUndefined();
  });

  // A chat says "Lotte", her mails "Lotte Brandsema" and the letter "L. Brandsema": she was asked who Lotte is.
  it("may be the party that the one writer of her first name may be, and none where two have that name", () => {
    const [one] = writersAmong(docs);
    const named = (...names: string[]) => names.map((name) => ({ ...one!, name, address: "", otherAddresses: [] }));
    const parties = [{ partyId: "party:1", names: ["L. Brandsema"], addresses: [] }] as never;
    const [short, ...whole] = named("Lotte", "Lotte Brandsema");
    expect(twinOf(short!, [short!, ...whole], { parties })?.partyId).toBe("party:1");
    const other = named("Lotte de Wit");
    expect(twinOf(short!, [short!, ...whole, ...other], { parties })).toBeUndefined();
    expect(twinOf(short!, [short!, ...other, ...whole], { parties })).toBeUndefined();
    const whom = [{ partyId: "party:1", names: ["Lotte Brandsema"], addresses: [] }] as never;
    expect(twinOf(short!, [short!, ...other], { parties: whom })).toBeUndefined();
    expect(twinOf(short!, [short!], { parties: whom })?.partyId).toBe("party:1");
  });

  it("speaks for the firm from whose house writes who may have signed its letter", () => {
    const [one] = writersAmong(docs);
    const signer = { ...one!, name: "Olaf Deur", address: "o.deur@hw.example", otherAddresses: [] };
    const parties = [{ role: PartyRole.OPPONENT, names: ["O. Deur", "Van Haer Wonen B.V."], addresses: [] }] as never;
    expect(speaksFor({ address: "t@hw.example" }, [signer], { parties })).toBeDefined();
    expect(speaksFor({ address: "t@hw.example" }, [], { parties })).toBeUndefined();
  });

  it("speaks for no house in which the author may write too, under another name", () => {
    const [one] = writersAmong(docs);
    const author = { ...one!, name: "Femke Bedacht", address: "femke@jansen.example", otherAddresses: [] };
    const parties = [
      { role: PartyRole.AUTHOR, names: ["F. Bedacht"], addresses: [] },
      { role: PartyRole.OPPONENT, names: ["Jansen B.V."], addresses: [] },
    ] as never;
    expect(speaksFor({ address: "bas@jansen.example" }, [], { parties })).toBeDefined();
    expect(speaksFor({ address: "bas@jansen.example" }, [author], { parties })).toBeUndefined();
  });

  it("may be a party that the letter names by initials, where only one of each may", () => {
    const writers = writersAmong(docs);
    const sanne = writers.find(({ name }) => name === "Sanne Verzon")!;
    const party = { partyId: "party:1", names: ["S. Verzon"], addresses: [] };
    expect(twinOf(sanne, writers, { parties: [party] } as never)).toBe(party);
    const other = { partyId: "party:2", names: ["S.K. Verzon"], addresses: [] };
    expect(twinOf(sanne, writers, { parties: [party, other] } as never)).toBeUndefined();
    const sister = { ...sanne, name: "Saar Verzon", address: "saar@x.example" };
    expect(twinOf(sanne, [...writers, sister], { parties: [party] } as never)).toBeUndefined();
  });

  it("may be the firm whose desks write under several names", () => {
    const writer = { ...writersAmong(docs)[0]!, address: "k@verzon.example" };
    const desks = ["Verzon & Zonen", "Verzon & Zonen klantenservice", "Verzon & Zonen BV"].map((name) => ({
      ...writer,
      name,
    }));
    const party = { partyId: "party:1", names: ["R. Kort", "Verzon & Zonen B.V."], addresses: [] };
    for (const desk of desks) expect(twinOf(desk, desks, { parties: [party] } as never)).toBe(party);
    const others = ["Verzon & Zonenwerk", "Verzon", "R. Korthals"].map((name) => ({ ...writer, name }));
    for (const other of others) expect(twinOf(other, others, { parties: [party] } as never)).toBeUndefined();
    const second = { ...party, partyId: "party:2" };
    expect(twinOf(desks[0]!, desks, { parties: [party, second] } as never)).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ["S. Kuiper", "Sanne Kuiper", true],
    ["s.j. kúiper", "Sanne Kuiper", true],
    ["A. van der Verzonnen", "Anna van der Verzonnen", true],
    ["S. Kuiper", "Marijke Kuiper", false],
    ["S. Kuiper", "Sanne Kuipers", false],
    ["Saar Kuiper", "Sanne Kuiper", false],
    ["Kuiper", "Sanne Kuiper", true],
    ["Sanne", "Sanne Kuiper", true],
    ["Saar", "Sanne Kuiper", false],
    ["Sanne", "S. Kuiper", false],
    ["S. Kuiper", "S. Kuiper", false],
  ])("%s and %s: %s", (one, other, same) => {
    expect([mayBeSame(one, other), mayBeSame(other, one)]).toEqual([same, same]);
  });

  // A planner who confirmed the damage stood there as somebody who takes no part, her firm's letter beside her.
  it("speaks for the firm from whose house they write, and is asked about though nobody wrote to them", () => {
    const author = { role: PartyRole.AUTHOR, names: ["Femke Bedacht"], addresses: ["f@thuis.example"] };
    const firm = { role: PartyRole.OPPONENT, names: ["Jansen Bouw B.V."], addresses: ["info@jb.example"] };
    const from = (address: string, ...parties: object[]) =>
      speaksFor({ address }, [], { parties } as never)?.names[0] ?? "";
    expect(from("v@jansenbouw.example", author, { ...firm, names: ["Jansen & Bouw Onderhoud B.V."] })).not.toBe("");
    expect(from("planning@jansenbouw.example", author, firm)).toBe("Jansen Bouw B.V.");
    expect(from("planning@jansen.example", author, firm)).toBe("Jansen Bouw B.V.");
    expect(from("p@jb.example", author, firm)).toBe("Jansen Bouw B.V.");
    expect(from("p@elders.example", author, firm)).toBe("");
    expect(from("p@jansenbouw.example", author, { ...firm, names: ["Van Jansen Bouw B.V."] })).not.toBe("");
    // Where the author has a mailbox too, or a person has one, nobody speaks for it.
    expect(from("p@jb.example", { ...author, addresses: ["f@jb.example"] }, firm)).toBe("");
    const person = { ...firm, names: ["Piet Jansen"] };
    expect(from("p@jb.example", author, person)).toBe("");

    const [asked] = strangersAmong(writersAmong([mail("Plan <p@jb.example>", "F <f@thuis.example>")]), {
      parties: [author, firm],
    } as never);
    expect(asked).toMatchObject({ name: "Plan", isWrittenTo: true });
  });
});
