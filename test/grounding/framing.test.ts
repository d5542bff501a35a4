import { describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { AssertionAnswer, SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import phrases from "../../src/grounding/frame-phrases.json" with { type: "json" };
import { speechOf } from "../../src/messages/speech.ts";
import { asksLeads, listLeads, saysLeads } from "../../src/model/providers/extractive/answer-phrases.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { judge } from "./rule-examples.ts";

const denial = "“Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.”";
const promise = "“Ik bevestig hierbij dat de vaste thuiswerkdag op vrijdag blijft gelden, ook na 1 januari 2026.”";

const isReworded = (text: string, ...entryIds: string[]) =>
  judge({ text, entryIds, kind: SentenceKind.FACT }).isReworded;

describe("a sentence that only brings a quotation", () => {
  it.each([
    ["by who writes it", `U schrijft: ${denial}`, "letter"],
    ["by writer and day", `Op 9 december 2025 schreef u: ${denial}`, "letter"],
    ["by a name", `Bram Verzonnen schreef op 17 maart 2025: ${promise}`, "mail"],
    ["by its paper", `In de e-mail van 17 maart 2025 (Teamafspraak) staat: ${promise}`, "mail"],
    [
      "by its paper and writer",
      `In de e-mail van Bram Verzonnen van 17 maart 2025 (Teamafspraak) staat: ${promise}`,
      "mail",
    ],
    [
      "by the article",
      "Art. 7:611 BW bepaalt: “De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.”",
      "law",
    ],
  ])("is confirmed without a comparison: %s", (_, text, entry) => {
    expect(isReworded(text, entry)).toBe(false);
  });

  it.each([
    ["another day", `Op 8 december 2025 schreef u: ${denial}`, "letter"],
    ["another speaker", `U schrijft: ${promise}`, "mail"],
    ["another name", `Iris Denkbeeld schreef op 17 maart 2025: ${promise}`, "mail"],
    ["another title", `In de e-mail van 17 maart 2025 (Salaris) staat: ${promise}`, "mail"],
    ["another writer", `In de e-mail van Iris Denkbeeld van 17 maart 2025 (Teamafspraak) staat: ${promise}`, "mail"],
    ["a law in the place of a letter", `De wet bepaalt: ${denial}`, "letter"],
    ["a paper that it does not name", `Daarin staat ook: ${promise}`, "mail"],
    ["a judging word", `U schrijft ten onrechte: ${denial}`, "letter"],
    ["words behind it", `U schrijft: ${denial} Daarmee erkent u het.`, "letter"],
    ["a verdict that nobody gave", `U schrijft: ${denial} Dat is onjuist.`, "letter"],
    [
      "a part of the sentence",
      "U schrijft: “een schriftelijke toezegging gedaan over een vaste thuiswerkdag”.",
      "letter",
    ],
    [
      "something left out",
      "U schrijft: “Er is […] een schriftelijke toezegging gedaan over een vaste thuiswerkdag.”",
      "letter",
    ],
    ["no quotation at all", "U heeft een thuiswerkdag bevestigd.", "mail"],
  ])("is compared with its words where it has %s", (_, text, entry) => {
    expect(isReworded(text, entry)).toBe(true);
  });
});

// "The following was done …" was asked to be compared with what it quotes, and told to deny it: the guide's own phrase, for what a person answered.
describe("what was done, and is not conceded to be right", () => {
  const text = `Het volgende uit uw brief is zo gebeurd, maar dat het terecht was, erken ik niet: ${denial}`;
  const judged = (answer: AssertionAnswer) =>
    judge({ text, entryIds: ["letter"], kind: SentenceKind.FACT }, undefined, answer);

  it("is neither compared nor told to deny what it quotes, where the person answered so", () => {
    expect(judged(AssertionAnswer.DONE)).toMatchObject({ isReworded: false, codes: [] });
    expect(judged(AssertionAnswer.RIGHT).isReworded).toBe(true);
  });
});

describe("a sentence without words to compare", () => {
  it("is not compared: it cites nothing, or a place", () => {
    expect(isReworded("Ik zie uw antwoord tegemoet.")).toBe(false);
    expect(isReworded("Zie p. 3 van de overeenkomst.", "place")).toBe(false);
  });

  it("is an own statement as it was given; in other words it is compared with it", () => {
    const kind = SentenceKind.OWN_STATEMENT;
    expect(judge({ text: "Ik heb de kinderopvang opgezegd.", entryIds: ["own"], kind }).isReworded).toBe(false);
    expect(judge({ text: "Daarom heb ik de kinderopvang opgezegd.", entryIds: ["own"], kind }).isReworded).toBe(true);
  });
});

const rotten = "“De balken zijn rot.”";
const report = {
  ...{
    entryId: "report",
    bindingId: "binding:report",
    slotId: "slot:report",
    claimId: "claim:1",
    slotKind: SlotKind.QUOTE,
  },
  toolResultId: "toolres:1",
  evidence: {
    evidence: {
      case: "document" as const,
      value: {
        evidenceId: "vault:report",
        title: "2026-10-07 inspectierapport.pdf",
        occurredAtIso: "2026-10-07T00:00:00.000Z",
        participants: ["ing. R. Denkbeeld"],
      },
    },
  },
  span: { docUid: "report", sourceDigest: "report", excerpt: "De balken zijn rot.", speaker: "ing. R. Denkbeeld" },
};

describe("a sentence that calls a paper by what it is", () => {
  const isCompared = (text: string): boolean =>
    judge({ text: `${text} ${rotten}`, entryIds: ["report"], kind: SentenceKind.FACT }, [report]).isReworded;

  it.each([
    "In het inspectierapport van R. Denkbeeld van 7 oktober 2026 staat:",
    "In het inspectierapport van 7 oktober 2026 staat:",
    "In het inspectierapport staat:",
  ])("is confirmed without a comparison: %s", (text) => {
    expect(isCompared(text)).toBe(false);
  });

  it.each([
    "In de huurovereenkomst van 7 oktober 2026 staat:",
    "In het inspectierapport van 8 oktober 2026 staat:",
    "In het inspectierapport van S. Denkbeeld van 7 oktober 2026 staat:",
    "In uw inspectierapport van 7 oktober 2026 staat:",
    "In het onzinnige inspectierapport van 7 oktober 2026 staat:",
  ])("is compared where it is another paper, day or writer: %s", (text) => {
    expect(isCompared(text)).toBe(true);
  });
});

describe("the phrases of the built-in guide", () => {
  it("stand among those that say nothing of their own, but for what names no letter", () => {
    const known = new Set([...phrases.before, ...phrases.behind, ...phrases.replies].map(({ words }) => words));
    const called = { nl: ["uw brief", "uw besluit"], en: ["your letter", "your decision"] };
    const named = builtinProfiles().flatMap(({ answers }) => answers?.ownLetter ?? []);
    // Whatever a built-in kind of memo calls it.
    expect(named.filter(({ locale, text }) => !called[locale as "nl"].includes(text.toLowerCase()))).toEqual([]);
    const said = (["nl", "en"] as const).flatMap((locale) => {
      const speech = speechOf(locale);
      const verdict = speech.phrase("clause.disputed");
      return called[locale].flatMap((one) => {
        const place = { letter: "own", called: one } as const;
        const listed = (["right", "done", "beside"] as const).flatMap((kind) => listLeads(kind, place, speech));
        return [...saysLeads(place, speech), ...listed, verdict, ...asksLeads(place, speech)];
      });
    });
    expect(said.map((one) => one.replace(/\.$/u, "").toLowerCase()).filter((one) => !known.has(one))).toEqual([]);
  });
});

// Of an answer every sentence that only quoted it was asked to be compared: its subject begins with the mark of a mail program.
describe("a sentence that calls a mail by its subject", () => {
  const answered = (title: string) => {
    const evidence = structuredClone(report.evidence);
    evidence.evidence.value.title = title;
    const text = `In de e-mail van R. Denkbeeld van 7 oktober 2026 (Waarborgsom) staat: ${rotten}`;
    return judge({ text, entryIds: ["report"], kind: SentenceKind.FACT }, [{ ...report, evidence }]).isReworded;
  };

  it.each(["Waarborgsom", "Re: Waarborgsom", "RE: Fwd: Waarborgsom"])(
    "leaves out what says that it is an answer: %s",
    (title) => expect(answered(title)).toBe(false),
  );

  it.each(["Re: Waarborgsom en sleutels", "Waarborgsom Re:"])("takes no other subject: %s", (title) =>
    expect(answered(title)).toBe(true),
  );
});
