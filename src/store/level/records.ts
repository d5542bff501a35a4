import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { type PackRecord, PackRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import type { OrderedMap } from "../ordered-map.ts";
import { type CommitContent, decodeRecords, type NumberedRecord } from "./commit-record.ts";
import { commitKey, packKey } from "./keys.ts";
import { seal, sealOf, unseal } from "./seal.ts";
import type { Secrets } from "./secrets/cipher.ts";

/** Which records of a scope were packed (PackRecord). */
export type PackTable = Pick<PackRecord, "numbers" | "next">;

export const encodePackTable = (key: string, { numbers, next }: PackTable): Uint8Array =>
  seal(key, toBinary(PackRecordSchema, create(PackRecordSchema, { numbers, next })));

/** Errors: DATA_LOSS. */
export const decodePackTable = (key: string, value: Uint8Array): PackTable =>
  fromBinary(PackRecordSchema, unseal(key, value));

/** Bytes of opened packs kept in memory: whoever reads one record of a pack mostly reads the others too. */
const openedBytesMax = 16 * 1024 * 1024;

/** A pack as it was opened; its check says of which value. */
interface Opened {
  readonly seal: bigint;
  readonly bytes: number;
  readonly records: readonly NumberedRecord[];
}

/** Reads records of scopes, whether each has a key of its own or was packed with others. */
export class Records {
  readonly secrets: Secrets;
  readonly #map: Pick<OrderedMap, "get">;
  readonly #opened = new Recent<string, Opened>(openedBytesMax, ({ bytes }) => bytes);

  constructor(map: Pick<OrderedMap, "get">, secrets: Secrets) {
    this.#map = map;
    this.secrets = secrets;
  }

  /** A record of a scope, or undefined. Errors: DATA_LOSS. */
  at(owner: string, scope: string, number: number): CommitContent | undefined {
    const found = () =>
      this.under(owner, scope, number) ?? this.under(owner, scope, this.#packWith(owner, scope, number));
    // Between the table and the key that it names, the scope may be packed again.
    const held = found() ?? found();
    return held?.find((one) => one.number === number)?.record;
  }

  /** The records under the key of a number, in order; undefined where there is no such key. Errors: DATA_LOSS. */
  under(owner: string, scope: string, number: number | undefined): readonly NumberedRecord[] | undefined {
    if (number === undefined) return undefined;
    const key = commitKey(owner, scope, number);
    const value = this.#map.get(key);
    return value && this.of(key, value);
  }

  /** The records of a value that was read. Errors: DATA_LOSS. */
  of(key: string, value: Uint8Array): readonly NumberedRecord[] {
    const known = this.#opened.get(key);
    if (known?.seal === sealOf(value)) return known.records;
    const records = decodeRecords(key, value, this.secrets);
    // One record alone is opened as fast as it is found here.
    if (records.length > 1) this.#opened.set(key, { seal: sealOf(value), bytes: bytesOf(records), records });
    return records;
  }

  /** Lets go of what was opened: scopes of it were erased. */
  forget(): void {
    this.#opened.clear();
  }

  /** Which records of a scope were packed; undefined: none. Errors: DATA_LOSS. */
  table(owner: string, scope: string): PackTable | undefined {
    const key = packKey(owner, scope);
    const value = this.#map.get(key);
    return value && decodePackTable(key, value);
  }

  /** The number of the pack that holds a record, if one does. */
  #packWith(owner: string, scope: string, number: number): number | undefined {
    const table = this.table(owner, scope);
    return table && number < table.next ? table.numbers.findLast((first) => first <= number) : undefined;
  }
}

const bytesOf = (records: readonly NumberedRecord[]): number =>
  records.reduce(
    (sum, { record: { events, artifacts, answers } }) =>
      sum + sizeOf(events) + sizeOf(artifacts) + sizeOf(answers.map(({ answer }) => answer)),
    0,
  );

const sizeOf = (all: readonly Uint8Array[]): number => all.reduce((sum, { length }) => sum + length, 0);
