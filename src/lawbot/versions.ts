import type {
  LawNaming,
  LawVersion,
  NameRegister,
  RegisteredLaw,
  RegisteredVersion,
  VersionRegister,
} from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Validity } from "../../gen/pincite/span/v1/span_pb.ts";
import type { LawNames } from "../citation/known-law.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { chooseVersion } from "./choose-version.ts";
import { validityOf } from "./validity.ts";
import { type AskedDay, datesOf, registeredFault, unloadedFault } from "./version-faults.ts";

/** Number of laws listed at most in a message when something is not there. */
const namedMax = 8;

/**
 * The loaded versions, the registers that say which versions exist, and the choice among them by date. Held in memory: a
 * version is a few hundred bytes, its text stays in the store.
 */
export class Versions {
  readonly #laws = new Map<string, LawVersion[]>();
  readonly #registers = new Map<string, VersionRegister>();
  readonly #namings = new Map<string, LawNaming>();
  #nameRegister: NameRegister | undefined;
  readonly #registered = new Map<string, RegisteredLaw>();
  readonly #hint: string;
  #revision: string | undefined;
  #names: readonly LawNames[] | undefined;

  /** `hint` says how to load a law; it ends the message of NO_LAW_LOADED. */
  constructor(
    loaded: {
      readonly versions: readonly LawVersion[];
      readonly registers?: readonly VersionRegister[];
      readonly namings?: readonly LawNaming[];
      readonly nameRegister?: { readonly register: NameRegister; readonly laws: readonly RegisteredLaw[] } | undefined;
    },
    hint: string,
  ) {
    this.#hint = hint;
    for (const version of loaded.versions) this.add(version);
    for (const register of loaded.registers ?? []) this.setRegister(register);
    for (const naming of loaded.namings ?? []) this.setNaming(naming);
    if (loaded.nameRegister) this.setNameRegister(loaded.nameRegister.register, loaded.nameRegister.laws);
  }

