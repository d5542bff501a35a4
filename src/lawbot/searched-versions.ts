import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Versions } from "./versions.ts";

/** Which versions to search, and how they are called. */
export interface VersionsAsked {
  /** ISO day. */
  readonly day: string;
  /** ISO day as whose knowledge versions are chosen; "": as is known last. */
  readonly knownOn: string;
  /** Empty: every law. */
  readonly lawIds: readonly string[];
}

/** What a search looks into. */
export interface SearchedVersions {
  readonly byUid: ReadonlyMap<string, LawVersion>;
  /** Whether these are all there are: then nothing need be filtered, and the filter would cost more than the search. */
  readonly isAll: boolean;
  /** In words, for whoever reads the result. */
  readonly scope: string;
}

/** Choices remembered: people ask for today, and for the few days of their cases. */
const rememberedMax = 16;

/** Chooses one version of each law by date, once for each day and state of the corpus. */
export class VersionChoice {
  readonly #versions: Versions;
  readonly #remembered = new Map<string, SearchedVersions>();
  #revision = "";

  constructor(versions: Versions) {
    this.#versions = versions;
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND for a law asked by id, VERSION_NOT_FOUND. */
  of(asked: VersionsAsked): SearchedVersions {
    // A few laws are found at once; every law of the corpus is what takes time.
    if (asked.lawIds.length > 0) return this.#choose(asked);
    if (this.#revision !== this.#versions.revision) this.#remembered.clear();
    this.#revision = this.#versions.revision;
    const key = `${asked.day} ${asked.knownOn}`;
    const known = this.#remembered.get(key);
    if (known) return known;
    const made = this.#choose(asked);
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear();
    this.#remembered.set(key, made);
    return made;
  }

  #choose(asked: VersionsAsked): SearchedVersions {
    const { versions, without } = this.#chosen(asked);
    return {
      byUid: new Map(versions.map((version) => [version.docUid, version])),
      isAll: versions.length === this.#versions.all().length,
      scope: scopeOf(versions, without, this.#unknown(versions, asked), asked),
    };
  }

  /** How many of the chosen texts nobody vouches for on that day. */
  #unknown(chosen: readonly LawVersion[], { day, knownOn }: VersionsAsked): number {
    const states = chosen.map((version) => this.#versions.validity(version, day, knownOn).state);
    return states.filter((state) => state !== Validity_State.IN_FORCE).length;
  }

  #chosen({ lawIds, day, knownOn }: VersionsAsked): { versions: LawVersion[]; without: string[] } {
    if (lawIds.length === 0) return this.#versions.everyOn(day, knownOn);
    const asked = [...new Set(lawIds)].sort();
    return { versions: asked.map((lawId) => this.#versions.on(lawId, day, knownOn)), without: [] };
  }
}

/** Laws without a version for the day, named in the scope. */
const namedMax = 5;

const scopeOf = (
  chosen: readonly LawVersion[],
  without: readonly string[],
  unknown: number,
  asked: VersionsAsked,
): string => {
  const what = chosen.length === 1 ? `${chosen[0]?.docUid}` : `${chosen.length} laws, each in its version`;
  const known = asked.knownOn && `, as known on ${asked.knownOn}`;
  const rest = without.length > namedMax ? ` and ${without.length - namedMax} more` : "";
  const out =
    without.length > 0
      ? `; not searched, no version loaded for that day: ${without.slice(0, namedMax).join(", ")}${rest}`
      : "";
  const unsure =
    unknown > 0 ? `; whether ${unknown} of them ${unknown === 1 ? "was" : "were"} in force then is not known` : "";
  const held = unknown > 0 ? "statutes as loaded for" : "statutes in force on";
  return `${held} ${asked.day}${known}: ${what}; repealed text is not searched${unsure}${out}`;
};
