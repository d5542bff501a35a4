import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ruling, RulingSchema } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { type ErasureTold, KeptRecords } from "../kept-records.ts";

/** Lists: one Ruling under each id. Statutes are kept in other lists and streams. */
const rulingList = "lawbot-ruling";

/** What LawBot keeps of case law: for each ruling the imported bytes, the canonical text, and one event. */
export class CaseStore extends KeptRecords {
  /** Every loaded ruling, in order of id. */
  async rulings(): Promise<Ruling[]> {
    return (await this.all(rulingList)).map((value) => fromBinary(RulingSchema, value));
  }

  /** Puts a ruling on disk as a whole. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async save(ruling: Ruling, original: Uint8Array, text: Uint8Array): Promise<void> {
    await this.commit({
      stream: await this.living(streamOf(ruling.ecli)),
      type: "ruling-imported",
      entry: { list: rulingList, key: ruling.ecli, value: toBinary(RulingSchema, ruling) },
      blobs: [original, text],
    });
  }

  /** Erases a ruling, with all that the journal says of it. */
  async eraseRuling(ecli: string, ...rest: ErasureTold): Promise<void> {
    await this.erase({ list: rulingList, key: ecli, scope: await this.living(streamOf(ecli)) }, ...rest);
  }

  /** When a ruling was erased; undefined: it never was. */
  rulingErasedAt(ecli: string): Promise<number | undefined> {
    return this.erasedAt(streamOf(ecli));
  }
}

const streamOf = (ecli: string): string => `case/${ecli}`;
