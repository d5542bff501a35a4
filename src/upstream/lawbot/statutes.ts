import type { Transport } from "@connectrpc/connect";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationResolution } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { inOurWords, isReason, sentenceFor } from "../failure.ts";
import type { CallBounds } from "../vault/client.ts";
import { createLawbotClient } from "./client.ts";
import { type Addressed, type CorpusReader, createCorpusReader } from "./corpus-reader.ts";
import { candidate, type Resolved, readAsNote, toSpanEntry } from "./mapping.ts";

/** A unit or a whole version of a statute, taken apart. */
interface LawId {
  readonly lawId: string;
  /** The very text: `<regulation>@<date>`, with `_<n>` where that day has several. */
  readonly docUid: string;
  /** Machine address of the unit; empty: the version as a whole. */
  readonly path: string;
}

/** `law:<regulation>@<version date>`, perhaps `_<n>`, with or without `#<path>`; undefined for anything else, rulings included. */
const parseLawId = (evidenceId: string): LawId | undefined => {
  const parts = /^law:([A-Za-z0-9_.-]{1,64})(@\d{4}-\d{2}-\d{2}(?:_\d{1,4})?)(?:#(\S{1,512}))?$/u.exec(evidenceId);
  if (!parts) return undefined;
  const [, lawId = "", version = "", path = ""] = parts;
  return { lawId, docUid: `${lawId}${version}`, path };
};

/** Statutes, as LawBot has them. */
export const createLawReader = (transport: Transport): CorpusReader => createCorpusReader(statutesOf(transport));

const statutesOf = (transport: Transport): Addressed<CitationResolution> => {
  const client = createLawbotClient(transport);
  return {
    isOurs: (evidenceId) => parseLawId(evidenceId) !== undefined,
    otherKind: "no statute",
    sentence: (reason) => sentenceFor(isReason(reason) ? reason : "INTERNAL", "LawBot"),
    failure: (error) => inOurWords(error, "LawBot"),
    // Case law has tools of its own, which a profile must opt in to.
    notOurs: ({ locator }) =>
      parseLawId(`law:${locator?.docUid}`)?.path === ""
        ? undefined
        : "doc_uid is `<regulation>@<version date>`, such as `BWBR0005290@2012-10-01`; take it from a passage",
    search: async ({ query }, inForceOn, pageSize, bounds) =>
      (await client.search.search({ query, inForceOn, pageSize }, bounds)).result,
    resolve: async (citations, inForceOn, bounds) =>
      (await client.citations.resolveCitations({ citations, inForceOn }, bounds)).resolutions,
    resolved: resolvedUnits,
    spans: async (queries, inForceOn, bounds) =>
      (await client.spans.resolveSpans({ entries: queries.map(toSpanEntry), inForceOn }, bounds)).results,
    lookUp: (evidenceId, inForceOn, bounds) => {
      const id = parseLawId(evidenceId)!;
      return id.path === "" ? wholeVersion(id, inForceOn, bounds) : unitOf(id, inForceOn, bounds);
    },
  };

  async function unitOf(id: LawId, inForceOn: string, bounds: CallBounds): Promise<EvidenceCandidate | undefined> {
    const { unit, version, text, validity } = await client.laws.getUnit({ ...id, inForceOn }, bounds);
    const evidenceId = `law:${id.docUid}#${id.path}`;
    if (unit?.evidenceId !== evidenceId || !version) return undefined;
    const { path: unitPath, address } = unit;
    return candidate({ ...aboutVersion(version), evidenceId, text, unitPath, address, validity });
  }

  async function wholeVersion(
    id: LawId,
    inForceOn: string,
    bounds: CallBounds,
  ): Promise<EvidenceCandidate | undefined> {
    const { law, validities } = await client.laws.getLaw({ lawId: id.lawId, inForceOn }, bounds);
    const at = law?.versions.findIndex(({ docUid }) => docUid === id.docUid) ?? -1;
    const version = law?.versions[at];
    return version && candidate({ ...aboutVersion(version), evidenceId: `law:${id.docUid}`, validity: validities[at] });
  }
};

const aboutVersion = (version: {
  readonly validFrom: string;
  readonly title: string;
  readonly sourceDigest: string;
}) => ({
  docType: "statute",
  title: version.title,
  occurredAtIso: version.validFrom,
  versionDate: version.validFrom,
  sourceDigest: version.sourceDigest,
});

const resolvedUnits = (found: CitationResolution): Resolved => ({
  errors: found.errors,
  parts: found.units.map(({ unit, passages, evidenceId, lawTitle, versionDate, sourceDigest, validity }) => ({
    isWhole: unit !== undefined,
    evidenceId,
    passages,
    isQuotable: unit?.quotable === true,
    about: {
      ...aboutVersion({ validFrom: versionDate, title: lawTitle, sourceDigest }),
      unitPath: unit?.path ?? "",
      address: unit?.address ?? "",
      validity,
    },
  })),
  notQuotable: "it resolves and cannot be quoted: repealed, or not in force on that date",
  note: readAsNote(found),
});
