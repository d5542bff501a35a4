import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "./run-view.ts";

type Seen = Pick<RunView, "ledger" | "skeleton" | "draft" | "letterReading"> & {
  readonly context: Pick<RunContext, "state">;
};

/** Whether a quote ends where its words only announce what they say: `deze bestanden van u ontvangen:`. */
export const endsAtColon = ({ excerpt }: Pick<SpanRef, "excerpt">): boolean => /:\s*$/u.test(excerpt);

/** The claim that an entry was quoted for, by its words. */
export const claimOfEntry = ({ skeleton }: Pick<Seen, "skeleton">, { claimId }: LedgerEntry): string =>
  (skeleton?.sections ?? []).flatMap(({ claims }) => claims).find((one) => one.claimId === claimId)?.text ?? "";

/** The quotes that end at a colon: of the exact words, or in the last step of those that the draft cites. What the answered letter states is quoted as it was taken out. */
export const colonEntries = ({ ledger, draft, context, letterReading }: Seen): LedgerEntry[] => {
  const cited = new Set((draft?.sections ?? []).flatMap(({ sentences }) => sentences.flatMap((one) => one.entryIds)));
  const letter = new Set((letterReading?.assertions ?? []).map(({ span }) => span?.docUid));
  return (ledger?.entries ?? []).filter(
    ({ entryId, span }) =>
      span !== undefined &&
      endsAtColon(span) &&
      !letter.has(span.docUid) &&
      (context.state !== State.DRAFT || cited.has(entryId)),
  );
};
