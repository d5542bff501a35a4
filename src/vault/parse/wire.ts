import { fromBinary } from "@bufbuild/protobuf";
import { DocRecordSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { GivenFile, ReadFile } from "../import/read-file.ts";

/** What the reading thread is asked: one file, from a place in it on. */
export interface ReadRequest {
  readonly job: number;
  readonly file: GivenFile;
  readonly importedAtIso: string;
  /** Files of an archive that were given before. */
  readonly skip: number;
}

/** Further answers may be sent: so many were taken. */
export interface MoreRequest {
  readonly job: number;
  readonly more: number;
}

/** Nobody waits for this file any more. */
export interface DropRequest {
  readonly job: number;
  readonly drop: true;
}

/**
 * What the thread says. `ready`: it runs. `begin`: a file of an archive begins. `picture`: a picture is read next. `unit`: an answer, with `last` the last of
 * its job. `dropped`: the end of a job that was to be dropped before it had ended. `bug`: an importer threw what it may not throw. Few messages for each file: they cost as much as small mail.
 */
export type ThreadMessage =
  | {
      readonly job: number;
      readonly say: "begin";
      readonly place: number;
      readonly path: string;
      readonly sizeBytes: number;
    }
  | { readonly job: number; readonly say: "unit"; readonly unit: UnitWire; readonly last: boolean }
  | { readonly job: number; readonly say: "picture"; readonly pixels: number }
  | { readonly job: number; readonly say: "ready" }
  | { readonly job: number; readonly say: "dropped" }
  | { readonly job: number; readonly say: "bug"; readonly message: string };

/** A ReadFile that can cross between threads: records encoded, bytes in buffers of their own. */
export interface UnitWire {
  readonly path: string;
  readonly docUid: string;
  readonly refusal: string;
  readonly opened: boolean;
  readonly made:
    | {
        readonly record: Uint8Array;
        readonly original: Uint8Array | undefined;
        readonly canonical: Uint8Array;
        readonly text: string;
      }
    | undefined;
  readonly children: readonly UnitWire[];
}

/**
 * Encodes a unit. Bytes that are a view into something larger are copied, because a clone would take the whole of it
 * along; `given` are the request's own bytes, which its sender has still.
 */
export const unitToWire = (unit: ReadFile, given: Uint8Array, transfer: ArrayBuffer[]): UnitWire => ({
  path: unit.path,
  docUid: unit.docUid,
  refusal: unit.refusal,
  opened: unit.opened,
  made: unit.made && {
    record: own(unit.made.encoded, transfer),
    original: unit.made.original === given || !unit.made.original ? undefined : own(unit.made.original, transfer),
    canonical: own(unit.made.canonical ?? new Uint8Array(), transfer),
    text: unit.made.text,
  },
  children: unit.children.map((child) => unitToWire(child, given, transfer)),
});

const own = (bytes: Uint8Array, transfer: ArrayBuffer[]): Uint8Array => {
  // Not `slice`, which for a Buffer is a view.
  const copy = new Uint8Array(bytes);
  // Handing a buffer over costs more than copying a small one along with the message.
  if (copy.length > 65_536) transfer.push(copy.buffer);
  return copy;
};

export const unitFromWire = (unit: UnitWire, given: Uint8Array): ReadFile => ({
  path: unit.path,
  docUid: unit.docUid,
  refusal: unit.refusal,
  opened: unit.opened,
  made: unit.made && {
    record: fromBinary(DocRecordSchema, unit.made.record),
    encoded: unit.made.record,
    original: unit.made.original ?? given,
    canonical: unit.made.canonical,
    text: unit.made.text,
  },
  children: unit.children.map((child) => unitFromWire(child, given)),
});
