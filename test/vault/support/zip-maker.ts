import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip that is put together by hand, so that it can be wrong in any way. */
export interface MadeEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Packed bytes in place of the honest ones. */
  readonly packed?: Uint8Array;
  readonly stored?: boolean;
  readonly localName?: string;
  readonly flags?: number;
  readonly externalAttributes?: number;
  /** Size the headers claim. */
  readonly claimedBytes?: number;
  /** Place of another entry's local header to point at instead of having one. */
  readonly sharesWith?: number;
}

/** A zip of these entries: local headers, data, central directory, end record (APPNOTE 4.3). */
export const makeZip = (entries: readonly MadeEntry[]): Uint8Array => {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  const places: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const packed = Buffer.from(entry.packed ?? (entry.stored ? entry.bytes : deflateRawSync(entry.bytes)));
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const place = entry.sharesWith === undefined ? at : (places[entry.sharesWith] ?? 0);
    places.push(place);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(entry.stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(entry.bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.claimedBytes ?? entry.bytes.length, 18);
    common.writeUInt16LE(localName.length, 22);
    if (entry.sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, localName, packed]);
      pieces.push(local);
      at += local.length;
    }
    const central = Buffer.alloc(46);
    central.write("PK\x01\x02", "latin1");
    central.writeUInt16LE(0x0314, 4);
    common.copy(central, 6, 0, 26);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((entry.externalAttributes ?? 0) >>> 0, 38);
    central.writeUInt32LE(place, 42);
    directory.push(central, name);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...pieces, central, end]));
};
