import { create } from "@bufbuild/protobuf";
import { type Law, LawSchema, type LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import {
  type GetLawTextResponse,
  GetLawTextResponseSchema,
  type GetUnitResponse,
  GetUnitResponseSchema,
} from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import type { Validity } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Corpus } from "./corpus.ts";
import { encodeUnit } from "./encode-unit.ts";

/** A text of this many bytes still fits a message of 4 MiB with room for the rest. */
const textBytesMax = 4 * 1024 * 1024 - 16 * 1024;

/** Which version: the one of a doc_uid, or, where that is "", the one in force on a day as known on another. */
export interface When {
  readonly docUid: string;
  readonly day: string;
  readonly knownOn: string;
}

/** Reads what is loaded. */
export class LawCatalogue {
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** Laws in order of id, after `offset`. */
  list(offset: number, limit: number): { laws: Law[]; total: number } {
    const ids = this.#corpus.versions.lawIds();
    return { laws: ids.slice(offset, offset + limit).map((lawId) => this.law(lawId)), total: ids.length };
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  law(lawId: string): Law {
    const versions = this.#corpus.versions.of(lawId);
    const newest = versions.at(-1);
    const register = this.#corpus.versions.register(lawId);
    const naming = this.#corpus.versions.naming(lawId);
    return create(LawSchema, {
      lawId,
      title: newest?.title ?? "",
      shortName: this.#corpus.jurisdiction.shortName(this.#corpus.versions.namesOf(lawId)),
      kind: newest?.kind ?? "",
      versions: [...versions],
      ...(register && { register }),
      ...(naming && { naming }),
    });
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, UNKNOWN_UNIT. */
  async unit(lawId: string, path: string, when: When): Promise<GetUnitResponse> {
    const version = this.version(lawId, when);
    const law = await this.#corpus.laws.get(version);
    const unit = law.unit(path);
    if (!unit) throw unknownUnit(version.docUid, path, (candidate) => law.unit(candidate) !== undefined);
    return create(GetUnitResponseSchema, {
      unit: encodeUnit(law, unit),
      text: law.slice(unit.startChar, unit.endChar),
      version,
      validity: this.#corpus.versions.validity(version, when.day, when.knownOn),
    });
  }

  /** Whether each loaded version of a law is in force on a day, oldest version first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  validities(lawId: string, day: string): Validity[] {
    return this.#corpus.versions.of(lawId).map((version) => this.#corpus.versions.validity(version, day));
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, LIMIT_EXCEEDED. */
  async text(lawId: string, when: When): Promise<GetLawTextResponse> {
    const version = this.version(lawId, when);
    const size = Number(version.text?.sizeBytes ?? 0n);
    if (size > textBytesMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        worded("source-error.the-text-of-is-larger-than-one-message-read", { docUid: version.docUid }),
        { bytes: String(size) },
      );
    const law = await this.#corpus.laws.get(version);
    return create(GetLawTextResponseSchema, {
      canonicalText: law.canonical,
      sourceDigest: version.sourceDigest,
      version,
      ...(version.text && { textRef: version.text }),
    });
  }

  /** The version of a law that is meant. Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND. */
  version(lawId: string, { docUid, day, knownOn }: When): LawVersion {
    if (docUid === "") return this.#corpus.versions.on(lawId, day, knownOn);
    const version = this.#corpus.versions.named(docUid);
    if (version.lawId === lawId) return version;
    throw new DomainError(
      "VERSION_NOT_FOUND",
      worded("source-error.is-no-version-of-leave-one-of-the-two-out", { docUid, lawId }),
      {
        doc_uid: docUid,
        law_id: lawId,
      },
    );
  }
}

/** Names the innermost part of the path that does exist. */
const unknownUnit = (docUid: string, path: string, exists: (path: string) => boolean): DomainError => {
  let near = path;
  while (near !== "" && !exists(near)) near = near.slice(0, near.lastIndexOf("/"));
  const hint = near ? `the part that exists is ${near}` : "take the path from a search, a citation or a span";
  return new DomainError("UNKNOWN_UNIT", worded("error.has-no-unit-at", { docUid, path, hint }), {
    doc_uid: docUid,
    path,
    nearest: near,
  });
};
