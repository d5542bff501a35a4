import { create } from "@bufbuild/protobuf";
import type { MachineReadPage, Page } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type LocateOnPagesRequest,
  type LocateOnPagesResponse,
  LocateOnPagesResponseSchema,
  PictureStripSchema,
  type PlacedPage,
  PlacedPageSchema,
} from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { locate } from "./pdf/locate.ts";
import type { PlacedOnPage } from "./pdf/locate-job.ts";
import type { Box } from "./pdf/page-glyphs.ts";
import type { WantedStrip } from "./pdf/page-strips.ts";
import type { Strand } from "./strand/strand.ts";

/** Pages of one answer: a quote runs over two at most, a selection over a few. */
const pagesMax = 20;

/** Finds a stretch of a document's text on its pages. Errors: as `VaultSpanService.LocateOnPages` says. */
export const onPages = async (
  strand: Strand,
  { docUid, sourceDigest, startChar, endChar, withPictures }: LocateOnPagesRequest,
): Promise<LocateOnPagesResponse> => {
  const { detail } = strand.record(docUid);
  const { canonical } = await strand.text(docUid, { sourceDigest });
  const characters = [...canonical.text];
  if (startChar >= endChar || endChar > characters.length)
    throw new DomainError("REQUEST_INVALID", worded("source-error.the-stretch-is-empty-or-ends-behind-the-text"), {
      end_char: String(endChar),
    });
  const touched = canonical.pages.filter((page) => page.startChar < endChar && startChar < page.endChar);
  const isPdf = canonical.extractor === "pdf";
  if (!(isPdf || canonical.machineReadPages.length > 0) || detail === undefined || touched.length === 0)
    return create(LocateOnPagesResponseSchema);
  const shown = touched.slice(0, pagesMax);
  const read = new Map(canonical.machineReadPages.map((page) => [page.number, page]));
  const wanted = shown.flatMap((page) =>
    read.has(page.number) ? [] : [wantedOn(page, characters, startChar, endChar)],
  );
  const seen = new Map(
    shown.flatMap(({ number }) => {
      const page = read.get(number);
      return page ? [[number, seenOn(page, isPdf ? hundredths : 1, startChar, endChar)] as const] : [];
    }),
  );
  const strips = isPdf && withPictures ? [...seen.values()].slice(0, picturesMax).map(stripOf) : [];
  const located =
    wanted.length + strips.length === 0
      ? { placed: [], strips: [] }
      : await locate(await strand.sources.stored(docUid), wanted, strips);
  if (located === undefined && wanted.length > 0) return create(LocateOnPagesResponseSchema, { unread: true });
  const drawn = new Map(located?.placed.map((page) => [page.number, placedOn(page)]));
  for (const { number, png, x, y, width, height } of located?.strips ?? []) {
    const page = seen.get(number);
    if (page) page.picture = create(PictureStripSchema, { png, place: { x, y, width, height } });
  }
  return create(LocateOnPagesResponseSchema, {
    pages: shown.flatMap(({ number }) => seen.get(number) ?? drawn.get(number) ?? []),
    truncated: touched.length > pagesMax,
  });
};

/** Strips of pictures in one answer. */
const picturesMax = 3;

/** From two lines above the words to two lines below them. */
const stripOf = ({ number, rectangles }: PlacedPage): WantedStrip => {
  const line = Math.max(0, ...rectangles.map(({ height }) => height));
  return {
    number,
    top: Math.min(...rectangles.map(({ y }) => y)) - 2 * line,
    bottom: Math.max(...rectangles.map(({ y, height }) => y + height)) + 2 * line,
  };
};

const placedOn = ({ number, width, height, rectangles, lines, unplaced }: PlacedOnPage): PlacedPage =>
  create(PlacedPageSchema, {
    number,
    width,
    height,
    rectangles: rectangles.map(rectangle),
    lines: lines.map(rectangle),
    unplacedCount: unplaced,
  });

/** A page of a PDF is measured in hundredths of a point where a machine read it. */
const hundredths = 100;

/** A page whose words a machine read: each has the rectangle in which it was seen. */
const seenOn = (
  { number, width, height, words }: MachineReadPage,
  per: number,
  from: number,
  to: number,
): PlacedPage => {
  const placed = words.map((word) => ({
    x: word.x / per,
    y: word.y / per,
    width: word.width / per,
    height: word.height / per,
  }));
  const rectangles = placed.filter((_, i) => {
    const { startChar = 0, endChar = 0 } = words[i] ?? {};
    return startChar < to && from < endChar;
  });
  const size = { width: width / per, height: height / per };
  return create(PlacedPageSchema, { number, ...size, rectangles, lines: placed, machineRead: true });
};

const wantedOn = ({ number, startChar, endChar }: Page, characters: readonly string[], from: number, to: number) => ({
  number,
  text: characters.slice(startChar, endChar).join(""),
  start: Math.max(from, startChar) - startChar,
  end: Math.min(to, endChar) - startChar,
});

const rectangle = ([left, top, right, bottom]: Box) => ({ x: left, y: top, width: right - left, height: bottom - top });
