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
import { encodeUnit } from "./encode-unit.ts";
import type { Jurisdiction } from "./jurisdiction.ts";
import type { OpenLaws } from "./open-law.ts";
import type { Versions } from "./versions.ts";

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
  readonly #jurisdiction: Jurisdiction;
  readonly #versions: Versions;
  readonly #laws: OpenLaws;

  constructor(jurisdiction: Jurisdiction, versions: Versions, laws: OpenLaws) {
    this.#jurisdiction = jurisdiction;
    this.#versions = versions;
    this.#laws = laws;
  }

  /** Laws in order of id, after `offset`. */
  list(offset: number, limit: number): { laws: Law[]; total: number } {
    const ids = this.#versions.lawIds();
    return { laws: ids.slice(offset, offset + limit).map((lawId) => this.law(lawId)), total: ids.length };
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  law(lawId: string): Law {
    const versions = this.#versions.of(lawId);
    const newest = versions.at(-1);
    const register = this.#versions.register(lawId);
    const naming = this.#versions.naming(lawId);
    return create(LawSchema, {
      lawId,
      title: newest?.title ?? "",
      shortName: this.#jurisdiction.shortName(this.#versions.namesOf(lawId)),
      kind: newest?.kind ?? "",
      versions: [...versions],
      ...(register && { register }),
      ...(naming && { naming }),
    });
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, UNKNOWN_UNIT. */
  async unit(lawId: string, path: string, when: When): Promise<GetUnitResponse> {
    const version = this.#version(lawId, when);
    const law = await this.#laws.get(version);
    const unit = law.unit(path);
    if (!unit) throw unknownUnit(version.docUid, path, (candidate) => law.unit(candidate) !== undefined);
    return create(GetUnitResponseSchema, {
      unit: encodeUnit(law, unit),
      text: law.slice(unit.startChar, unit.endChar),
      version,
      validity: this.#versions.validity(version, when.day, when.knownOn),
    });
  }

  /** Whether each loaded version of a law is in force on a day, oldest version first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  validities(lawId: string, day: string): Validity[] {
    return this.#versions.of(lawId).map((version) => this.#versions.validity(version, day));
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND, VERSION_NOT_FOUND, LIMIT_EXCEEDED. */
  async text(lawId: string, when: When): Promise<GetLawTextResponse> {
    const version = this.#version(lawId, when);
    const size = Number(version.text?.sizeBytes ?? 0n);
    if (size > textBytesMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        `the text of ${version.docUid} is larger than one message; read it unit by unit (GetUnit)`,
        { bytes: String(size) },
      );
    const law = await this.#laws.get(version);
    return create(GetLawTextResponseSchema, {
      canonicalText: law.canonical,
      sourceDigest: version.sourceDigest,
      version,
      ...(version.text && { textRef: version.text }),
    });
  }

  #version(lawId: string, { docUid, day, knownOn }: When): LawVersion {
    if (docUid === "") return this.#versions.on(lawId, day, knownOn);
    const version = this.#versions.named(docUid);
    if (version.lawId === lawId) return version;
    throw new DomainError("VERSION_NOT_FOUND", `${docUid} is no version of ${lawId}; leave one of the two out`, {
      doc_uid: docUid,
      law_id: lawId,
    });
  }
}

/** Names the innermost part of the path that does exist. */
const unknownUnit = (docUid: string, path: string, exists: (path: string) => boolean): DomainError => {
  let near = path;
  while (near !== "" && !exists(near)) near = near.slice(0, near.lastIndexOf("/"));
  const hint = near ? `the part that exists is ${near}` : "take the path from a search, a citation or a span";
  return new DomainError("UNKNOWN_UNIT", `${docUid} has no unit at ${path}; ${hint}`, {
    doc_uid: docUid,
    path,
    nearest: near,
  });
};
