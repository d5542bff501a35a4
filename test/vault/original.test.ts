import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QuotedOriginal_Evidence as Evidence, MatchKind, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

type Message = ReturnType<typeof letter>;

/** A message of one day of December; `names` are the days of the messages that its headers name. */
const letter = (day: number, from: string, subject: string, body: string, names: readonly number[] = []) => {
  const ids = names.map((name) => `<${name}@x>`);
  return mail(
    {
      From: from,
      To: "all@example.org",
      Date: `${day} Dec 2025 10:00:00 +0100`,
      Subject: subject,
      "Message-ID": `<${day}@x>`,
      ...(ids.length === 0 ? {} : { "In-Reply-To": ids.at(-1) as string, References: ids.join(" ") }),
    },
    body,
  );
};

const ank = "Ank Baas <ank@example.org>";
const jan = "Jan Smit <jan@example.org>";
const promise = "Wij zeggen u hierbij toe dat het loon\nmet ingang van 1 januari wordt doorbetaald.";
const quotedPromise = "Wij zeggen u hierbij toe dat het loon met ingang van 1 januari wordt doorbetaald.";
const first = letter(1, ank, "Loon", `Beste Jan,\n\n${promise}\n\nAnk`);
const asQuoted = promise.replaceAll(/^/gm, "> ");
const reply = letter(2, jan, "Re: Loon", `Dank.\n\nOp 1 dec. 2025 om 10:00 schreef ${ank}:\n\n${asQuoted}\n`, [1]);
const second = letter(
  3,
  ank,
  "Re: Loon",
  `Graag gedaan.\n\nOp 2 dec. 2025 schreef ${jan}:\n> Dank.\n>\n> Op 1 dec. 2025 om 10:00 schreef ${ank}:\n>\n${promise.replaceAll(/^/gm, "> > ")}\n`,
  [1, 2],
);

const opened = async (messages: readonly Message[]) => {
  const made = await openTestVault();
  await importAll(
    made.vault,
    messages.map((bytes) => file(`${sha256Hex(bytes)}.eml`, bytes)),
  );
  return made;
};

/** Where the words, quoted in one message, are said to come from. */
const originalsOf = async (messages: readonly Message[], quoting: Message, exactQuote = quotedPromise) => {
  const { spans, docs } = await opened(messages);
  const docUid = sha256Hex(quoting);
  const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
  const resolution = results[0]?.resolution;
  const told = [];
  for (const original of resolution?.originals ?? []) {
    const text = await docs.getDocText({ docUid: original.docUid });
    const words = [...(text.canonicalText?.text ?? "")].slice(original.startChar, original.endChar).join("");
    told.push({ ...original, words });
  }
  return { told, span: resolution?.spans[0], spans };
};

