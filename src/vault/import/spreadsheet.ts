import { embeddedIn } from "../office/embedded-files.ts";
import type { NumbersLanguage } from "../office/number-text.ts";
import { openDocument } from "../office/odf-package.ts";
import { readSheets } from "../office/ods-sheets.ts";
import { OfficePackage } from "../office/office-package.ts";
import { type SaidOfFile, saidOfFile } from "../office/said-of-file.ts";
import type { Sheet } from "../office/sheet.ts";
import { sheetsText } from "../office/sheet-text.ts";
import { readWorkbook } from "../office/xlsx-sheets.ts";
import { type ExtractedDocument, fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { fileDate } from "./file-facts.ts";
import { requireNoCompound } from "./locked-office.ts";

/**
 * Excel workbooks (.xlsx, ECMA-376). The canonical text is a line for each row of each sheet, with the cells' words as their
 * formats show them; sheets, rows and cells are places. What formulas say is what was counted when the file was saved.
 */
export const xlsx: Importer = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel.sheet.macroenabled.12",
  ],
  suffixes: [".xlsx", ".xlsm"],
  version: "2",
  async extract(original, context) {
    requireNoCompound(original, ".xlsx");
    const parts = new OfficePackage(original);
    const { sheets, looks, uncounted } = readWorkbook(parts);
    const read = document(sheets, saidOfFile(parts.properties()), context.path, "xlsx");
    return {
      ...read,
      mediaType: xlsx.mediaTypes[0] ?? "",
      parts: embeddedIn(parts, "xl"),
      witness: parts.witness,
      notes: [
        ...read.notes,
        ...(/\d/.test(read.text) ? [writtenOut[looks.language]] : []),
        ...(uncounted > 0 ? [notCounted(uncounted)] : []),
      ],
    };
  },
};

/** Spreadsheets of LibreOffice and others (.ods, OpenDocument 1.3); otherwise as `xlsx`. Cells are as their program showed them last. */
export const ods: Importer = {
  mediaTypes: [
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.spreadsheet-template",
  ],
  suffixes: [".ods", ".ots"],
  version: "2",
  async extract(original, context) {
    const opened = openDocument(original, "spreadsheet");
    const read = document(readSheets(opened), saidOfFile(opened.meta), context.path, "ods");
    return { ...read, mediaType: ods.mediaTypes[0] ?? "", parts: [], witness: opened.parts.witness };
  },
};

const document = (
  sheets: readonly Sheet[],
  said: SaidOfFile,
  path: string,
  extractor: string,
): Omit<ExtractedDocument, "parts" | "mediaType"> => {
  const { text, segments, marks, hasUnseen } = sheetsText(sheets);
  if (text.trim() === "")
    throw new ImportRefusal("its sheets hold no words or numbers; if they show pictures, import the text these show");
  return {
    text,
    segments,
    marks,
    extractor,
    docType: "sheet",
    title: fileName(path),
    ...fileDate(path, "", said),
    participants: [],
    notes: hasUnseen ? [unseen] : [],
  };
};

const unseen =
  "Words that the file hides from its reader (in hidden sheets, rows or columns) are in the text and marked.";
const writtenOut: Readonly<Record<NumbersLanguage, string>> = {
  nl: "Numbers and days are written out as a spreadsheet program does in Dutch (1.234,50 and 9-12-2025); the file holds bare numbers.",
  en: "Numbers and days are written out as a spreadsheet program does in English (1,234.50 and 09/12/2025); the file holds bare numbers.",
};
const notCounted = (count: number): string =>
  `${count} ${count === 1 ? "cell has a formula" : "cells have formulas"} whose outcome the file does not hold; open it in a spreadsheet program, save it and import that.`;
