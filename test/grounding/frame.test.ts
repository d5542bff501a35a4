import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRuleSchema, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { examineDraft } from "../support/draft-check.ts";
import { author, head, manager, paper } from "./papers.ts";

const entries = [
  paper("plan", { excerpt: "De cursus kost € 1.240.", title: "Plan", day: "2025-06-02", people: [head] }),
  paper("reply", {
    excerpt: "U heeft de sleutel ingeleverd.",
    title: "Antwoord",
    day: "2025-03-10",
    people: [manager],
  }),
];
const parties = [
  create(PartySchema, { partyId: "p1", names: ["Noor Fictief"], addresses: [author], role: PartyRole.AUTHOR }),
];
/** A draft that cites both papers, so that the export calls the plan exhibit 1 and the reply exhibit 2. */
const draft = create(DraftTextSchema, {
  locale: "nl",
  sections: [
    {
      sectionId: "section:1",
      sentences: ["plan", "reply"].map((entryId, at) => ({ sentenceId: `sentence:${at + 1}`, entryIds: [entryId] })),
    },
  ],
});

const examined = (frame: MessageInitShape<typeof MemoFrameSchema>) =>
  examineDraft({
    ...{ parties, draft, frame: create(MemoFrameSchema, frame) },
    skeleton: create(MessageSkeletonSchema, { sections: [{ sectionId: "section:1" }] }),
    ledger: create(CitationLedgerSchema, { entries }),
    letters: [{ day: "2025-12-09", reference: "HR/2025/117" }],
  }).refused.filter(({ subjectId }) => subjectId.startsWith("frame:"));

const found = (frame: MessageInitShape<typeof MemoFrameSchema>) =>
  examined(frame).map(({ subjectId, rule }) => [
    subjectId,
    DraftRuleSchema.values.find(({ number }) => number === rule)?.localName,
  ]);

describe("what stands around the text of a letter", () => {
  it("of a memo for UWV may ask, and names no day of illness that no entry has", () => {
    const uwv = { sender: ["Noor Fictief"], employer: "Zonnewijzer B.V." };
    expect(found({ ...uwv, question: "Heeft mijn werkgever genoeg gedaan om mij te laten re-integreren?" })).toEqual(
      [],
    );
    expect(found({ ...uwv, firstDayIll: "2031-05-03" })).toEqual([["frame:first_day_ill", "DATE"]]);
    expect(found({ ...uwv, question: "Is € 9.999 genoeg?" })).toEqual([["frame:question", "SUM"]]);
  });

  // The letter of a municipality was refused for the first line of its own address, in words of a program.
  it("may be addressed to a body whose noun ends as a past tense does", () => {
    expect(found({ addressee: ["Gemeente Oosterveen", "mw. Y. Brouns", "Postbus 00", "7990 ZZ Oosterveen"] })).toEqual(
      [],
    );
    expect(found({ addressee: ["Gemeente Oosterveen heeft gelogen"] })).not.toEqual([]);
  });

  // "Afdeling schade, Noorderpolis N.V." was read as what Noorderpolis did, and a letter to an insurer came to no end.
  it("may name a department and its house on one line, and tells no act behind a comma", () => {
    expect(found({ addressee: ["Afdeling schade, Noorderpolis N.V."] })).toEqual([]);
    expect(found({ addressee: ["Afdeling schade, Noorderpolis heeft gelogen"] })).not.toEqual([]);
    expect(found({ addressee: ["Noorderpolis N.V., loog"] })).not.toEqual([]);
  });

  it("may greet, close, set a term and list what goes along", () => {
    expect(
      found({
        ...{ place: "Voorbeeldstad", date: "2025-12-15", theirReference: "HR/2025/117", signature: "Noor Fictief" },
        sender: ["Noor Fictief", "Laan 1940-1945 12", "1234 AB Voorbeeldstad"],
        addressee: ["Zonnewijzer B.V.", "t.a.v. mevrouw Y. Bedenksel", "Postbus 500"],
        ...{ salutation: "Geachte mevrouw Bedenksel,", closing: "Met vriendelijke groet," },
        ...{ subject: "Uw brief van 9 december 2025 over de cursus", term: "binnen veertien dagen" },
        enclosures: ["Plan van 2 juni 2025", "Bijlage 2: antwoord van 10 maart 2025", "Kopie van uw brief"],
      }),
    ).toEqual([]);
  });

  it.each(["Geachte heer of mevrouw,", "Geacht bestuur,", "Geacht college,", "Dear Sir or Madam,"])(
    "may greet whom the letter goes to: %s",
    (salutation) => {
      expect(found({ salutation })).toEqual([]);
    },
  );

  it.each([
    ["uiterlijk 1 februari 2026"],
    ["Vóór maandag 2 februari 2026, 17:00 uur"],
    ["14 dagen"],
    ["by 1 February 2026"],
  ])("may set the author's own term: %s", (term) => {
    expect(found({ term })).toEqual([]);
  });

  it.each<[string, MessageInitShape<typeof MemoFrameSchema>, [string, string][]]>([
    ["a sum", { closing: "In afwachting van € 5.000," }, [["frame:closing", "SUM"]]],
    ["a day", { subject: "Uw toezegging van 3 januari 2024" }, [["frame:subject", "DATE"]]],
    ["a name", { salutation: "Geachte mevrouw Verzinsel," }, [["frame:salutation", "NAME"]]],
    ["a provision", { closing: "Met beroep op artikel 7:611 BW," }, [["frame:closing", "CITATION_UNBOUND"]]],
    ["words between quotation marks", { subject: "Uw “vaste bonus”" }, [["frame:subject", "QUOTATION_NOT_IN_SOURCE"]]],
    ["an exhibit that there is not", { closing: "Zie bijlage 9." }, [["frame:closing", "EXHIBIT_NUMBER"]]],
    ["somebody's act", { closing: "U heeft de cursus toegezegd." }, [["frame:closing", "ACT_WITHOUT_ENTRY"]]],
    [
      "an act behind a term",
      { term: "binnen 14 dagen, want u heeft mij op 3 januari 2024 een cursus toegezegd" },
      [
        ["frame:term", "DATE"],
        ["frame:term", "ACT_WITHOUT_ENTRY"],
      ],
    ],
    [
      "the day of another paper beside the number of an exhibit",
      { enclosures: ["Plan", "Bijlage 1: brief van 10 maart 2025"] },
      [["frame:enclosures:2", "DATE"]],
    ],
    [
      "an act or a law where an address stands",
      { place: "Utrecht, u heeft mij € 5.000 beloofd", addressee: ["Zonnewijzer B.V.", "artikel 7:611 BW"] },
      [
        ["frame:place", "SUM"],
        ["frame:place", "ACT_WITHOUT_ENTRY"],
        ["frame:addressee:2", "CITATION_UNBOUND"],
      ],
    ],
  ])("says no %s that nothing confirmed has", (_name, frame, rules) => {
    expect(found(frame)).toEqual(rules);
  });

  it("may say what the answered letter says, in words that were cut from it", () => {
    const subject = "Uw aanvraag van 4 april 2025";
    expect(found({ subject })).toEqual([["frame:subject", "DATE"]]);
    expect(found({ subject, sources: [{ field: "subject", span: { excerpt: `Betreft: ${subject}` } }] })).toEqual([]);
  });

  it("is told where the words stand that are to be put in others", () => {
    expect(examined({ closing: "Na € 5.000 groet ik u," })).toMatchObject([
      { startChar: 3, endChar: 10, remedy: { kind: Remedy_Kind.REWORD } },
    ]);
  });
});
