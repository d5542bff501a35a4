import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { DomainError } from "../error.ts";
import { sha256Hex } from "../sha256.ts";

/** Listed in messages when something is not there. */
const namedMax = 8;

/**
 * The loaded versions, and the choice among them by date. Held in memory: a version is a few hundred bytes, its text
 * stays in the store.
 */
export class Versions {
  readonly #laws = new Map<string, LawVersion[]>();
  readonly #hint: string;
  #revision: string | undefined;
  #newest: readonly LawVersion[] | undefined;

  /** `hint` says how to load a law; it ends the message of NO_LAW_LOADED. */
  constructor(versions: readonly LawVersion[], hint: string) {
    this.#hint = hint;
    for (const version of versions) this.add(version);
  }

  /** One more version; a version of the same doc_uid is replaced. */
  add(version: LawVersion): void {
    const others = (this.#laws.get(version.lawId) ?? []).filter((each) => each.docUid !== version.docUid);
    const all = [...others, version].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
    this.#laws.set(version.lawId, all);
    this.#revision = undefined;
    this.#newest = undefined;
  }

  get isEmpty(): boolean {
    return this.#laws.size === 0;
  }

  /** Names the corpus by its content: the same versions of the same texts have the same revision, in whatever order they came. */
  get revision(): string {
    this.#revision ??= sha256Hex(
      new TextEncoder().encode(
        this.all()
          .map((version) => `${version.docUid} ${version.sourceDigest}\n`)
          .join(""),
      ),
    ).slice(0, 16);
    return this.#revision;
  }

  /** Ids of the loaded laws, in order. */
  lawIds(): string[] {
    return [...this.#laws.keys()].sort();
  }

  /** Every version, in order of law and date. */
  all(): LawVersion[] {
    return this.lawIds().flatMap((lawId) => this.#laws.get(lawId) ?? []);
  }

  /** The newest version of each law, in order of law; the same list until something is added. */
  newest(): readonly LawVersion[] {
    this.#newest ??= this.lawIds().flatMap((lawId) => this.#laws.get(lawId)?.at(-1) ?? []);
    return this.#newest;
  }

  /** The loaded versions of one law, oldest first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  of(lawId: string): readonly LawVersion[] {
    const versions = this.#laws.get(lawId);
    if (versions) return versions;
    this.requireAny();
    const loaded = this.lawIds().slice(0, namedMax).join(" ");
    throw new DomainError("LAW_NOT_FOUND", `${lawId} is not loaded; import it, or choose a law of ListLaws`, {
      law_id: lawId,
      loaded,
    });
  }

  /** The version in force on a day: the newest that begins on or before it. Errors: those of `of`, and VERSION_NOT_FOUND. */
  on(lawId: string, day: string): LawVersion {
    const versions = this.of(lawId);
    const chosen = versions.findLast((version) => version.validFrom <= day);
    if (chosen) return chosen;
    const first = versions[0]?.validFrom ?? "";
    throw new DomainError(
      "VERSION_NOT_FOUND",
      `no loaded version of ${lawId} was in force on ${day}: the earliest begins on ${first}; ask for that day or later, or import an older version`,
      { law_id: lawId, in_force_on: day, next: first, loaded: datesOf(versions) },
    );
  }

  /** The version that a doc_uid names. Errors: LAW_NOT_FOUND, VERSION_NOT_FOUND, NO_LAW_LOADED; `facts.doc_uid` says for which. */
  named(docUid: string): LawVersion {
    this.requireAny();
    const [lawId = "", date = ""] = docUid.split("@");
    const versions = this.#laws.get(lawId);
    if (!versions)
      throw new DomainError("LAW_NOT_FOUND", `${lawId || docUid} is not loaded; import it first`, { doc_uid: docUid });
    const version = versions.find((each) => each.docUid === docUid);
    if (version) return version;
    throw new DomainError(
      "VERSION_NOT_FOUND",
      `${lawId} is loaded, but not in a version of ${date || "no date"}: it is loaded from ${datesOf(versions)}`,
      { doc_uid: docUid, loaded: datesOf(versions) },
    );
  }

  /** The version of every law that was in force on a day; laws that begin later fall out. Errors: NO_LAW_LOADED, VERSION_NOT_FOUND when all do. */
  everyOn(day: string): LawVersion[] {
    this.requireAny();
    const chosen = this.lawIds().flatMap(
      (id) => this.#laws.get(id)?.findLast((version) => version.validFrom <= day) ?? [],
    );
    if (chosen.length > 0) return chosen;
    const first =
      this.all()
        .map((version) => version.validFrom)
        .sort()[0] ?? "";
    throw new DomainError(
      "VERSION_NOT_FOUND",
      `no loaded law was in force on ${day}: the earliest version begins on ${first}; ask for that day or later, or import older versions`,
      { in_force_on: day, first },
    );
  }

  /** Errors: NO_LAW_LOADED when nothing is. */
  requireAny(): void {
    if (this.isEmpty) throw new DomainError("NO_LAW_LOADED", `no law is loaded; ${this.#hint}`);
  }
}

const datesOf = (versions: readonly LawVersion[]): string =>
  versions
    .slice(-namedMax)
    .map((version) => version.validFrom)
    .join(" ");
