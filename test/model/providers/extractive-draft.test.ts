import { create, type MessageInitShape } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { ClaimAnswerSchema, LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { type TurnContext, TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { checkDraft } from "../../support/draft-check.ts";
import { draws } from "../../support/draws.ts";
import { hostileTexts } from "../contexts.ts";

type EntryData = Exclude<MessageInitShape<typeof LedgerEntrySchema>, { $typeName: string }>;

const mail = `vault:${"a".repeat(64)}`;

const day = "2025-11-03T09:00:00Z";

const evidenceOf = {
  [SlotKind.QUOTE]: {
    evidence: { case: "document" as const, value: { evidenceId: mail, title: "Thuiswerken", occurredAtIso: day } },
  },
  [SlotKind.LOCATION]: {
    evidence: { case: "document" as const, value: { evidenceId: mail, title: "Contract", occurredAtIso: day } },
  },
  [SlotKind.ABSENCE]: { evidence: { case: "search" as const, value: { toolResultId: "toolres:01A" } } },
  [SlotKind.OWN_STATEMENT]: { evidence: { case: "statement" as const, value: { text: "Ik was ziek." } } },
};

type Kind = keyof typeof evidenceOf;

const entry = (number: number, kind: Kind, excerpt: string, address = ""): EntryData => ({
  entryId: `entry:${number}`,
  bindingId: `binding:${number}`,
  slotId: `slot:${number}`,
  claimId: "claim:1",
  slotKind: kind,
  evidence: evidenceOf[kind],
  address,
  toolResultId: kind === SlotKind.OWN_STATEMENT ? "" : "toolres:01A",
  ...(kind === SlotKind.QUOTE ? { span: { excerpt, docUid: "a".repeat(64) } } : {}),
});

const contextWith = (claimText: string, entries: EntryData[], locale = "nl", title = "Thuiswerken"): TurnContext =>
  create(TurnContextSchema, {
    state: OrchestratorState.DRAFT,
    run: { locale, referenceDate: "2026-01-15" },
    profile: builtinProfiles()[0]!,
    intent: { goal: claimText, locale },
    skeleton: {
      sections: [
        {
          sectionId: "section:1",
          title: "Mijn reactie",
          claims: [{ claimId: "claim:1", text: claimText, claimKind: "promise", required: true }],
        },
        {
          sectionId: "section:2",
          title: "Verzoek",
          claims: [{ claimId: "claim:2", text: "Ik verzoek u te antwoorden.", claimKind: "request", required: true }],
        },
      ],
    },
    ledger: { entries },
    evidenceSet: {
      entries: [{ candidate: { evidenceId: mail, docType: "email", title, occurredAtIso: day } }],
    },
  });

const proposalFor = (context: TurnContext) => {
  const { turn } = extractiveTurn("n", context);
  const proposal = turn.case === "final" ? turn.value.proposal?.proposal : undefined;
  if (proposal?.case !== "draftText") throw new Error("a draft was expected");
  return proposal.value;
};

/** The draft as the kernel would number it, and what the draft check finds in it. */
const findings = (context: TurnContext): string[] => {
  let number = 0;
  const sections = proposalFor(context).sections.map((section) => ({
    sectionId: section.sectionId,
    sentences: section.sentences.map((one) => ({
      sentenceId: `sentence:${++number}`,
      text: one.text,
      kind: one.kind,
      claimId: one.claimId,
      entryIds: one.entryIds,
    })),
  }));
  const draft = create(DraftTextSchema, { sections });
  return checkDraft({ skeleton: context.skeleton!, ledger: context.ledger!, draft }).map(
    (one) => `${one.subjectId}: ${one.description}`,
  );
};

describe("a claim that tells whose words of another's paper follow", () => {
  // "Op 3 november schreef ik dat ik niets weiger; op 3 november schreef ik: …" told it twice.
  it("is told once, though both deny", () => {
    const data = entry(1, SlotKind.QUOTE, "Ik weiger niets.");
    const context = contextWith("Op 3 november 2025 schreef Iris Verzonnen dat zij niets weigert.", [
      {
        ...data,
        span: {
          excerpt: "Ik weiger niets.",
          docUid: "a".repeat(64),
          voice: Voice.QUOTED,
          speaker: "Iris Verzonnen",
          segmentDateText: "2025-11-03",
        },
      },
    ]);
    const [, sentence] = proposalFor(context).sections?.[0]?.sentences ?? [];
    expect(sentence?.text).toBe("Iris Verzonnen schreef op 3 november 2025: “Ik weiger niets.”");
  });
});

// "Ik had tot en met 1 november geen benutbare mogelijkheden" was silently not in the letter: the words of the mail have each of its words.
describe("a claim that its passage says in other words", () => {
  const said = (claim: string, excerpt: string) =>
    proposalFor(contextWith(claim, [entry(1, SlotKind.QUOTE, excerpt)])).sections?.[0]?.sentences?.[1]?.text;
  const claim = "Het andere hotel had geen lift.";

  it("stands in the letter beside it", () => {
    expect(said(claim, "Dit andere hotel heeft helaas geen lift.")).toMatch(
      /^Het andere hotel had geen lift; .*“Dit /u,
    );
  });

  it("is not said twice where it stands there word for word", () => {
    expect(said(claim, "Het andere hotel had geen lift.")).toMatch(/^In /u);
  });
});

describe("a paper that is named by its file", () => {
  const named = (title: string, change: (context: TurnContext) => void): string => {
    const data = entry(1, SlotKind.QUOTE, "Verbruik gas: 1.140 kuub.");
    data.evidence = { evidence: { case: "document", value: { evidenceId: mail, title, occurredAtIso: day } } };
    const context = contextWith("Het verbruik was hoog.", [data], "nl", title);
    const [found] = context.evidenceSet?.entries ?? [];
    if (found?.candidate) found.candidate.docType = "pdf";
    change(context);
    return (proposalFor(context).sections ?? [])
      .flatMap(({ sentences }) => sentences.map(({ text }) => text))
      .join(" ");
  };

  // The words "verkeerd bezorgd" must not be said, and the letter told of "de brief uwv verkeerd": its file was called so.
  it("is told by what it is alone where its name has words that must not be said", () => {
    const title = "brief uwv verkeerd bezorgd.pdf";
    const text = named(title, (context) => void context.intent?.unsaid.push("Verkeerd bezorgd"));
    expect(text).toContain("n de brief van 3 november 2025 staat");
    expect(text).not.toContain("verkeerd");
    expect(named(title, () => undefined)).toContain("verkeerd");
  });

  // "In het stuk van 20 november 2026 (Letter Lumenvork)" was said to whoever had written that letter.
  it("is the reader's own letter where it is the one that is answered", () => {
    const text = named("Letter Firma.pdf", (context) => {
      if (context.intent) context.intent.audience = context.profile?.readers.find((one) => one.wroteLetter)?.name ?? "";
      const span = { docUid: "a".repeat(64), excerpt: "Het gas." };
      context.letterReading = create(LetterReadingSchema, {
        assertions: [{ partId: "assertion:1", span }],
      });
    });
    expect(text).toContain("n uw brief van 3 november 2025 staat");
  });

  // "In het stuk van 12 november 2026 (06 jaarnota)" stood above the note "document “jaarnota”".
  it("is named without the number by which a person ordered the files", () => {
    const data = entry(1, SlotKind.QUOTE, "Verbruik gas: 1.140 kuub.");
    data.evidence = {
      evidence: { case: "document", value: { evidenceId: mail, title: "06-jaarnota.pdf", occurredAtIso: day } },
    };
    const context = contextWith("Het verbruik was hoog.", [data], "nl", "06-jaarnota.pdf");
    const [found] = context.evidenceSet?.entries ?? [];
    if (found?.candidate) found.candidate.docType = "pdf";
    const said = proposalFor(context).sections.flatMap(({ sentences }) => sentences.map(({ text }) => text));
    expect(said.join(" ")).toContain("het stuk van 3 november 2025 (jaarnota) staat: “Verbruik gas: 1.140 kuub.”");
  });
});

describe("the answer to a question of the letter", () => {
  // Where the check refuses the claim's words the sentence said its source alone, and nobody knew what it answered.
  it("stands behind the question, also where only its source is quoted", () => {
    const context = contextWith("Iris Verzonnen schreef dat ik € 150 mocht aftrekken.", [
      entry(1, SlotKind.QUOTE, "Trek er maar anderhalve meier af."),
    ]);
    const asked = { docUid: "b".repeat(64), excerpt: "Waarom betaalde u minder?", excerptSha256: "c".repeat(64) };
    context.letterReading = create(LetterReadingSchema, { questions: [{ partId: "letter:1", span: asked }] });
    const claim = context.skeleton?.sections[0]?.claims[0];
    claim?.answers.push(create(ClaimAnswerSchema, { assertionId: "letter:1", answer: AssertionAnswer.REPLIED }));
    const [, sentence] = proposalFor(context).sections?.[0]?.sentences ?? [];
    expect(sentence?.text).toMatch(
      /^In de brief wordt gevraagd: “Waarom betaalde u minder\?” In de e-mail .*anderhalve/u,
    );
    expect(sentence?.text).not.toContain("150");
  });

  it("stands behind the question once, in as many sentences as it has", () => {
    const context = contextWith("Ik was ziek.", [entry(1, SlotKind.OWN_STATEMENT, "")]);
    const asked = { docUid: "b".repeat(64), excerpt: "Waar was u?", excerptSha256: "c".repeat(64) };
    context.letterReading = create(LetterReadingSchema, { questions: [{ partId: "letter:1", span: asked }] });
    const reply = create(ClaimAnswerSchema, { assertionId: "letter:1", answer: AssertionAnswer.REPLIED });
    for (const claim of context.skeleton?.sections.flatMap(({ claims }) => claims) ?? []) claim.answers.push(reply);
    const said = proposalFor(context).sections?.flatMap(({ sentences }) => sentences?.map(({ text }) => text));
    expect(said).toContain("In de brief wordt gevraagd: “Waar was u?” Ik was ziek.");
    expect(said).toContain("Ik verzoek u te antwoorden.");
  });
});

describe("the draft of the extractive provider", () => {
  const quote = "Wij zeggen u toe dat u twee dagen per week thuis mag werken.";
  const claim = "De werkgever heeft thuiswerken toegezegd.";

  // The draft said "volgens artikel 12", which no paper that it cites has, and could not be finalised however often it was made.
  it("says the quotation alone where a claim names an article that its papers have not", () => {
    const named = contextWith("Volgens artikel 12 mag ik thuis werken.", [entry(1, SlotKind.QUOTE, quote)]);
    expect(proposalFor(named).sections[0]?.sentences[1]?.text).toBe(
      `In de e-mail van 3 november 2025 (Thuiswerken) staat: “${quote}”`,
    );
    expect(findings(named)).toEqual([]);
  });

  it("calls whoever speaks in a chat by the name that the memo knows them by", () => {
    const context = contextWith("Niemand heeft het ingetrokken.", [
      {
        ...entry(1, SlotKind.QUOTE, quote),
        span: {
          ...{ excerpt: quote, docUid: "a".repeat(64), voice: Voice.QUOTED, speaker: "Iris W&S" },
          segmentDateText: "2025-11-03T09:00:00Z",
        },
      },
    ]);
    context.intent!.parties = [
      create(PartySchema, { names: ["Iris Denkbeeld", "Iris W&S"], role: PartyRole.OPPONENT }),
    ];
    expect(proposalFor(context).sections[0]?.sentences[1]?.text).toContain(
      `Iris Denkbeeld schreef op 3 november 2025: “${quote}”`,
    );
  });

  it("makes each claim with the exact words of its source, and says whose they are", () => {
    const [response, request] = proposalFor(contextWith(claim, [entry(1, SlotKind.QUOTE, quote)])).sections;
    expect(response?.sentences.map((one) => one.kind)).toEqual([SentenceKind.CONNECTIVE, SentenceKind.FACT]);
    expect(response?.sentences[1]).toMatchObject({
      text: `De werkgever heeft thuiswerken toegezegd; in de e-mail van 3 november 2025 (Thuiswerken) staat: “${quote}”`,
      claimId: "claim:1",
      entryIds: ["entry:1"],
    });
    expect(request?.sentences.map((one) => one.kind)).toEqual([SentenceKind.ARGUMENT, SentenceKind.CONNECTIVE]);
  });

  // "In the e-mail of Nauta it says" stood before words of Stielstra that she had forwarded, and "in the document" before a chat.
  it("says whose message a chat or a forwarded mail brings, and of which day", () => {
    const said = entry(1, SlotKind.QUOTE, "Dat woord kwam van een ander.");
    const span = { ...said.span, voice: Voice.FORWARDED, speaker: "Otto Vinder <o@vinder.example>" };
    const brought = (segmentDateText: string) => {
      const context = contextWith("Het kwam uit een andere hoek.", [{ ...said, span: { ...span, segmentDateText } }]);
      return proposalFor(context)
        .sections[0]?.sentences.map(({ text }) => text)
        .join(" ");
    };
    const words = "“Dat woord kwam van een ander.”";
    expect(brought("zaterdag 7 november 2026 22:15")).toContain(`; Otto Vinder schreef op 7 november 2026: ${words}`);
    expect(brought("gisteren")).toContain(`staat: ${words}`);
  });

  // A part that a person added stood behind the request and the reservation that it was to carry.
  it("asks and reserves behind what the request rests on, in whatever order the outline has them", () => {
    const context = contextWith(claim, [entry(1, SlotKind.QUOTE, quote)]);
    context.skeleton!.sections.reverse();
    const { sections } = proposalFor(context);
    expect(sections.map(({ sectionId }) => sectionId)).toEqual(["section:1", "section:2"]);
    expect(sections.at(-1)?.sentences.at(-1)?.kind).toBe(SentenceKind.CONNECTIVE);
  });

  // A letter said each clause of its contract twice: as a claim, and as the quotation behind it.
  it("says what a passage says in the claim's own words once, in the passage's", () => {
    const said = entry(1, SlotKind.QUOTE, "Het herstel kost € 865,00 inclusief btw.");
    const texts = (words: string) =>
      proposalFor(contextWith(words, [said])).sections[0]?.sentences.map(({ text }) => text)[1];
    expect(texts("Het herstel kost € 865,00.")).toMatch(/^In .+ staat: “Het herstel kost € 865,00 inclusief btw\.”$/u);
    expect(texts("Het herstel kost mij € 865,00 aan geld.")).toMatch(
      /^Het herstel kost mij € 865,00 aan geld; in .+ staat: “/u,
    );
    expect(texts("Het herstel kost niet € 865,00.")).toMatch(/^Het herstel kost niet € 865,00; in .+ staat: “/u);
  });

  it("does not bring a quotation with words that deny, which would deny what it says", () => {
    const denied = "Het toegezegde thuiswerken is nooit geregeld.";
    const [response] = proposalFor(contextWith(denied, [entry(1, SlotKind.QUOTE, quote)])).sections;
    expect(response?.sentences[1]?.text).toBe(
      `Het toegezegde thuiswerken is nooit geregeld; in de e-mail van 3 november 2025 (Thuiswerken) staat: “${quote}”`,
    );
  });

  it("writes in the run's language", () => {
    const sentences = proposalFor(contextWith("The employer promised it.", [entry(1, SlotKind.QUOTE, quote)], "en"))
      .sections[0]?.sentences;
    expect(sentences?.[1]?.text).toBe(
      `The employer promised it; in the e-mail of 3 November 2025 (Thuiswerken) it says: “${quote}”`,
    );
  });

  it("states law as law, absence without words of the program, and the author's own words as such", () => {
    const law: EntryData = {
      ...entry(1, SlotKind.QUOTE, "De werkgever is verplicht zich als een goed werkgever te gedragen."),
      evidence: {
        evidence: {
          case: "law",
          value: { evidenceId: "law:BWBR0005290@2012-10-01#/Artikel611", address: "art. 7:611 BW" },
        },
      },
    };
    const sentenceFor = (one: EntryData) => proposalFor(contextWith(claim, [one])).sections[0]?.sentences[1];
    expect(sentenceFor(law)).toMatchObject({
      kind: SentenceKind.LAW,
      // What somebody did is not said on the law alone.
      text: "Art. 7:611 BW bepaalt: “De werkgever is verplicht zich als een goed werkgever te gedragen.”",
    });
    expect(sentenceFor(entry(2, SlotKind.ABSENCE, "", "strand-a, evaluatie"))).toMatchObject({
      kind: SentenceKind.FACT,
      text: expect.stringContaining("in de door mij ontvangen stukken blijkt niet dat het wel is gebeurd"),
    });
    expect(sentenceFor(entry(3, SlotKind.OWN_STATEMENT, ""))).toMatchObject({ kind: SentenceKind.OWN_STATEMENT });
  });

  it("leaves out a claim that nothing carries, and says so", () => {
    const { turn } = extractiveTurn("n", contextWith(claim, []));
    if (turn.case !== "final") throw new Error("a final answer was expected");
    expect(turn.value.missingInputs.join()).toContain("thuiswerken toegezegd");
    expect(JSON.stringify(turn.value.proposal?.proposal.value)).not.toContain("thuiswerken toegezegd");
  });

  it("says so of an optional claim too: a person confirmed it, and would miss it", () => {
    const context = contextWith(claim, []);
    for (const one of context.skeleton?.sections[0]?.claims ?? []) one.required = false;
    const { turn } = extractiveTurn("n", context);
    if (turn.case !== "final") throw new Error("a final answer was expected");
    expect(turn.value.missingInputs.join()).toContain("thuiswerken toegezegd");
  });

  it("quotes alone, and says so, where a claim names a number that none of its quotes has", () => {
    // "the missing blind and the two keys returned" over a quote of the blind was refused for its two, and nobody could go on.
    const context = contextWith("De werkgever heeft thuiswerken op vier locaties toegezegd.", [
      entry(1, SlotKind.QUOTE, quote),
    ]);
    const [first] = proposalFor(context).sections;
    expect(first?.sentences[1]).toMatchObject({
      text: `In de e-mail van 3 november 2025 (Thuiswerken) staat: “${quote}”`,
      claimId: "claim:1",
      entryIds: ["entry:1"],
    });
    expect(findings(context)).toEqual([]);
    const { turn } = extractiveTurn("n", context);
    expect(turn.case === "final" && turn.value.missingInputs.join()).toContain("op vier locaties");
  });

  // Each of them was written as it stands, refused, and written again as often as the guide was asked.
  it.each<[string, string, Kind, string, string]>([
    ["a day", "De werkgever heeft op 2 juni 2025 thuiswerken toegezegd.", SlotKind.QUOTE, quote, "op 2 juni 2025"],
    [
      "a clause",
      "De bepaling over thuiswerken staat in artikel 9 van het contract.",
      SlotKind.LOCATION,
      "",
      "artikel 9",
    ],
  ])(
    "says what its sources say alone where a claim names %s that none of them has",
    (_, text, slotKind, said, left) => {
      const context = contextWith(text, [entry(1, slotKind, said)]);
      expect(findings(context)).toEqual([]);
      expect(JSON.stringify(proposalFor(context).sections)).not.toContain(left);
      const { turn } = extractiveTurn("n", context);
      expect(turn.case === "final" && turn.value.missingInputs.join()).toContain(left);
    },
  );

  it("does so too where the claim was set against an assertion of a letter", () => {
    const context = contextWith("De werkgever heeft vijf dagen na mijn vraag thuiswerken toegezegd.", [
      entry(1, SlotKind.QUOTE, quote),
    ]);
    for (const one of context.skeleton?.sections[0]?.claims ?? [])
      one.answers.push(
        create(ClaimAnswerSchema, { assertionId: "assertion:1", answer: AssertionAnswer.WRONG, why: "x" }),
      );
    expect(findings(context)).toEqual([]);
  });

  it("passes the draft check whatever the words of its sources and their titles", () => {
    const hostile = fc
      .oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 80 }), fc.lorem())
      .map((one) => one.toWellFormed());
    const kinds = fc.constantFrom<Kind>(SlotKind.QUOTE, SlotKind.LOCATION, SlotKind.ABSENCE, SlotKind.OWN_STATEMENT);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(kinds, hostile, hostile), { minLength: 1, maxLength: 4 }),
        hostile,
        fc.constantFrom("nl", "en"),
        (made, title, locale) => {
          const entries = made.map(([kind, excerpt, address], at) =>
            entry(at, kind, excerpt === "" ? "Het is zo." : excerpt, address),
          );
          expect(findings(contextWith(claim, entries, locale, title))).toEqual([]);
        },
      ),
      { numRuns: draws(100) },
    );
  });
});
