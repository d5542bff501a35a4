import { createHash } from "node:crypto";
import { create, type DescField, type DescMessage, type MessageInitShape, ScalarType } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport, type Transport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { ToolRequestParamsSchema, ToolRequestSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { compose } from "../../src/tool/compose.ts";
import { paramsMessage } from "../../src/tool/define-tool.ts";
import { offerOf } from "../../src/tool/offer.ts";
import { serviceOf } from "../../src/tool/service.ts";
import { allTools } from "../../src/tool/tools.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { createLawVocabulary } from "../../src/upstream/lawbot/vocabulary.ts";

/** A LawBot that keeps what it is sent, and answers nothing. */
const listening = () => {
  const heard: unknown[] = [];
  const unary = (_method: unknown, _signal: unknown, _timeout: unknown, _header: unknown, input: unknown) => {
    heard.push(input);
    return Promise.reject(new ConnectError("away", Code.Unavailable));
  };
  return { heard, lawbot: { unary, stream: unary } as unknown as Transport };
};

/** What the form of some fields must be for the adapter to send them; everything else is a text of its own. */
const formed = (toolName: string): Readonly<Record<string, string>> => ({
  doc_uid: toolName.includes("case_") ? "ECLI:NL:HR:2020:16" : "BWBR0005290@2012-10-01",
  in_force_on: "2011-02-03",
  kinds: "MESSAGE",
});

/**
 * A message with every field set, except those left out: lists hold two items, so that a second one is not forgotten, and
 * of a oneof the member of that rank is set.
 */
const filled = (
  desc: DescMessage,
  form: Readonly<Record<string, string>>,
  without: readonly string[],
  rank = 0,
): object => {
  const value = (field: DescField, count: number): unknown => {
    if (field.message) return filled(field.message, form, without, rank);
    if (field.scalar === ScalarType.UINT32) return 4;
    return form[field.name] ?? `${field.localName} woord ${count}`;
  };
  const chosen = (field: DescField) => field.oneof === undefined || field.oneof.fields.at(rank) === field;
  return Object.fromEntries(
    desc.fields
      .filter((field) => !without.includes(field.name) && chosen(field))
      .map((field) => {
        if (field.fieldKind === "list") return [field.localName, [value(field, 1), value(field, 2)]];
        if (!field.oneof) return [field.localName, value(field, 0)];
        return [field.oneof.localName, { case: field.localName, value: value(field, 0) }];
      }),
  );
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, below]) => (name.startsWith("$") ? [] : textsIn(below)))
    : [];
};

const lawTools = allTools.filter(({ spec }) => serviceOf(spec.name) === "lawbot");

/** As if LawBot had given every id and text that `filled` makes up, and nobody a word. */
const given = offerOf({
  profile: [],
  persons: [],
  law: ["exactQuote", "contextBefore", "contextAfter"].map((name) => `${name} woord 0`),
  ids: ["BWBR0005290@2012-10-01", "ECLI:NL:HR:2020:16", "chunkUid woord 0"],
  register: shippedNames(),
});

describe("what LawBot hears of a composed request in which every field was set", () => {
  // Beside a quote a query is not sent, so each is sent once without the other.
  const shapes = lawTools
    .filter(({ spec }) => spec.name.endsWith("get_spans"))
    .flatMap((tool) =>
      [[], ["query"], ["exact_quote"]].flatMap((without) =>
        [0, 1, 2, 3, 4].map((rank) => ({ name: tool.spec.name, tool, without, rank })),
      ),
    );

  it.each(shapes)(
    "is what was given, and no text more ($name without $without, $rank)",
    async ({ name, tool, without, rank }) => {
      const value = filled(paramsMessage(tool.member), formed(name), without, rank);
      const params = { case: tool.member, value } as MessageInitShape<typeof ToolRequestParamsSchema>["params"];
      const composed = compose(create(ToolRequestParamsSchema, { params } as never), given).params;
      const request = create(ToolRequestSchema, { id: "toolreq:1", toolName: name, params: composed });
      const { heard, lawbot } = listening();
      const run = { request, strandId: "strand-of-the-case", referenceDate: "2025-12-09" };
      await createToolExecutor({ lawbot }).run({ ...run, signal: new AbortController().signal });
      const sent = textsIn(heard).filter((text) => text !== "");
      const own = [
        "woord",
        ...given.ids,
        ...["exactQuote", "contextBefore", "contextAfter"].map((one) => `${one} woord 0`),
      ];
      expect(sent.filter((text) => ![...own, "2025-12-09"].includes(text))).toEqual([]);
    },
  );
});

