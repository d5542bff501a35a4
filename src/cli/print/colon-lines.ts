import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { LongerQuote } from "../../client/behind-colon.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** A quote that ends at a colon, with what takes in the lines behind it. */
export interface ColonQuote {
  readonly entry: LedgerEntry;
  readonly longer: readonly LongerQuote[];
}

/** Quotes that end at a colon, each with the commands that quote the lines behind it too; no lines where there are none. */
export const colonLines = (view: RunView, all: readonly ColonQuote[], run: string, speech: Speech): string[] => {
  const told = all.filter(({ longer }) => longer.length > 0);
  if (told.length === 0) return [];
  const { phrase, itemTyped } = speech;
  const slotOf = ({ bindingId }: LedgerEntry): string =>
    view.needMap?.bindings.find((one) => one.bindingId === bindingId)?.slotId ?? bindingId;
  return [
    ...told.flatMap(({ entry, longer }) => [
      ...wrap(`“${oneLine(entry.span?.excerpt ?? "", 300)}”`, 92),
      ...wrap(phrase("colon.ends-there"), 92),
      ...longer.map(
        ({ exactQuote }) => `  pincite run go ${run} "${itemTyped(slotOf(entry))}=${oneLine(exactQuote, 900)}"`,
      ),
    ]),
    ...(view.context.state === State.DRAFT
      ? [phrase("colon.go-back"), `  pincite run rewind ${run} --to span-resolution`]
      : []),
    "",
  ];
};
