import { create } from "@bufbuild/protobuf";
import { rulingEvidence } from "#kit/ruling-id.ts";
import { type CaseResolution, CaseResolutionSchema } from "../../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { PrintedLine } from "../../print/law-text.ts";
import { considerationLines, rulingLines } from "../../print/ruling-text.ts";
import { citationFault } from "./citation-fault.ts";

type CaseLaw = Pick<Connection, "caseLaw">;

/** Whether a text names a ruling: by its ECLI, its older number (LJN), its neutral citation, or the id that `law show` prints. */
export const namesRuling = (what: string): boolean => /\b(?:ECLI|NCN):|\bLJN[ :]|\[(?:19|20)\d\d\] [A-Z]/i.test(what);

/**
 * The lines of a ruling (`ECLI:NL:HR:2016:162`), of considerations of it (`…, r.o. 3.8`), or of the unit an evidence id names.
 * Errors: those of ResolveCaseCitations; UNKNOWN_UNIT for an id with no such unit.
 */
export async function* rulingShowLines({ caseLaw }: CaseLaw, what: string): AsyncGenerator<PrintedLine> {
  const named = rulingEvidence(what.startsWith("law:") ? what : `law:${what}`);
  if (named) return yield* read({ caseLaw }, named.docUid, named.path ? [named.path] : []);
  const { resolutions } = await caseLaw.resolveCaseCitations({ citations: [what] });
  const { rulings, errors }: CaseResolution = resolutions[0] ?? create(CaseResolutionSchema);
  for (const error of errors) throw citationFault(error);
  for (const ecli of new Set(rulings.map(({ ruling }) => ruling?.ecli ?? ""))) {
    const paths = rulings.flatMap(({ ruling, unit }) => (ruling?.ecli === ecli && unit ? [unit.path] : []));
    yield* read({ caseLaw }, ecli, paths);
  }
}

/** The units at these paths, in full; the whole ruling where there are none. */
async function* read({ caseLaw }: CaseLaw, ecli: string, paths: readonly string[]): AsyncGenerator<PrintedLine> {
  const found = await caseLaw.getRuling({ ecli });
  if (paths.length === 0) return yield* rulingLines(found);
  const points = [...(found.canonicalText?.text ?? "")];
  for (const path of paths) {
    const unit = found.units.find((each) => each.path === path);
    if (!unit)
      throw new DomainError(
        "UNKNOWN_UNIT",
        worded("help.has-no-unit-at-pincite-law-show-prints-all-of", { ecli, path, ecli2: ecli }),
      );
    yield* considerationLines(unit, points.slice(unit.startChar, unit.endChar).join(""));
  }
}
