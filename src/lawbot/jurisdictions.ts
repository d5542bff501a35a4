import type { Citation, FoundCitation } from "../citation/citation.ts";
import type { LawNames } from "../citation/known-law.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import { headOf } from "./port/reading.ts";
import { rulingSourcesOf } from "./port/ruling-source.ts";

/**
 * Several legal systems behind the one port. A file goes to the one that knows its form, a law to the one that owns its id,
 * a citation to the one that knows its law; the first of the list is asked where nobody else is meant.
 */
export const jurisdictionsOf = (first: Jurisdiction, ...others: readonly Jurisdiction[]): Jurisdiction => {
  const all = [...others, first];
  const ofFile = (bytes: Uint8Array) => [first, ...others].find((each) => each.reads?.(bytes)) ?? first;
  const ofLaw = (lawId: string) => others.find((each) => each.owns(lawId)) ?? first;
  const own = ownNames(ofLaw);
  const ofCitation = (citation: Citation, laws: readonly LawNames[]) =>
    others.find((each) => each.ownsCitation?.(citation) || each.lawIds(citation, own(each, laws)).length > 0) ?? first;
  return {
    id: first.id,
    owns: (lawId) => all.some((each) => each.owns(lawId)),
    readSource: (source, claim) => ofFile(headOf(source)).readSource(source, claim),
    readCompanion: (bytes, claim) => ofFile(bytes).readCompanion?.(bytes, claim),
    parseCitations: (text, laws, standsIn) =>
      apart(all.flatMap((each) => each.parseCitations(text, own(each, laws), standsIn))),
    systemOf: (citation, laws) => ofCitation(citation, laws).id,
    rulings: rulingSourcesOf(first.rulings, ...others.map(({ rulings }) => rulings)),
    onDay: (citation, laws, day) => {
      const chosen = ofCitation(citation, laws);
      return chosen.onDay?.(citation, own(chosen, laws), day) ?? citation;
    },
    backReferences: (text, found) =>
      first.backReferences?.(text, found) ?? found.map((each) => ({ found: each, means: undefined })),
    readReference: (text, laws) => {
      for (const each of all) {
        const reference = each.readReference?.(text, own(each, laws));
        if (reference) return reference;
      }
      return undefined;
    },
    reference: (version, chain) => ofLaw(version.lawId).reference?.(version, chain) ?? "",
    services: all.flatMap((each) => each.services ?? []),
    render: (citation, style, laws = []) => ofCitation(citation, laws).render(citation, style),
    locate: (citation, laws) => {
      const chosen = ofCitation(citation, laws);
      return chosen.locate(citation, own(chosen, laws));
    },
    lawIds: (citation, laws) => {
      const chosen = ofCitation(citation, laws);
      return chosen.lawIds(citation, own(chosen, laws));
    },
    shortName: (law) => ofLaw(law.lawId).shortName(law),
    address: (labels, shortName, of) => ofLaw(of.lawId).address(labels, shortName, of),
    publicPage: (lawId, versionDate, path) => ofLaw(lawId).publicPage(lawId, versionDate, path),
    loadingHint: first.loadingHint,
  };
};

/** The names of a jurisdiction's own laws; the same list for the same names, since tables are kept by it. */
const ownNames = (ofLaw: (lawId: string) => Jurisdiction) => {
  const lists = new WeakMap<readonly LawNames[], Map<Jurisdiction, readonly LawNames[]>>();
  return (jurisdiction: Jurisdiction, laws: readonly LawNames[]): readonly LawNames[] => {
    const made = lists.get(laws) ?? new Map<Jurisdiction, readonly LawNames[]>();
    lists.set(laws, made);
    const known = made.get(jurisdiction) ?? laws.filter((law) => ofLaw(law.lawId) === jurisdiction);
    made.set(jurisdiction, known);
    return known;
  };
};

/**
 * In order of the text. Of two that overlap the one whose law is known wins, whoever knows it (`Article 25 of the Works Councils Act` has
 * the form of a British act and the name of a Dutch one); else the one that is more than a bare number.
 */
const apart = (found: readonly FoundCitation[]): FoundCitation[] => {
  const kept: FoundCitation[] = [];
  const isKnown = ({ citation }: FoundCitation) => citation.kind === "case" || citation.law !== "";
  for (const each of [...found.filter(isKnown), ...found.filter((one) => !isKnown(one))])
    if (!kept.some((other) => each.start < other.end && other.start < each.end)) kept.push(each);
  return kept.sort((a, b) => a.start - b.start || b.end - a.end);
};
