import { ImportRefusal } from "../reader/port.ts";
import { type MapiProperties, mapiProperties } from "./tnef-properties.ts";

/** A file inside a TNEF stream. */
export interface TnefAttachment {
  readonly name: string;
  readonly mediaType: string;
  /** Undefined for an object of another program, which has no bytes of a file. */
  readonly bytes: Uint8Array | undefined;
  /** True for a message inside, whose bytes are a TNEF stream again. */
  readonly isMessage: boolean;
}

/** What a TNEF stream (`winmail.dat`) holds. */
export interface Tnef {
  /** Properties of the message itself. */
  readonly message: MapiProperties;
  /** The plain body of old writers, as bytes in the code page of the writer; undefined where there is none. */
  readonly body: Uint8Array | undefined;
  readonly attachments: readonly TnefAttachment[];
}

const signature = 0x223e9f78;
/** Attributes of MS-OXTNEF 2.1.3.2 that are read, by their tags. */
const [attBody, attMsgProps] = [0x0002800c, 0x00069003];
const [attAttachRendData, attAttachData, attAttachTitle, attAttachment] = [
  0x00069002, 0x0006800f, 0x00018010, 0x00069005,
];
const attachmentsMax = 1_000;

/** MAPI properties of an attachment. */
const [longName, shortName, mimeTag, dataObject] = [0x3707, 0x3704, 0x370e, 0x3701];
/** In front of a message inside stands the id of its interface. */
const interfaceIdBytes = 16;

/** Reads a TNEF stream (MS-OXTNEF). Errors: `ImportRefusal` for what is none or is cut off. */
export const readTnef = (bytes: Uint8Array): Tnef => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== signature) throw new ImportRefusal(noTnef);
  let message: MapiProperties = new Map();
  let body: Uint8Array | undefined;
  const attachments: Draft[] = [];
  for (const { tag, data } of attributesOf(bytes, view)) {
    if (tag === attBody) body = data;
    else if (tag === attMsgProps) message = mapiProperties(data);
    else if (tag === attAttachRendData && attachments.length < attachmentsMax) attachments.push({});
    const open = attachments.at(-1);
    if (open === undefined) continue;
    if (tag === attAttachData) open.data = data;
    else if (tag === attAttachTitle) open.title = data;
    else if (tag === attAttachment) open.properties = mapiProperties(data);
  }
  return { message, body, attachments: attachments.map(finished) };
};

const noTnef = "it is no winmail.dat of Outlook, whatever its name says; ask the sender for the files in it";
const cutOff = "it is cut off or damaged; ask the sender to send it again, as plain attachments";

/**
 * Level, tag, length, data and a checksum, one behind the other. The checksum is passed over: it is the sum of the bytes, which
 * programs that write TNEF by themselves get wrong, and what it would tell is told by the files inside.
 */
function* attributesOf(bytes: Uint8Array, view: DataView): Generator<{ tag: number; data: Uint8Array }> {
  for (let at = 6; at < bytes.length; ) {
    if (at + 9 > bytes.length) throw new ImportRefusal(cutOff);
    const [tag, length] = [view.getUint32(at + 1, true), view.getUint32(at + 5, true)];
    const [start, end] = [at + 9, at + 9 + length];
    if (end + 2 > bytes.length) throw new ImportRefusal(cutOff);
    yield { tag, data: bytes.subarray(start, end) };
    at = end + 2;
  }
}

/** An attachment while its attributes come. */
interface Draft {
  data?: Uint8Array;
  title?: Uint8Array;
  properties?: MapiProperties;
}

const finished = ({ data, title, properties = new Map() }: Draft): TnefAttachment => {
  const text = (id: number): string => {
    const value = properties.get(id);
    return typeof value === "string" ? value : "";
  };
  const inner = properties.get(dataObject);
  const isMessage = data === undefined && inner instanceof Uint8Array && holdsTnef(inner);
  const bytes = isMessage ? inner.subarray(interfaceIdBytes) : data;
  const titled = new TextDecoder("windows-1252").decode(title ?? new Uint8Array()).replace(/\0.*$/s, "");
  const name = text(longName) || titled || text(shortName);
  return { name, mediaType: text(mimeTag), bytes, isMessage };
};

const holdsTnef = (object: Uint8Array): boolean =>
  object.length > interfaceIdBytes + 6 &&
  new DataView(object.buffer, object.byteOffset).getUint32(interfaceIdBytes, true) === signature;
