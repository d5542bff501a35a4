import { embeddedIn } from "../office/embedded-files.ts";
import { openDocument } from "../office/odf-package.ts";
import { readPages } from "../office/odp-slides.ts";
import { OfficePackage } from "../office/office-package.ts";
import { readSlides, wordsInSlide } from "../office/pptx-slides.ts";
import { type SaidOfFile, saidOfFile } from "../office/said-of-file.ts";
import { type Slide, slidesText } from "../office/slides.ts";
import { type ExtractedDocument, type Importer, ImportRefusal } from "../reader/port.ts";
import { fileDate, fileTitle } from "./file-facts.ts";
import { requireNoCompound } from "./locked-office.ts";

/**
 * PowerPoint presentations (.pptx, ECMA-376). The canonical text is each slide with a line for each paragraph and table row, then what
 * its speaker wrote below it and what was remarked on it; each is a place.
 */
export const pptx: Importer = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  ],
  suffixes: [".pptx", ".pptm", ".ppsx"],
  version: "1",
  async extract(original, context) {
    requireNoCompound(original, ".pptx");
    const parts = new OfficePackage(original, wordsInSlide);
    const slides = readSlides(parts);
    const read = document(slides, saidOfFile(parts.properties()), context.path, "pptx");
    return { ...read, mediaType: pptx.mediaTypes[0] ?? "", parts: embeddedIn(parts, "ppt"), witness: parts.witness };
  },
};

/** Presentations of LibreOffice and others (.odp, OpenDocument 1.3); otherwise as `pptx`. */
export const odp: Importer = {
  mediaTypes: [
    "application/vnd.oasis.opendocument.presentation",
    "application/vnd.oasis.opendocument.presentation-template",
  ],
  suffixes: [".odp", ".otp"],
  version: "1",
  async extract(original, context) {
    const opened = openDocument(original, "presentation");
    const read = document(readPages(opened), saidOfFile(opened.meta), context.path, "odp");
    return { ...read, mediaType: odp.mediaTypes[0] ?? "", parts: [], witness: opened.parts.witness };
  },
};

const document = (
  slides: readonly Slide[],
  said: SaidOfFile,
  path: string,
  extractor: string,
): Omit<ExtractedDocument, "parts" | "mediaType"> => {
  const { hasUnseen, ...written } = slidesText(slides);
  if (written.text.trim() === "")
    throw new ImportRefusal("its slides hold no words; if they show pictures, import the text these show");
  return {
    ...written,
    extractor,
    docType: "slides",
    title: fileTitle(path, written.text, said.title),
    ...fileDate(path, written.text, said),
    participants: [],
    notes: hasUnseen ? [unseen] : [],
  };
};

const unseen = "Slides and shapes that are hidden when it is shown are in the text and marked.";