describe("a LawBot of another machine", () => {
  const asked = create(ToolRequestSchema, {
    id: "toolreq:1",
    toolName: "lawbot.search",
    params: { params: { case: "lawbotSearch", value: { query: "goed werkgever" } } },
  });
  const signal = new AbortController().signal;
  const remoteLawbot = "https://law.example.com";

  it("hears nothing of a run whose profile does not name it, whoever asks", async () => {
    for (const named of [{}, { remoteLawbot: "" }, { remoteLawbot: "https://law.example.org" }]) {
      const { heard, lawbot } = listening();
      const run = { request: asked, strandId: "s", referenceDate: "2025-12-09", signal, ...named };
      const outcome = await createToolExecutor({ lawbot, remoteLawbot }).run(run);
      expect(outcome).toMatchObject({ status: "ERROR" });
      expect(outcome.reason).toContain("remote_lawbot");
      expect(heard).toEqual([]);
    }
  });

  it("is asked by a run whose profile names it", async () => {
    const { heard, lawbot } = listening();
    const run = { request: asked, strandId: "s", referenceDate: "2025-12-09", signal, remoteLawbot };
    await createToolExecutor({ lawbot, remoteLawbot }).run(run);
    expect(textsIn(heard)).toContain("goed werkgever");
  });
});

describe("the words that the LawBot of another machine publishes", () => {
  const sound = (words: readonly string[]) => ({
    words: [...words],
    wordCount: words.length,
    digest: createHash("sha256")
      .update(words.map((word) => `${word}\n`).join(""))
      .digest("hex"),
  });
  const serving = (vocabulary: object | undefined) => {
    const heard: string[] = [];
    const lawbot = createRouterTransport((router) =>
      router.service(LawsService, {
        getVocabulary: ({ knownDigest }) => {
          heard.push(knownDigest);
          return vocabulary ? { vocabulary } : Promise.reject(new ConnectError("away", Code.Unavailable));
        },
      }),
    );
    let now = 0;
    const ofLaw = new Set(["goed", "loon", "werkgever", "werknemer"]);
    return { heard, source: createLawVocabulary(lawbot, () => now, ofLaw), wait: (ms: number) => (now += ms) };
  };
  const never = new AbortController().signal;

  it("are fetched once for all runs, and then asked about by their digest alone", async () => {
    const told = sound(["goed", "werkgever"]);
    const { source, heard, wait } = serving(told);
    expect((await source.read(never))?.words).toEqual(["goed", "werkgever"]);
    await source.read(never);
    wait(601_000);
    expect((await source.read(never))?.digest).toBe(told.digest);
    expect(heard).toEqual(["", told.digest]);
  });

  it("are offered where the program knows them for words of law, and asked about by the list that was published", async () => {
    const { source, heard, wait } = serving(sound(["depressie", "goed", "oltmans", "werkgever"]));
    const { words, digest } = (await source.read(never)) ?? {};
    expect({ words, digest }).toEqual({ words: ["goed", "werkgever"], digest: sound(["goed", "werkgever"]).digest });
    wait(601_000);
    await source.read(never);
    expect(heard[1]).toBe(sound(["depressie", "goed", "oltmans", "werkgever"]).digest);
    expect(await serving(sound(["depressie", "oltmans"])).source.read(never)).toBeUndefined();
  });

  it.each([
    ["a digest of other words", { ...sound(["goed", "werkgever"]), words: ["goed", "werknemer"] }],
    ["an order that says more", sound(["werkgever", "goed"])],
    ["a word twice", sound(["goed", "goed"])],
    ["more than one word in a word", sound(["goed werkgever"])],
    ["more words than may be", sound(Array.from({ length: 60_001 }, (_, i) => lettersOf(i)).toSorted())],
    ["nothing", sound([])],
    ["no answer", undefined],
  ])("are not taken with %s", async (_what, vocabulary) => {
    expect(await serving(vocabulary).source.read(never)).toBeUndefined();
  });
});

const lettersOf = (number: number): string =>
  [...String(number).padStart(6, "0")].map((digit) => "abcdefghij"[Number(digit)]).join("");
