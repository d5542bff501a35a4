import type { PSTDescriptorItem } from "pst-extractor/dist/PSTDescriptorItem.class.js";
import type { PSTFile } from "pst-extractor/dist/PSTFile.class.js";
import type { PSTTableItem } from "pst-extractor/dist/PSTTableItem.class.js";
import { ImportRefusal } from "../reader/port.ts";
import { type SealedFile, turnedAt } from "../spool/upload-key.ts";
import { type PstLibrary, pstLibrary } from "./pst-library.ts";

/** An object of a file with its properties, and the nodes below it, in which the larger ones stand (MS-PST 2.4). */
export interface PstNode {
  readonly items: ReadonlyMap<number, PSTTableItem>;
  readonly below: ReadonlyMap<number, PSTDescriptorItem>;
}

/** A property as its file has it: its number, its type (MS-OXCDATA 2.11.1) and its bytes. */
export interface PstProperty {
  readonly id: number;
  readonly type: number;
  readonly bytes: Buffer;
}

/** Types whose value stands in the table itself (MS-PST 2.3.3.3). */
const inTable: ReadonlySet<number> = new Set([0x0002, 0x0003, 0x0004, 0x000a, 0x000b]);
const objectType = 0x000d;

/** What one item may hold, in bytes: what a document may have. */
const itemBytesMax = 64 * 1024 * 1024;

/** A data file of Outlook, opened. Everything here may throw whatever a damaged file makes of it. */
export class PstNodes {
  readonly #library: PstLibrary = pstLibrary();
  readonly #file: PSTFile;

  /** Errors: `ImportRefusal` for what is no such file, or one that nobody here can read. */
  constructor(source: SealedFile | Buffer) {
    try {
      this.#file = Buffer.isBuffer(source) ? new this.#library.PSTFile(source) : openSealed(this.#library, source);
    } catch (cause) {
      throw new ImportRefusal(notReadable, { cause });
    }
  }

  close(): void {
    this.#file.close();
  }

  /** The node of this number at the top. */
  node(number: number): PstNode {
    const { PSTTableBC, PSTNodeInputStream } = this.#library;
    const { dataOffsetIndexIdentifier, localDescriptorsOffsetIndexIdentifier } = this.#place(number);
    const data = new PSTNodeInputStream(this.#file, this.#file.getOffsetIndexNode(dataOffsetIndexIdentifier));
    return {
      items: new PSTTableBC(data).getItems(),
      below: localDescriptorsOffsetIndexIdentifier.greaterThan(0)
        ? this.#file.getPSTDescriptorItems(localDescriptorsOffsetIndexIdentifier)
        : new Map(),
    };
  }

  /**
   * The numbers of the nodes at the top that belong to another one: folders and items of a folder. The file's own index names them; the
   * table of a folder does too, and is misread by the library where it is large.
   */
  children(number: number): readonly number[] {
    return (this.#file.getChildDescriptorTree().get(number) ?? []).map(
      ({ descriptorIdentifier }) => descriptorIdentifier,
    );
  }

  /** A node below another, as an attachment below its message. */
  below(item: PSTDescriptorItem): PstNode {
    const { PSTTableBC, PSTNodeInputStream } = this.#library;
    return {
      items: new PSTTableBC(new PSTNodeInputStream(this.#file, item)).getItems(),
      below: this.#nodesBelow(item),
    };
  }

  /** The rows of a table below a node: who receives a message, what is attached to it. */
  rowsBelow(item: PSTDescriptorItem): PstNode[] {
    const { PSTTable7C, PSTNodeInputStream } = this.#library;
    const below = this.#nodesBelow(item);
    const table = new PSTTable7C(new PSTNodeInputStream(this.#file, item), below);
    return table.getItems().map((items) => ({ items, below }));
  }

  /** The properties of a node, but for what it holds as an object. Errors: `ImportRefusal` for more than 64 MiB. */
  properties({ items, below }: PstNode): PstProperty[] {
    let left = itemBytesMax;
    const found: PstProperty[] = [];
    for (const [id, item] of items) {
      const type = item.entryValueType;
      const bytes = type === objectType ? undefined : this.#bytesOf(item, below, left);
      if (bytes === undefined) continue;
      left -= bytes.length;
      found.push({ id, type, bytes });
    }
    return found;
  }

  #bytesOf(item: PSTTableItem, below: PstNode["below"], most: number): Buffer | undefined {
    if (inTable.has(item.entryValueType)) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(item.entryValueReference >>> 0);
      return bytes;
    }
    if (!item.isExternalValueReference) return item.data;
    const elsewhere = below.get(item.entryValueReference);
    if (elsewhere === undefined) return undefined;
    if (elsewhere.dataSize > most) throw new ImportRefusal(tooLargeItem);
    const stream = new this.#library.PSTNodeInputStream(this.#file, elsewhere);
    if (stream.length.greaterThan(most)) throw new ImportRefusal(tooLargeItem);
    const bytes = Buffer.alloc(stream.length.toNumber());
    stream.readCompletely(bytes);
    return bytes;
  }

  #nodesBelow({
    subNodeOffsetIndexIdentifier,
  }: PSTDescriptorItem): ReadonlyMap<number, PSTDescriptorItem> & Map<number, PSTDescriptorItem> {
    return subNodeOffsetIndexIdentifier > 0
      ? this.#file.getPSTDescriptorItems(this.#library.wide(subNodeOffsetIndexIdentifier))
      : new Map();
  }

  #place(number: number) {
    return this.#file.getDescriptorIndexNode(this.#library.wide(number));
  }
}

const notReadable =
  "it is no data file of Outlook, or one that is damaged or protected by the rights of an organisation; export the mailbox from Outlook as .pst once more and import that";
const tooLargeItem =
  "this one item of the mailbox is larger than 64 MiB, the most one document may have; save its attachments as files and import those";

/** What the library reads a file by; its types keep it to themselves. */
type Reading = new (path: string) => { readSync(buffer: Buffer, length: number, position: number): number };

/** A file that is encrypted where it lies: the library has it decrypted from its first byte on. */
const openSealed = (library: PstLibrary, { path, key }: SealedFile): PSTFile => {
  class Sealed extends (library.PSTFile as unknown as Reading) {
    override readSync(buffer: Buffer, length: number, position: number): number {
      const count = super.readSync(buffer, length, position);
      buffer.set(turnedAt(key, position, buffer.subarray(0, count)));
      return count;
    }
  }
  return new Sealed(path) as unknown as PSTFile;
};
