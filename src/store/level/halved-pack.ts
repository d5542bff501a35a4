import { hash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { type CommitRecord, CommitRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { decodeEvent } from "../event-chain.ts";
import { plain, writer } from "../field.ts";
import { partsBytes, recordBytes } from "./record-bytes.ts";

/**
 * The two halves of a pack. A digest is chance to every compressor, and most digests in a pack are of what stands in the same pack:
 * an event names the one before it and the artifacts that it made. A digest that can be computed is left out, or stands in the dictionary.
 */
export interface Halves {
  /** A CommitRecord of the artifacts alone. */
  readonly artifacts: Uint8Array;
  /** The pack with its artifacts empty, and without the beginning of each event that follows one in it. */
  readonly rest: Uint8Array;
}

/** The halves of a pack's bytes; undefined where they would not give back these very bytes. */
export const halved = (bytes: Uint8Array): Halves | undefined => {
  const records = recordsIn(bytes);
  for (const record of records) for (const artifact of record.artifacts) writer.presentBytes(3, artifact);
  const artifacts = writer.take();
  const chain = new Chain();
  const parts = records.map((record) =>
    encoded(
      record,
      record.events.map((event) => chain.shortened(event)),
      record.artifacts.map(() => nothing),
    ),
  );
  const halves = { artifacts, rest: partsBytes(parts) };
  return Buffer.compare(whole(halves), bytes) === 0 ? halves : undefined;
};

/** The bytes that were halved. */
export const whole = ({ artifacts, rest }: Halves): Uint8Array => {
  const own = fromBinary(CommitRecordSchema, artifacts).artifacts.values();
  const chain = new Chain();
  const parts = recordsIn(rest).map((record) =>
    encoded(
      record,
      record.events.map((event) => chain.restored(event)),
      record.artifacts.map((empty) => own.next().value ?? empty),
    ),
  );
  return partsBytes(parts);
};

/** The parts of the first half that the second repeats: its digests as events write them, and its words. Empty without an artifact. */
export const dictionaryOf = (artifacts: Uint8Array): Uint8Array => {
  const digests = fromBinary(CommitRecordSchema, artifacts).artifacts.map((one) => hash("sha256", one, "hex"));
  return Buffer.concat([Buffer.from(digests.join("")), artifacts]);
};

/** Every event begins with its owner. */
const ownerTag = 0x0a;

/** Follows the events of a pack: how one begins is known from the one before it. */
class Chain {
  #owner = "";
  #stream = "";
  #seq = 0;
  #hash = "";

  shortened(event: Uint8Array): Uint8Array {
    const beginning = this.#next();
    const follows = this.#hash !== "" && Buffer.compare(event.subarray(0, beginning.length), beginning) === 0;
    this.#stand(event, follows);
    return follows ? event.subarray(beginning.length) : event;
  }

  restored(event: Uint8Array): Uint8Array {
    const follows = event[0] !== ownerTag;
    const whole = follows ? plain(Buffer.concat([this.#next(), event])) : event;
    this.#stand(whole, follows);
    return whole;
  }

  #next(): Uint8Array {
    return writer
      .string(1, this.#owner)
      .string(2, this.#stream)
      .number(3, this.#seq + 1)
      .hex(4, this.#hash)
      .take();
  }

  #stand(event: Uint8Array, follows: boolean): void {
    if (follows) this.#seq += 1;
    else ({ owner: this.#owner, stream: this.#stream, seq: this.#seq } = decodeEvent(event));
    this.#hash = hash("sha256", event, "hex");
  }
}

const nothing = new Uint8Array();

const recordsIn = (bytes: Uint8Array): CommitRecord[] =>
  fromBinary(CommitRecordSchema, bytes).parts.map((part) => fromBinary(CommitRecordSchema, part));

const encoded = (record: CommitRecord, events: readonly Uint8Array[], artifacts: readonly Uint8Array[]): Uint8Array =>
  recordBytes({
    ...record,
    events,
    artifacts,
    outside: record.outside.map((digest) => Buffer.from(digest).toString("hex")),
  });
