import { cleanText } from "../mail/clean-text.ts";

/** Words on a page that are not in its text: what was filled into a field, or noted beside the text. */
export interface PageField {
  readonly text: string;
  readonly element: "form-field" | "annotation";
  /** Name of the field as the form has it, or of the person who noted; may be empty. */
  readonly name: string;
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

const fieldOf = ({ fieldType, fieldName, fieldValue, contentsObj, titleObj }: PageAnnotation): PageField[] => {
  if (fieldType === "Tx" || fieldType === "Ch") {
    const values = [fieldValue].flat().filter((value) => typeof value === "string");
    return field(values.join(", "), "form-field", fieldName ?? "");
  }
  return fieldType === undefined ? field(contentsObj?.str ?? "", "annotation", titleObj?.str ?? "") : [];
};

const field = (words: string, element: PageField["element"], name: string): PageField[] => {
  const text = cleanText(words)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
  return text === ""
    ? []
    : [{ text, element, name: cleanText(name).replace(/\s+/g, " ").slice(0, 100).toWellFormed() }];
};
