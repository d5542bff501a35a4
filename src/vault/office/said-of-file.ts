import { oneLine } from "../mail/clean-text.ts";
import { at, wordsOf, type XmlElement } from "./office-package.ts";

/** What an office program wrote of a file: its title, and when it was saved. */
export interface SaidOfFile {
  readonly title: string;
  /** The instant in UTC, RFC 3339 with milliseconds; empty where it is none. */
  readonly iso: string;
  /** The same as the file writes it. */
  readonly text: string;
}

/** Reads the core properties of an Open XML package, or the `office:meta` of an OpenDocument file. */
export const saidOfFile = (properties: XmlElement | undefined): SaidOfFile => {
  const said = (name: string): string => oneLine(wordsOf(at(properties, name)), 998);
  const text = said("modified") || said("created") || said("date") || said("creation-date");
  return { title: said("title"), iso: instant(text), text };
};

const instant = (written: string): string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(written) && !Number.isNaN(Date.parse(written))
    ? new Date(written).toISOString()
    : "";
