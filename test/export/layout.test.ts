import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { DraftSectionSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DemandSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { CorrectedWordsSchema, MatchKind, SpanRefSchema, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { type Exhibit, peopleOf } from "../../src/export/exhibits.ts";
import { layoutOf } from "../../src/export/layout.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

it("has a paragraph for each part of the letter that is answered, with what is set against it", () => {
  const memo = memoFixture();
  const sentence = (claimId: string, text: string) => ({ claimId, text, sentenceId: text });
  const section = create(DraftSectionSchema, {
    title: "De brief",
    sentences: [
      sentence("", "Ik reageer op uw brief."),
      sentence("claim:1", "U schrijft dat ik te laat was."),
      sentence("claim:2", "De ontvangst is bevestigd."),
      sentence("claim:3", "Ook schrijft u dat ik niet betaalde."),
      sentence("claim:4", "Ik vraag u dat na te gaan."),
      sentence("claim:5", "Ik hoor graag van u."),
    ],
  });
  const answers = new Map([
    ["claim:1", "assertion:1"],
    ["claim:2", "assertion:1"],
    ["claim:3", "assertion:2"],
  ]);
  const [laid] = layoutOf({ ...memo, answers, draft: { ...memo.draft, sections: [section] } }).sections;
  expect(laid?.paragraphs.map((sentences) => sentences.map(({ text }) => text))).toEqual([
    ["Ik reageer op uw brief."],
    ["U schrijft dat ik te laat was.", "De ontvangst is bevestigd."],
    ["Ook schrijft u dat ik niet betaalde."],
    ["Ik vraag u dat na te gaan.", "Ik hoor graag van u."],
  ]);
  expect(layoutOf(memo).sections.map(({ title, paragraphs }) => [title, paragraphs.length])).toEqual([
    [undefined, 1],
    [expect.any(String), 1],
    [expect.any(String), 1],
  ]);
});

it("has the sheet of provenance where it is asked for: behind the memo, alone, or nowhere", () => {
  const { provenance: _, ...memo } = memoFixture();
  expect(layoutOf(memo).provenance).toBeUndefined();
  expect(layoutOf({ ...memo, provenance: "behind" }).sections.length).toBe(3);
  const alone = layoutOf({ ...memo, provenance: "alone" });
  expect(alone).toMatchObject({ sections: [], notes: [], letter: undefined });
  expect(alone.provenance?.notes?.rows.length).toBeGreaterThan(0);
});

// Whoever signed with what she is stood among those she wrote to.
it("tells whom an exhibit is from and to, the writer once", () => {
  const candidate = create(EvidenceCandidateSchema, {
    participants: ["R.J. Pas", "mevrouw Wes <wes@thuis.example>", "R.J. Pas, Hoofd Contracten en Schade"],
  });
  expect(peopleOf({ candidate, said: { speakers: [], days: [] } } as unknown as Exhibit)).toBe(
    "R.J. Pas → mevrouw Wes",
  );
});

it.each([
  ["nl", "woorden door een machine gelezen van een afbeelding", "met de afbeelding vergeleken"],
  ["en", "words read by a machine from a picture", "compared what it read with the picture"],
])(
  "says of words that a machine read that it did: in the note, the list of exhibits and the provenance (%s)",
  (locale, said, compared) => {
    const memo = memoFixture(locale);
    const [entry] = memo.ledger.entries;
    const plain = layoutOf(memo);
    entry!.span!.matchKind = MatchKind.MACHINE_READ;
    const { notes, exhibits, provenance } = layoutOf(memo);
    expect(notes.map(({ text }) => text.includes(said))).toEqual(notes.map((note) => note.entry === entry));
    expect(exhibits?.rows.map((row) => row.join().includes(said))).toEqual(exhibits?.rows.map((_, at) => at === 0));
    expect(provenance?.note).toContain(compared);
    expect(JSON.stringify([plain.exhibits, plain.provenance, plain.notes.map(({ text }) => text)])).not.toContain(said);
  },
);

// "Woorden door een machine gelezen" stood below the best exhibit of a letter to the other side.
it("says so to the reader of a letter in the provenance alone, which goes to who checks it", () => {
  const memo = { ...memoFixture(), frame: frameFixture() };
  memo.ledger.entries[0]!.span!.matchKind = MatchKind.MACHINE_READ;
  const { notes, exhibits, provenance } = layoutOf(memo);
  expect(JSON.stringify([notes.map(({ text }) => text), exhibits])).not.toContain("machine");
  expect(provenance?.note).toContain("met de afbeelding vergeleken");
});

it.each([
  [
    "nl",
    "woorden door een machine gelezen van een afbeelding, waarin een persoon “",
    "deels verbeterd door een persoon",
  ],
  ["en", "words read by a machine from a picture, in which a person corrected “", "partly corrected by a person"],
])(
  "says which of them a person corrected, in the note, and that somebody did, in the list (%s)",
  (locale, note, row) => {
    const memo = memoFixture(locale);
    const span = memo.ledger.entries[0]!.span!;
    span.matchKind = MatchKind.MACHINE_READ;
    const { startChar } = span;
    span.corrected = [create(CorrectedWordsSchema, { startChar: startChar + 1, endChar: startChar + 4 })];
    const { notes, exhibits } = layoutOf(memo);
    const words = [...span.excerpt].slice(1, 4).join("");
    expect(notes.some(({ text }) => text.includes(`${note}${words}”`))).toBe(true);
    expect(exhibits?.rows[0]?.join()).toContain(row);
  },
);

it("tells of a chat whose messages it quotes, and of which days: the file has neither writer nor day", () => {
  const memo = memoFixture();
  const [, later] = memo.ledger.entries;
  const [letter, contract] = memo.ledger.entries.filter(({ evidence }) => evidence?.evidence.case === "document");
  const paper = contract ?? later;
  if (letter?.evidence?.evidence.case !== "document" || !paper) throw new Error("the fixture cites two documents");
  memo.evidence.entries = [];
  const says = (entry: typeof letter, speaker: string, segmentDateText: string) => {
    entry.span = create(SpanRefSchema, { voice: Voice.QUOTED, speaker, segmentDateText });
  };
  says(letter, "Otto Vinder", "2026-06-12 17:16");
  says(paper, "Otto Vinder", "2026-06-02 09:00");
  expect(layoutOf(memo).exhibits?.rows[0]?.slice(1, 3)).toEqual(["2 juni 2026 – 12 juni 2026", "Otto Vinder"]);
});

// Five sums in a run of sentences are hard to find; they may stand in one another's place, so nothing is added up.
it("lists the sums that a section asks for below it, once there are three", () => {
  const demands = [
    { text: "Ik verzoek u het werk te verrekenen", sum: "€ 950,00" },
    { text: "Ik verzoek u de korting te verrekenen", sum: "€ 600,00" },
    { text: "Ik verzoek u de sleutel terug te geven", sum: "" },
    { text: "Ik verzoek u de schade te betalen.", sum: "€ 40,00" },
  ].map((one) => create(DemandSchema, one));
  const section = create(DraftSectionSchema, {
    title: "Verzoek",
    sentences: demands.map(({ text, sum }, at) => ({ sentenceId: `sentence:${at}`, text: `${text}. ${sum}` })),
  });
  const memo = memoFixture();
  const laid = (some: typeof demands) =>
    layoutOf({ ...memo, demands: some, draft: { ...memo.draft, locale: "nl", sections: [section] } }).sections[0]?.sums;
  expect(laid(demands)).toEqual({
    columns: ["Ik verzoek u …", "bedrag"],
    widths: [75, 25],
    rows: [
      ["het werk te verrekenen", "€ 950,00"],
      ["de korting te verrekenen", "€ 600,00"],
      ["de schade te betalen", "€ 40,00"],
    ],
  });
  expect(laid(demands.slice(0, 3))).toBeUndefined();
  const { paragraphs } =
    layoutOf({ ...memo, demands, draft: { ...memo.draft, sections: [section] } }).sections[0] ?? {};
  expect(paragraphs?.map((sentences) => sentences.length)).toEqual([1, 1, 1, 1]);
});

// The woman who had signed a mail of her department stood among those who got it.
it("of a mail from a department whoever signed it stands with its writer", () => {
  const participants = ["Personeelszaken <pz@example.nl>", "Fenna Terpstra", "Ruben Vlas <ruben@example.nl>"];
  const exhibit = { candidate: { author: "", participants }, said: { speakers: [], days: [] } } as unknown as Exhibit;
  expect(peopleOf(exhibit)).toBe("Personeelszaken, Fenna Terpstra → Ruben Vlas");
});
