import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";

/**
 * What things of the parent are called in the fork: results of tools that were asked again, versions of the law on
 * another day, and the bindings and entries that rest on either.
 */
export class Names {
  readonly #names = new Map<string, string>();

  set(before: string, now: string): void {
    if (before !== "" && now !== "") this.#names.set(before, now);
  }

  of(before: string): string {
    return this.#names.get(before) ?? before;
  }

  /** A version of a law: its id, and that of the document it is in. */
  setLaw(before: string, now: string): void {
    this.set(before, now);
    this.set(documentOf(before), documentOf(now));
  }

  /** Bindings answer slots, and slots are called the same in both. */
  setBindings(before: EvidenceNeedMap | undefined, now: EvidenceNeedMap | undefined): void {
    for (const { slotId, bindingId } of before?.bindings ?? [])
      this.set(bindingId, now?.bindings.find((one) => one.slotId === slotId)?.bindingId ?? "");
  }

  setEntries(before: CitationLedger | undefined, now: CitationLedger | undefined): void {
    const inSlot = (ledger: CitationLedger | undefined, slotId: string) =>
      (ledger?.entries ?? []).filter((one) => one.slotId === slotId);
    for (const { slotId, entryId } of before?.entries ?? []) {
      const place = inSlot(before, slotId).findIndex((one) => one.entryId === entryId);
      this.set(entryId, inSlot(now, slotId)[place]?.entryId ?? "");
    }
  }

  /** The value with every string in it that is such a name exchanged. */
  in<T>(value: T): T {
    return this.#in(value) as T;
  }

  #in(value: unknown): unknown {
    if (typeof value === "string") return this.of(value);
    if (Array.isArray(value)) return value.map((each) => this.#in(each));
    if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#in(each)]));
  }
}

/** `law:BWBR0005290@2023-07-01#…` stands in document `BWBR0005290@2023-07-01`. */
export const documentOf = (evidenceId: string): string => evidenceId.replace(/^(law|vault):/, "").split("#")[0] ?? "";

/** A unit of the law without the day of its version. */
export const unitOf = (evidenceId: string): string => evidenceId.replace(/@[^#]*/, "");
