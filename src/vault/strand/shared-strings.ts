import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";

/**
 * Decoding makes a string of its own for every field of every record, though the same people write to each other all the
 * time and all mail is of one media type. Here equal ones become one, which is nearly half of what records of mail hold.
 */
export class SharedStrings {
  private readonly known = new Map<string, string>();

  /** Puts known strings in the place of equal ones; the record says what it said. */
  share(record: DocRecord): void {
    this.shareAll(record.addresses);
    const { detail } = record;
    if (detail === undefined) return;
    for (const field of ["mediaType", "extractor", "extractorVersion", "importedAtIso"] as const)
      detail[field] = this.one(detail[field]);
    for (const ref of [detail.original, detail.canonicalText]) if (ref !== undefined) ref.kind = this.one(ref.kind);
    if (detail.summary === undefined) return;
    detail.summary.docType = this.one(detail.summary.docType);
    this.shareAll(detail.summary.participants);
    if (detail.original?.digest === detail.summary.docUid) detail.original.digest = detail.summary.docUid;
  }

  private shareAll(strings: string[]): void {
    for (const [at, string] of strings.entries()) strings[at] = this.one(string);
  }

  private one(string: string): string {
    const known = this.known.get(string);
    if (known === undefined) this.known.set(string, string);
    return known ?? string;
  }
}
