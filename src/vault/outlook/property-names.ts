import type { MsgItem, PropertyNames } from "./msg-bytes.ts";
import type { PstProperty } from "./pst-nodes.ts";

/** From here on a property's number is a file's own, and a list says what each is called (MS-PST 2.4.7). */
const firstNamed = 0x8000;
const nameBytes = 8;

/** One name: what it is called in its family, by number or by words, and the family with the kind in its last bit. */
interface Name {
  readonly key: number;
  readonly family: number;
}

/**
 * The names of properties in a data file. A .msg has the same list in the same form (MS-OXMSG 2.2.3), but numbers them anew, so
 * that each needs no more than the names it uses.
 */
export class NamesOfFile {
  readonly #list: PropertyNames;
  readonly #names = new Map<number, Name>();

  constructor(properties: readonly PstProperty[]) {
    const streamOf = (wanted: number): Buffer => properties.find(({ id }) => id === wanted)?.bytes ?? Buffer.alloc(0);
    this.#list = { families: streamOf(2), names: streamOf(3), words: streamOf(4) };
    const { names } = this.#list;
    for (let at = 0; at + nameBytes <= names.length; at += nameBytes)
      this.#names.set(firstNamed + names.readUInt16LE(at + 6), {
        key: names.readUInt32LE(at),
        family: names.readUInt16LE(at + 4),
      });
  }

  /** An item whose properties are numbered by the names it uses alone, and these. */
  renumbered(item: MsgItem): { readonly item: MsgItem; readonly names: PropertyNames } {
    const used = new Used(this.#names, this.#list.words);
    return { item: used.inItem(item), names: { families: this.#list.families, ...used.lists() } };
  }
}

/** The names that one item uses, in the order in which they are met. */
class Used {
  readonly #known: ReadonlyMap<number, Name>;
  readonly #allWords: Buffer;
  readonly #numbers = new Map<number, number>();
  readonly #rows: Buffer[] = [];
  readonly #words: Buffer[] = [];
  #wordsBytes = 0;

  constructor(known: ReadonlyMap<number, Name>, words: Buffer) {
    this.#known = known;
    this.#allWords = words;
  }

  inItem(item: MsgItem): MsgItem {
    return {
      properties: this.#all(item.properties),
      receivers: item.receivers.map((receiver) => this.#all(receiver)),
      attachments: item.attachments.map(({ properties, item: inner }) => ({
        properties: this.#all(properties),
        ...(inner === undefined ? {} : { item: this.inItem(inner) }),
      })),
    };
  }

  lists(): Pick<PropertyNames, "names" | "words"> {
    return { names: Buffer.concat(this.#rows), words: Buffer.concat(this.#words) };
  }

  /** What a file names nowhere means nothing, and is left out. */
  #all(properties: readonly PstProperty[]): PstProperty[] {
    return properties.flatMap((property) => {
      if (property.id < firstNamed) return [property];
      const name = this.#known.get(property.id);
      return name === undefined ? [] : [{ ...property, id: this.#number(property.id, name) }];
    });
  }

  #number(id: number, { key, family }: Name): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#rows.length;
    const row = Buffer.alloc(nameBytes);
    row.writeUInt32LE((family & 1) === 0 ? key : this.#word(key), 0);
    row.writeUInt16LE(family, 4);
    row.writeUInt16LE(number, 6);
    this.#rows.push(row);
    this.#numbers.set(id, firstNamed + number);
    return firstNamed + number;
  }

  /** Takes the word at this place over, with its length before it, and says where it stands now. */
  #word(at: number): number {
    const length = at + 4 <= this.#allWords.length ? this.#allWords.readUInt32LE(at) : 0;
    const word = Buffer.alloc(4 * Math.ceil((4 + length) / 4));
    this.#allWords.copy(word, 0, at, at + 4 + length);
    const start = this.#wordsBytes;
    this.#words.push(word);
    this.#wordsBytes += word.length;
    return start;
  }
}