describe("quoted words", () => {
  it("keep their own place, speaker and date, and are told to come from the message that the reply names", async () => {
    const { told, span } = await originalsOf([first, reply], reply);
    expect(span).toMatchObject({ docUid: sha256Hex(reply), speaker: ank, segmentDateText: "1 dec. 2025 om 10:00" });
    expect(told).toMatchObject([
      {
        index: 0,
        docUid: sha256Hex(first),
        evidence: Evidence.REFERENCES,
        words: promise,
        speaker: ank,
        dateText: "1 Dec 2025 10:00:00 +0100",
      },
    ]);
  });

  it("come with a locator that resolves to the original's own characters", async () => {
    const { told, spans } = await originalsOf([first, reply], reply);
    const { results } = await spans.resolveSpans({
      entries: told.map(({ locator }) => ({ locator: locator as never })),
    });
    const [span] = results[0]?.resolution?.spans ?? [];
    expect(span).toMatchObject({
      docUid: sha256Hex(first),
      excerpt: promise,
      startChar: told[0]?.startChar,
      matchKind: MatchKind.EXACT,
    });
    expect(results[0]?.resolution?.originals).toEqual([]);
  });

  it("come from who wrote them first, not from who quoted them before", async () => {
    expect((await originalsOf([first, reply, second], second)).told).toMatchObject([{ docUid: sha256Hex(first) }]);
    expect((await originalsOf([reply, second], second)).told).toEqual([]);
  });

  const wrappedAnew = letter(
    4,
    jan,
    "Re: Loon",
    `Zie onder.\n\n${ank} schreef:\n> Wij zeggen u hierbij toe\n> dat het loon met ingang van\n> 1 januari wordt doorbetaald.\n`,
  );
  it("are recognised by themselves where no header names a message, also when their lines were wrapped anew", async () => {
    const { told } = await originalsOf([first, wrappedAnew], wrappedAnew);
    expect(told).toMatchObject([
      { docUid: sha256Hex(first), evidence: Evidence.SAME_WORDS, matchKind: MatchKind.NORMALISED, words: promise },
    ]);
  });

  const guesses: readonly (readonly [why: string, others: readonly Message[]])[] = [
    ["two messages could be their origin", [first, letter(2, ank, "Nogmaals", promise)]],
    ["the only message with them is by somebody else than the header says", [letter(1, jan, "Loon", promise)]],
    ["the only message with them is younger", [letter(9, ank, "Loon", promise)]],
    ["one word differs", [letter(1, ank, "Loon", promise.replace("doorbetaald", "stopgezet"))]],
    ["nobody wrote them", []],
  ];
  for (const [why, others] of guesses) {
    it(`are left where they stand when ${why}`, async () => {
      expect((await originalsOf([...others, wrappedAnew], wrappedAnew)).told).toEqual([]);
    });
  }

  it("that are too short to be told apart are recognised in a named message alone", async () => {
    const short = letter(1, ank, "Loon", "Akkoord.");
    const answer = (names: number[]) => letter(2, jan, "Re: Loon", `Fijn.\n\n${ank} schreef:\n> Akkoord.\n`, names);
    expect((await originalsOf([short, answer([1])], answer([1]), "Akkoord.")).told).toHaveLength(1);
    expect((await originalsOf([short, answer([])], answer([]), "Akkoord.")).told).toEqual([]);
  });

  it("of two named messages with the same words come from the one whose author the reply header names", async () => {
    const other = letter(2, jan, "Re: Loon", promise, [1]);
    const both = letter(3, "Eva <eva@example.org>", "Re: Loon", `Ja.\n\n${ank} schreef:\n\n${asQuoted}\n`, [1, 2]);
    expect((await originalsOf([first, other, both], both)).told).toMatchObject([{ docUid: sha256Hex(first) }]);
  });

  it("the author's own are nobody's quotation", async () => {
    expect((await originalsOf([first, reply], first, promise)).told).toEqual([]);
  });

  it("stand with their origin among passages too", async () => {
    const { spans } = await opened([first, reply]);
    const { results } = await spans.resolveIds({ evidenceIds: [`vault:${sha256Hex(reply)}`], passagesMax: 20 });
    const [result] = results;
    const quoted = result?.passages.findIndex(({ text }) => text.includes("doorbetaald"));
    expect(result?.originals).toMatchObject([{ index: quoted, docUid: sha256Hex(first) }]);
    const asked = await spans.resolveSpans({
      entries: [{ locator: { docUid: sha256Hex(reply) }, query: "doorbetaald" }],
    });
    expect(asked.results[0]?.originals).toMatchObject([{ index: 0, docUid: sha256Hex(first) }]);
  });

  it("are told to come from another message when a search meets them, by the headers alone", async () => {
    const { search } = await opened([first, reply, wrappedAnew]);
    const response = await search.search({ query: "doorbetaald" });
    const candidates = response.result?.candidates.map(({ evidenceId }) => evidenceId) ?? [];
    const quoting = candidates.indexOf(`vault:${sha256Hex(reply)}`);
    expect(candidates).toHaveLength(3);
    expect(response.originals).toMatchObject([{ index: quoting, docUid: sha256Hex(first) }]);
  });

  it("have the same origin in whatever order the messages were imported", async () => {
    const copy = Buffer.concat([Buffer.from("X-Copy: 1\r\n"), first]);
    const messages = [
      first,
      new Uint8Array(copy),
      reply,
      second,
      wrappedAnew,
      letter(5, jan, "Anders", "Iets anders over het loon."),
    ];
    const answers = async (order: readonly Message[]) => {
      const { spans } = await opened(order);
      const { results } = await spans.resolveSpans({
        entries: [reply, second, wrappedAnew].map((bytes) => ({
          locator: { docUid: sha256Hex(bytes), exactQuote: quotedPromise },
        })),
      });
      return results.map((result) =>
        result.resolution?.originals.map(({ docUid, startChar, evidence }) => [docUid, startChar, evidence]),
      );
    };
    const expected = await answers(messages);
    expect(expected.flat()).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(messages, { minLength: messages.length }), async (order) => {
        expect(await answers(order)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });
});

describe("a quoted message that the strand holds", () => {
  const question = "Het loon van maart is betaald.\nU heeft veertig uur te weinig gewerkt.";
  const answered = question.replace("betaald.\n", "betaald.\nDat klopt niet, ik heb niets gekregen.\n");
  const header = `Van: ${ank}\nVerzonden: maandag 1 december 2025 10:00\nAan: ${jan}\nOnderwerp: Loon\n`;
  const asked = letter(1, ank, "Loon", question);
  const reply = letter(2, jan, "Re: Loon", `Dag Ank,\n\n${header}\n${answered}\n`, [1]);

  const voiceOf = async (messages: readonly Message[], exactQuote: string) => {
    const { spans } = await opened(messages);
    const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid: sha256Hex(reply), exactQuote } }] });
    const { voice, speaker } = results[0]?.resolution?.spans[0] ?? {};
    return { voice, speaker };
  };
  const typed = "Dat klopt niet, ik heb niets gekregen.";
  const nobody = { voice: Voice.UNSPECIFIED, speaker: "" };

  // An answer of the employee that was typed into the employer's mail was told as the employer's.
  it("says only what stands in it, whatever its order of import", async () => {
    expect(await voiceOf([asked, reply], typed)).toEqual(nobody);
    expect(await voiceOf([reply, asked], typed)).toEqual(nobody);
    const theirs = { voice: Voice.QUOTED, speaker: ank };
    expect(await voiceOf([asked, reply], "U heeft veertig uur te weinig gewerkt.")).toEqual(theirs);
    expect(await voiceOf([asked, reply], `Het loon van maart is betaald.\n${typed}`)).toEqual(nobody);
  });

  it("is compared with nothing where the strand holds another message of the same person", async () => {
    const other = letter(1, ank, "Loon", "Morgen sluiten wij om vijf uur.");
    expect(await voiceOf([other, reply], typed)).toEqual({ voice: Voice.QUOTED, speaker: ank });
  });
});
