import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { sizeDelimitedEncode } from "@bufbuild/protobuf/wire";
import { type StoreItem, StoreItemSchema } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import type { Content } from "../store/store.ts";

/** One thing that a store holds, as a message. */
export const itemOf = (content: Content): StoreItem => create(StoreItemSchema, { item: fieldsOf(content) });

type Fields = NonNullable<MessageInitShape<typeof StoreItemSchema>["item"]>;

const fieldsOf = (content: Content): Fields => {
  switch (content.kind) {
    case "owner":
      return { case: "owner", value: { owner: content.owner } };
    case "scope": {
      const { scope, eventCount } = content;
      const artifacts = content.artifacts.map(({ digest, sizeBytes }) => ({
        digest: bytesOf(digest),
        sizeBytes: BigInt(sizeBytes),
      }));
      return { case: "scope", value: { scope, eventCount, artifacts } };
    }
    case "erased": {
      const { scope, timeMs, head } = content.erased;
      const was = head.seq > 0 ? { eventCount: head.seq, headHash: bytesOf(head.hash) } : {};
      return { case: "erased", value: { scope, timeMs: BigInt(timeMs), ...was } };
    }
    case "event": {
      const { stream, seq, hash, type, body } = content.event;
      return { case: "event", value: { stream, seq, hash: bytesOf(hash), type, body } };
    }
    case "record":
      return { case: "record", value: { space: content.space, key: content.key, value: content.value } };
    case "entry": {
      const { number, key, value } = content.entry;
      return { case: "entry", value: { list: content.list, number, key, value } };
    }
    case "command": {
      const { payloadDigest, answer } = content.state;
      return { case: "command", value: { key: content.key, payloadDigest, ...(answer ? { answer } : {}) } };
    }
  }
};

/** An item behind its length, as it travels and lies in a file. */
export const encodeItem = (content: Content): Uint8Array => sizeDelimitedEncode(StoreItemSchema, itemOf(content));

/** Takes bytes that come in pieces, cut anywhere, and gives the items that are whole with each. */
export class ItemReader {
  #rest: Uint8Array = new Uint8Array();

  *take(piece: Uint8Array): Generator<StoreItem> {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    for (let found = firstItem(this.#rest); found; found = firstItem(this.#rest)) {
      yield fromBinary(StoreItemSchema, this.#rest.subarray(found.start, found.end));
      this.#rest = this.#rest.subarray(found.end);
    }
  }

  /** Whether nothing of a further item has come. */
  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }
}

/** Items of bytes that come in pieces. Errors: whatever a broken message raises; the bytes are checked by digest. */
export async function* decodeItems(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<StoreItem> {
  const reader = new ItemReader();
  for await (const piece of pieces) yield* reader.take(piece);
  if (!reader.isAtEnd) throw new Error("the last item is not whole");
}

/** Where the first item begins and ends; undefined where not all of it is there. */
const firstItem = (bytes: Uint8Array): { start: number; end: number } | undefined => {
  let length = 0;
  for (let at = 0; at < bytes.length && at < 5; at++) {
    length += (bytes[at]! & 0x7f) * 2 ** (7 * at);
    if (bytes[at]! >= 0x80) continue;
    const end = at + 1 + length;
    return end <= bytes.length ? { start: at + 1, end } : undefined;
  }
  return undefined;
};

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
