import { fromBinary } from "@bufbuild/protobuf";
import {
  type EvidenceSelection,
  EvidenceSelectionSchema,
} from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";

/** What a message must be like to be taken for a selection of one frame. */
export interface Expected {
  readonly origin: string;
  /** The frame's own window. */
  readonly source: unknown;
  readonly nonce: string;
  readonly strandId: string;
}

/** What is looked at of a message. */
export interface Posted {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** More is no selection: fifty ids and a quote take some 20 kB. */
const bytesMax = 64 * 1024;
const idsMax = 50;

/**
 * The selection in a message that came from the expected frame, with its nonce, of its strand, and in every field of the shape that
 * evidence_selection.proto says; undefined for anything else, whatever it is.
 */
export const acceptedSelection = (posted: Posted, expected: Expected): EvidenceSelection | undefined => {
  if (posted.origin !== expected.origin || posted.source !== expected.source || expected.source === null)
    return undefined;
  if (!(posted.data instanceof Uint8Array) || posted.data.length === 0 || posted.data.length > bytesMax)
    return undefined;
  const selection = decoded(posted.data);
  if (selection === undefined || selection.nonce !== expected.nonce || selection.strandId !== expected.strandId) {
    return undefined;
  }
  return isWellFormed(selection) ? selection : undefined;
};

/** Undefined for bytes that are no such message, or hold more than it. */
const decoded = (bytes: Uint8Array): EvidenceSelection | undefined => {
  try {
    const selection = fromBinary(EvidenceSelectionSchema, bytes);
    const hasMore = (selection.$unknown?.length ?? 0) + (selection.locator?.$unknown?.length ?? 0) > 0;
    return hasMore ? undefined : selection;
  } catch {
    return undefined;
  }
};

const isWellFormed = ({ evidenceIds, locator }: EvidenceSelection): boolean => {
  const isEach = evidenceIds.every((id) => /^vault:[0-9a-f]{64}$/.test(id));
  const isOnce = new Set(evidenceIds).size === evidenceIds.length;
  const isSome = evidenceIds.length > 0 && evidenceIds.length <= idsMax;
  const isOfIt = locator === undefined || (evidenceIds.length === 1 && evidenceIds[0] === `vault:${locator.docUid}`);
  return isEach && isOnce && isSome && isOfIt && (locator === undefined || locator.exactQuote.length <= 16_000);
};
