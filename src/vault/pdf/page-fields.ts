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
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** What the field's value is where this box is ticked. */
  readonly exportValue?: unknown;
  /** What the field's value is where this one of several is chosen. */
  readonly buttonValue?: unknown;
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
 * notes and remarks; from top to bottom. Values of fields that nobody filled in are left out, as are buttons: `withTicks`.
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

/** Signs of a box that is ticked and of one that is not, as word processors write them. */
const [ticked, unticked] = ["\u2612", "\u2610"];

/**
 * The items with a sign at each box that is ticked or could be, beside its label: the nearest words that begin at its right on its height, else those that
 * end at its left. A ticked box without such words is a field by itself; an empty one without them says nothing.
 */
export const withTicks = (
  items: readonly PdfText[],
  annotations: readonly PageAnnotation[],
): { items: PdfText[]; unlabelled: PageField[] } => {
  const all = [...items];
  const unlabelled: PageField[] = [];
  for (const one of annotations.slice(0, fieldsMax)) {
    const { checkBox, radioButton, hidden, fieldName = "", rect = [] } = one;
    if ((checkBox !== true && radioButton !== true) || hidden === true || rect.length !== 4) continue;
    const sign = isTicked(one) ? ticked : unticked;
    const at = nearest(all, (item) => distanceBehind(rect, item)) ?? nearest(all, (item) => distanceBefore(rect, item));
    const label = at === undefined ? undefined : all[at];
    if (at === undefined || label === undefined) {
      if (sign === ticked) unlabelled.push(...field(sign, "form-field", fieldName, rect));
      continue;
    }
    const [left = 0, , right = 0] = rect;
    const { transform, height, hasEOL } = label;
    const piece = {
      ...label,
      str: sign,
      transform: [...transform.slice(0, 4), left, transform[5] ?? 0],
      width: right - left,
    };
    const isBehind = (transform[4] ?? 0) > left;
    if (isBehind) all.splice(at, 0, { ...piece, height, hasEOL: false });
    else all.splice(at, 1, { ...label, hasEOL: false }, { ...piece, hasEOL });
  }
  return { items: all, unlabelled };
};

const isTicked = ({ checkBox, fieldValue, exportValue, buttonValue }: PageAnnotation): boolean =>
  typeof fieldValue === "string" && fieldValue === (checkBox === true ? exportValue : buttonValue);

/** The place of the item with the least distance; undefined: all are at no distance. */
const nearest = (items: readonly PdfText[], distance: (item: PdfText) => number): number | undefined => {
  const [first] = items
    .flatMap((item, at) => ({ at, far: distance(item) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.far - b.far);
  return first?.at;
};

/** So many times its height a box stands from its label at most. */
const labelGap = 3;

const distanceBehind = ([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], item: PdfText): number => {
  const gap = startOf(item) - right;
  return isOnHeight(bottom, top, item) && startOf(item) > left && gap <= labelGap * (top - bottom)
    ? Math.max(0, gap)
    : Number.POSITIVE_INFINITY;
};

const distanceBefore = ([left = 0, bottom = 0, , top = 0]: readonly number[], item: PdfText): number => {
  const gap = left - startOf(item) - item.width;
  return isOnHeight(bottom, top, item) && gap >= -overlap && gap <= labelGap * (top - bottom)
    ? Math.max(0, gap)
    : Number.POSITIVE_INFINITY;
};

const startOf = ({ transform }: PdfText): number => transform[4] ?? 0;

/** Whether words run level at the height of a rectangle. */
const isOnHeight = (
  bottom: number,
  top: number,
  { str, transform: [a = 0, b = 0, , , , y = 0], height }: PdfText,
): boolean => str.trim() !== "" && b === 0 && a > 0 && y > bottom - height / 2 && y < top;

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

const distanceTo = ({ element, box }: PageField, item: PdfText): number => {
  const { str, transform, width, height } = item;
  const [[left = 0, bottom = 0, right = 0, top = 0], [a = 0, b = 0, , , x = 0, y = 0]] = [box, transform];
  if (element !== "form-field" || box.length !== 4 || str.trim() === "" || b !== 0 || a <= 0)
    return Number.POSITIVE_INFINITY;
  if (isOnHeight(bottom, top, item) && x + width <= left + overlap) return Math.max(0, left - x - width);
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
