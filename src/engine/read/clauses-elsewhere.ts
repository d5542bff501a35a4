import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type ClauseElsewhere,
  ClauseElsewhereSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type ClauseAtHand, clausesAtHand, namingClause } from "../../run/clauses-elsewhere.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { type PlacedSlot, soughtFor } from "../../run/sought.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import type { Runs } from "../run/runs.ts";

/** So many sentences are looked through for those that name a clause. */
const foundMost = 20;

/** So many clauses are asked about in one answer: a contract has more, and each is a search. */
const askedMost = 20;

/** A slot with what is listed for it. */
interface Listed {
  readonly placed: PlacedSlot;
  readonly candidates: readonly PassageCandidate[];
}

/**
 * What other papers say of the clauses that the slots' claims name or their passages stand in, by slot_id: an addition may have put a
 * clause aside that is chosen as proof, and it is read by nobody who has the clause before her alone.
 */
export const clausesElsewhere = async (
  runs: Runs,
  input: DecisionInput,
  listed: readonly Listed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ClauseElsewhere[]>> => {
  const { material, snapshot } = input;
  const asked = listed
    .flatMap(({ placed, candidates }) =>
      clausesAtHand(placed, material, candidates).map((clause) => ({ placed, clause })),
    )
    .slice(0, askedMost);
  if (asked.length === 0) return new Map();
  const queries = asked.map(({ placed, clause }) => soughtFor(placed, input, { words: clause.named }));
  const { strandId } = snapshot;
  const found = await runs.parts.directory.sentences({ queries, limit: foundMost }, { strandId, signal });
  const told = asked.flatMap(({ placed, clause }, at) =>
    namingClause(clause, found[at]?.candidates ?? [], material, speakerOf).map((passage) => ({
      slotId: placed.slot.slotId,
      said: saidOf(clause, passage),
    })),
  );
  return new Map(
    [...Map.groupBy(told, ({ slotId }) => slotId)].map(([slotId, all]) => [slotId, all.map(({ said }) => said)]),
  );
};

const saidOf = ({ named }: ClauseAtHand, passage: PassageCandidate): ClauseElsewhere =>
  create(ClauseElsewhereSchema, { clause: named, passage });
