import fc from "fast-check";
import "../../support/seed.ts";
import { describe, expect, it } from "vitest";
import { NotRanked } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { AskedSlot } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { readRankTurn } from "../../../src/model/rank-request.ts";
import { cutRanking, withinBudget } from "../../../src/run/decide.ts";
import { plainReason } from "../../../src/run/ranking/cut-ranking.ts";
import { sha256 } from "../../../src/sha256.ts";
import { by, keys, nonce, ordered, slotIds, slotOf, withheld } from "./slots.ts";

// Whatever a model answers, it can only change in which order passages stand: ten thousand answers.

/** Two slots; of each a third of the passages is kept back. */
const slots = withinBudget([slotOf("slot:1", 8), slotOf("slot:2", 5, 100)], withheld);
const numbers = slots.flatMap(({ passages }) => passages.map(({ number }) => number)).filter((number) => number > 0);

const number = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...numbers) },
  fc.integer({ min: -2, max: 60 }),
  fc.constant(4_294_967_296),
);
const reason = fc.oneof(fc.constant("Dit zegt het."), fc.string(), fc.webUrl());
const named = (slot: AskedSlot) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.shuffledSubarray(slot.passages.map((one) => one.number).filter((one) => one > 0)).map((all) => ({
        passages: all.map((one) => ({ number: one, reason: "Dit zegt het." })),
      })),
    },
    fc.record({
      passages: fc.array(fc.record({ number, reason }), { maxLength: 25 }),
      noneSaysIt: fc.boolean(),
      noneReason: reason,
    }),
    fc.constant({ passages: [], noneSaysIt: true, noneReason: "Geen van deze." }),
  );
const answers = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        nonce: fc.oneof({ weight: 9, arbitrary: fc.constant(nonce) }, fc.constant("other")),
        slots: fc
          .tuple(...slots.map((slot) => named(slot).map((said) => ({ slotId: slot.slotId, ...said }))))
          .chain((all) => fc.subarray([...all])),
      })
      .map((one) => JSON.stringify(one)),
  },
  fc.json(),
  fc.string(),
);

describe("ten thousand answers of a model that orders passages", () => {
  it("only ever change in which order the passages of a slot stand: none is lost, none is added, none that it was not shown moves", () => {
    let [ranked, refused, moved] = [0, 0, 0];
    fc.assert(
      fc.property(answers, (answer) => {
        const turn = readRankTurn(new TextEncoder().encode(answer), nonce, slotIds);
        for (const slot of slots) {
          const own = typeof turn === "string" ? undefined : turn.slots.find(({ slotId }) => slotId === slot.slotId);
          const ranking = cutRanking(slot, own, by, sha256);
          const before = keys(slot.passages);
          const after = ordered(slot, ranking);
          const places = ranking.passages.flatMap(({ place }) => (place > 0 ? [place] : []));
          const isRanked = ranking.notRanked === NotRanked.UNSPECIFIED;
          expect({
            whole: after.toSorted().join() === before.toSorted().join(),
            kept: slot.passages.every(({ number: shown }, at) => shown > 0 || after[at] === before[at]),
            places: places.toSorted((a, b) => a - b).join() === places.map((_, at) => at + 1).join(),
            shown: ranking.passages.every(({ place, shown }) => place === 0 || shown),
            plain: ranking.passages.every((one) => one.reason === plainReason(one.reason)),
            empty: isRanked || (ranking.passages.length === 0 && ranking.basisSha256 === ""),
          }).toEqual({ whole: true, kept: true, places: true, shown: true, plain: true, empty: true });
          ranked += ranking.notRanked === NotRanked.UNSPECIFIED ? 1 : 0;
          refused += ranking.notRanked === NotRanked.NUMBERS_INVALID ? 1 : 0;
          moved += after.join() === before.join() ? 0 : 1;
        }
      }),
      { numRuns: 10_000 },
    );
    expect(ranked).toBeGreaterThan(2_000);
    expect(refused).toBeGreaterThan(500);
    expect(moved).toBeGreaterThan(2_000);
  });
});
