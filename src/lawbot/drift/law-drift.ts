import { create } from "@bufbuild/protobuf";
import {
  type CompareSpanResponse,
  CompareSpanResponse_Basis,
  CompareSpanResponse_Verdict,
  CompareSpanResponseSchema,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { MatchKind, SpanLocatorSchema, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../../error.ts";
import { type FactsOf, type MessageId, worded } from "../../messages/said.ts";
import { sha256 } from "../../sha256.ts";
import { describeSpan } from "../../span/describe.ts";
import { graphemeBorderBefore, graphemeBorderFrom } from "../../span/grapheme.ts";
import type { Place } from "../../span/occurrences.ts";
import { wordDifferences } from "../../span/word-differences.ts";
import { encodeUnit } from "../encode-unit.ts";
import type { When } from "../law-catalogue.ts";
import type { OpenLaw, OpenLaws } from "../open-law.ts";
import type { Versions } from "../versions.ts";
import { type Comparison, compareSpan } from "./compare-span.ts";

const verdicts: Record<Comparison["verdict"], CompareSpanResponse_Verdict> = {
  unchanged: CompareSpanResponse_Verdict.UNCHANGED,
  moved: CompareSpanResponse_Verdict.MOVED,
  changed: CompareSpanResponse_Verdict.CHANGED,
  repealed: CompareSpanResponse_Verdict.REPEALED,
};

const bases: Record<NonNullable<Comparison["basis"]>, CompareSpanResponse_Basis> = {
  identifier: CompareSpanResponse_Basis.IDENTIFIER,
  address: CompareSpanResponse_Basis.ADDRESS,
  words: CompareSpanResponse_Basis.WORDS,
};

/** Says what became of a span in another version of its law. */
export class LawDrift {
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  constructor(versions: Versions, laws: OpenLaws) {
    this.#versions = versions;
    this.#laws = laws;
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, LOCATOR_INVALID. */
  async compare(span: SpanRef, when: When): Promise<CompareSpanResponse> {
    const versionThen = this.#versions.named(span.docUid);
    const versionNow = when.docUid
      ? this.#versions.named(when.docUid)
      : this.#versions.on(versionThen.lawId, when.day, when.knownOn);
    if (versionNow.lawId !== versionThen.lawId)
      throw invalid(span, "locator.other-law", { docUid: when.docUid, lawId: versionThen.lawId });
    const [then, now] = [await this.#laws.get(versionThen), await this.#laws.get(versionNow)];
    return encode(then, now, span, compareSpan(then, now, placeOf(then, span)));
  }
}

/** The span's place, if it holds: its digest and its excerpt must be those of the text. */
const placeOf = ({ source, version }: OpenLaw, span: SpanRef): Place => {
  if (span.sourceDigest !== version.sourceDigest) throw invalid(span, "locator.other-digest");
  if (span.startChar >= span.endChar || span.endChar > source.codePoints.length) throw invalid(span, "locator.outside");
  const place = {
    start: source.codePoints.toUtf16(span.startChar),
    end: source.codePoints.toUtf16(span.endChar),
  };
  if (source.text.slice(place.start, place.end) !== span.excerpt) throw invalid(span, "locator.other-excerpt");
  return place;
};

const invalid = <Id extends MessageId>({ docUid }: SpanRef, id: Id, ...facts: FactsOf<Id>): DomainError => {
  const why = worded(id, ...facts);
  return new DomainError("LOCATOR_INVALID", worded("law.the-span-of-cannot-be-compared", { docUid, why }), {
    doc_uid: docUid,
  });
};

const encode = (then: OpenLaw, now: OpenLaw, span: SpanRef, found: Comparison): CompareSpanResponse => {
  const near = found.nearest && wholeCharacters(now, found.nearest);
  return create(CompareSpanResponseSchema, {
    verdict: verdicts[found.verdict],
    basis: found.basis ? bases[found.basis] : CompareSpanResponse_Basis.UNSPECIFIED,
    versionThen: then.version,
    versionNow: now.version,
    ...(found.unitThen && { unitThen: encodeUnit(then, found.unitThen) }),
    ...(found.unitNow && { unitNow: encodeUnit(now, found.unitNow) }),
    ...(found.placeNow && { spanNow: spanAt(now, found.placeNow, span.excerpt, MatchKind.EXACT) }),
    ...(near && { nearest: spanAt(now, near, span.excerpt, MatchKind.UNSPECIFIED) }),
    differences: near ? wordDifferences(now.source, span.excerpt, near) : [],
    surroundingsChanged: found.surroundingsChanged,
    message: messageOf(then, now, found),
  });
};

const wholeCharacters = ({ source }: OpenLaw, { start, end }: Place): Place => ({
  start: graphemeBorderBefore(source.text, start),
  end: graphemeBorderFrom(source.text, end),
});

const spanAt = (law: OpenLaw, place: Place, words: string, kind: MatchKind): SpanRef => {
  const locator = create(SpanLocatorSchema, { docUid: law.version.docUid, exactQuote: words });
  const options = {
    sha256,
    versionDate: law.version.validFrom,
    address: (unit: Parameters<OpenLaw["address"]>[0]) => law.address(unit),
  };
  return describeSpan(law.source, place, locator, options, { kind, differences: [] });
};

const messageOf = (then: OpenLaw, now: OpenLaw, found: Comparison): string => {
  const was = found.unitThen ? then.address(found.unitThen) : "the passage";
  const is = found.unitNow ? now.address(found.unitNow) : "";
  const uid = now.version.docUid;
  const rest = found.surroundingsChanged ? "; the words around it changed, so read the provision again" : "";
  const others = found.placeCount > 0 ? `; its words stand in ${found.placeCount} other places` : "";
  if (found.verdict === "unchanged") return `${was} says the same in ${uid}${rest}`;
  if (found.verdict === "moved") return `the words of ${was} stand in ${is} in ${uid}${rest}`;
  if (found.verdict === "changed") return `${was} says it in other words in ${uid}; read it and quote it anew${others}`;
  return `${was} is ${found.unitNow ? "repealed" : "gone"} in ${uid}${others}`;
};
