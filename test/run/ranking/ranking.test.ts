import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { NotRanked } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { type AskedPassage, type AskedSlot, AskedSlotSchema } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { readRankTurn } from "../../../src/model/rank-request.ts";
import { cutRanking, rankingNow, whyUnasked, withinBudget } from "../../../src/run/decide.ts";
import { plainReason } from "../../../src/run/ranking/cut-ranking.ts";
import { sha256 } from "../../../src/sha256.ts";
import { by, keys, nonce, ordered, passage, slotIds, slotOf, withheld } from "./slots.ts";

const slots = withinBudget([slotOf("slot:1", 20), slotOf("slot:2", 6, 100)], withheld);
const [first = slotOf("", 0), second = slotOf("", 0)] = slots;
const answer = (all: readonly number[], more = {}) => {
  const said = { slotId: first.slotId, passages: all.map((one) => ({ number: one, reason: "Ja." })), ...more };
  const turn = readRankTurn(new TextEncoder().encode(JSON.stringify({ nonce, slots: [said] })), nonce, slotIds);
  if (typeof turn === "string") throw new Error(turn);
  return turn.slots[0];
};

describe("the order that a model gives", () => {
  it("puts first what it names, then what it was shown and did not name, and leaves what it was not shown in its place", () => {
    const five = withinBudget([slotOf("slot:1", 5)], withheld)[0] as AskedSlot;
    // The second and the fifth are kept back.
    const own = { passages: [3, 1].map((one) => ({ number: one, reason: "" })), noneSaysIt: false, noneReason: "" };
    const ranking = cutRanking(
      five,
      { $typeName: "pincite.model.v1.SlotRankAnswer", slotId: "slot:1", ...own } as never,
      by,
      sha256,
    );
    const [a, b, c, d, e] = keys(five.passages);
    expect(ordered(five, ranking)).toEqual([d, b, a, c, e]);
  });

  const refused: readonly [string, readonly number[], object][] = [
    ["a number that was not shown", [99], {}],
    ["a passage of another slot", [second.passages[0]?.number ?? 0], {}],
    ["a passage that was kept back", [0], {}],
    ["a passage twice", [1, 2, 1], {}],
    ["a passage although none says it", [1], { noneSaysIt: true }],
  ];
  it.each(refused)("is none where it names %s", (_, all, more) => {
    expect(cutRanking(first, answer(all, more), by, sha256)).toMatchObject({
      notRanked: NotRanked.NUMBERS_INVALID,
      passages: [],
    });
  });

  it("may be that none says it, with a reason, and then moves nothing", () => {
    const none = cutRanking(first, answer([], { noneSaysIt: true, noneReason: "Niemand belooft iets." }), by, sha256);
    expect(none).toMatchObject({
      noneSaysIt: true,
      noneReason: "Niemand belooft iets.",
      notRanked: NotRanked.UNSPECIFIED,
    });
    expect(ordered(first, none)).toEqual(keys(first.passages));
  });

  it("holds for as long as slot and passages are those it was made of, in whatever order they are listed", () => {
    const ranking = cutRanking(first, answer([2, 1]), by, sha256);
    const listed = slotOf("slot:1", 20).passages;
    const now = (fingerprint: string, passages: readonly AskedPassage[]) =>
      rankingNow(ranking, fingerprint, passages, sha256) !== undefined;
    expect(now(by.slotFingerprint, listed)).toBe(true);
    expect(now(by.slotFingerprint, listed.toReversed())).toBe(true);
    expect(now("e".repeat(64), listed)).toBe(false);
    expect(now(by.slotFingerprint, listed.slice(1))).toBe(false);
    expect(now(by.slotFingerprint, [...listed.slice(1), passage(500)])).toBe(false);
    const changed = (change: Partial<AskedPassage>) =>
      listed.map((one, at) => (at === 0 ? { ...one, ...change } : one));
    expect(now(by.slotFingerprint, changed({ text: "Een andere zin." }))).toBe(false);
    expect(now(by.slotFingerprint, changed({ day: "2026-01-06" }))).toBe(false);
    expect(now(by.slotFingerprint, changed({ speaker: "Een ander" }))).toBe(false);
  });
});

describe("what a model is shown", () => {
  it("has one number for a passage that several slots may be served by, and counts it once in the turn's budget", () => {
    const words = "z".repeat(1_000);
    const same = Array.from({ length: 20 }, (_, at) => passage(at * 200, words));
    const many = Array.from({ length: 30 }, (_, at) =>
      create(AskedSlotSchema, { slotId: `slot:${at}`, passages: same }),
    );
    const asked = withinBudget(many, new Set());
    for (const { passages } of asked) expect(passages.map(({ number }) => number)).toEqual(same.map((_, at) => at + 1));
  });

  it("is what fits: the rest is told as kept back, as too much, or as too little to be ordered", () => {
    const long = create(AskedSlotSchema, {
      slotId: "slot:3",
      passages: [passage(1, "x".repeat(1_300)), passage(2, "y".repeat(1_300)), passage(3)],
    });
    const why = (slot: AskedSlot, hidden: ReadonlySet<string> = new Set()) => {
      const [asked] = withinBudget([slot], hidden);
      return asked && whyUnasked(asked, hidden);
    };
    expect(why(slotOf("slot:1", 2))).toBeUndefined();
    expect(why(slotOf("slot:1", 1))).toBe(NotRanked.TOO_FEW);
    expect(why(long)).toBe(NotRanked.NO_ROOM);
    expect(why(slotOf("slot:1", 3), new Set(["vault:0", "vault:1"]))).toBe(NotRanked.HEALTH);
    const many = Array.from({ length: 60 }, (_, at) =>
      create(AskedSlotSchema, {
        slotId: `slot:${at}`,
        passages: Array.from({ length: 6 }, (_each, place) => passage(at * 100 + place, "z".repeat(1_000))),
      }),
    );
    const asked = withinBudget(many, new Set());
    expect(asked.filter((slot) => whyUnasked(slot, new Set()) === undefined).length).toBeLessThan(30);
    expect(asked.at(-1)?.passages.every((one) => one.number === 0 && one.text === "")).toBe(true);
    expect(asked.at(-1) && whyUnasked(asked.at(-1) as AskedSlot, new Set())).toBe(NotRanked.NO_ROOM);
  });
});

describe("a model's reason", () => {
  it.each([
    ["Zij belooft het, met zoveel woorden.", "Zij belooft het, met zoveel woorden."],
    ["<b>zie</b> [hier](https://kwaad.example/a?b=c)", "b zie b hier (https: kwaad. example a?b c)"],
    ["Klik www.kwaad.example of mail a@b.example", "Klik www. kwaad. example of mail a b. example"],
    ["regel een\n\u001b[31mregel twee\u202e", "regel een 31mregel twee"],
    ["x".repeat(400), "x".repeat(160)],
    ["", ""],
  ])("is plain text on one line: %j", (said, kept) => {
    expect(plainReason(said)).toBe(kept);
  });
});
