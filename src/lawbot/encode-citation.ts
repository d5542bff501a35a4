import { create } from "@bufbuild/protobuf";
import {
  type CitedProvision,
  CitedProvision_Relation,
  CitedProvisionSchema,
  type ParsedCitation,
  ParsedCitation_Kind,
  ParsedCitationSchema,
  PinpointSchema,
} from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import type { Citation, FoundCitation, Pinpoint, Provision, Relation } from "../citation/citation.ts";
import type { LawNames } from "../citation/known-law.ts";
import { codePointLength } from "../span/code-points.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";

const kinds: Record<Citation["kind"], ParsedCitation_Kind> = {
  statute: ParsedCitation_Kind.STATUTE,
  case: ParsedCitation_Kind.CASE,
  anaphora: ParsedCitation_Kind.ANAPHORA,
};

const relations: Record<Relation, CitedProvision_Relation> = {
  and: CitedProvision_Relation.UNSPECIFIED,
  jo: CitedProvision_Relation.IN_CONJUNCTION,
};

/** A citation as it is told to callers: positions in code points of the text it stood in. */
export const encodeCitation = (
  text: string,
  found: FoundCitation,
  jurisdiction: Jurisdiction,
  names: readonly LawNames[],
): ParsedCitation => {
  const { citation, start, end } = found;
  // Counted from the citation's own start, so that a long text is not counted anew for every provision.
  const startChar = codePointLength(text.slice(0, start));
  const at = (offset: number): number => startChar + codePointLength(text.slice(start, offset));
  return create(ParsedCitationSchema, {
    kind: kinds[citation.kind],
    startChar,
    endChar: at(end),
    raw: text.slice(start, end),
    law: citation.law,
    lawIds: jurisdiction.lawIds(citation, names),
    lawRaw: citation.lawRaw,
    lawReadAs: citation.lawReadAs ?? "",
    numbersReadAs: citation.numbersReadAs ?? "",
    caseReadAs: citation.caseReadAs ?? "",
    provisions: citation.provisions.map((provision, index) => {
      const spot = found.spots[index] ?? { start, end };
      return encodeProvision(provision, Math.max(startChar, at(spot.start)), at(spot.end));
    }),
    caseNumber: citation.caseNumber,
    renderedShort: jurisdiction.render(citation, "short", names),
    renderedFull: jurisdiction.render(citation, "full", names),
    jurisdiction: jurisdiction.systemOf?.(citation, names) ?? jurisdiction.id,
  });
};

const encodeProvision = (provision: Provision, startChar: number, endChar: number): CitedProvision =>
  create(CitedProvisionSchema, {
    relation: relations[provision.relation],
    number: provision.number,
    throughNumber: provision.through,
    andFollowing: provision.andFollowing,
    former: provision.former,
    pinpoints: provision.pinpoints.map(encodePinpoint),
    startChar,
    endChar,
  });

const encodePinpoint = (pinpoint: Pinpoint) =>
  create(PinpointSchema, {
    relation: relations[pinpoint.relation],
    paragraphs: pinpoint.paragraphs.map(({ number, through }) => ({ number, throughNumber: through })),
    introductory: pinpoint.introductory,
    items: pinpoint.items.map(({ marks, through }) => ({ marks: [...marks], throughMark: through })),
    sentences: [...pinpoint.sentences],
  });
