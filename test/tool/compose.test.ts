import { create, type DescField, type DescMessage, type MessageInitShape, ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { compose } from "../../src/tool/compose.ts";
import { paramsMessage } from "../../src/tool/define-tool.ts";
import { bitsOfSequence, bitsOfWords, offerOf } from "../../src/tool/offer.ts";
import { serviceOf } from "../../src/tool/service.ts";
import { allTools } from "../../src/tool/tools.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;
const paramsOf = (params: Params) =>
  create(ToolRequestParamsSchema, { params } as MessageInitShape<typeof ToolRequestParamsSchema>);
const search = (query: string) => paramsOf({ case: "lawbotSearch", value: { query } });
const cite = (...citations: string[]) => paramsOf({ case: "lawbotResolveCitations", value: { citations } });
const spans = (locator: object, query = "") =>
  paramsOf({ case: "lawbotGetSpans", value: { queries: [{ locator, query }] } });

const docUid = "BWBR0005290@2012-10-01";
const article =
  "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.";
const offer = offerOf({
  profile: [],
  persons: ["Mijn werkgever trekt de thuiswerkdag in; ik wil mij op goed werkgeverschap beroepen."],
  law: [article, "Artikel 611"],
  ids: [docUid, `${docUid}#1:7`],
  register: shippedNames(),
});

const queryOf = ({ params }: ToolRequestParams): string => (params.case === "lawbotSearch" ? params.value.query : "");
const mail = "Ik heb met mijn huisarts gesproken over burn-out en Karin van personeelszaken zei dat het blijft";
const rot13 = (text: string) =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

describe("a query of the model", () => {
  it("leaves as a sorted set of words that are offered, and says what it lost", () => {
    const { params, leftOut, held } = compose(search("thuiswerkdag van Karin: goed werkgever, goed werknemer?"), offer);
    expect(queryOf(params)).toBe("goed thuiswerkdag van werkgever werknemer");
    expect(leftOut).toEqual(["karin"]);
    expect(held).toBeUndefined();
  });

  // Bakker and Visser are words of law too, and who types an intent names whom it is about.
  it("has no name of the run's people and no number, whoever typed, gave or publishes it", () => {
    const sources = {
      ...{ profile: [], ids: [], register: shippedNames(), published: { words: ["bakker", "loon", "visser"] } },
      persons: ["Mevrouw Bakker hield 1250 euro loon in."],
      law: ["Artikel 611: het loon van Ank Oltmans"],
    };
    const people = ["Ria Bakker", "A. Oltmans <ank.oltmans@gemeente.example>", "j.visser@visserij.example"];
    const { params, leftOut } = compose(
      search("bakker bakkers visser oltmans 1250 611 loon"),
      offerOf({ ...sources, people }),
    );
    expect(queryOf(params)).toBe("loon");
    expect(leftOut).toEqual(["bakker", "bakkers", "visser", "oltmans", "1250", "611"]);
    expect(queryOf(compose(search("bakker visser loon"), offerOf(sources)).params)).toBe("bakker visser loon");
  });

  // A question of article 7:611 was held for a person, as its number was a number of the case.
  it("has the number of an article that a person cites, and no other", () => {
    const persons = ["U schendt artikel 7:611 BW, en hield 1250 euro in."];
    const sources = { persons, profile: [], ids: [], register: shippedNames(), law: [] };
    const { params, leftOut } = compose(search("artikel 7:611 1250"), offerOf(sources));
    expect(queryOf(params)).toContain("611");
    expect(leftOut).toContain("1250");
  });

  it("leaves in the offered form of a word, whichever form the model wrote", () => {
    expect(queryOf(compose(search("thuiswerkdagen"), offer).params)).toBe("thuiswerkdag");
  });

  it("is at most eight words, the longest", () => {
    const { params, leftOut } = compose(search(`${article} thuiswerkdag`), offer);
    expect(queryOf(params).split(" ")).toHaveLength(8);
    expect(queryOf(params)).toContain("thuiswerkdag");
    expect(leftOut.length).toBeGreaterThan(0);
  });

  it("asks for nothing that the model took out", () => {
    expect(queryOf(compose(search("werkgever -werknemer"), offer).params)).toBe("werkgever");
  });

  it.each([
    ["ROT13", rot13("huisarts burnout personeelszaken")],
    ["hex", Buffer.from(mail).toString("hex")],
    [
      "hex in syllables",
      Buffer.from(mail)
        .toString("hex")
        .replaceAll(/(.{6})/gu, "$1 "),
    ],
    ["base64", Buffer.from(mail).toString("base64")],
    ["doubled letters", "hhuisarts bburnout kkarin"],
    ["words that nobody offered", "huisarts burnout personeelszaken"],
    ["zero width", "h\u200bu\u200bi\u200bs\u200ba\u200br\u200bt\u200bs"],
  ])("of nothing but %s waits for a person, as it was written", (_how, query) => {
    const asked = search(query);
    const { held, params, bits } = compose(asked, offer);
    expect({ held, query: queryOf(params) }).toEqual({ held: "nothing-left", query: "" });
    expect(bits).toBeGreaterThan(0);
    expect(queryOf(asked)).toBe(query);
  });

  it("says the same whatever is joined to it from the case", () => {
    const honest = compose(search("goed werkgever"), offer).params;
    const joined = compose(search("goed huisarts burn-out Karin personeelszaken werkgever"), offer).params;
    expect(queryOf(joined)).toBe(queryOf(honest));
  });

  it("is the same for every order and repetition of the same words", () => {
    const words = fc.array(fc.constantFrom("goed", "werkgever", "thuiswerkdag", "verplicht", "karin"), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, (some) => {
        const once = compose(search([...new Set(some)].toSorted().join(" ")), offer);
        expect(queryOf(compose(search(some.join(" ")), offer).params)).toBe(queryOf(once.params));
      }),
    );
  });
});

