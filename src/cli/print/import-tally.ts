import {
  type ImportedItem,
  ImportedItem_Outcome as Outcome,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

/** So many items fit on a screen one by one; of more, what asks for something to be done is told by its reason. */
export const listedMax = 60;
/** Names that stand below a reason. */
const namedMax = 3;

/** Items of which one thing is said. */
export interface ReasonGroup {
  /** The sentence of the first of them. */
  readonly reason: string;
  count: number;
  /** The first names. */
  readonly names: string[];
}

/** What is said of items, grouped by what it is. Numbers in a reason make no other reason. */
export class Reasons {
  readonly #groups: Map<string, ReasonGroup>;

  /** `others`: what is said already; it stays as it is. */
  constructor(others?: Reasons) {
    const groups = others === undefined ? [] : [...others.#groups];
    this.#groups = new Map(groups.map(([shape, group]) => [shape, { ...group, names: [...group.names] }]));
  }

  add(name: string, reason: string): void {
    const shape = reason.replace(/\d+/g, "#");
    const group = this.#groups.get(shape) ?? { reason, count: 0, names: [] };
    this.#groups.set(shape, group);
    group.count++;
    if (group.names.length < namedMax) group.names.push(name);
  }

  /** The commonest first. */
  get groups(): readonly ReasonGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }
}

/** What an import has answered, as far as its report needs it: a mailbox has hundreds of thousands of rows. */
export class ImportTally {
  readonly notes = new Reasons();
  readonly refusals = new Reasons();
  rowCount = 0;
  lostWordCount = 0;
  readonly #counts = new Map<Outcome, number>();
  readonly #first: ImportedItem[] = [];

  add(row: ImportedItem): void {
    const { path, outcome, reason, notes, lostWordCount } = row;
    this.rowCount++;
    this.lostWordCount += lostWordCount;
    this.#counts.set(outcome, this.countOf(outcome) + 1);
    if (this.#first.length < listedMax) this.#first.push(row);
    if (outcome === Outcome.REFUSED) this.refusals.add(path, reason);
    for (const note of notes) this.notes.add(path, note);
  }

  countOf(outcome: Outcome): number {
    return this.#counts.get(outcome) ?? 0;
  }

  /** The first rows of this outcome; all of them where there are no more than fit on a screen. */
  firstOf(wanted: Outcome): readonly ImportedItem[] {
    return this.#first.filter(({ outcome }) => outcome === wanted);
  }
}
