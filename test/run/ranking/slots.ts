import { create } from "@bufbuild/protobuf";
import type { SlotRanking } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import {
  type AskedPassage,
  AskedPassageSchema,
  type AskedSlot,
  AskedSlotSchema,
} from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { inRankedOrder, passageKey } from "../../../src/run/decide.ts";

export const nonce = "the-nonce";
/** What stands beside an answer. */
export const by = { model: "stand-in/small", slotFingerprint: "f".repeat(64) };

/** A passage of one of three papers. */
export const passage = (at: number, words = `Zin ${at}.`): AskedPassage =>
  create(AskedPassageSchema, {
    evidenceId: `vault:${at % 3}`,
    startChar: at * 10,
    endChar: at * 10 + words.length,
    text: words,
    speaker: "Iris Vos",
    day: "2026-01-05",
    title: "Bericht",
  });

export const slotOf = (slotId: string, count: number, from = 0): AskedSlot =>
  create(AskedSlotSchema, {
    slotId,
    claimText: "Zij zei het.",
    passages: Array.from({ length: count }, (_, at) => passage(from + at)),
  });

/** The slots that are asked about. */
export const slotIds = ["slot:1", "slot:2"];
/** A paper that is kept from the model. */
export const withheld = new Set(["vault:1"]);
/** What tells passages from one another. */
export const keys = (passages: readonly AskedPassage[]): string[] => passages.map(passageKey);
/** The passages of a slot in a model's order. */
export const ordered = (slot: AskedSlot, ranking: SlotRanking): string[] =>
  inRankedOrder(keys(slot.passages), (key) => key, ranking);
