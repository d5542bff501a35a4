import type { Attributes } from "./read-xml.ts";

/** Bytes in which a root must begin, DOCTYPE and comments included. */
const headBytes = 8 * 1024;

/** The name of a file's first element, judged by its beginning alone; "" where none is seen. What it says is not checked. */
export const rootName = (bytes: Uint8Array): string => elementNames(bytes)[0] ?? "";

/** The name of the element behind it, the first inside the root; "" where none is seen. */
export const secondName = (bytes: Uint8Array): string => elementNames(bytes)[1] ?? "";

const elementNames = (bytes: Uint8Array): string[] => {
  const head = new TextDecoder().decode(bytes.subarray(0, headBytes));
  const markup = head.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![^>]*>/g, "");
  return Array.from(markup.matchAll(/<([A-Za-z_][\w.:-]*)[\s/>]/g), ([, name = ""]) => name);
};

/** The element at hand and those around it, with the text of the innermost one: enough for files of plain fields. */
export class Fields {
  /** Names from the root to the element that is open, joined by slashes. */
  path = "";
  /** Text of the innermost element since it began. */
  text = "";
  readonly #paths: string[] = [];

  open(name: string, _attributes: Attributes): void {
    this.#paths.push(this.path);
    this.path = this.path ? `${this.path}/${name}` : name;
    this.text = "";
  }

  /** More text of the innermost element. */
  append(text: string): void {
    this.text += text;
  }

  /** Ends the innermost element; gives its path and its text with white space collapsed. */
  close(): { path: string; text: string } {
    const ended = { path: this.path, text: this.text.replace(/\s+/g, " ").trim() };
    this.path = this.#paths.pop() ?? "";
    this.text = "";
    return ended;
  }
}
