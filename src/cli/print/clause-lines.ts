import type { ClauseElsewhere } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { aboutPassage } from "./passage-lines.ts";

/** What other papers say of the clause at hand, each with its source; no lines where none says anything. */
export const clauseLines = (said: readonly ClauseElsewhere[], speech: Speech): string[] =>
  said.flatMap(({ clause, passage }) =>
    passage
      ? [
          ...wrap(speech.phrase("choose.another-paper-names-this-clause", { clause: oneLine(clause, 60) }), 86),
          ...wrap(`“${oneLine(passage.locator?.exactQuote ?? "", 400)}”`, 84).map((line) => `  ${line}`),
          `  ${aboutPassage(passage, speech)}`,
        ].map((line) => `      ${line}`)
      : [],
  );
