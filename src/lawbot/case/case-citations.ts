import { create } from "@bufbuild/protobuf";
import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import {
  type CaseResolution,
  CaseResolutionSchema,
  type ResolvedRuling,
  ResolvedRulingSchema,
} from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { type CitationError, CitationErrorSchema } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { FoundCitation } from "../../citation/citation.ts";
import { rulingIdOf } from "../../citation/ruling-number.ts";
import { encodeCitation } from "../encode-citation.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import type { OpenRuling } from "./open-ruling.ts";
import type { Rulings } from "./rulings.ts";

/** Named in an answer when something is not there. */
const namedMax = 20;

/** Looks rulings and their considerations up. */
export class CaseCitationResolver {
  readonly #rulings: Rulings;
  readonly #jurisdiction: Jurisdiction;

  constructor(rulings: Rulings, jurisdiction: Jurisdiction) {
    this.#rulings = rulings;
    this.#jurisdiction = jurisdiction;
  }

  /** What became of one citation. Never throws for a citation that is merely wrong: its errors say what is. */
  async resolve(citation: string): Promise<CaseResolution> {
    const found = this.#jurisdiction.parseCitations(citation, []).filter(({ citation: { kind } }) => kind === "case");
    const parsed = found.map((each) => encodeCitation(citation, each, this.#jurisdiction, []));
    const rulings: ResolvedRuling[] = [];
    const errors: CitationError[] = found.length === 0 ? [unreadable(this.#jurisdiction.rulings.example)] : [];
    for (const each of found) {
      const ruling = this.#ruling(each.citation.caseNumber);
      if ("error" in ruling) errors.push(ruling.error);
      else rulings.push(...(await this.#units(citation, each, ruling.ruling, errors)));
    }
    return create(CaseResolutionSchema, { citation, parsed, rulings: errors.length > 0 ? [] : rulings, errors });
  }

  #ruling(number: string): { ruling: Ruling } | { error: CitationError } {
    const id = rulingIdOf(number);
    const known = id === undefined ? this.#rulings.ofLjn(number) : [this.#rulings.find(id)];
    const [ruling, another] = known;
    if (ruling && !another) return { ruling };
    if (this.#rulings.all().length === 0)
      return fault("NO_LAW_LOADED", "no ruling is loaded; import one first", number);
    if (!ruling) return fault("LAW_NOT_FOUND", `${number} is not loaded; import it, or check the number`, number);
    const existing = known.flatMap((each) => each?.ecli ?? []);
    return fault(
      "LAW_NOT_FOUND",
      `${number} is the number of several (${existing.join(", ")}); cite the ECLI`,
      number,
      existing,
    );
  }

  async #units(text: string, found: FoundCitation, ruling: Ruling, errors: CitationError[]): Promise<ResolvedRuling[]> {
    const open = await this.#rulings.open(ruling);
    const numbers = this.#jurisdiction.rulings.partsBehind(text, found.end);
    if (numbers.length === 0) return [resolved(open, undefined)];
    return numbers.flatMap((number) => {
      const [unit, another] = open.numbered(number);
      if (unit && !another) return [resolved(open, unit)];
      errors.push(unit ? several(open, number) : missing(open, number));
      return [];
    });
  }
}

const resolved = (open: OpenRuling, unit: Parameters<OpenRuling["address"]>[0]): ResolvedRuling =>
  create(ResolvedRulingSchema, {
    evidenceId: open.evidenceId(unit),
    ruling: open.ruling,
    passages: open.passages(unit),
    ...(unit && { unit: open.encode(unit) }),
  });

const fault = (reason: string, message: string, part: string, existing: readonly string[] = []) => ({
  error: create(CitationErrorSchema, { reason, message, part, existing: [...existing] }),
});

const missing = (open: OpenRuling, number: string): CitationError => {
  const existing = open.units.filter((unit) => unit.number && unit.element !== "noot").map((unit) => unit.label);
  const there = existing.length > 0 ? `; it has ${existing.slice(0, namedMax).join(", ")}` : "; it is not numbered";
  const message = `${open.ruling.ecli} has no consideration ${number}${there}`;
  return fault("UNKNOWN_UNIT", message, number, existing.slice(0, namedMax)).error;
};

const several = (open: OpenRuling, number: string): CitationError => {
  const existing = open.numbered(number).map((unit) => `${unit.label} (${unit.path})`);
  const message = `${open.ruling.ecli} has the number ${number} in ${existing.length} places; quote its words instead`;
  return fault("UNKNOWN_UNIT", message, number, existing).error;
};

const unreadable = (example: string): CitationError =>
  fault("CITATION_INVALID", `no ruling could be read in it; write its number, as in ${example}`, "").error;
