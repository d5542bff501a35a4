import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatementEvidenceSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { Validity_State, ValiditySchema, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { escapeMarkdown } from "../../src/export/escape.ts";
import { renderMarkdown } from "../../src/export/markdown.ts";
import { hostile } from "./hostile.ts";
import { memoFixture } from "./memo-fixture.ts";

describe("a memo as Markdown", () => {
  it.each(["nl", "en"])("reads like this in %s", async (locale) => {
    await expect(renderMarkdown(memoFixture(locale))).toMatchFileSnapshot(`memo-${locale}.golden.md`);
  });

  it("is the same bytes for the same memo", () => {
    expect(renderMarkdown(memoFixture())).toBe(renderMarkdown(memoFixture()));
  });

  it("numbers notes in order, one per reference mark, each defined once", () => {
    const text = renderMarkdown(memoFixture());
    const marks = [...text.matchAll(/\[\^(\d+)\](?!:)/g)].map((match) => Number(match[1]));
    const notes = [...text.matchAll(/^\[\^(\d+)\]: /gm)].map((match) => Number(match[1]));
    expect(marks).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(notes).toEqual(marks);
  });

  describe("whose words a quote is", () => {
    const noteWith = (locale: string, said: { voice: Voice; speaker?: string; segmentDateText?: string }) => {
      const { ledger, ...rest } = memoFixture(locale);
      const entries = ledger.entries.map((entry) =>
        entry.entryId === "entry:letter" ? { ...entry, span: { ...entry.span!, ...said } } : entry,
      );
      const text = renderMarkdown({ ...rest, ledger: create(CitationLedgerSchema, { ...ledger, entries }) });
      return /^\[\^1\]: (.*)$/m.exec(text)?.[1];
    };
    const bram = { speaker: "Bram Verzonnen <bram@example.org>", segmentDateText: "op 12 juni\n2025 om 9:00" };

    it("stands in its note where a message quotes or forwards somebody else", () => {
      expect(noteWith("nl", { voice: Voice.QUOTED, ...bram })).toBe(
        "Productie 1, e-mail van Iris Denkbeeld d.d. 9 december 2025, daarin aangehaalde woorden van Bram Verzonnen van “op 12 juni 2025 om 9:00”.",
      );
      expect(noteWith("en", { voice: Voice.FORWARDED, ...bram })).toBe(
        "Exhibit 1, e-mail by Iris Denkbeeld dated 9 December 2025, words of Bram Verzonnen of “op 12 juni 2025 om 9:00”, forwarded in it.",
      );
    });

    it("is said with the day of a chat's message, which its file decides", () => {
      const said = { voice: Voice.QUOTED, speaker: "Fenna", segmentDateText: "2026-11-03 09:32:45" };
      expect(noteWith("nl", said)).toContain("daarin aangehaalde woorden van Fenna van 3 november 2026 om 09:32.");
      expect(noteWith("en", { ...said, segmentDateText: "2026-11-03 09:32 UTC" })).toContain(
        "words of Fenna of 3 November 2026 at 09:32 UTC, quoted in it.",
      );
    });

    it("is whole that of a message of a chat, which is named by its place, its sender and its time", () => {
      const message = { voice: Voice.QUOTED, speaker: "Fenna", segmentDateText: "2026-11-03 09:32:45" };
      const said = { ...message, address: "message 2", unitPath: "/message[2]" };
      expect(noteWith("nl", said)).toContain(", bericht 2 van Fenna, 3 november 2026 om 09:32.");
      expect(noteWith("en", said)).toContain(", message 2 by Fenna, 3 November 2026 at 09:32.");
    });

    it("is somebody else's even when the source does not say whose", () => {
      expect(noteWith("nl", { voice: Voice.QUOTED })).toContain("daarin aangehaalde woorden van een ander.");
    });

    it("is a party's, not the court's, where a ruling renders a position", () => {
      expect(noteWith("nl", { voice: Voice.PARTY })).toContain("standpunt van een partij");
    });

    it.each([Voice.AUTHOR, Voice.STATUTE, Voice.COURT, Voice.UNSPECIFIED])("needs no word for voice %i", (voice) => {
      expect(noteWith("nl", { voice, ...bram })).toBe("Productie 1, e-mail van Iris Denkbeeld d.d. 9 december 2025.");
    });
  });

  it("tells what the author stated and confirmed, where the sentence says less", () => {
    const memo = memoFixture();
    const own = memo.ledger.entries.find(({ entryId }) => entryId === "entry:own")!;
    own.evidence!.evidence = {
      case: "statement",
      value: create(StatementEvidenceSchema, { text: "Ik heb in maart opgezegd." }),
    };
    expect(renderMarkdown(memo)).toContain("[^6]: Eigen verklaring van de auteur: “Ik heb in maart opgezegd.”");
  });

  it("numbers exhibits by first reference and points repeated sources to their first note", () => {
    const text = renderMarkdown(memoFixture());
    expect(text).toContain("[^1]: Productie 1, e-mail van Iris Denkbeeld d.d. 9 december 2025.");
    expect(text).toContain("[^2]: Productie 2, Arbeidsovereenkomst, artikel 12.");
    expect(text).toContain("[^3]: Productie 1 (zie noot 1): “Er is nooit een toezegging gedaan.”");
    expect(text).toContain("[^8]: Art. 7:611 BW (zie noot 7)");
  });

  it("cites law with the date of its version, in full style when it is handed one", () => {
    const full = renderMarkdown({ ...memoFixture(), fullCitation: () => "artikel 7:611 BW" });
    expect(renderMarkdown(memoFixture())).toContain("Art. 7:611 BW (versie geldend vanaf 1 juli 2023)");
    expect(full).toContain("Artikel 7:611 BW (versie geldend vanaf 1 juli 2023)");
    expect(full).not.toContain("rt. 7:611 BW");
  });

  it("says of a consolidated text of the Union that it is not authentic, in the language of the memo, and of no other law", () => {
    const noted = (locale: string, consolidated: boolean) => {
      const memo = memoFixture(locale);
      const law = memo.ledger.entries.flatMap(({ evidence }) =>
        evidence?.evidence.case === "law" ? [evidence.evidence.value] : [],
      )[0];
      if (law)
        law.validity = create(ValiditySchema, {
          state: Validity_State.UNKNOWN,
          on: "2025-12-15",
          from: "2023-07-01",
          consolidated,
        });
      return renderMarkdown(memo);
    };
    expect(noted("nl", true)).toContain("nog geldt is niet bekend; geconsolideerde tekst, niet authentiek: ");
    expect(noted("en", true)).toContain("is not known; consolidated text, not authentic: ");
    expect(noted("nl", false)).not.toContain("authentiek");
  });

  it("says of an act of which nobody says from when it applies on what day it was made, and vouches for nothing", () => {
    const memo = memoFixture();
    const law = memo.ledger.entries.flatMap(({ evidence }) =>
      evidence?.evidence.case === "law" ? [evidence.evidence.value] : [],
    )[0];
    const facts = { state: Validity_State.UNKNOWN, on: "2025-12-15", from: "2023-07-01", fromDocumentDate: true };
    if (law) law.validity = create(ValiditySchema, facts);
    expect(renderMarkdown(memo)).toContain(
      "(gedaan op 1 juli 2023; vanaf wanneer zij geldt, en of zij op 15 december 2025 geldt, is niet bekend)",
    );
  });

  it("names in its provenance of each note the place, the source and the receipt, and keeps them out of the notes", () => {
    const { ledger, ...rest } = memoFixture("en");
    const entries = ledger.entries.map((entry) => ({
      ...entry,
      toolResultId:
        entry.entryId === "entry:law" ? "toolres:law" : entry.entryId === "entry:letter" ? "toolres:letter" : "",
    }));
    const memo = { ...rest, ledger: create(CitationLedgerSchema, { ...ledger, entries }) };
    const receipts = new Map([
      ["toolres:law", "receipt:01LAW"],
      ["toolres:letter", "receipt:01LETTER"],
      ["toolres:other", "receipt:01OTHER"],
    ]);
    const text = renderMarkdown({ ...memo, receipts });
    expect(text.match(/^\| \d+ \| .*$/gm)?.slice(2)).toEqual([
      "| 1 | characters 40–74 | 0a0a | receipt:01LETTER |",
      "| 3 | characters 40–74 | 0a0a | receipt:01LETTER |",
      "| 4 | characters 90–104 |  |  |",
      "| 5 | “reden” in 7 documenten |  |  |",
      "| 7 | characters 10–30 |  | receipt:01LAW |",
      "| 8 | characters 10–30 |  | receipt:01LAW |",
    ]);
    expect(renderMarkdown(memo)).not.toContain("receipt:");
  });

  it("says of itself that it is not final", () => {
    expect(renderMarkdown({ ...memoFixture(), finalised: false })).toContain("**CONCEPT: nog niet vastgesteld.**");
    expect(renderMarkdown(memoFixture())).not.toContain("CONCEPT");
  });

  it("refuses a draft that cites what its ledger does not have", () => {
    const broken = { ...memoFixture(), ledger: create(CitationLedgerSchema, {}) };
    expect(() => renderMarkdown(broken)).toThrow(
      /the draft cites entry:letter, which its list of citations does not have/,
    );
  });
});

/** The text without its code spans, in which nothing is read. */
const outsideCode = (markdown: string): string => markdown.replace(/`[^`\n]*`/gu, "");

describe("hostile evidence in Markdown", () => {
  it("never becomes HTML, a link, an image, a block of its own or a note", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped).not.toMatch(/[<>\n\r]/u);
        const rest = outsideCode(escaped);
        expect(rest).not.toMatch(/:\/\/|www\.|@/iu);
        expect(rest).not.toMatch(/(?<!\\)(?:\\\\)*[[\]`*_|]/u);
        expect(rest).not.toMatch(/^(?:[#+\-=:!]|\d{1,9}[.)])/u);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves the number of blocks, notes and table cells of a memo as it is", () => {
    const shape = (text: string) => ({
      blocks: text.split("\n\n").length,
      notes: text.match(/^\[\^\d+\]: /gm)?.length,
      headings: text.match(/^#/gm)?.length,
    });
    const plain = shape(renderMarkdown(memoFixture()));
    fc.assert(
      fc.property(hostile, (text) => {
        const memo = memoFixture("nl", text);
        expect(shape(renderMarkdown(memo))).toEqual(plain);
        expect(outsideCode(renderMarkdown(memo))).not.toContain("<");
      }),
    );
  });

  it("still shows the same words", () => {
    expect(escapeMarkdown("50% van € 1.000 (één) – “ja”, zie art. 7:611 BW")).toBe(
      "50% van € 1.000 (één) – “ja”, zie art. 7:611 BW",
    );
    expect(escapeMarkdown("zie https://evil.example/x_y nu")).toBe("zie `https://evil.example/x_y` nu");
    // They held the full stop and the closing quotation mark of a sentence that ends in an address.
    expect(escapeMarkdown("“Mail aan leden@club.example.” Of “www.club.example”!")).toBe(
      "“Mail aan `leden@club.example`.” Of “`www.club.example`”!",
    );
    expect(escapeMarkdown("1. eerste")).toBe("1\\. eerste");
    expect(escapeMarkdown("a\u202eb")).toBe("a\\[U+202E\\]b");
  });
});