  /** Adds a version; a version of the same doc_uid is replaced. */
  add(version: LawVersion): void {
    const others = (this.#laws.get(version.lawId) ?? []).filter((each) => each.docUid !== version.docUid);
    this.#laws.set(version.lawId, [...others, version].sort(inOrder));
    this.#changed();
  }

  /** Takes a version out. */
  remove({ lawId, docUid }: LawVersion): void {
    const others = (this.#laws.get(lawId) ?? []).filter((each) => each.docUid !== docUid);
    if (others.length > 0) this.#laws.set(lawId, others);
    else this.#laws.delete(lawId);
    this.#changed();
  }

  /** The loaded version of a doc_uid; undefined: none. */
  find(docUid: string): LawVersion | undefined {
    return this.all().find((version) => version.docUid === docUid);
  }

  /** Sets the register of a law, in place of the previous register. */
  setRegister(register: VersionRegister): void {
    this.#registers.set(register.lawId, register);
    this.#changed();
  }

  /** Sets the names of a law, in place of the previous names. */
  setNaming(naming: LawNaming): void {
    this.#namings.set(naming.lawId, naming);
    this.#changed();
  }

  /** Sets the register of the names of all regulations, in place of the previous register. */
  setNameRegister(register: NameRegister, laws: readonly RegisteredLaw[]): void {
    this.#nameRegister = register;
    this.#registered.clear();
    for (const law of laws) this.#registered.set(law.lawId, law);
    this.#changed();
  }

  get nameRegister(): NameRegister | undefined {
    return this.#nameRegister;
  }

  /** Tells whether a text of this law is loaded. */
  isLoaded(lawId: string): boolean {
    return this.#laws.has(lawId);
  }

  #changed(): void {
    this.#revision = undefined;
    this.#names = undefined;
  }

  get isEmpty(): boolean {
    return this.#laws.size === 0;
  }

  /** Names the corpus by its content: the same files give the same revision, in any order. */
  get revision(): string {
    this.#revision ??= sha256Hex(
      new TextEncoder().encode(
        [
          ...this.all().map((version) => `${version.docUid} ${version.sourceDigest}\n`),
          ...sortedLines(this.#registers, "register"),
          ...sortedLines(this.#namings, "naming"),
          ...(this.#nameRegister ? [`names ${this.#nameRegister.original?.digest}\n`] : []),
        ].join(""),
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

  register(lawId: string): VersionRegister | undefined {
    return this.#registers.get(lawId);
  }

  naming(lawId: string): LawNaming | undefined {
    return this.#namings.get(lawId);
  }

  /** Returns the day since which a loaded version was known to be the text, by its register; "" where no register lists the version. */
  knownFrom({ lawId, label }: LawVersion): string {
    const listed = label && this.#registers.get(lawId)?.versions.find((each) => each.label === label);
    return listed ? listed.knownFrom : "";
  }

  /**
   * Returns the names of every law that is loaded or whose names are loaded; loaded laws first; the same list until something
   * is added.
   */
  names(): readonly LawNames[] {
    this.#names ??= [
      ...new Set([...this.lawIds(), ...[...this.#namings.keys()].sort(), ...[...this.#registered.keys()].sort()]),
    ].map((id) => this.namesOf(id));
    return this.#names;
  }

  /** Returns the names of one law: from its newest version, from its WTI, and from the register of names. */
  namesOf(lawId: string): LawNames {
    const newest = this.#laws.get(lawId)?.at(-1);
    const naming = this.#namings.get(lawId);
    const listed = this.#registered.get(lawId);
    const register = this.#registers.get(lawId);
    return {
      lawId,
      title: newest?.title || listed?.heading || "",
      citationTitle: newest?.citationTitle || naming?.citationTitles[0] || listed?.citationTitles[0] || "",
      abbreviations: [...(naming?.abbreviations ?? []), ...(listed?.abbreviations ?? [])],
      titles: [...(naming?.citationTitles ?? []), ...(listed?.citationTitles ?? []), ...(listed?.otherTitles ?? [])],
      inForceFrom: register?.inForceFrom || listed?.inForceFrom || "",
      withdrawnOn: register?.withdrawnOn || listed?.withdrawnOn || "",
      isNotLoaded: !newest && !naming,
    };
  }

  /** The loaded versions of one law, oldest first. Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  of(lawId: string): readonly LawVersion[] {
    const versions = this.#laws.get(lawId);
    if (versions) return versions;
    this.requireAny();
    const loaded = this.lawIds().slice(0, namedMax).join(" ");
    throw new DomainError(
      "LAW_NOT_FOUND",
      worded("source-error.is-not-loaded-import-it-or-choose-a-law-of", { lawId }),
      {
        law_id: lawId,
        loaded,
      },
    );
  }

  /** The loaded version that begins last, whether it is in force yet or not. Errors: those of `of`. */
  newest(lawId: string): LawVersion {
    const [newest] = this.of(lawId).slice(-1);
    if (!newest)
      throw new DomainError("LAW_NOT_FOUND", worded("source-error.is-not-loaded-import-it", { lawId }), {
        law_id: lawId,
      });
    return newest;
  }

  /**
   * Returns the version in force on a day, as known on the day `knownOn` ("": as last known). With a register, it is the
   * version that the register names; without a register, it is the newest version that begins on or before the day, as the
   * importer vouched for it. Errors: those of `of`, and VERSION_NOT_FOUND.
   */
  on(lawId: string, day: string, knownOn = ""): LawVersion {
    const versions = this.of(lawId);
    const found = this.#find(versions, { lawId, day, knownOn });
    if (found instanceof DomainError) throw found;
    return found;
  }

  /** Tells whether a loaded version is in force on a day, as known on the day `knownOn` ("": as last known), and who says so. */
  validity(version: LawVersion, day: string, knownOn = ""): Validity {
    const loaded = this.#laws.get(version.lawId) ?? [];
    return validityOf(version, { register: this.#registers.get(version.lawId), loaded }, day, knownOn);
  }

  /**
   * Returns the version that a doc_uid names. Errors: LAW_NOT_FOUND, VERSION_NOT_FOUND, NO_LAW_LOADED; `facts.doc_uid` names
   * the doc_uid asked for.
   */
  named(docUid: string): LawVersion {
    this.requireAny();
    const [lawId = "", date = ""] = docUid.split("@");
    const versions = this.#laws.get(lawId);
    if (!versions)
      throw new DomainError(
        "LAW_NOT_FOUND",
        worded("source-error.is-not-loaded-import-it-first", { ecli: lawId || docUid }),
        { doc_uid: docUid },
      );
    const version = versions.find((each) => each.docUid === docUid);
    if (version) return version;
    throw new DomainError(
      "VERSION_NOT_FOUND",
      worded("source-error.is-loaded-but-not-in-a-version-of-it-is", {
        lawId,
        date: date || "no date",
        datesOf: datesOf(versions),
      }),
      { doc_uid: docUid, loaded: datesOf(versions) },
    );
  }

  /**
   * Returns the version of every law for a day. Laws without a version for that day are left out and listed in `without`.
   * Errors: NO_LAW_LOADED, VERSION_NOT_FOUND when all laws are left out.
   */
  everyOn(day: string, knownOn = ""): { versions: LawVersion[]; without: string[] } {
    this.requireAny();
    const versions: LawVersion[] = [];
    const without: string[] = [];
    for (const [lawId, loaded] of [...this.#laws].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const found = this.#find(loaded, { lawId, day, knownOn });
      if (found instanceof DomainError) without.push(lawId);
      else versions.push(found);
    }
    if (versions.length > 0) return { versions, without };
    const [first = ""] = this.all()
      .map((version) => version.validFrom)
      .sort();
    throw new DomainError(
      "VERSION_NOT_FOUND",
      worded("source-error.no-loaded-law-was-in-force-on-the-earliest", { day, first }),
      { in_force_on: day, first },
    );
  }

  #find(versions: readonly LawVersion[], asked: AskedDay): LawVersion | DomainError {
    const register = this.#registers.get(asked.lawId);
    if (!register)
      return versions.findLast((version) => version.validFrom <= asked.day) ?? unloadedFault(asked, versions);
    const choice = chooseVersion(register, asked.day, asked.knownOn);
    if ("why" in choice) return registeredFault(asked, choice, register, versions);
    const loaded = versions.findLast((version) => isText(version, choice.version, asked.day));
    return loaded ?? unloadedFault(asked, versions, choice.version);
  }

  /** Requires that a law is loaded. Errors: NO_LAW_LOADED when none is. */
  requireAny(): void {
    if (this.isEmpty)
      throw new DomainError("NO_LAW_LOADED", worded("source-error.no-law-is-loaded", { loadingHint: this.#hint }));
  }
}

/**
 * Tells whether a loaded version is the version that a register names: the same label and, where both digests are known, the
 * same bytes. The older form has no label; it counts from the day its importer vouched for, as long as the register knows of no
 * change.
 */
const isText = (version: LawVersion, registered: RegisteredVersion, day: string): boolean => {
  if (version.form === "bwb-2012") return registered.inForceFrom <= version.validFrom && version.validFrom <= day;
  // Records of earlier releases have no label; they hold the first text of their day.
  if ((version.label || `${version.validFrom}_0`) !== registered.label) return false;
  return !version.originalSha512 || !registered.sha512 || version.originalSha512 === registered.sha512;
};

const rankOf = (version: LawVersion): number => Number(/_(\d+)$/.exec(version.label)?.[1] ?? 0);

const inOrder = (a: LawVersion, b: LawVersion): number =>
  a.validFrom === b.validFrom ? rankOf(a) - rankOf(b) : a.validFrom < b.validFrom ? -1 : 1;

const sortedLines = (
  map: ReadonlyMap<string, { readonly original?: { readonly digest: string } | undefined }>,
  kind: string,
) => [...map].map(([lawId, { original }]) => `${kind} ${lawId} ${original?.digest}\n`).sort();