describe("a citation of the model", () => {
  const citationsOf = ({ params }: ToolRequestParams) =>
    params.case === "lawbotResolveCitations" ? params.value.citations : [];

  it("leaves as its parse is written", () => {
    const { params, held } = compose(
      cite("Artikel 7:611 van het Burgerlijk Wetboek", "artikel 6:248, tweede lid, BW"),
      offer,
    );
    expect(citationsOf(params)).toEqual(["art. 7:611 BW", "art. 6:248 lid 2 BW"]);
    expect(held).toBeUndefined();
  });

  it.each([
    "art. 7:611 van de Huisarts-burn-outwet",
    "Karin zei dat het blijft",
    "art. 7:611 BW en Karin, art. 7:613 BW",
    "artikel 5 van de arbeidsovereenkomst",
    "ECLI:NL:HR:2020:JANSENISZIEK",
  ])("is left out where it could say something else: %s", (citation) => {
    const { params, held, leftOut } = compose(cite(citation), offer);
    expect({ sent: citationsOf(params), held, leftOut }).toEqual({
      sent: [],
      held: "nothing-left",
      leftOut: [citation],
    });
  });

  it("carries no word of its own behind what is read", () => {
    const { params } = compose(cite("art. 7:611 BW Karin is ziek", "art. 7:613 BW"), offer);
    expect(citationsOf(params)).toEqual(["art. 7:611 BW", "art. 7:613 BW"]);
  });
});

describe("an id or a quote of the model", () => {
  const smuggled = `${mail.replaceAll(" ", "_").slice(0, 60)}@2023-07-01`;

  it.each([
    ["a document", { docUid: smuggled }, "id"],
    ["a document of a form that parses", { docUid: "BWBR0001234@2020-01-01" }, "id"],
    ["a chunk", { docUid, chunkUid: mail }, "id"],
    ["a quote", { docUid, exactQuote: mail }, "quote"],
    ["a context", { docUid, exactQuote: "goed werkgever", contextBefore: mail }, "quote"],
    ["a quote in other words", { docUid, exactQuote: "een goed werknemer en een goed werkgever" }, "quote"],
  ])("waits for a person where %s is not LawBot's own", (_what, locator, held) => {
    expect(compose(spans(locator), offer).held).toBe(held);
  });

  it("leaves where LawBot gave it, without rank, place and digest", () => {
    const locator = {
      ...{ docUid, chunkUid: `${docUid}#1:7`, exactQuote: "als een goed werkgever", contextBefore: "zich" },
      ...{ occurrenceIndex: 4_000_000_000, sourceDigest: "ab".repeat(32) },
    };
    const { params, held } = compose(spans(locator, "goed werkgever huisarts"), offer);
    expect(held).toBeUndefined();
    const [sent] = params.params.case === "lawbotGetSpans" ? params.params.value.queries : [];
    expect(sent).toMatchObject({
      query: "goed werkgever",
      locator: { docUid, chunkUid: locator.chunkUid, exactQuote: locator.exactQuote, contextBefore: "zich" },
    });
    expect(sent?.locator).toMatchObject({ sourceDigest: "" });
    expect(sent?.locator?.occurrenceIndex).toBeUndefined();
  });

  it("leaves without a day and a limit of the model's", () => {
    const value = { query: "werkgever", inForceOn: "1987-06-05", limit: 17 };
    const { params } = compose(paramsOf({ case: "lawbotSearch", value }), offer);
    expect(params.params.value).toMatchObject({ query: "werkgever", inForceOn: "", limit: 0 });
  });
});

