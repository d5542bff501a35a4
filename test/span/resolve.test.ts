import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChunkSchema, PageSchema, SegmentSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Difference_Kind, MatchKind, SpanFlag, type SpanResolution, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { outcomeName, resolve, sourceOf, unitOver } from "./sample-source.ts";

const letter =
  "Geachte mevrouw,\n\nDe werkgever heeft op 9 december toegezegd dat u per 1 januari 60% gaat werken. 😀 " +
  "De werkgever heeft dit niet schriftelijk bevestigd.\n\nMet vriendelijke groet,\nAn";

const at = (resolution: SpanResolution): number[] => resolution.spans.map((span) => span.startChar);

describe("resolveLocator, exactly", () => {
  it("gives the source's slice, its code points, its hash and what stands around it", () => {
    const [span] = resolve(sourceOf(letter), "dit niet schriftelijk").spans;
    expect(span).toMatchObject({ excerpt: "dit niet schriftelijk", matchKind: MatchKind.EXACT, differences: [] });
    expect(Array.from(letter).slice(span?.startChar, span?.endChar).join("")).toBe(span?.excerpt);
    expect(span?.excerptSha256).toBe(sha256Hex(Buffer.from("dit niet schriftelijk")));
    expect(span?.sourceDigest).toBe(sha256Hex(Buffer.from(letter)));
    expect(span?.shownBefore.endsWith("😀 De werkgever heeft ")).toBe(true);
    expect(Array.from(span?.shownBefore ?? "")).toHaveLength(64);
    expect(span?.shownAfter).toBe(" bevestigd.\n\nMet vriendelijke groet,\nAn");
  });

  it("asks back when the quote stands twice, each place with a locator that names it", () => {
    const source = sourceOf(letter);
    const asked = resolve(source, "De werkgever heeft");
    expect([outcomeName(asked), asked.placeCount, at(asked)]).toEqual(["AMBIGUOUS", 2, [18, 100]]);
    const named = asked.spans.map((span) => resolve(source, "De werkgever heeft", span.locator));
    expect(named.map((one) => [outcomeName(one), ...at(one)])).toEqual([
      ["EXACT", 18],
      ["EXACT", 100],
    ]);
  });

  it("counts overlapping occurrences", () => {
    const source = sourceOf("aaaa");
    expect(at(resolve(source, "aa"))).toEqual([0, 1, 2]);
    expect(at(resolve(source, "aa", { occurrenceIndex: 2 }))).toEqual([2]);
  });

  it("lists fifty places of many and counts them all, also where the text repeats itself", () => {
    const asked = resolve(sourceOf("ab".repeat(3_000)), "abababab");
    expect([asked.spans.length, asked.placeCount]).toEqual([50, 2_997]);
  });

  it("chooses by exact context, then by folded context", () => {
    const source = sourceOf(letter);
    expect(at(resolve(source, "De werkgever heeft", { contextAfter: " dit" }))).toEqual([100]);
    expect(at(resolve(source, "De werkgever heeft", { contextBefore: "Geachte mevrouw," }))).toEqual([18]);
  });

  it("is ambiguous when index and context contradict each other", () => {
    const asked = resolve(sourceOf(letter), "De werkgever heeft", { occurrenceIndex: 0, contextAfter: " dit" });
    expect([outcomeName(asked), asked.spans.length]).toEqual(["AMBIGUOUS", 2]);
  });

  it("says how often the quote stands when the index is out of range", () => {
    const asked = resolve(sourceOf(letter), "De werkgever heeft", { occurrenceIndex: 7 });
    expect([outcomeName(asked), asked.message]).toEqual(["NOT_FOUND", expect.stringContaining("2 times")]);
  });

  it("refuses to cut a character as readers see it", () => {
    for (const [text, quote] of [
      ["cafe\u0301 open", "cafe"],
      ["👩‍👩‍👧 thuis", "👩"],
      ["vlag 🇳🇱🇧🇪", "🇱🇧"],
    ] as const) {
      const asked = resolve(sourceOf(text), quote);
      expect([outcomeName(asked), asked.message]).toEqual(["NOT_FOUND", expect.stringContaining("inside a character")]);
    }
  });

  it("searches the named chunk only, and says when the words stand elsewhere", () => {
    const chunks = [
      create(ChunkSchema, { chunkUid: "doc#1:0", startChar: 0, endChar: 100 }),
      create(ChunkSchema, { chunkUid: "doc#1:1", startChar: 100, endChar: 160 }),
    ];
    const source = sourceOf(letter, { chunks });
    expect(at(resolve(source, "De werkgever heeft", { chunkUid: "doc#1:1" }))).toEqual([100]);
    const elsewhere = resolve(source, "Geachte mevrouw", { chunkUid: "doc#1:1" });
    expect(elsewhere.message).toContain("elsewhere in the document");
    expect(elsewhere.suggestions[0]?.span?.startChar).toBe(0);
    expect(resolve(source, "Geachte", { chunkUid: "doc#1:9" }).message).toContain("no chunk of that name");
  });

  it("finds every slice of any text again", () => {
    const texts = fc.string({
      unit: fc.constantFrom("a", "b", " ", "\n", "é", "e\u0301", "😀", "👩‍👩‍👧", "𝔘", "ﬁ", "”"),
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(texts, fc.nat(50), fc.nat(50), (text, left, right) => {
        const clusters = [...new Intl.Segmenter().segment(text)].map(({ index }) => index).concat(text.length);
        const [start, end] = [clusters[left % clusters.length]!, clusters[right % clusters.length]!].sort(
          (a, b) => a - b,
        );
        const quote = text.slice(start, end);
        if (quote.trim() === "") return;
        const asked = resolve(sourceOf(text), quote);
        expect(["EXACT", "AMBIGUOUS"]).toContain(outcomeName(asked));
        expect(at(asked)).toContain(Array.from(text.slice(0, start)).length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("resolveLocator, folding", () => {
  const typeset =
    "Art. 4. De werk-\ngever „zal” — binnen\u00a0redelijke\ngrenzen — een eﬃ\u00adciënte re-\nintegratie bevor\u00adderen…";

  it("gives the source's own characters and lists what differs", () => {
    const asked = resolve(sourceOf(typeset), 'De werkgever "zal" - binnen redelijke grenzen - een efficiënte');
    expect(outcomeName(asked)).toBe("NORMALISED");
    const [span] = asked.spans;
    expect(span?.excerpt).toBe("De werk-\ngever „zal” — binnen\u00a0redelijke\ngrenzen — een eﬃ\u00adciënte");
    expect(span?.differences.map((one) => [one.kind, one.quoteText, one.sourceText])).toEqual([
      [Difference_Kind.HYPHENATION, "", "-\n"],
      [Difference_Kind.QUOTE, '"', "„"],
      [Difference_Kind.QUOTE, '"', "”"],
      [Difference_Kind.DASH, "-", "—"],
      [Difference_Kind.WHITE_SPACE, " ", "\u00a0"],
      [Difference_Kind.WHITE_SPACE, " ", "\n"],
      [Difference_Kind.DASH, "-", "—"],
      [Difference_Kind.LIGATURE, "ffi", "ﬃ\u00ad"],
    ]);
    expect(Array.from(typeset).slice(span?.differences[0]?.sourceStart)[0]).toBe("-");
  });

  it("meets decomposed letters on either side", () => {
    const composed = "Het plan van aanpak is reïntegratie.";
    for (const [source, quote] of [
      [composed, composed.normalize("NFD")],
      [composed.normalize("NFD"), composed],
    ] as const) {
      const asked = resolve(sourceOf(source), quote);
      expect([outcomeName(asked), asked.spans[0]?.excerpt]).toEqual(["NORMALISED", source]);
      expect(asked.spans[0]?.differences.map(({ kind }) => kind)).toEqual([Difference_Kind.COMPOSITION]);
    }
  });

  const broken: readonly (readonly [
    what: string,
    text: string,
    quote: string,
    quoteText: string,
    sourceText: string,
  ])[] = [
    [
      "a hyphen and a blank for a line end",
      "Zij gaat naar de bedrijfs-\narts in Utrecht.",
      "naar de bedrijfs- arts in Utrecht",
      "- ",
      "-\n",
    ],
    [
      "a hyphen of the word for a line end",
      "Zij begint met re-\nintegratie in Utrecht.",
      "begint met re-integratie in Utrecht",
      "-",
      "-\n",
    ],
    [
      "a line end behind the word's own hyphen",
      "Zij begint met re-integratie in Utrecht.",
      "begint met re-\nintegratie in Utrecht",
      "\n",
      "",
    ],
    [
      "a line end for the blank behind a hyphen",
      "De toen- huidige regeling in Utrecht.",
      "De toen-\nhuidige regeling in Utrecht",
      "\n",
      " ",
    ],
  ];
  for (const [what, text, quote, quoteText, sourceText] of broken) {
    it(`lists ${what} as the difference that it is`, () => {
      const asked = resolve(sourceOf(text), quote);
      expect([outcomeName(asked), asked.spans[0]?.differences]).toMatchObject([
        "NORMALISED",
        [{ quoteText, sourceText }],
      ]);
    });
  }

  it("finds a word that was broken after its own hyphen", () => {
    const asked = resolve(sourceOf(typeset), "een efficiënte re-integratie bevorderen...");
    expect([outcomeName(asked), asked.spans[0]?.excerpt.endsWith("bevor\u00adderen…")]).toEqual(["NORMALISED", true]);
  });

  it("never folds short quotes, case, accents, digits or signs", () => {
    const text = "De ‘ja’ is ja. De Werkgever betaalt één keer 100 m² aan € 5, dat is 50% van § 3.";
    for (const quote of [
      "De 'ja' is",
      "De werkgever betaalt één keer",
      "De Werkgever betaalt een keer",
      "De Werkgever betaalt één keer 100 m2",
      "De Werkgever betaalt één keer 10O m²",
      "betaalt één keer 100 m² aan $ 5",
      "betaalt één keer 100 m² aan € 5, dat is 5O%",
    ]) {
      expect([quote, outcomeName(resolve(sourceOf(text), quote))]).toEqual([quote, "NOT_FOUND"]);
    }
  });

  it("does not take half a ligature", () => {
    expect(outcomeName(resolve(sourceOf("kantoor van de oﬃce manager alhier"), "fice manager alhier"))).toBe(
      "NOT_FOUND",
    );
  });

  it("puts no meaning on how the source was wrapped: every rewrapped slice is found", () => {
    const words = typeset.split(/\s+/);
    const source = sourceOf(letter);
    const folded = letter.replaceAll(/\s+/g, " ");
    fc.assert(
      fc.property(fc.nat(folded.length - 60), fc.integer({ min: 40, max: 60 }), (start, length) => {
        const quote = folded.slice(start, start + length).trim();
        if (/^\p{M}|[\ud800-\udfff]/u.test(quote)) return;
        expect(["EXACT", "NORMALISED", "AMBIGUOUS"]).toContain(
          outcomeName(resolve(source, quote.isWellFormed() ? quote : words[0]!)),
        );
      }),
    );
  });
});

describe("resolveLocator with elisions and insertions", () => {
  const law =
    "Artikel 7\nDe werkgever is niet verplicht tot betaling, tenzij de werknemer dit verzoekt.\n" +
    "Artikel 8\nDe werknemer meldt zich bij de arbodienst.";
  const units = [
    unitOver(law, law.slice(0, law.indexOf("\nArtikel 8") + 1), {
      path: "/7",
      label: "art. 7",
      element: "artikel",
      quotableStartChar: 10,
    }),
    unitOver(law, law.slice(law.indexOf("Artikel 8")), {
      path: "/8",
      label: "art. 8",
      element: "artikel",
      quotableStartChar: law.indexOf("De werknemer meldt"),
    }),
  ];
  const source = sourceOf(law, { units });

  it("finds the pieces in order within one article, as several spans that say so", () => {
    for (const mark of ["[…]", "[...]", "…", "..."]) {
      const asked = resolve(source, `De werkgever is ${mark} verplicht tot betaling`);
      expect(outcomeName(asked)).toBe("EXACT");
      expect(asked.spans.map((span) => span.excerpt)).toEqual(["De werkgever is", "verplicht tot betaling"]);
      expect(asked.spans.every((span) => span.flags.includes(SpanFlag.STITCHED))).toBe(true);
      expect(asked.spans.every((span) => span.flags.includes(SpanFlag.DROPPED_NEGATION))).toBe(true);
      expect(asked.spans.every((span) => span.address === "art. 7")).toBe(true);
    }
  });

  it("stitches nothing across articles and nothing in the wrong order", () => {
    expect(outcomeName(resolve(source, "De werkgever is […] bij de arbodienst"))).toBe("NOT_FOUND");
    expect(outcomeName(resolve(source, "verplicht tot betaling […] De werkgever is"))).toBe("NOT_FOUND");
  });

  it("asks back when the pieces can be put together in several ways", () => {
    const asked = resolve(source, "De werkgever […] de");
    expect([outcomeName(resolve(source, "De werkgever […] t")), outcomeName(asked)]).toEqual(["AMBIGUOUS", "EXACT"]);
  });

  it("treats marks at the ends as no elision", () => {
    const asked = resolve(source, "[…] is niet verplicht tot betaling […]");
    expect([outcomeName(asked), asked.spans.length, asked.spans[0]?.flags.includes(SpanFlag.STITCHED)]).toEqual([
      "EXACT",
      1,
      false,
    ]);
  });

  it("explains that an inserted word does not stand in the source", () => {
    const asked = resolve(source, "De werkgever is [dus] niet verplicht tot betaling");
    expect([outcomeName(asked), asked.message]).toEqual(["NOT_FOUND", expect.stringContaining("insertion")]);
    expect(asked.suggestions[0]?.span?.excerpt).toBe("De werkgever is niet verplicht tot betaling");
  });

  it("finds brackets that the source itself has", () => {
    expect(
      outcomeName(resolve(sourceOf("Het hof acht [verweerder] aansprakelijk."), "acht [verweerder] aansprakelijk")),
    ).toBe("EXACT");
  });
});

describe("resolveLocator on what may be quoted, and what to know", () => {
  const text = "Artikel 1\n1 De werkgever betaalt het loon.\n2 Dit lid is vervallen.\n[formule] geldt";
  const units = [
    unitOver(text, text, { path: "/1", label: "art. 1", element: "artikel", quotableStartChar: 10 }),
    unitOver(text, "1 De werkgever betaalt het loon.", {
      path: "/1/1",
      label: "lid 1",
      element: "lid",
      quotableStartChar: 12,
    }),
    unitOver(text, "2 Dit lid is vervallen.", {
      path: "/1/2",
      label: "lid 2",
      element: "lid",
      quotable: false,
      flags: ["repealed"],
    }),
  ];
  const source = sourceOf(text, { units });

  it("names the smallest unit, its address and path", () => {
    expect(resolve(source, "betaalt het loon").spans[0]).toMatchObject({ address: "art. 1 lid 1", unitPath: "/1/1" });
    const address = { address: (unit: { label: string }) => `${unit.label} van de wet`, versionDate: "2024-01-01" };
    expect(resolve(source, "betaalt het loon", {}, address).spans[0]).toMatchObject({
      address: "lid 1 van de wet",
      versionDate: "2024-01-01",
    });
  });

  it("does not quote repealed text, and says why", () => {
    const asked = resolve(source, "Dit lid is vervallen");
    expect([outcomeName(asked), asked.spans, asked.message]).toEqual([
      "NOT_FOUND",
      [],
      expect.stringContaining("repealed"),
    ]);
  });

  it("does not quote a number as words of the law, and offers what follows it", () => {
    const asked = resolve(source, "1 De werkgever betaalt");
    expect([outcomeName(asked), asked.suggestions[0]?.span?.excerpt]).toEqual(["NOT_FOUND", "De werkgever betaalt"]);
  });

  it("does not quote an editor", () => {
    const segments = [create(SegmentSchema, { startChar: 0, endChar: 20, voice: Voice.EDITOR })];
    expect(resolve(sourceOf("Samenvatting door redactie.", { segments }), "Samenvatting").message).toContain("editor");
  });

  it("prefers the place that may be quoted", () => {
    const twice = "Het is zo. Het is zo.";
    const barred = unitOver(twice, "Het is zo.", { label: "noot", quotable: false, flags: ["editorial"] });
    expect(at(resolve(sourceOf(twice, { units: [barred] }), "Het is zo."))).toEqual([11]);
  });

  it("flags borders, markers and other voices", () => {
    expect(resolve(source, "geldt").spans[0]?.flags).toEqual([]);
    const segments = [
      create(SegmentSchema, { startChar: 0, endChar: 11, voice: Voice.AUTHOR }),
      create(SegmentSchema, { startChar: 11, endChar: 39, voice: Voice.QUOTED, speaker: "An" }),
    ];
    const pages = [
      create(PageSchema, { number: 3, startChar: 0, endChar: 11 }),
      create(PageSchema, { number: 4, startChar: 11, endChar: 39 }),
    ];
    const mail = sourceOf("Ik schreef\n[afbeelding] het is klaar nu", { segments, pages });
    expect(resolve(mail, "schreef\n[afbeelding] het").spans[0]).toMatchObject({
      flags: [SpanFlag.CROSSES_BORDER, SpanFlag.CROSSES_MARKER, SpanFlag.NOT_AUTHOR],
      voice: Voice.AUTHOR,
      address: "p. 3-4",
    });
    expect(resolve(mail, "klaar").spans[0]).toMatchObject({ voice: Voice.QUOTED, speaker: "An", address: "p. 4" });
  });

  it("flags a negation or exception left out at either edge, within the sentence only", () => {
    const flagged = (sentence: string, quote: string): boolean =>
      resolve(sourceOf(sentence), quote).spans[0]?.flags.includes(SpanFlag.DROPPED_NEGATION) ?? false;
    expect(flagged("Wij gaan niet akkoord met het voorstel.", "akkoord met het voorstel")).toBe(true);
    expect(flagged("De werkgever betaalt, tenzij hij overmacht heeft.", "De werkgever betaalt")).toBe(true);
    expect(
      flagged("De werkgever betaalt het loon van art. 7 BW en de toeslagen, behoudens verval.", "De werkgever betaalt"),
    ).toBe(true);
    expect(flagged("We do not agree with it.", "agree with it")).toBe(true);
    expect(flagged("He doesn’t owe anything.", "owe anything")).toBe(true);
    expect(flagged("Dat is niet zo. De werkgever betaalt.", "De werkgever betaalt")).toBe(false);
    expect(flagged("De werkgever betaalt. Dat is niet zo.", "De werkgever betaalt.")).toBe(false);
    expect(flagged("De werkgever betaalt niet.", "De werkgever betaalt niet")).toBe(false);
    expect(flagged("De notarisniet betaalt.", "betaalt")).toBe(false);
  });
});

describe("resolveLocator on locators that can mean nothing", () => {
  for (const [why, quote, rest] of [
    ["an empty quote", "", {}],
    ["white space alone", " \n", {}],
    ["half of a surrogate pair", "a\ud83d", {}],
    ["half of a pair in a context", "a", { contextAfter: "\ude00" }],
    ["a quote of more than 8,000 characters", "a".repeat(8_001), {}],
    ["another document", "a", { docUid: "other" }],
  ] as const) {
    it(`refuses ${why}`, () => {
      expect(() => resolve(sourceOf("a"), quote, rest)).toThrowError(
        expect.objectContaining({ reason: "LOCATOR_INVALID" }),
      );
    });
  }
});
