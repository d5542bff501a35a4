import { describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { chunkText } from "../../src/span/chunk.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { docUid, outcomeName, resolve, sourceOf } from "./sample-source.ts";

const filler = (words: string, times: number): string =>
  Array.from({ length: times }, (_, at) => `${words} van punt ${at + 1}.`).join(" ");

/** A clause of three parts that no passage holds as a whole, and one after it. */
const contract = [
  "5. Geheimhouding",
  `5.1 De opdrachtnemer houdt alle gegevens geheim. ${filler("Dit geldt ook voor de bijlagen", 20)}`,
  `5.2 Na afloop blijft de plicht bestaan. ${filler("Zo is het ook voor de stukken", 20)}`,
  "6. Boete",
  "6.1 Bij overtreding is een boete verschuldigd.",
].join("\n\n");
const source = sourceOf(contract, { chunks: chunkText(docUid, contract) });

describe("words left out of a quote", () => {
  it("may be those between the parts of one numbered clause, whatever the passages are", () => {
    const asked = resolve(
      source,
      "De opdrachtnemer houdt alle gegevens geheim. […] Na afloop blijft de plicht bestaan.",
    );
    expect([outcomeName(asked), asked.spans.length]).toEqual(["EXACT", 2]);
    expect(source.structure.chunkAt(asked.spans[0]?.startChar ?? 0)).not.toBe(
      source.structure.chunkAt(asked.spans[1]?.startChar ?? 0),
    );
    for (const span of asked.spans) {
      expect(span.flags).toContain(SpanFlag.STITCHED);
      expect(verifySpan(source, span, sha256)).toBeUndefined();
    }
  });

  it("may not reach from one clause into another: it is told where each piece stands", () => {
    const asked = resolve(
      source,
      "De opdrachtnemer houdt alle gegevens geheim. […] Bij overtreding is een boete verschuldigd.",
    );
    expect(outcomeName(asked)).toBe("NOT_FOUND");
    expect(asked.message).toContain("stand there in this order, but too far apart to be one quote");
    const places = [...asked.message.matchAll(/(\d+)–(\d+)/g)].map(([, from, to]) =>
      contract.slice(Number(from), Number(to)),
    );
    expect(places).toEqual([
      "De opdrachtnemer houdt alle gegevens geheim.",
      "Bij overtreding is een boete verschuldigd.",
    ]);
    expect(asked.suggestions.map(({ span }) => span?.excerpt)).toEqual(places);
  });

  it("may not be more than a page of one clause", () => {
    const long = `1. Begin\n\nDe eerste zin staat hier vooraan. ${filler("En zo gaat het nog lang door", 120)} De laatste zin staat hier achteraan.`;
    const asked = resolve(sourceOf(long), "De eerste zin staat hier vooraan. […] De laatste zin staat hier achteraan.");
    expect([outcomeName(asked), /too far apart/.test(asked.message)]).toEqual(["NOT_FOUND", true]);
  });

  it("may not join what two people say", () => {
    const text = "De huur wordt betaald op de eerste.\nDe huur wordt nooit op tijd betaald.";
    const border = text.indexOf("\n");
    const segments = [
      { startChar: 0, endChar: border, voice: Voice.AUTHOR },
      { startChar: border + 1, endChar: text.length, voice: Voice.QUOTED },
    ];
    const asked = resolve(sourceOf(text, { segments }), "De huur wordt betaald […] nooit op tijd betaald.");
    expect([outcomeName(asked), /too far apart/.test(asked.message)]).toEqual(["NOT_FOUND", true]);
  });

  it("are told to stand between pieces in another order, or a piece that stands nowhere", () => {
    const turned = resolve(
      source,
      "Na afloop blijft de plicht bestaan. […] De opdrachtnemer houdt alle gegevens geheim.",
    );
    expect(turned.message).toContain("piece 2 stands only before the piece that it follows");
    const absent = resolve(
      source,
      "De opdrachtnemer houdt alle gegevens geheim. […] Na afloop vervalt de plicht geheel.",
    );
    expect([outcomeName(absent), outcomeName(turned)]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    expect(absent.message).toContain("piece 2 does not stand there");
  });
});

describe("a word of capitals broken at the end of a line", () => {
  const broken = sourceOf("Dit is de ARBEIDSOVER-\nEENKOMST van beide partijen.");
  const quote = "Dit is de ARBEIDSOVEREENKOMST van beide partijen.";

  it("is the word, and the difference is listed", () => {
    const asked = resolve(broken, quote);
    expect([outcomeName(asked), asked.spans[0]?.excerpt]).toEqual(["NORMALISED", broken.text]);
    expect(asked.spans[0]?.differences).toHaveLength(1);
    expect(verifySpan(broken, asked.spans[0] as never, sha256)).toBeUndefined();
  });

  it("keeps its hyphen where the quote has it, as before", () => {
    const asked = resolve(
      sourceOf("Wij bellen met ABN-\nAMRO over de lening."),
      "Wij bellen met ABN- AMRO over de lening.",
    );
    expect(outcomeName(asked)).toBe("NORMALISED");
    expect(
      outcomeName(resolve(sourceOf("Van A-\nB tot C gaat deze lange weg."), "Van AB tot C gaat deze lange weg.")),
    ).toBe("NOT_FOUND");
  });
});
