import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { EvidenceSlotStatus } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { ClaimAct } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { FinalTurn, ProposedToolRequest } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { SpanResolution_Outcome, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { hostileTexts } from "../contexts.ts";

type Change = Exclude<MessageInitShape<typeof TurnContextSchema>, { $typeName: string }>;

const mail = `vault:${"a".repeat(64)}`;
const other = `vault:${"b".repeat(64)}`;
const article = "law:BWBR0005290@2012-10-01#/Artikel611";
const promise = "De werkgever heeft schriftelijk toegezegd dat ik twee dagen thuis mag werken.";

const answer = (state: OrchestratorState, change: Change) =>
  extractiveTurn(
    "n",
    create(TurnContextSchema, {
      state,
      run: { locale: "nl", referenceDate: "2026-01-15" },
      profile: builtinProfiles()[0]!,
      intent: { goal: promise, locale: "nl" },
      ...change,
    }),
  ).turn;

const finalOf = (turn: ReturnType<typeof answer>): FinalTurn => {
  if (turn.case !== "final") throw new Error("a final answer was expected");
  return turn.value;
};

const requestsOf = (turn: ReturnType<typeof answer>): ProposedToolRequest[] => {
  if (turn.case !== "tool") throw new Error("tool requests were expected");
  return turn.value.requests;
};

const claimWith = (...required: { slotId: string; kind: SlotKind; source: string; [key: string]: unknown }[]) => ({
  sections: [
    { sectionId: "section:1", claims: [{ claimId: "claim:1", claimText: promise, claimKind: "promise", required }] },
  ],
});

const quoteSlot = {
  slotId: "slot:1",
  kind: SlotKind.QUOTE,
  source: "vault",
  description: "de toezegging",
  cues: ["toezegging", "afspraak"],
};
const lawSlot = {
  slotId: "slot:2",
  kind: SlotKind.QUOTE,
  source: "law",
  description: "de bepaling",
  citations: ["art. 7:611 BW"],
  cues: ["werkgever", "verplicht"],
};
const absenceSlot = {
  slotId: "slot:3",
  kind: SlotKind.ABSENCE,
  source: "vault",
  description: "de nakoming",
  cues: ["betaald uitbetaald loonstrook"],
};

describe("the extractive provider in INTENT_SEED", () => {
  const state = OrchestratorState.INTENT_SEED;

  it("takes the user's words as the goal and says them back", () => {
    const turn = finalOf(
      answer(state, { intent: undefined as never, userPrompt: "Reply to the letter of my employer" }),
    );
    expect(turn.proposal?.proposal).toMatchObject({
      case: "intentSeed",
      value: { goal: "Reply to the letter of my employer", locale: "nl" },
    });
    expect(turn.message).toContain("Reply to the letter of my employer");
    expect(turn.missingInputs).toHaveLength(1);
    expect(turn.nextAction).toBe("Save intent");
  });

  it.each(["  ", "hoi", "?", "help", "Beste heer De Vries,", "x", "7"])(
    "asks for the goal where there is none: %s",
    (words) => {
      const turn = finalOf(answer(state, { intent: undefined as never, userPrompt: words }));
      expect(turn.proposal).toBeUndefined();
      expect(turn.missingInputs).toHaveLength(1);
    },
  );
});

describe("the extractive provider in SKELETON", () => {
  const skeletonOf = (goal: string, locale: string, profile = 0, change: Change = {}) => {
    const turn = finalOf(
      answer(OrchestratorState.SKELETON, { intent: { goal, locale }, profile: builtinProfiles()[profile]!, ...change }),
    );
    const { proposal } = turn.proposal!;
    if (proposal.case !== "skeleton") throw new Error("a skeleton was expected");
    return proposal.value.sections;
  };

  it("turns the goal of the RFC's example into claims under the profile's headings", () => {
    const sections = skeletonOf("Reply to Dec 9 letter; challenge written commitments.", "en");
    expect(sections.map((section) => section.title)).toEqual([
      "Your letter",
      "My response",
      "Legal basis",
      "Request",
      "Reservation of rights",
    ]);
    expect(sections[0]?.claims).toMatchObject([
      {
        text: "The Dec 9 letter makes assertions that are answered here.",
        claimKind: "assertion-of-letter",
        optional: false,
      },
    ]);
    expect(sections[1]?.claims).toMatchObject([{ claimKind: "promise", optional: false }]);
    expect(sections[2]?.claims).toMatchObject([{ claimKind: "legal-basis", optional: true }]);
  });

  it("keeps sentences that already claim something as they are", () => {
    const sections = skeletonOf(
      `${promise} Er is nooit een evaluatie gehouden. Ik verzoek u binnen 14 dagen te antwoorden.`,
      "nl",
    );
    const claims = sections.flatMap((section) => section.claims).filter((claim) => !claim.optional);
    expect(claims.map((claim) => [claim.claimKind, claim.text])).toEqual([
      ["promise", promise],
      ["non-performance", "Er is nooit een evaluatie gehouden."],
      ["request", "Ik verzoek u binnen 14 dagen te antwoorden."],
    ]);
  });

  it.each([
    [
      "Ik wil reageren op de brief van 9 december 2025.",
      "nl",
      "assertion-of-letter",
      "De brief van 9 december 2025 bevat stellingen die hier worden beantwoord.",
    ],
    [
      "De schriftelijke toezeggingen betwisten",
      "nl",
      "promise",
      "Er zijn toezeggingen gedaan: de schriftelijke toezeggingen.",
    ],
    [
      "My employer promised in writing that I may work from home.",
      "en",
      "promise",
      "My employer promised in writing that I may work from home.",
    ],
    ["No evaluation meeting was ever held.", "en", "non-performance", "No evaluation meeting was ever held."],
    ["I ask for a written answer within 14 days.", "en", "request", "I ask for a written answer within 14 days."],
    ["Dit volgt uit art. 7:611 BW.", "nl", "legal-basis", "Dit volgt uit art. 7:611 BW."],
    ["Stel dat de bedrijfsarts mij geschikt achtte.", "nl", "medical-capacity", "De bedrijfsarts mij geschikt achtte."],
    ["Ik heb haar daar zelf over gebeld.", "nl", "own-statement", "Ik heb haar daar zelf over gebeld."],
  ])("reads %s", (goal, locale, claimKind, text) => {
    const claims = skeletonOf(goal, locale)
      .flatMap((section) => section.claims)
      .filter((claim) => !claim.optional);
    expect(claims.map((claim) => [claim.claimKind, claim.text])).toEqual([[claimKind, text]]);
  });

  it.each(["Ontslag", "Salaris!", "ΑΒΓ"])("makes an outline of a goal of one word: %s", (goal) => {
    for (const profile of [0, 1]) {
      const claims = skeletonOf(goal, "nl", profile).flatMap((section) => section.claims);
      expect(claims.filter((claim) => !claim.optional)).toHaveLength(1);
      expect(claims.every((claim) => /[.!?…]$/.test(claim.text))).toBe(true);
    }
  });

  it("makes no claim of a bare subject matter where a letter is answered", () => {
    const letterReading = {
      assertions: [{ partId: "assertion:1", span: { excerpt: "U krijgt een boete.", docUid: "b".repeat(64) } }],
    };
    const claims = (goal: string, change: Change) =>
      skeletonOf(goal, "nl", 0, change)
        .flatMap((section) => section.claims)
        .filter((claim) => !claim.optional)
        .map(({ text }) => text);
    const goal = "Bezwaar tegen de boete. De ketel lekt al drie weken.";
    expect(claims(goal, {})).toContain("Bezwaar tegen de boete.");
    expect(claims(goal, { letterReading })).toEqual(["De ketel lekt al drie weken."]);
  });

  // "Herinnering aan mijn brief" as a goal became what a letter states, of a letter that nobody answered.
  it("makes a few words that name a letter no claim of what a letter states", () => {
    const goal = "Herinnering aan mijn brief van 1 december 2026";
    for (const [at, { claimKinds }] of builtinProfiles().entries()) {
      const states = claimKinds.filter(({ act }) => act === ClaimAct.STATES_LETTER).map(({ name }) => name);
      const claims = skeletonOf(goal, "nl", at).flatMap((section) => section.claims);
      expect(claims.filter(({ claimKind = "" }) => states.includes(claimKind)).map(({ text }) => text)).not.toContain(
        `${goal}.`,
      );
    }
  });

  it("takes no greeting and no close of a letter for a claim", () => {
    const goal = "Geachte mevrouw De Vries,\n\nHet loon over mei is niet betaald.\n\n?\n\nMet vriendelijke groet,";
    const claims = skeletonOf(goal, "nl").flatMap((section) => section.claims);
    expect(claims.filter((claim) => !claim.optional).map((claim) => claim.text)).toEqual([
      "Het loon over mei is niet betaald.",
    ]);
  });

  it("uses the user's own headings where the intent has some", () => {
    const intent = { goal: promise, locale: "nl", sections: ["Verzoek", "Mijn reactie"] };
    const sections = skeletonOf(promise, "nl", 0, { intent });
    expect(sections.map((section) => section.title)).toEqual(["Verzoek", "Mijn reactie"]);
    expect(sections[1]?.claims.map((claim) => claim.text)).toContain(promise);
  });

  it("keeps an outline that exists, with its ids, and adds what the user asks for", () => {
    const skeleton = {
      sections: [
        {
          sectionId: "section:4",
          title: "Mijn reactie",
          claims: [{ claimId: "claim:9", text: "Zo was het.", claimKind: "promise", required: false }],
        },
      ],
    };
    const kept = skeletonOf(promise, "nl", 0, { skeleton });
    expect(kept).toMatchObject([{ sectionId: "section:4", claims: [{ claimId: "claim:9", optional: true }] }]);
    expect(kept[0]?.claims).toHaveLength(1);
    const grown = skeletonOf(promise, "nl", 0, { skeleton, userPrompt: "Voeg toe: Mijn salaris is nooit uitbetaald." });
    expect(grown[0]?.claims.map((claim) => claim.text)).toEqual(["Zo was het.", "Mijn salaris is nooit uitbetaald."]);
  });
});

describe("the extractive provider in EVIDENCE_NEEDS", () => {
  const state = OrchestratorState.EVIDENCE_NEEDS;
  const allowedTools = ["vault.search", "lawbot.search"];
  const needs = claimWith(quoteSlot, lawSlot, absenceSlot);
  const result = (
    slotId: string,
    status: ToolResultStatus,
    refinedQuery = "",
    candidates: { evidenceId: string; snippet?: string }[] = [],
  ) => ({
    request: { slotId, params: { params: { case: "vaultSearch" as const, value: { query: "asked" } } } },
    result: { id: "toolres:01A", status, refinedQuery },
    output: { case: "search" as const, value: { candidates } },
  });

  it("asks one search for each open slot, and LawBot for articles only", () => {
    const requests = requestsOf(answer(state, { needs, allowedTools }));
    expect(requests.map((one) => [one.toolName, one.slotId])).toEqual([
      ["vault.search", "slot:1"],
      ["lawbot.search", "slot:2"],
      ["vault.search", "slot:3"],
    ]);
    expect(requests[1]?.params?.params.value).toMatchObject({ query: "7:611" });
    expect(requests[2]?.params?.params.value).toMatchObject({ query: "betaald uitbetaald loonstrook" });
    expect(requests[0]?.params?.params.value).toMatchObject({ query: expect.stringContaining("thuis") });
  });

  it("tries one other query after EMPTY, the suggested one first, and takes EMPTY for an answer where absence is claimed", () => {
    const toolContexts = [
      result("slot:1", ToolResultStatus.EMPTY, "thuiswerk*"),
      result("slot:2", ToolResultStatus.OK, "", [{ evidenceId: article }]),
      result("slot:3", ToolResultStatus.EMPTY, "iets"),
    ];
    const requests = requestsOf(answer(state, { needs, allowedTools, toolContexts }));
    expect(requests.map((one) => one.slotId)).toEqual(["slot:1"]);
    expect(requests[0]?.params?.params.value).toMatchObject({ query: "thuiswerk*" });
  });

  it("asks no third time in one turn, whatever is suggested", () => {
    const empty = (slot: string, hint: string) => result(slot, ToolResultStatus.EMPTY, hint);
    const toolContexts = ["slot:1", "slot:2", "slot:3"].flatMap((slot) => [
      empty(slot, "eerste"),
      empty(slot, "tweede"),
    ]);
    expect(answer(state, { needs, allowedTools, toolContexts }).case).toBe("final");
  });

  it("asks for nothing again after an error", () => {
    const toolContexts = ["slot:1", "slot:2", "slot:3"].map((slot) => result(slot, ToolResultStatus.ERROR, "x"));
    expect(finalOf(answer(state, { needs, allowedTools, toolContexts })).proposal).toBeUndefined();
  });

  it("links what the search found in its order, and names what is still open", () => {
    const found = [
      { evidenceId: other, snippet: "niets hierover" },
      { evidenceId: mail, snippet: "twee dagen thuis werken, zoals toegezegd" },
    ];
    const toolContexts = [result("slot:1", ToolResultStatus.OK, "", found), result("slot:2", ToolResultStatus.EMPTY)];
    const turn = finalOf(answer(state, { needs, finalOnly: true, toolContexts }));
    expect(turn.proposal?.proposal).toMatchObject({
      case: "evidenceNeeds",
      value: {
        links: [
          { slotId: "slot:1", evidenceId: other },
          { slotId: "slot:1", evidenceId: mail },
        ],
      },
    });
    expect(turn.missingInputs.join()).toContain("de bepaling");
    expect(turn.suggestedToolActions.length).toBeGreaterThan(0);
    expect(turn.nextAction).toBe("Review evidence checklist");
  });

  it("links a pinned document the user has not linked yet", () => {
    const evidenceSet = {
      entries: [{ candidate: { evidenceId: mail, snippet: "toegezegd: thuis werken" }, pinned: true }],
    };
    const turn = finalOf(answer(state, { needs: claimWith(quoteSlot), finalOnly: true, evidenceSet }));
    expect(turn.proposal?.proposal).toMatchObject({
      case: "evidenceNeeds",
      value: { links: [{ slotId: "slot:1", evidenceId: mail }] },
    });
  });
});

describe("the extractive provider in EVIDENCE_BINDING", () => {
  const state = OrchestratorState.EVIDENCE_BINDING;
  const allowedTools = ["vault.resolve_ids", "lawbot.resolve_citations", "lawbot.search"];
  const candidates = [
    { evidenceId: mail, title: "Thuiswerken" },
    { evidenceId: other, title: "Rooster" },
  ];
  const needs = claimWith(
    { ...quoteSlot, candidates },
    {
      ...lawSlot,
      candidates: [
        { evidenceId: article, versionDate: "2012-10-01", unitPath: "/Artikel611", address: "art. 7:611 BW" },
      ],
    },
    { ...absenceSlot, searchResultIds: ["toolres:01A", "toolres:01B"] },
    { slotId: "slot:4", kind: SlotKind.OWN_STATEMENT, source: "none" },
    {
      slotId: "slot:5",
      kind: SlotKind.QUOTE,
      source: "vault",
      status: EvidenceSlotStatus.SLOT_STATUS_BOUND,
      candidates,
    },
  );

  it("first looks at the article that the claim names, and at no paper", () => {
    const requests = requestsOf(answer(state, { needs, allowedTools }));
    expect(requests.map((one) => one.toolName)).toEqual(["lawbot.resolve_citations"]);
    expect(requests[0]?.params?.params.value).toMatchObject({ citations: ["art. 7:611 BW"] });
  });

  it("binds what a person linked, the article that is named, an empty search and the author's own words", () => {
    const evidenceSet = { entries: [{ candidate: { evidenceId: other }, personsSlotIds: ["slot:1"] }] };
    // The newer search had hits: only a person may say that they do not matter.
    const earlierResults = [
      { result: { id: "toolres:01B", status: ToolResultStatus.OK } },
      { result: { id: "toolres:01A", status: ToolResultStatus.EMPTY } },
    ];
    const { proposal } = finalOf(answer(state, { needs, finalOnly: true, evidenceSet, earlierResults })).proposal!;
    expect(proposal).toMatchObject({
      case: "needMap",
      value: {
        bindings: [
          { slotId: "slot:1", evidence: { evidence: { case: "document", value: { evidenceId: other } } } },
          {
            slotId: "slot:2",
            evidence: {
              evidence: {
                case: "law",
                value: {
                  evidenceId: article,
                  versionDate: "2012-10-01",
                  unitPath: "/Artikel611",
                  address: "art. 7:611 BW",
                },
              },
            },
          },
          {
            slotId: "slot:3",
            evidence: { evidence: { case: "search", value: { toolResultId: "toolres:01A", reviewed: false } } },
          },
          { slotId: "slot:4", evidence: { evidence: { case: "statement", value: { text: promise } } } },
        ],
      },
    });
  });

  it("binds no paper that nobody chose, however near its words are, and says that a person chooses", () => {
    const near = claimWith({
      ...quoteSlot,
      candidates: [{ evidenceId: mail, title: "Thuiswerken", snippet: promise }],
    });
    const turn = finalOf(answer(state, { needs: near, finalOnly: true }));
    expect(turn.proposal).toBeUndefined();
    expect(turn.message).toContain("kiest u zelf de passage");
    expect(turn.missingInputs.join()).toContain("de toezegging");
  });

  it("leaves two papers that a person linked to the same slot to her", () => {
    const entries = [mail, other].map((evidenceId) => ({ candidate: { evidenceId }, personsSlotIds: ["slot:1"] }));
    const two = claimWith({ ...quoteSlot, candidates });
    expect(finalOf(answer(state, { needs: two, finalOnly: true, evidenceSet: { entries } })).proposal).toBeUndefined();
  });

  it("does not bind another article than the one the claim names", () => {
    const cited = claimWith({ ...lawSlot, candidates: [{ evidenceId: article, address: "art. 7:611 BW" }] });
    cited.sections[0]!.claims[0]!.claimText = "Dit volgt uit art. 7:629 BW.";
    expect(finalOf(answer(state, { needs: cited, finalOnly: true })).proposal).toBeUndefined();
  });

  // Numbers of articles were compared without their law, so that article 25 of another act served as the cited one.
  it("tells the same number in two laws apart, however the law is written", () => {
    const benefits = { evidenceId: "law:BWBR0004045@2025-01-01#/Artikel25", address: "art. 25 WW" };
    const sickness = { evidenceId: "law:BWBR0001888@2025-01-01#/Artikel25", address: "art. 25 ZW" };
    const both = claimWith({ ...lawSlot, candidates: [sickness, benefits] });
    const sentences = ["Ik heb art. 25 WW nageleefd.", "Ik heb artikel 25 van de Werkloosheidswet nageleefd."];
    for (const sentence of sentences) {
      both.sections[0]!.claims[0]!.claimText = sentence;
      const { proposal } = finalOf(answer(state, { needs: both, finalOnly: true })).proposal!;
      expect(proposal.value).toMatchObject({
        bindings: [{ evidence: { evidence: { case: "law", value: { evidenceId: benefits.evidenceId } } } }],
      });
    }
    both.sections[0]!.claims[0]!.claimText = "Dit volgt uit artikel 25.";
    expect(finalOf(answer(state, { needs: both, finalOnly: true })).proposal).toBeUndefined();
  });
});

describe("the extractive provider in SPAN_RESOLUTION", () => {
  const state = OrchestratorState.SPAN_RESOLUTION;
  const allowedTools = ["vault.get_spans", "lawbot.get_spans"];
  const docUid = "a".repeat(64);
  const needMap = {
    bindings: [
      {
        bindingId: "binding:1",
        slotId: "slot:1",
        claimId: "claim:1",
        slotKind: SlotKind.QUOTE,
        evidence: { evidence: { case: "document" as const, value: { evidenceId: mail } } },
      },
    ],
  };
  const base = { needs: claimWith(quoteSlot), needMap, allowedTools };
  const best = "Wij zeggen u toe dat u twee dagen per week\nthuis mag werken.";
  const passages = [
    {
      docUid,
      chunkUid: `${docUid}#1:0`,
      text: `Beste collega,\n\n${best}\n\nMet vriendelijke groet,\nde werkgever`,
      voice: Voice.AUTHOR,
    },
  ];
  const several = [{ ...passages[0]!, text: `${best} Dit geldt voor het hele team.` }];
  const asked = (exactQuote: string, answerOf: object) => ({
    request: {
      slotId: "slot:1",
      params: { params: { case: "vaultGetSpans" as const, value: { queries: [{ locator: { docUid, exactQuote } }] } } },
    },
    result: { id: "toolres:01Q" },
    output: { case: "spans" as const, value: { answers: [answerOf] } },
  });

  it("chooses no words where a person pointed at some, and asks for those that it pointed at itself", () => {
    const [binding] = needMap.bindings;
    const locator = { docUid, exactQuote: best };
    const pointedBy = (kind: Principal_Kind) => ({
      ...base,
      needMap: { bindings: [{ ...binding, locator, locatedBy: { kind } }] },
    });
    const { missingInputs, proposal } = finalOf(answer(state, pointedBy(Principal_Kind.USER)));
    expect([missingInputs, proposal]).toEqual([[], undefined]);
    const [own] = requestsOf(answer(state, pointedBy(Principal_Kind.MODEL)));
    expect(own?.params?.params.value).toMatchObject({ queries: [{ locator, query: "" }] });
  });

  it("takes what the source offers in place of words that begin with a heading of it, and puts no untried words forward", () => {
    const chat = `21-03-2025 18:05 - Bram: ${best}`;
    const shown = [{ ...passages[0], text: chat }];
    const offered = { span: { docUid, excerpt: best, shownBefore: "Bram: ", shownAfter: "" }, scoreMicros: 1_000_000 };
    const refused = asked(chat, {
      resolution: { outcome: SpanResolution_Outcome.NOT_FOUND, suggestions: [offered] },
    });
    const toolContexts = [asked("", { passages: shown }), refused];
    const [next] = requestsOf(answer(state, { ...base, toolContexts }));
    expect(next?.params?.params.value).toMatchObject({ queries: [{ locator: { exactQuote: best } }] });
    const last = answer(state, {
      ...base,
      toolContexts,
      run: { locale: "nl", referenceDate: "2026-01-15" },
      allowedTools: [],
    });
    const { missingInputs, proposal } = finalOf(last);
    expect([missingInputs.length, proposal]).toEqual([1, undefined]);
  });

  it("asks for passages, then for their only sentence as it stands, then names the resolved span", () => {
    const first = requestsOf(answer(state, base));
    expect(first).toMatchObject([{ toolName: "vault.get_spans", slotId: "slot:1" }]);
    expect(first[0]?.params?.params.value).toMatchObject({
      queries: [{ locator: { docUid, exactQuote: "" }, query: expect.stringContaining("thuis") }],
    });
    const second = requestsOf(answer(state, { ...base, toolContexts: [asked("", { passages })] }));
    expect(second[0]?.params?.params.value).toMatchObject({
      queries: [{ locator: { docUid, chunkUid: `${docUid}#1:0`, exactQuote: best } }],
    });
    const toolContexts = [
      asked("", { passages }),
      asked(best, { resolution: { outcome: SpanResolution_Outcome.EXACT } }),
    ];
    const { proposal } = finalOf(answer(state, { ...base, toolContexts })).proposal!;
    expect(proposal).toMatchObject({
      case: "citationLedger",
      value: {
        spans: [
          {
            bindingId: "binding:1",
            span: { case: "resolved", value: { toolResultId: "toolres:01Q", answerIndex: 0, spanIndex: 0 } },
          },
        ],
      },
    });
  });

  // It took the best of several by the words they share, and a person waved the wrong one through.
  it("leaves the words of a paper with several sentences to a person's choice, and says so", () => {
    const { proposal, message, suggestedToolActions } = finalOf(
      answer(state, { ...base, toolContexts: [asked("", { passages: several })] }),
    );
    expect(proposal).toBeUndefined();
    expect(message).toContain("kiest u zelf de passage");
    expect(suggestedToolActions).toHaveLength(1);
    const many = ["1", "2", "3"].map((at) => ({
      ...passages[0]!,
      chunkUid: `${docUid}#${at}:0`,
      text: at === "1" ? best : "Dag,",
    }));
    expect(finalOf(answer(state, { ...base, toolContexts: [asked("", { passages: many })] })).proposal).toBeUndefined();
  });

  it("quotes what a binding points at, whatever else its paper says", () => {
    const pointed = { bindings: [{ ...needMap.bindings[0]!, locator: { docUid, exactQuote: best } }] };
    expect(requestsOf(answer(state, { ...base, needMap: pointed }))[0]?.params?.params.value).toMatchObject({
      queries: [{ locator: { docUid, exactQuote: best } }],
    });
  });

  it("puts a locator forward where no step is left, and nothing in the place of words that were not found", () => {
    const toolContexts = [asked("", { passages })];
    const { proposal } = finalOf(answer(state, { ...base, finalOnly: true, toolContexts })).proposal!;
    expect(proposal).toMatchObject({ value: { spans: [{ span: { case: "locator", value: { exactQuote: best } } }] } });
    const failed = [...toolContexts, asked(best, { resolution: { outcome: SpanResolution_Outcome.NOT_FOUND } })];
    expect(finalOf(answer(state, { ...base, toolContexts: failed })).proposal).toBeUndefined();
  });

  it("never quotes header lines, greetings and closes", () => {
    const text =
      "From: Baas\nSubject: Afspraak thuis werken twee dagen\n\nBeste team,\n\nDit geldt voor iedereen hier.\n\nMet vriendelijke groet,\nde werkgever";
    const framed = [{ docUid, chunkUid: `${docUid}#1:0`, text, voice: Voice.AUTHOR }];
    const turn = requestsOf(answer(state, { ...base, toolContexts: [asked("", { passages: framed })] }));
    expect(turn[0]?.params?.params.value).toMatchObject({
      queries: [{ locator: { exactQuote: "Dit geldt voor iedereen hier." } }],
    });
  });

  it("quotes a statute without its heading and numbers, and no other article than the one that is bound", () => {
    const evidence = { evidence: { case: "law" as const, value: { evidenceId: article, address: "art. 7:611 BW" } } };
    const lawMap = { bindings: [{ ...needMap.bindings[0]!, slotId: "slot:2", evidence }] };
    const uid = "BWBR0005290@2012-10-01";
    const lawPassages = [
      {
        docUid: uid,
        chunkUid: `${uid}#1:3`,
        text: "Artikel 629\nDe werkgever moet de werknemer twee dagen thuis loon betalen.",
        voice: Voice.STATUTE,
        address: "art. 7:629 BW",
      },
      {
        docUid: uid,
        chunkUid: `${uid}#1:2`,
        text: "Artikel 611\n1 De werkgever en de werknemer zijn verplicht zich goed te gedragen.",
        voice: Voice.STATUTE,
        address: "art. 7:611 BW",
      },
    ];
    const context = { needs: claimWith(quoteSlot, lawSlot), needMap: lawMap, allowedTools };
    const first = requestsOf(answer(state, context));
    expect(first).toMatchObject([{ toolName: "lawbot.get_spans" }]);
    expect(JSON.stringify(first[0]?.params?.params.value)).not.toContain("thuis");
    const shown = {
      ...asked("", { passages: lawPassages }),
      request: {
        slotId: "slot:2",
        params: { params: { case: "lawbotGetSpans" as const, value: { queries: [{ locator: { docUid: uid } }] } } },
      },
    };
    const second = requestsOf(answer(state, { ...context, toolContexts: [shown] }));
    expect(second[0]?.params?.params.value).toMatchObject({
      queries: [{ locator: { exactQuote: "De werkgever en de werknemer zijn verplicht zich goed te gedragen." } }],
    });
  });
});

describe("hostile words in evidence", () => {
  it("change no tool, no slot and no parameter", () => {
    const allowedTools = [
      "vault.search",
      "lawbot.search",
      "vault.resolve_ids",
      "lawbot.resolve_citations",
      "vault.get_spans",
      "lawbot.get_spans",
    ];
    for (const hostile of hostileTexts.map((one) => one.toWellFormed())) {
      const found = [{ evidenceId: mail, title: hostile, snippet: hostile }];
      const needs = claimWith({ ...quoteSlot, candidates: found });
      const evidenceSet = { entries: [{ candidate: found[0]! }] };
      const turn = finalOf(answer(OrchestratorState.EVIDENCE_BINDING, { needs, evidenceSet, allowedTools }));
      expect(turn.proposal).toBeUndefined();
    }
  });
});
