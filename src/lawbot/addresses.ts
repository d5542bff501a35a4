import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";

/** Writes a unit's address; `rank` is 0, or its place among the units that would bear the same one, from 1. */
type WriteAddress = (unit: Unit, rank: number) => string;

/**
 * The addresses of all units of one version as lawyers write them, each of one unit only: where a source numbers twice, or
 * not at all, units are told apart by their order in the text.
 */
export class Addresses {
  readonly #units: readonly Unit[];
  readonly #write: WriteAddress;
  /** Units that share a plain address, in order of the text, by that address. Made when first asked for, as the rest. */
  #twins: ReadonlyMap<string, readonly Unit[]> | undefined;
  #byPlain: ReadonlyMap<string, readonly Unit[]> | undefined;
  #marked: ReadonlyMap<string, Unit> | undefined;

  constructor(units: readonly Unit[], write: WriteAddress) {
    this.#units = units;
    this.#write = write;
  }

  /** The address that no other unit of the version has. */
  of(unit: Unit): string {
    const plain = this.plain(unit);
    const twins = this.#twinned().get(plain);
    return twins ? this.#write(unit, twins.indexOf(unit) + 1) : plain;
  }

  /** The address without what tells it from its like: the same in two versions of which one numbers twice. */
  plain(unit: Unit): string {
    return this.#write(unit, 0);
  }

  /** The units at a plain address, in order of the text; several where the source numbers twice. */
  at(plain: string): readonly Unit[] {
    this.#byPlain ??= byPlain(this.#units, this.#write);
    return this.#byPlain.get(plain) ?? [];
  }

  /** The unit that has this address and no other; undefined where there is none. */
  find(address: string): Unit | undefined {
    const [unit, another] = this.at(address);
    if (unit && !another) return unit;
    this.#marked ??= new Map([...this.#twinned().values()].flat().map((each) => [this.of(each), each]));
    return this.#marked.get(address);
  }

  /** Kept for good, unlike the addresses of all units, which are many and seldom looked up. */
  #twinned(): ReadonlyMap<string, readonly Unit[]> {
    this.#twins ??= new Map([...byPlain(this.#units, this.#write)].filter(([, units]) => units.length > 1));
    return this.#twins;
  }
}

const byPlain = (units: readonly Unit[], write: WriteAddress): Map<string, Unit[]> => {
  const found = new Map<string, Unit[]>();
  for (const unit of units) {
    const plain = write(unit, 0);
    const known = found.get(plain);
    if (known) known.push(unit);
    else found.set(plain, [unit]);
  }
  return found;
};
