import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { CanonicalText, Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { LawNames } from "../citation/known-law.ts";
import { sha256 } from "../sha256.ts";
import { openSource, type SpanSource } from "../span/source.ts";
import { Addresses } from "./addresses.ts";
import { OpenTexts } from "./open-texts.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import { addressChain, citedWhole, inCited, titleChain } from "./text/unit-elements.ts";

/** An opened version of a law: its text is ready for spans, and its units are found by path. */
export class OpenLaw {
  readonly version: LawVersion;
  readonly canonical: CanonicalText;
  readonly source: SpanSource;
  readonly #jurisdiction: Jurisdiction;
  readonly #byPath: ReadonlyMap<string, Unit>;
  readonly #children = new Map<string, Unit[]>();
  readonly #shortName: string;
  readonly #keys: readonly string[];
  readonly #knownFrom: () => string;
  readonly #addresses: Addresses;

  /** `keys` are the identifiers of the units, in order; empty where the source gives no identifiers. */
  constructor(
    version: LawVersion,
    canonical: CanonicalText,
    about: {
      readonly jurisdiction: Jurisdiction;
      readonly names: LawNames;
      readonly keys?: readonly string[];
      /**
       * Gives the day since which this was known to be the text, "" where no register tells; called anew each time, since a
       * register may be imported later.
       */
      readonly knownFrom?: () => string;
    },
  ) {
    this.version = version;
    this.canonical = canonical;
    this.source = openSource(canonical, sha256);
    this.#jurisdiction = about.jurisdiction;
    this.#shortName = about.jurisdiction.shortName(about.names);
    this.#keys = about.keys ?? [];
    this.#knownFrom = about.knownFrom ?? (() => "");
    this.#byPath = new Map(canonical.units.map((unit) => [unit.path, unit]));
    shareStrings(canonical.units, this.#byPath);
    this.#addresses = new Addresses(canonical.units, (unit, rank) => this.#write(addressChain, unit, rank));
    for (const unit of canonical.units) {
      const siblings = this.#children.get(unit.parentPath);
      if (siblings) siblings.push(unit);
      else this.#children.set(unit.parentPath, [unit]);
    }
  }

  unit(path: string): Unit | undefined {
    return this.#byPath.get(path);
  }

  /** Tells whether an address begins at this unit: an article, under any name. */
  isCitedWhole(unit: Unit): boolean {
    return citedWhole.has(unit.element);
  }

  /** Returns the unit of an address that `address` wrote; undefined for any other text. */
  unitNamed(address: string): Unit | undefined {
    return this.#addresses.find(address);
  }

  /** The identifier that the source gives the unit in every version, "" where it gives none. */
  keyOf(unit: Unit): string {
    return this.#keys[this.canonical.units.indexOf(unit)] ?? "";
  }

  children(unit: Unit): readonly Unit[] {
    return this.#children.get(unit.path) ?? [];
  }

  /** Returns the unit and the units around it, the unit first. */
  ancestors(unit: Unit): Unit[] {
    const chain: Unit[] = [];
    for (let at: Unit | undefined = unit; at; at = this.#byPath.get(at.parentPath)) chain.push(at);
    return chain;
  }

  /**
   * Address as lawyers write it in short style: `art. 7:669 lid 3 onder g BW`, `Boek 7 Titel 10 BW`. No other unit of the
   * version has it: where the source numbers twice it says which one is meant, `art. 35 lid 5 (2e) Drank- en Horecawet`.
   */
  address(unit: Unit): string {
    return this.#addresses.of(unit);
  }

  /** The same without saying which of several is meant. */
  plainAddress(unit: Unit): string {
    return this.#addresses.plain(unit);
  }

  /** Address that a section is found under: of a division only its own name, the headings around it follow. */
  titleAddress(unit: Unit): string {
    return this.#write(titleChain, unit, 0);
  }

  #write(chainOf: typeof addressChain, unit: Unit, rank: number): string {
    const labels = chainOf(this.ancestors(unit), (each) => each.element).map((each) => each.label);
    return this.#jurisdiction.address(labels, this.#shortName, { lawId: this.version.lawId, rank });
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

  /** Reference for machines that leads to this unit and no other; "" where the jurisdiction has none that does. */
  reference(unit: Unit): string {
    const { lawId, validFrom, label } = this.version;
    const named = { lawId, validFrom, label, knownFrom: this.#knownFrom() };
    const chain = this.ancestors(unit).reverse();
    const article = chain.findIndex((each) => this.isCitedWhole(each));
    // Where two divisions bear one number the article alone may still be told from all others.
    for (const part of article > 0 ? [chain, chain.slice(article)] : [chain]) {
      const written = this.#jurisdiction.reference?.(named, part) ?? "";
      if (written && this.#isLedTo(unit, written)) return written;
    }
    return "";
  }

  #isLedTo(unit: Unit, reference: string): boolean {
    const read = this.#jurisdiction.readReference?.(reference, []);
    const found = read && "find" in read ? read.find(this) : undefined;
    const [first, another] = found && "units" in found ? found.units : [];
    return first === unit && !another;
  }

  publicPage(unit: Unit): string {
    return this.#jurisdiction.publicPage(this.version.lawId, this.version.validFrom, unit.path);
  }
}

/** Makes units share equal strings: after decoding, each unit has its own `lid`, its own `1`, and another copy of its parent's path. */
const shareStrings = (units: readonly Unit[], byPath: ReadonlyMap<string, Unit>): void => {
  const strings = new Map<string, string>();
  const shared = (text: string): string => {
    const first = strings.get(text);
    if (first === undefined) strings.set(text, text);
    return first ?? text;
  };
  for (const unit of units) {
    unit.element = shared(unit.element);
    unit.number = shared(unit.number);
    unit.label = shared(unit.label);
    unit.parentPath = byPath.get(unit.parentPath)?.path ?? unit.parentPath;
  }
};

/** The opened versions of statutes. */
export class OpenLaws extends OpenTexts<LawVersion, OpenLaw> {
  /** Limits the open versions to `bytesMax` of stored text together. */
  constructor(load: (version: LawVersion) => Promise<OpenLaw>, bytesMax: number) {
    super({
      keyOf: ({ docUid }) => docUid,
      load,
      weigh: ({ text }) => Number(text?.sizeBytes ?? 0n),
      weightMax: bytesMax,
    });
  }

  /** Closes the versions of a law whose names have changed. */
  forget(lawId: string): void {
    this.close((docUid) => docUid.startsWith(`${lawId}@`));
  }
}
