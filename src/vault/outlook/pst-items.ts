import { sha256Hex } from "../../sha256.ts";
import { oneLine } from "../mail/clean-text.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { SealedFile } from "../spool/upload-key.ts";
import { type MsgAttachment, type MsgItem, msgBytes } from "./msg-bytes.ts";
import { NamesOfFile } from "./property-names.ts";
import { type PstNode, PstNodes, type PstProperty } from "./pst-nodes.ts";

/** One item of a mailbox: the bytes of a .msg, or why it is not given. */
export type PstItem = { readonly name: string } & ({ readonly bytes: Uint8Array } | { readonly refusal: string });

/** What a generator gives: an item, and how many there are in all. */
export interface PstStep {
  readonly item: PstItem | undefined;
  readonly count: number;
}

/** MS-PST 2.4.1: the names of properties, and the folder of all folders. */
const [namesNode, rootFolder] = [0x61, 0x122];
/** MS-PST 2.2.2.1: the kind of a node stands in its number. Folders of searches show what is elsewhere. */
const [kindBits, folderKind, itemKind] = [0x1f, 2, 4];
/** MS-PST 2.4.5 and 2.4.6: nodes below a message. */
const [receiversNode, attachmentsNode] = [0x0692, 0x0671];
const [displayName, subject, attachedData, attachedHow, attachmentNode] = [0x3001, 0x0037, 0x3701, 0x3705, 0x67f2];
const [unicode, objectType, embedded] = [0x001f, 0x000d, 5];

const [foldersMax, folderDepthMax, itemsMax, innerDepthMax] = [20_000, 50, 2_000_000, 5];

/**
 * The items of a data file of Outlook (.pst, .ost; MS-PST), folder by folder, each as the .msg that Outlook would save, under its
 * folders' names. The first `skip` are passed over. What an item is, a mail, an appointment or a contact, the reader of .msg says.
 * Errors: `ImportRefusal` for what is no such file.
 */
export function* pstItems(source: SealedFile | Buffer, skip: number): Generator<PstStep> {
  const file = new PstNodes(source);
  try {
    const folders = foldersOf(file);
    const count = folders.reduce((sum, { items }) => sum + items.length, 0);
    const names = namesOf(file);
    let place = 0;
    for (const { path, items } of folders)
      for (const number of items) if (place++ >= skip) yield { item: itemOf(file, names, path, number, place), count };
    if (count === 0) yield { item: undefined, count };
  } finally {
    file.close();
  }
}

interface Folder {
  readonly path: string;
  /** Numbers of its items. */
  readonly items: readonly number[];
}

const foldersOf = (file: PstNodes): Folder[] => {
  const folders: Folder[] = [];
  const seen = new Set<number>();
  let items = 0;
  const walk = (number: number, path: string, depth: number): void => {
    // A damaged file may lead in a circle.
    if (seen.has(number) || seen.size >= foldersMax || depth > folderDepthMax) return;
    seen.add(number);
    const children = file.children(number);
    const found = children.filter((child) => (child & kindBits) === itemKind).slice(0, itemsMax - items);
    items += found.length;
    folders.push({ path, items: found });
    for (const inner of children)
      if ((inner & kindBits) === folderKind) walk(inner, `${path}${folderName(file, inner)}/`, depth + 1);
  };
  try {
    walk(rootFolder, "", 0);
  } catch (cause) {
    throw new ImportRefusal(noFolders, { cause });
  }
  if (seen.size === 1 && items === 0) throw new ImportRefusal(noFolders);
  return folders;
};

const folderName = (file: PstNodes, number: number): string => {
  try {
    const { items } = file.node(number);
    const name = items.get(displayName)?.getStringValue() ?? "";
    return oneLine(name, 100).replaceAll(/[/\\]|^\.+$/g, "_") || `folder-${number}`;
  } catch {
    return `folder-${number}`;
  }
};

const namesOf = (file: PstNodes): NamesOfFile => {
  try {
    return new NamesOfFile(file.properties(file.node(namesNode)));
  } catch {
    return new NamesOfFile([]);
  }
};

const itemOf = (file: PstNodes, names: NamesOfFile, path: string, number: number, place: number): PstItem => {
  try {
    const { item, names: used } = names.renumbered(msgItem(file, file.node(number), 0));
    const bytes = msgBytes(item, used);
    return { name: `${path}${sha256Hex(bytes).slice(0, 16)}.msg`, bytes };
  } catch (error) {
    return { name: `${path}item-${place}`, refusal: error instanceof ImportRefusal ? error.message : damagedItem };
  }
};

const msgItem = (file: PstNodes, node: PstNode, depth: number): MsgItem => {
  const [receivers, attachments] = [node.below.get(receiversNode), node.below.get(attachmentsNode)];
  return {
    properties: file.properties(node).map(withoutPrefix),
    receivers: receivers === undefined ? [] : file.rowsBelow(receivers).map((row) => file.properties(row)),
    attachments:
      attachments === undefined
        ? []
        : file.rowsBelow(attachments).flatMap((row) => attachmentOf(file, node, row, depth) ?? []),
  };
};

/** MS-PST 2.5.3.1.1.1: a subject may begin with a sign and the length of its `Re: `. */
const withoutPrefix = (property: PstProperty): PstProperty => {
  const { id, type, bytes } = property;
  if (id !== subject || bytes[0] !== 1) return property;
  return { ...property, bytes: bytes.subarray(type === unicode ? 4 : 2) };
};

const attachmentOf = (file: PstNodes, message: PstNode, row: PstNode, depth: number): MsgAttachment | undefined => {
  const place = message.below.get(row.items.get(attachmentNode)?.entryValueReference ?? -1);
  if (place === undefined) return undefined;
  const node = file.below(place);
  const held = node.items.get(attachedData);
  const properties = file.properties(node);
  if (held?.entryValueType !== objectType || node.items.get(attachedHow)?.entryValueReference !== embedded)
    return { properties };
  const inner = held.data.length < 4 ? undefined : node.below.get(Buffer.from(held.data).readUInt32LE());
  if (inner === undefined || depth >= innerDepthMax) return { properties };
  return { properties, item: msgItem(file, file.below(inner), depth + 1) };
};

const noFolders = "no folder in it could be read; export the mailbox from Outlook as .pst once more and import that";
const damagedItem = "this item of the mailbox is damaged; open it in Outlook, save it as .msg and import that";
