import type { PdfText } from "../../pdf/page-lines.ts";
import { cleanText } from "../mail/clean-text.ts";

/** Words on a page that are not in its text: what was filled into a field, or noted beside the text. */
export interface PageField {
  readonly text: string;
  readonly element: "form-field" | "annotation";
  /** Name of the field as the form has it, or of the person who noted; may be empty. */
  readonly name: string;
  /** Left, bottom, right and top on the page, in points from the lower left; empty where the file does not say. */
  readonly box: readonly number[];
}

/** What is used of an annotation; the library types them as anything, and a test asks whether they still look so. */
export interface PageAnnotation {
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly hidden?: boolean;
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
  readonly rect?: readonly number[];
  /** Under which the library gives the bytes of a file that is pinned to the page. */
  readonly fileId?: string;
  readonly file?: { readonly filename?: string };
}

/** A form has some hundred fields. */
const fieldsMax = 2_000;

/**
 * The words that people put on a page over its text: values of text and choice fields (a filled form is nothing without them),
 * notes and remarks; from top to bottom. Values of fields that nobody filled in are left out, as are buttons.
 */
export const pageFields = (annotations: readonly PageAnnotation[]): PageField[] =>
  annotations
    .slice(0, fieldsMax)
    .filter(({ hidden }) => hidden !== true)
    .toSorted((a, b) => (b.rect?.[3] ?? 0) - (a.rect?.[3] ?? 0))
    .flatMap(fieldOf);

const fieldOf = ({ fieldType, fieldName, fieldValue, contentsObj, titleObj, rect }: PageAnnotation): PageField[] => {
  if (fieldType === "Tx" || fieldType === "Ch") {
    const values = [fieldValue].flat().filter((value) => typeof value === "string");
    return field(values.join(", "), "form-field", fieldName ?? "", rect);
  }
  return fieldType === undefined ? field(contentsObj?.str ?? "", "annotation", titleObj?.str ?? "", rect) : [];
};

const field = (
  words: string,
  element: PageField["element"],
  name: string,
  box: readonly number[] = [],
): PageField[] => {
  const text = cleanText(words)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
  return text === ""
    ? []
    : [{ text, element, name: cleanText(name).replace(/\s+/g, " ").slice(0, 100).toWellFormed(), box }];
};

/** Points by which the end of a label may reach into its field. */
const overlap = 2;
/** Lines of its own height that a label stands above its field at most. */
const linesAbove = 1.5;

/**
 * The words that each filled field stands beside: the nearest that end at its left on its height, or stand right above it. Fields that have no such
 * words, and what was noted, are left out. Words that do not run level are no labels.
 */
export const labelsOf = (items: readonly PdfText[], fields: readonly PageField[]): ReadonlyMap<PageField, PdfText> => {
  const labels = new Map<PageField, PdfText>();
  for (const one of fields) {
    const nearest = items
      .flatMap((item) => ({ item, distance: distanceTo(one, item) }))
      .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
      .toSorted((a, b) => a.distance - b.distance)[0];
    if (nearest) labels.set(one, nearest.item);
  }
  return labels;
};

const distanceTo = ({ element, box }: PageField, { str, transform, width, height }: PdfText): number => {
  const [[left = 0, bottom = 0, right = 0, top = 0], [a = 0, b = 0, , , x = 0, y = 0]] = [box, transform];
  if (element !== "form-field" || box.length !== 4 || str.trim() === "" || b !== 0 || a <= 0)
    return Number.POSITIVE_INFINITY;
  const isOnItsHeight = y > bottom - height / 2 && y < top;
  if (isOnItsHeight && x + width <= left + overlap) return Math.max(0, left - x - width);
  const above = y - top;
  const isAbove = above > -overlap && above < linesAbove * height && x < right && x + width > left;
  return isAbove ? Math.max(0, above) : Number.POSITIVE_INFINITY;
};

/** The items with the end of a line behind each label, so that what was filled in can stand there. */
export const cutAtLabels = (items: readonly PdfText[], labels: ReadonlySet<PdfText>): PdfText[] => {
  let isCut = false;
  return items.flatMap((item) => {
    const isBlank = item.str.trim() === "";
    if (isBlank && isCut) return [];
    isCut = labels.has(item);
    return [item, ...(isCut ? [{ ...item, str: "", width: 0, hasEOL: true }] : [])];
  });
};
