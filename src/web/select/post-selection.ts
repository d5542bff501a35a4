import { create, toBinary } from "@bufbuild/protobuf";
import { EvidenceSelectionSchema } from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import type { SpanLocator } from "../../../gen/pincite/span/v1/span_pb.ts";

/** What is handed to the page around. */
export interface Selection {
  readonly nonce: string;
  readonly strandId: string;
  readonly docUids: readonly string[];
  readonly locator?: SpanLocator | undefined;
}

/** The nonce in the address of a page that was opened to choose from; undefined where it was not. */
export const nonceIn = (location: { readonly search: string }): string | undefined =>
  /^[0-9a-f]{32,128}$/.exec(new URLSearchParams(location.search).get("select") ?? "")?.[0];

/** The bytes of a selection. */
export const selectionBytes = ({ nonce, strandId, docUids, locator }: Selection): Uint8Array =>
  toBinary(
    EvidenceSelectionSchema,
    create(EvidenceSelectionSchema, {
      nonce,
      strandId,
      evidenceIds: docUids.map((docUid) => `vault:${docUid}`),
      ...(locator === undefined ? {} : { locator }),
    }),
  );

/** Posts a selection to the page around, and to no page of another origin. */
export const postSelection = (window: Window, selection: Selection): void => {
  if (window.parent !== window) window.parent.postMessage(selectionBytes(selection), window.location.origin);
};
