import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DraftTextSchema, SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { type TurnContext, TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer as A, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { assertionClaim } from "../../../src/run/seen.ts";
import { checkDraft } from "../../support/draft-check.ts";
import { draws } from "../../support/draws.ts";

const letter = `vault:${"b".repeat(64)}`;
const occurredAtIso = "2025-11-03T09:00:00Z";
const lastSaid = "De kantine is in orde.";
const said = [
  "Het rooster hangt op tijd in de gang.",
  "Ook de fiets stond altijd binnen.",
  "De sleutel ligt bij de balie.",
  "De planten krijgen genoeg water.",
  "Het raam gaat open.",
  lastSaid,
];

interface Asked {
  readonly answer: A;
  readonly isBound?: boolean;
  readonly text?: string;
  readonly why?: string;
  readonly required?: boolean;
}

const contextOf = (audience: "employer" | "uwv", locale: string, asked: readonly Asked[]): TurnContext => {
  const profileId = audience === "uwv" ? "uwv-deskundigenoordeel" : "email-reply";
  const profile = builtinProfiles().find((one) => one.profileId === profileId);
  const claims = asked.map(({ answer, text, why = "", required }, at) => ({
    claimId: `claim:${at + 1}`,
    text: text ?? assertionClaim(said[at] ?? "", { answer, why: "" }, { audience, locale, profile }),
    claimKind: "",
    required: required ?? (answer === A.RIGHT || answer === A.WRONG),
    answers: [{ assertionId: `assertion:${at + 1}`, answer, why }],
  }));
  const entries = asked.flatMap(({ isBound = true }, at) =>
    isBound
      ? [
          {
            entryId: `entry:${at + 1}`,
            bindingId: `binding:${at + 1}`,
            slotId: `slot:${at + 1}`,
            claimId: `claim:${at + 1}`,
            slotKind: SlotKind.QUOTE,
            evidence: {
              evidence: { case: "document" as const, value: { evidenceId: letter, title: "Brief", occurredAtIso } },
            },
            toolResultId: "toolres:01A",
            span: { excerpt: said[at] ?? "", docUid: "b".repeat(64) },
          },
        ]
      : [],
  );
  return create(TurnContextSchema, {
    state: OrchestratorState.DRAFT,
    run: { locale, referenceDate: "2026-01-15" },
    profile: profile ?? {},
    intent: { goal: "Antwoorden.", locale, audience, parties: [{ role: PartyRole.OPPONENT, names: ["Gees"] }] },
    skeleton: { sections: [{ sectionId: "section:1", title: "Antwoord", claims }] },
    ledger: { entries },
    evidenceSet: { entries: [{ candidate: { evidenceId: letter, docType: "email", occurredAtIso } }] },
  });
};

const draftOf = (context: TurnContext) => {
  const { turn } = extractiveTurn("n", context);
  const proposal = turn.case === "final" ? turn.value.proposal?.proposal : undefined;
  if (proposal?.case !== "draftText") throw new Error("a draft was expected");
  return proposal.value;
};

/** The sentences between the opening and the closing. */
const sentencesOf = (context: TurnContext): string[] =>
  draftOf(context)
    .sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))
    .slice(1, -1);

