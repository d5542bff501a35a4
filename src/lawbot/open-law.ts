import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { CanonicalText, Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256 } from "../sha256.ts";
import { openSource, type SpanSource } from "../span/source.ts";
import type { Jurisdiction } from "./jurisdiction.ts";

/** Elements whose labels make an address of their own; inside them labels are strung together, around them they are not. */
const citedWhole = new Set(["artikel", "enig-artikel"]);
const inCited = new Set(["lid", "li", "definitie-item", "specificatie-item"]);

/** One version, opened: its text ready for spans, its units by path. */
export class OpenLaw {
  readonly version: LawVersion;
  readonly canonical: CanonicalText;
  readonly source: SpanSource;
  readonly #jurisdiction: Jurisdiction;
  readonly #byPath: ReadonlyMap<string, Unit>;
  readonly #children = new Map<string, Unit[]>();
  readonly #shortName: string;

  constructor(version: LawVersion, canonical: CanonicalText, jurisdiction: Jurisdiction) {
    this.version = version;
    this.canonical = canonical;
    this.source = openSource(canonical, sha256);
    this.#jurisdiction = jurisdiction;
    this.#shortName = jurisdiction.shortName(version);
    this.#byPath = new Map(canonical.units.map((unit) => [unit.path, unit]));
    for (const unit of canonical.units) {
      const siblings = this.#children.get(unit.parentPath);
      if (siblings) siblings.push(unit);
      else this.#children.set(unit.parentPath, [unit]);
    }
  }

  unit(path: string): Unit | undefined {
    return this.#byPath.get(path);
  }

  children(unit: Unit): readonly Unit[] {
    return this.#children.get(unit.path) ?? [];
  }

  /** The unit and those around it, the unit first. */
  ancestors(unit: Unit): Unit[] {
    const chain: Unit[] = [];
    for (let at: Unit | undefined = unit; at; at = this.#byPath.get(at.parentPath)) chain.push(at);
    return chain;
  }

  /** Address as lawyers write it in short style: `art. 7:669 lid 3 onder g BW`, `Titel 10 BW`. */
  address(unit: Unit): string {
    const chain = this.ancestors(unit);
    const article = chain.findIndex((each) => citedWhole.has(each.element));
    const end = article >= 0 ? article : chain.findIndex((each) => !inCited.has(each.element));
    const labels = chain.slice(0, (end < 0 ? 0 : end) + 1).reverse();
    return this.#jurisdiction.address(
      labels.map((each) => each.label),
      this.#shortName,
    );
  }

  /** Headings around the unit and its own, outermost first: `Boek 7. Bijzondere overeenkomsten`. */
  headings(unit: Unit): string[] {
    return this.ancestors(unit)
      .filter((each) => !inCited.has(each.element))
      .reverse()
      .map((each) => this.slice(each.startChar, Math.min(each.quotableStartChar, each.endChar)).split("\n")[0] ?? "")
      .filter(Boolean);
  }

  slice(start: number, end: number): string {
    return this.source.codePoints.slice(start, end);
  }

  evidenceId(unit: Unit): string {
    return `law:${this.version.docUid}#${unit.path}`;
  }

  publicPage(unit: Unit): string {
    return this.#jurisdiction.publicPage(this.version.lawId, this.version.validFrom, unit.path);
  }
}

/** Keeps the versions last used open: opening one decodes and folds its whole text. */
export class OpenLaws {
  readonly #open = new Map<string, Promise<OpenLaw>>();
  readonly #load: (version: LawVersion) => Promise<OpenLaw>;
  readonly #max: number;

  /** `max` versions stay open at most, the longest unused goes first. */
  constructor(load: (version: LawVersion) => Promise<OpenLaw>, max: number) {
    this.#load = load;
    this.#max = max;
  }

  get(version: LawVersion): Promise<OpenLaw> {
    const known = this.#open.get(version.docUid) ?? this.#load(version);
    this.#open.delete(version.docUid);
    this.#open.set(version.docUid, known);
    // What failed to open is not kept: the next call tries again and reports afresh.
    known.catch(() => this.#open.delete(version.docUid));
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= this.#max) break;
      this.#open.delete(oldest);
    }
    return known;
  }
}
