import { create } from "@bufbuild/protobuf";
import type { LawVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import {
  type CompareSpanResponse,
  CompareSpanResponse_Verdict,
  CompareSpanResponseSchema,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { type SpanRef, type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DomainError, type Reason } from "../../error.ts";
import type { TransitionalLaws } from "../transitional-law.ts";
import type { Versions } from "../versions.ts";
import type { LawDrift } from "./law-drift.ts";

/** Why nobody can say what became of a span: these are told beside the others' answers, anything else fails the call. */
const unknowns: ReadonlySet<Reason> = new Set([
  "NO_LAW_LOADED",
  "LAW_NOT_FOUND",
  "VERSION_NOT_FOUND",
  "LOCATOR_INVALID",
]);

/** Holds quoted spans against the newest loaded version of their laws. */
export class LawWatch {
  readonly #versions: Versions;
  readonly #drift: LawDrift;
  readonly #transitional: TransitionalLaws;

  constructor(versions: Versions, drift: LawDrift, transitional: TransitionalLaws) {
    this.#versions = versions;
    this.#drift = drift;
    this.#transitional = transitional;
  }

  /** One answer for each span, in order. */
  async answers(spans: readonly SpanRef[], day: string): Promise<CompareSpanResponse[]> {
    const answers: CompareSpanResponse[] = [];
    for (const span of spans) answers.push(await this.#answer(span, day));
    return answers;
  }

  async #answer(span: SpanRef, day: string): Promise<CompareSpanResponse> {
    try {
      const newest = this.#versions.newest(span.docUid.split("@")[0] ?? "");
      const compared = await this.#drift.compare(span, { docUid: newest.docUid, day, knownOn: "" });
      const answer = this.#vouched(span, compared, newest, day);
      answer.transitional = await this.#transitional.of(compared.unitThen?.evidenceId ?? "");
      return answer;
    } catch (error) {
      if (!(error instanceof DomainError) || !unknowns.has(error.reason)) throw error;
      return unknown(error.reason === "NO_LAW_LOADED" ? "LAW_NOT_FOUND" : error.reason, error.message);
    }
  }

  /** A text says the same as itself: that is no news unless a register vouches that it is still the law. */
  #vouched(span: SpanRef, compared: CompareSpanResponse, newest: LawVersion, day: string): CompareSpanResponse {
    const validity = this.#versions.validity(newest, day);
    const { docUid } = newest;
    if (docUid !== span.docUid || validity.state === Validity_State.IN_FORCE) {
      compared.validityNow = validity;
      compared.message += standing(validity, docUid);
      return compared;
    }
    const why = validity.authority
      ? `${docUid} is the newest version loaded, and ${validity.authority} says that it is not in force on ${day}`
      : `${docUid} is the newest version loaded, and nobody vouches that it still is the law`;
    const answer = unknown("NOTHING_NEWER", `${why}; fetch the law and look again`);
    answer.validityNow = validity;
    answer.versionNow = newest;
    return answer;
  }
}

/** What a reader should know about the version now: a later text may already be announced, or not be loaded. */
const standing = ({ state, from, on, authority }: Validity, docUid: string): string => {
  if (state !== Validity_State.NOT_IN_FORCE) return "";
  if (on < from) return `; ${docUid} is not in force before ${from}`;
  return `; ${authority || "a register"} says that ${docUid} is not in force on ${on} either, so fetch the law`;
};

const unknown = (reason: string, message: string): CompareSpanResponse =>
  create(CompareSpanResponseSchema, { verdict: CompareSpanResponse_Verdict.UNKNOWN, reason, message });