describe("answers to a letter in the draft of the extractive provider", () => {
  it("tell what is disputed, then what is right, left aside and not known, the last three as one sentence each", () => {
    const asked = [A.UNKNOWN, A.WRONG, A.RESTS, A.RIGHT, A.WRONG, A.UNKNOWN].map((answer) => ({ answer }));
    expect(sentencesOf(contextOf("employer", "nl", asked))).toEqual([
      // What the letter itself goes on with is not gone on with twice.
      `U schrijft: “${said[1]}” Dat is onjuist.`,
      `Ook schrijft u: “${said[4]}” Dat is onjuist.`,
      `Het volgende uit uw brief is juist: “${said[3]}”`,
      `Het volgende uit uw brief neem ik voor kennisgeving aan, zonder het te erkennen: “${said[2]}”`,
      `Het volgende uit uw brief is mij onbekend: “${said[0]?.slice(0, -1)}”; “${lastSaid}”`,
      "Ik verzoek u mij de stukken daarover te sturen.",
    ]);
  });

  // "We have set this amount off" was conceded as right: the only way to say that they did it read as consent.
  it("concede that something was done, and not that it was right, in either language", () => {
    const asked = [A.DONE, A.DONE].map((answer) => ({ answer, required: true }));
    expect(["nl", "en"].flatMap((locale) => sentencesOf(contextOf("employer", locale, asked)))).toEqual([
      `Het volgende uit uw brief is zo gebeurd, maar dat het terecht was, erken ik niet: “${said[0]?.slice(0, -1)}”; “${said[1]}”`,
      `The following of your letter was done, but that it was right I do not concede: “${said[0]?.slice(0, -1)}”; “${said[1]}”`,
    ]);
  });

  it("tell in one sentence all that is right, which makes each of these claims", () => {
    const asked = [A.RIGHT, A.RIGHT, A.RIGHT].map((answer) => ({ answer }));
    expect(sentencesOf(contextOf("employer", "nl", asked))).toEqual([
      `Het volgende uit uw brief is juist: “${said[0]?.slice(0, -1)}”; “${said[1]?.slice(0, -1)}”; “${said[2]}”`,
    ]);
  });

  it("tell what is right in part by itself, in its place, so that what is said to it stands behind it", () => {
    const asked = [{ answer: A.RIGHT }, { answer: A.RIGHT, why: "Maar nooit ’s nachts." }, { answer: A.WRONG }];
    expect(sentencesOf(contextOf("employer", "nl", asked))).toEqual([
      `Het volgende uit uw brief is juist: “${said[1]}”`,
      `U schrijft: “${said[2]}” Dat is onjuist.`,
      `Ook dit is juist: “${said[0]}”`,
    ]);
  });

  it("tell what is not known behind what is disputed, whatever was said to it", () => {
    const asked = [{ answer: A.UNKNOWN, why: "Dat was voor mijn tijd." }, { answer: A.WRONG }].map((one, at) => ({
      ...one,
      ...(at === 0 ? { required: true } : {}),
    }));
    expect(sentencesOf(contextOf("employer", "nl", asked))[0]).toBe(`U schrijft: “${said[1]}” Dat is onjuist.`);
  });

  it("does not go on with the word that the quotation goes on with", () => {
    const asked = [A.WRONG, A.WRONG].map((answer) => ({ answer }));
    expect(sentencesOf(contextOf("employer", "nl", asked))[1]).toBe(`Verder schrijft u: “${said[1]}” Dat is onjuist.`);
  });

  it("name the letter once where the memo goes to somebody else, whom nothing is asked of", () => {
    const asked = [A.WRONG, A.UNKNOWN].map((answer) => ({ answer }));
    expect(sentencesOf(contextOf("uwv", "nl", asked))).toEqual([
      `In de brief van mijn werkgever van 3 november 2025 staat: “${said[0]}” Dat is onjuist.`,
      `Het volgende uit die brief is mij onbekend: “${said[1]}”`,
    ]);
    expect(sentencesOf(contextOf("uwv", "en", asked))[0]).toBe(
      `In the letter of my employer of 3 November 2025 it says: “${said[0]}” That is wrong.`,
    );
  });

  it("ask once for what is missing, also where nobody bound the words of what is not known", () => {
    const unbound = [A.UNKNOWN, A.UNKNOWN].map((answer) => ({ answer, isBound: false }));
    expect(sentencesOf(contextOf("employer", "nl", unbound))).toEqual([
      "Van een deel van uw brief is mij niet bekend of het juist is.",
      "Ik verzoek u mij de stukken daarover te sturen.",
    ]);
  });

  it("leave a claim alone that a person reworded", () => {
    const asked = [{ answer: A.UNKNOWN, text: "Over het rooster spreken wij elkaar nog." }];
    expect(sentencesOf(contextOf("employer", "nl", asked))).toEqual([
      `Over het rooster spreken wij elkaar nog; in de e-mail van 3 november 2025 (Brief) staat: “${said[0]}”`,
    ]);
  });

  it("make no claim that was called right where the list is a sentence of another answer, or quotes a part", () => {
    const asked = [A.WRONG, A.RIGHT, A.RIGHT].map((answer) => ({ answer }));
    const context = contextOf("employer", "nl", asked);
    const entryIds = ["entry:2", "entry:3"];
    const list = `Het volgende uit uw brief is juist: “${said[1]}”; “${said[2]}”`;
    const found = (claimId: string, text: string) => {
      const disputed = { sentenceId: "sentence:1", claimId: "claim:1", entryIds: ["entry:1"], kind: SentenceKind.FACT };
      const sentences = [
        { ...disputed, text: `U schrijft: “${said[0]}” Dat is onjuist.` },
        { sentenceId: "sentence:2", claimId, text, entryIds, kind: SentenceKind.FACT },
      ];
      const draft = create(DraftTextSchema, { sections: [{ sectionId: "section:1", sentences }] });
      const { parties } = context.intent!;
      return checkDraft({ skeleton: context.skeleton!, ledger: context.ledger!, draft, parties, audience: "employer" })
        .filter(({ rule }) => rule === DraftRule.CLAIM_NOT_MADE)
        .map(({ subjectId }) => subjectId);
    };
    expect(found("claim:2", list)).toEqual([]);
    expect(found("claim:1", list)).toEqual(["claim:2", "claim:3"]);
    expect(found("claim:2", list.replace("De sleutel ligt", "ligt"))).toEqual(["claim:3"]);
  });

  it("pass the draft check whatever is answered, to whom and in which language", () => {
    const answers = fc.constantFrom(A.RIGHT, A.WRONG, A.DONE, A.RESTS, A.UNKNOWN);
    const audiences = fc.constantFrom<"employer" | "uwv">("employer", "uwv");
    fc.assert(
      fc.property(
        fc.array(answers, { minLength: 1, maxLength: said.length }),
        audiences,
        fc.constantFrom("nl", "en"),
        (given, audience, locale) => {
          const asked = given.map((answer) => ({ answer }));
          const context = contextOf(audience, locale, asked);
          let number = 0;
          const sections = draftOf(context).sections.map(({ sectionId, sentences }) => ({
            sectionId,
            sentences: sentences.map((one) => ({ ...one, sentenceId: `sentence:${++number}` })),
          }));
          const draft = create(DraftTextSchema, { sections: sections as never });
          const { parties } = context.intent!;
          const found = checkDraft({ skeleton: context.skeleton!, ledger: context.ledger!, draft, parties, audience });
          expect(found.map(({ description }) => description)).toEqual([]);
          const cited = sections.flatMap(({ sentences }) => sentences.flatMap(({ entryIds }) => entryIds));
          expect(cited.toSorted()).toEqual(given.map((_, at) => `entry:${at + 1}`));
        },
      ),
      { numRuns: draws(50) },
    );
  });
});
