import { create } from "@bufbuild/protobuf";
import { type CanonicalText, CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { chunkText } from "../../span/chunk.ts";
import type { ExtractedDocument } from "../reader/port.ts";

/** The canonical text of an extracted document as the message that is stored: chunks never cross a change of speaker or a page. */
export const canonicalOf = (docUid: string, extracted: ExtractedDocument, version: string): CanonicalText => {
  const starts = [...extracted.segments, ...(extracted.pages ?? [])].map((stretch) => stretch.start);
  const borders = starts.filter((start) => start > 0);
  return create(CanonicalTextSchema, {
    text: extracted.text,
    extractor: extracted.extractor,
    extractorVersion: version,
    docUid,
    chunks: chunkText(docUid, extracted.text, borders),
    segments: extracted.segments.map(({ start, end, voice, speaker, depth, dateText }) => ({
      startChar: start,
      endChar: end,
      voice,
      speaker,
      depth,
      dateText,
    })),
    pages: (extracted.pages ?? []).map(({ number, start, end }) => ({ number, startChar: start, endChar: end })),
    units: (extracted.marks ?? []).map((mark, i) => ({
      path: `/${mark.element}[${i + 1}]`,
      label: mark.label,
      element: mark.element,
      number: mark.number,
      startChar: mark.start,
      endChar: mark.end,
      quotableStartChar: mark.textStart ?? mark.start,
      quotable: true,
      flags: [...mark.flags],
    })),
    machineReadPages: (extracted.machineRead ?? []).map(({ words, languages, ...page }) => ({
      ...page,
      languages: [...languages],
      words: words.map(({ start, end, x, y, width, height, confidence }) => ({
        startChar: start,
        endChar: end,
        x,
        y,
        width,
        height,
        confidencePercent: confidence,
      })),
    })),
  });
};
