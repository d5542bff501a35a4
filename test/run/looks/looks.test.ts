import { create } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  CorrectedWordsSchema,
  MatchKind,
  SpanFlag,
  type SpanRef,
  SpanRefSchema,
  Voice,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { bindingFor, finish, intentProposal, runAt, settle } from "../drive.ts";
import { letterCandidate, letters, type Source } from "../sample-content.ts";
import { TestRun } from "../support.ts";
import { author, type Case, chief, profile, quoted, utf8, type Who } from "./quoted-case.ts";

describe("looks", () => {
  it("are none where a known speaker says the claim's words on the claim's day", () => {
    expect(quoted({})).toMatchObject({ onBinding: [], onQuote: [] });
  });

  // Nobody confirms it in bulk, and no choice of a person's own takes it away: a picture may say something else.
  it.each([true, false])("are one on words that a machine read from a picture, pointed at or not: %s", (isChosen) => {
    const { onQuote } = quoted({ isChosen, span: { matchKind: MatchKind.MACHINE_READ } });
    expect(onQuote).toEqual([LookCode.MACHINE_READ]);
  });

  // No list has a signature or an attribution line, and a program may choose one all the same.
  it.each([true, false])("are one on words that say nothing of the matter, pointed at or not: %s", (isChosen) => {
    const { onQuote } = quoted({ isChosen, span: { flags: [SpanFlag.NOTHING_SAID] } });
    expect(onQuote).toEqual([LookCode.NOTHING_SAID]);
  });

  it("are one more on each stretch that a person set in its place, which has its place in the quote", () => {
    // The quote begins at the fifth character of its letter.
    const corrected = [create(CorrectedWordsSchema, { startChar: 9, endChar: 16 })];
    const { run, onQuote } = quoted({ span: { matchKind: MatchKind.MACHINE_READ, corrected } });
    expect(onQuote).toEqual([LookCode.MACHINE_READ, LookCode.CORRECTED]);
    const looks = run.record?.items.flatMap((item) => item.looks) ?? [];
    expect(looks.at(-1)).toMatchObject({ code: LookCode.CORRECTED, startChar: 4, endChar: 11 });
  });

  it.each<[string, Case, LookCode[], LookCode[]]>([
    [
      "the author of the document is not asked for",
      { from: "Anna Bos <anna@thuis.example>" },
      [LookCode.SPEAKER_NOT_ASKED],
      [],
    ],
    // "Daarmee ben ik akkoord gegaan" on one's own mail was looked at: the kind asks for the other side's promise.
    [
      "the author tells what they did themselves",
      {
        claim: "Daarmee ben ik op 17 maart 2025 akkoord gegaan.",
        from: "Anna Bos <anna@thuis.example>",
        quote: "Ik ga akkoord met de opleiding.",
        isChosen: true,
      },
      [],
      [],
    ],
    ["the author is no party", { from: "Iemand <iemand@elders.example>" }, [LookCode.SPEAKER_UNKNOWN], []],
    ["the run knows no party", { parties: [] }, [LookCode.SPEAKER_UNKNOWN], []],
    [
      "a name stands where the party has an address",
      { from: "Kees Vlieger <privé@elders.example>" },
      [LookCode.SPEAKER_UNKNOWN],
      [],
    ],
    [
      "nobody is known to have written a report",
      { from: "", title: "terugkoppeling.pdf" },
      [LookCode.SPEAKER_UNKNOWN],
      [],
    ],
    ["an agreement is of its parties, not of a writer", { from: "", title: "arbeidsovereenkomst_2025.docx" }, [], []],
    ["so is one whose file has a number", { from: "", title: "02 huurovereenkomst" }, [], []],
    [
      "somebody else wrote about an agreement",
      { from: "Iemand <iemand@elders.example>", title: "Overeenkomst" },
      [LookCode.SPEAKER_UNKNOWN],
      [],
    ],
    ["the document is of another day", { day: "2024-01-03" }, [LookCode.DAY_DIFFERS], []],
    ["the document has no day", { day: "" }, [], [LookCode.DAY_DIFFERS]],
    [
      "the words that were chosen name the day, in a paper of another",
      { day: "2025-12-09", quote: "Op 17 maart 2025 zegden wij uw opleiding toe.", isChosen: true },
      [],
      [],
    ],
    [
      "the claim's day stands in the quote",
      { day: "", quote: "Op 17 maart 2025 zegden wij uw opleiding toe." },
      [],
      [],
    ],
    [
      "a message of a chat is of whoever is asked for, on the claim's day",
      {
        ...{ docType: "chat", day: "" },
        span: { voice: Voice.QUOTED, speaker: "Kees Vlieger", segmentDateText: "2025-03-17 09:32" },
      },
      [],
      [],
    ],
    [
      "somebody speaks in minutes of the claim's day",
      {
        docType: "text",
        day: "2025-03-17",
        span: { voice: Voice.QUOTED, speaker: "Kees Vlieger", segmentDateText: "" },
      },
      [LookCode.SPEAKER_UNKNOWN],
      [],
    ],
    [
      "a message of a chat is of another, on another day",
      {
        ...{ docType: "chat", day: "2025-03-17" },
        span: { voice: Voice.QUOTED, speaker: "Anna Bos", segmentDateText: "2025-03-18 09:32" },
      },
      [],
      [LookCode.SPEAKER_NOT_ASKED, LookCode.DAY_DIFFERS],
    ],
    [
      "the words are quoted from somebody else",
      { span: { voice: Voice.QUOTED, speaker: "Anna Bos <anna@thuis.example>", segmentDateText: "17 maart 2025" } },
      [],
      [LookCode.SPEAKER_NOT_ASKED, LookCode.QUOTED_FROM_OTHER],
    ],
    [
      "a person pointed at words that are other ones for the same",
      { quote: "Parkeervergunningen verlopen in juni.", isChosen: true },
      [],
      [],
    ],
    [
      "a person pointed at words that have nothing at all in common with the claim",
      {
        ...{ claim: "De werkgever heeft op 17 maart 2025 een opleiding gegund.", from: "Kees Vlieger" },
        ...{ quote: "Zulk fijn ijs kopen jullie nu bij elk buffet.", isChosen: true },
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    // "Expert" was in common with `expertise-van-loon.pdf`, and the bolt with the sentence before "die heb ik zelf vastgezet".
    [
      "a person pointed at words that have nothing in common with the claim but the name of their file",
      {
        ...{ claim: "De werkgever heeft op 17 maart 2025 een opleiding gegund.", from: "Kees Vlieger" },
        ...{ quote: "Zulk fijn ijs kopen jullie nu bij elk buffet.", isChosen: true, title: "opleidingen-abc.pdf" },
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    [
      "a person pointed at words that say nothing of what the claim says, and what stands before them does",
      {
        ...{ claim: "De werkgever heeft op 17 maart 2025 een opleiding toegezegd.", isChosen: true },
        ...{ quote: "Vreemd hoor, dat heb ik zelf niet gezien.", span: { shownBefore: "De opleiding is toegezegd. " } },
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    // "Het huis was schoon" rested on the scratches of the floor, a line above the one on cleaning.
    [
      "a person pointed at a line of a record that is about something else than the one beside it, which has the claim's word",
      {
        ...{ claim: "De werkgever heeft op 17 maart 2025 een opleiding gegund.", isChosen: true },
        ...{ quote: "Zulk fijn ijs: bij elk buffet.", span: { shownAfter: "Opleiding: is gegund." } },
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    // "Alleen nog even de gaatjes vullen" stood for a claim that none had to be filled.
    [
      "a claim denies what the quote says, and nothing in the quote does",
      { claim: "De werkgever heeft op 17 maart 2025 geen opleiding toegezegd.", isChosen: true },
      [],
      [LookCode.NEGATION_LOST],
    ],
    [
      "a person pointed at an answer to what stands before it, which says something of the claim itself",
      {
        ...{ claim: "De werkgever heeft op 17 maart 2025 een opleiding toegezegd.", isChosen: true },
        ...{ quote: "Ja, die opleiding krijg je.", span: { shownBefore: "Is de opleiding toegezegd? " } },
      },
      [],
      [],
    ],
    [
      "a person pointed at words that are quoted from somebody else, who was shown with them",
      {
        ...{ isChosen: true, parties: [chief, { ...author, role: PartyRole.OPPONENT }] },
        span: { voice: Voice.QUOTED, speaker: "Anna Bos <anna@thuis.example>", segmentDateText: "17 maart 2025" },
      },
      [],
      [],
    ],
    [
      "a day that the claim names without its year is not the document's",
      { claim: "De werkgever heeft op 18 maart een opleiding toegezegd." },
      [LookCode.DAY_DIFFERS],
      [],
    ],
    [
      "a day that the claim names without its year is the document's",
      { claim: "De werkgever heeft op 17 maart een opleiding toegezegd." },
      [],
      [],
    ],
    [
      "quote and claim share no word",
      { quote: "Parkeervergunningen verlopen in juni." },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    [
      "quote and claim share a day without its year",
      { quote: "Parkeervergunningen verlopen tussen 17 en 20 maart." },
      [],
      [LookCode.NOUN_NOT_IN_EVIDENCE],
    ],
    [
      "quote and claim share the name of a party alone",
      {
        claim: "Kees Vlieger heeft op 17 maart 2025 een opleiding toegezegd.",
        quote: "Kees Vlieger verlengt parkeervergunningen in juni.",
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    // "By the 25th" had a look on the very clause that says until when wages are paid: it calls them salary, and no day has its month.
    [
      "quote and claim share nothing but the number of a day, which is enough",
      {
        claim: "My wage had to be on my account by the 25th.",
        quote: "The salary is paid no later than the 25th day of each month by bank transfer.",
        isChosen: true,
      },
      [],
      [],
    ],
    [
      "a day of another number is nothing in common",
      {
        claim: "My wage had to be on my account by the 25th.",
        quote: "The salary is paid no later than the 24th day of each month by bank transfer.",
        isChosen: true,
      },
      [],
      [LookCode.NO_COMMON_WORD],
    ],
    // The row of a bank that proves the payment had a look: it names the month of the advance, and stands on the claim's day.
    [
      "quote and claim share nothing but a month of a year, which is enough",
      {
        claim: "Het voorschot over december 2025 is voldaan.",
        quote: "huur 742,50 en servicekosten 85,00 december 2025 Laan 4",
      },
      [],
      [],
    ],
    [
      "a row of a table stands on the claim's day, which is enough",
      {
        claim: "De aanbetaling is op 17 maart 2025 gedaan.",
        quote: "20250317 | Verhuur Stad | huur",
        span: { voice: Voice.UNSPECIFIED, speaker: "", segmentDateText: "2025-03-17" },
      },
      [],
      [LookCode.ACT_OF_ANOTHER],
    ],
    ["the words deny", { quote: "Wij hebben nooit een opleiding toegezegd." }, [], [LookCode.WORDS_DENY]],
    [
      "the claim gives somebody else's words to the author",
      { claim: "Ik schreef op 17 maart 2025 dat u mijn opleiding betaalt." },
      [],
      [LookCode.ACT_OF_ANOTHER],
    ],
    [
      "a sum of the claim stands nowhere",
      { claim: "De werkgever heeft op 17 maart 2025 een opleiding van € 5.000 toegezegd." },
      [],
      [LookCode.TOKEN_NOT_IN_EVIDENCE],
    ],
  ])("are seen where %s", (_name, one, onBinding, onQuote) => {
    expect(quoted(one)).toMatchObject({ onBinding, onQuote });
  });

  // A claim on artikel 4.3 rested on a concept that says the opposite, and nothing asked.
  it("are seen where the claim names a clause by its number and the words stand in none such", () => {
    const claim = "Volgens artikel 4.3 heeft de werkgever op 17 maart 2025 een opleiding toegezegd.";
    expect(quoted({ claim }).onQuote).toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
    const { onQuote } = quoted({ claim, quote: "Volgens artikel 4.3 zeggen wij een opleiding toe." });
    expect(onQuote).not.toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
  });

  // "Ik heb de kast op de bon gezet en ook dat doos 17 er niet is", for a claim about the cupboard.
  it("are not seen where words deny something else than most of the claim", () => {
    const claim = "De werkgever heeft op 17 maart 2025 een opleiding met ruime vergoeding toegezegd.";
    const { onQuote } = quoted({ claim, quote: "Over de opleiding is gesproken en dat de kantine niet open gaat." });
    expect(onQuote).not.toContain(LookCode.WORDS_DENY);
  });

  it("hold another sum against words that a person pointed at, and not what they leave unsaid", () => {
    const claim = (of: string) => `De werkgever heeft op 17 maart 2025 een opleiding ${of} toegezegd.`;
    const codes = (of: string, isChosen: boolean) => quoted({ claim: claim(of), isChosen }).onQuote;
    expect(codes("volgens de bedrijfsarts", false)).toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
    expect(codes("volgens de bedrijfsarts", true)).not.toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
    expect(codes("van € 5.000", false)).toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
    expect(codes("van € 5.000", true)).not.toContain(LookCode.TOKEN_NOT_IN_EVIDENCE);
    const quote = "Wij betalen uw opleiding van € 4.000.";
    expect(quoted({ claim: claim("van € 5.000"), quote, isChosen: true }).onQuote).toContain(
      LookCode.TOKEN_NOT_IN_EVIDENCE,
    );
  });

  // A mail is itself the proof that it was sent: chosen for both slots of its claim, each stood beside the other with a look.
  it("are seen on no slot that shares its words with another of the same claim", () => {
    const made = profile();
    made.claimKinds[0]!.slots[1]!.cues = ["ontvangst"];
    made.claimKinds[0]!.slots[0]!.speakerRoles = [];
    const run = runAt(S.EVIDENCE_NEEDS, new TestRun({ profile: made }));
    for (const slotId of ["slot:1", "slot:2"]) run.search(slotId, letters.map(letterCandidate));
    settle(run).advance();
    const slots = run.snapshot.slots.filter((slot) => slot.kind !== SlotKind.ABSENCE || slot.required);
    run.propose({ case: "needMap", value: { bindings: slots.map(({ slotId }) => bindingFor(run, slotId)) } });
    run.confirmAll().advance();
    const quotes = (run.material.needMap?.bindings ?? []).filter((one) => one.slotKind === SlotKind.QUOTE);
    const letter = letters[0]!;
    const words = quoteOf(letter);
    const toolResultId = run.getSpans([words]);
    const spans = quotes.map(({ bindingId }) => ({
      ...{ bindingId, span: { case: "resolved", value: { toolResultId, answerIndex: 0, spanIndex: 0 } } as const },
    }));
    run.propose({ case: "citationLedger", value: { spans } });
    const shared = run.record?.items.filter((item) => item.looks.some(({ code }) => code === LookCode.SPAN_SHARED));
    expect(shared).toEqual([]);
    expect(run.record?.items.map(({ slotId }) => slotId)).toEqual(expect.arrayContaining(["slot:1", "slot:2"]));
  });

  it("hold ids, digests and offsets, and no word of claim, source or speaker", () => {
    const { run } = quoted({
      quote: "Wij hebben nooit een opleiding toegezegd.",
      from: "Zeldzame Naam <z@elders.example>",
    });
    const journal = Buffer.from(
      JSON.stringify(run.events, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    );
    expect(journal.includes("Zeldzame")).toBe(false);
    expect(journal.includes("nooit")).toBe(false);
    const [look] = run.record!.items.flatMap((item) => item.looks);
    expect([..."Wij hebben nooit een opleiding toegezegd."].slice(look!.startChar, look!.endChar).join("")).toBe(
      "nooit",
    );
  });
});

const quoteOf = (letter: Source): SpanRef => {
  const excerpt = letter.quotes[0]!;
  const startChar = letter.text.indexOf(excerpt);
  return create(SpanRefSchema, {
    ...{ docUid: letter.docUid, startChar, endChar: startChar + excerpt.length, excerpt },
    ...{
      excerptSha256: sha256Hex(utf8(excerpt)),
      sourceDigest: sha256Hex(utf8(letter.text)),
      matchKind: MatchKind.EXACT,
    },
  });
};

describe("an item with looks", () => {
  const refusal = (work: () => unknown): unknown => {
    try {
      work();
      return "taken";
    } catch (error) {
      return error;
    }
  };
  const decided = (itemId: string, lookFingerprints: readonly string[] = []) => ({
    ...{ itemId, decision: ItemDecision.CONFIRM, lookFingerprints: [...lookFingerprints] },
  });

  it("is confirmed only with exactly its looks named, and alone", () => {
    const { run } = quoted({ from: "Iemand <iemand@elders.example>", quote: "Parkeervergunningen verlopen in juni." });
    const [item] = run.record!.items;
    const [look] = item!.looks.map(({ fingerprint }) => fingerprint);
    for (const named of [[], ["0".repeat(64)], [look!, "0".repeat(64)]])
      expect(refusal(() => run.decide([decided(item!.itemId, named)]))).toMatchObject({
        reason: "LOOKS_NOT_NAMED",
        facts: { item_id: item!.itemId, look_fingerprints: look },
      });
    expect(refusal(() => run.decide([decided(item!.itemId, [look!])]))).toBe("taken");
    const event = run.events.at(-1)?.event;
    expect(event?.case === "itemsDecided" && event.value.items[0]?.lookFingerprints).toEqual([look]);
  });

  it("is rejected without any", () => {
    const { run } = quoted({ quote: "Parkeervergunningen verlopen in juni." });
    const [item] = run.record!.items;
    run.decide([{ itemId: item!.itemId, decision: ItemDecision.REJECT, lookFingerprints: [] }]);
    expect(run.record?.items[0]?.decision).toBe(ItemDecision.REJECT);
  });

  it("refuses looks where there are none", () => {
    const { run } = quoted({});
    const [item] = run.record!.items;
    expect(refusal(() => run.decide([decided(item!.itemId, ["0".repeat(64)])]))).toMatchObject({
      reason: "LOOKS_NOT_NAMED",
    });
  });

  it("is not confirmed by a proposal that confirms itself", () => {
    const { run } = quoted({ quote: "Parkeervergunningen verlopen in juni." });
    const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
    const { span } = run.material.proposals.ledger!.entries[0]!;
    const resolved = { toolResultId: run.getSpans([span!]), answerIndex: 0, spanIndex: 0 };
    const spans = [{ bindingId, span: { case: "resolved", value: resolved } as const }];
    run.propose({ case: "citationLedger", value: { spans } }, { confirm: true });
    expect(run.record?.items[0]).toMatchObject({ decision: ItemDecision.UNSPECIFIED });
    expect(run.record?.confirmed).toBe(false);
  });

  it("is asked again when its looks change, and nothing else is, with the path told", () => {
    const { run } = quoted({});
    run.confirmAll().rewind(S.INTENT_SEED);
    const party = run.material.intent!.parties.find(({ names }) => names[0] === "Kees Vlieger");
    const value = { ...intentProposal().value, goal: "Betaling van de opleiding", dropPartyIds: [party!.partyId] };
    run.propose({ case: "intentSeed", value } as never, { confirm: true });
    while (run.snapshot.state < S.EVIDENCE_BINDING) run.advance();
    expect(run.record?.items).toMatchObject([
      { decision: ItemDecision.UNSPECIFIED, looks: [{ code: LookCode.SPEAKER_UNKNOWN }] },
    ]);
    expect(run.snapshot.stale.map(({ path }) => path)).toContainEqual([expect.stringMatching(/^binding:1:.*\/looks$/)]);
  });

  it("holds through a rewind where nothing it rests on changed", () => {
    const { run } = quoted({ quote: "Parkeervergunningen verlopen in juni." });
    run.confirmAll().rewind(S.SKELETON);
    while (run.snapshot.state < S.SPAN_RESOLUTION) run.advance();
    expect(run.record?.items).toMatchObject([{ decision: ItemDecision.CONFIRM, carriedOver: true }]);
  });
});

describe("the fingerprint of a look", () => {
  it("is the same for the same record, whatever the order of parties, and another for another speaker", () => {
    const prints = (from: string, parties: readonly Who[]) => {
      const { run } = quoted({ from, parties, day: "" });
      return run.snapshot.stages.flatMap((stage) =>
        stage.items.flatMap((item) => item.looks.map((l) => l.fingerprint)),
      );
    };
    const stranger = "Iemand <iemand@elders.example>";
    expect(prints(stranger, [chief, author])).toEqual(prints(stranger, [author, chief]));
    fc.assert(
      fc.property(fc.constantFrom("Een", "Twee", "Drie"), fc.constantFrom("Een", "Twee", "Drie"), (a, b) => {
        const [one, other] = [a, b].map((name) => prints(`${name} <${name}@elders.example>`, [chief])[0]);
        expect(one === other).toBe(a === b);
      }),
      { numRuns: 12 },
    );
  });
});

describe("a careful memo", () => {
  it("of the sample meets no look at all", () => {
    const run = finish(new TestRun());
    expect(run.snapshot.stages.flatMap((stage) => stage.items.flatMap((item) => item.looks))).toEqual([]);
  });
});
