import { create } from "@bufbuild/protobuf";
import type { Page } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type LocateOnPagesRequest,
  type LocateOnPagesResponse,
  LocateOnPagesResponseSchema,
} from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { locate } from "./pdf/locate.ts";
import type { Box } from "./pdf/page-glyphs.ts";
import type { Strand } from "./strand/strand.ts";

/** Pages of one answer: a quote runs over two at most, a selection over a few. */
const pagesMax = 20;

/** Finds a stretch of a document's text on its pages. Errors: as `VaultSpanService.LocateOnPages` says. */
export const onPages = async (
  strand: Strand,
  { docUid, sourceDigest, startChar, endChar }: LocateOnPagesRequest,
): Promise<LocateOnPagesResponse> => {
  const { detail } = strand.record(docUid);
  const { canonical } = await strand.text(docUid, { sourceDigest });
  const characters = [...canonical.text];
  if (startChar >= endChar || endChar > characters.length)
    throw new DomainError("REQUEST_INVALID", worded("source-error.the-stretch-is-empty-or-ends-behind-the-text"), {
      end_char: String(endChar),
    });
  const touched = canonical.pages.filter((page) => page.startChar < endChar && startChar < page.endChar);
  if (canonical.extractor !== "pdf" || detail === undefined || touched.length === 0)
    return create(LocateOnPagesResponseSchema);
  const wanted = touched.slice(0, pagesMax).map((page) => wantedOn(page, characters, startChar, endChar));
  const placed = await locate(await strand.sources.stored(docUid), wanted);
  if (placed === undefined) return create(LocateOnPagesResponseSchema, { unread: true });
  return create(LocateOnPagesResponseSchema, {
    pages: placed.map(({ number, width, height, rectangles, lines, unplaced }) => ({
      number,
      width,
      height,
      rectangles: rectangles.map(rectangle),
      lines: lines.map(rectangle),
      unplacedCount: unplaced,
    })),
    truncated: touched.length > pagesMax,
  });
};

const wantedOn = ({ number, startChar, endChar }: Page, characters: readonly string[], from: number, to: number) => ({
  number,
  text: characters.slice(startChar, endChar).join(""),
  start: Math.max(from, startChar) - startChar,
  end: Math.min(to, endChar) - startChar,
});

const rectangle = ([left, top, right, bottom]: Box) => ({ x: left, y: top, width: right - left, height: bottom - top });