/** A message with every scalar set to what says something, lists with two items, of a oneof the member of that rank. */
const filled = (desc: DescMessage, rank: number): object => {
  const value = (field: DescField): unknown => {
    if (field.message) return filled(field.message, rank);
    if (field.scalar === ScalarType.UINT32) return 77;
    return field.enum ? 1 : `geheim ${field.name}`;
  };
  return Object.fromEntries(
    desc.fields
      .filter((field) => !field.oneof || field.oneof.fields.at(rank) === field)
      .map((field) => {
        if (field.fieldKind === "list") return [field.localName, [value(field), value(field)]];
        return field.oneof
          ? [field.oneof.localName, { case: field.localName, value: value(field) }]
          : [field.localName, value(field)];
      }),
  );
};

/** Every scalar that is set, by its path in the descriptors. */
function* scalarsIn(message: ReturnType<typeof reflect>, before = ""): Generator<{ path: string; value: unknown }> {
  for (const field of message.desc.fields.filter((each) => message.isSet(each))) {
    const path = `${before}${field.name}`;
    const value: unknown = message.get(field);
    const items = field.fieldKind === "list" ? [...(value as Iterable<unknown>)] : [value];
    for (const item of items)
      if (field.message) yield* scalarsIn(item as ReturnType<typeof reflect>, `${path}.`);
      else yield { path, value: item };
  }
}

describe("every field of every tool of LawBot", () => {
  const lawTools = allTools.filter(({ spec }) => serviceOf(spec.name) === "lawbot");
  const nobody = offerOf({ persons: [], law: [], profile: [], ids: [], register: shippedNames() });
  const shapes = lawTools.flatMap((tool) => [0, 1, 2, 3, 4].map((rank) => ({ name: tool.spec.name, tool, rank })));

  it.each(shapes)(
    "is emptied or stops the request, where nobody offered what it holds ($name, $rank)",
    ({ tool, rank }) => {
      const asked = paramsOf({ case: tool.member, value: filled(paramsMessage(tool.member), rank) } as Params);
      const { params, held } = compose(asked, nobody);
      expect(held).toBeDefined();
      const left = [...scalarsIn(reflect(paramsMessage(tool.member), params.params.value as never))];
      const stops = /(?:doc_uid|chunk_uid|exact_quote|context_before|context_after)$/u;
      expect(left.filter(({ path }) => !stops.test(path))).toEqual([]);
    },
  );

  it("is empty where a definition has no word for it", () => {
    expect(lawTools).toHaveLength(6);
    for (const tool of allTools.filter((one) => !lawTools.includes(one))) {
      const asked = paramsOf({ case: tool.member, value: filled(paramsMessage(tool.member), 0) } as Params);
      expect(compose(asked, nobody)).toEqual({ params: asked, leftOut: [], bits: 0, held: undefined, asked: [] });
    }
  });
});

describe("what a choice can tell", () => {
  it("is the logarithm of how many sets of so many words there are, and how many they are", () => {
    expect(bitsOfWords(4, 2, 7)).toBeCloseTo(3 + Math.log2(6));
    expect(bitsOfWords(4, 4, 7)).toBeCloseTo(3);
    expect(bitsOfSequence(1024, 3, 7)).toBeCloseTo(3 + 30);
  });

  it("is no less in all than the logarithm of all that can be chosen, so that a sum bounds what was told", () => {
    for (const bitsOf of [bitsOfWords, bitsOfSequence]) {
      const ways = { [bitsOfWords.name]: [1, 6, 15, 20], [bitsOfSequence.name]: [1, 6, 36, 216] }[bitsOf.name]!;
      // Kraft: the shares of all choices come to at most one.
      const shares = ways.map((count, chosen) => count * 2 ** -bitsOf(6, chosen, 3));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("grows with what leaves of a text, and not with what is left out of it; a call alone counts too", () => {
    expect(compose(search("goed werkgever"), offer).bits).toBeGreaterThan(compose(search("goed"), offer).bits);
    expect(compose(search("goed zzhuisarts qqkarin werkgever"), offer).bits).toBe(
      compose(search("goed werkgever"), offer).bits,
    );
    expect(compose(search("goed"), offer).bits).toBeGreaterThan(Math.log2(offer.wordCount) + 2);
  });
});
