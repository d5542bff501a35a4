import type { EuActNumber } from "../../citation/eu-acts.ts";
import type { SourceBytes } from "../port/reading.ts";
import { type Attributes, readXml } from "../xml/read-xml.ts";
import type { ActTree } from "./act-tree.ts";

/** What one file says of an act, whatever its form. What it does not say is "" or undefined. */
export interface EuFile {
  readonly tree: ActTree;
  /** Words of footnotes that stand elsewhere in the file, by key. */
  readonly notes: ReadonlyMap<string, string>;
  /** CELEX number and ELI as the file states them. */
  readonly celex: string;
  readonly eli: string;
  /** Year and number apart from the title, where the file has them so; the kind is then in the title. */
  readonly number: Pick<EuActNumber, "year" | "number"> | undefined;
  /** Day on which the act was made, ISO date. */
  readonly day: string;
  /** True where the file itself says that it is a consolidated text. */
  readonly isConsolidated: boolean;
  readonly unknown: ReadonlyMap<string, number>;
}

/** A form of acts as it is read: told of each element and its words in order, and asked for what it read at the end. */
export interface EuReader {
  open(name: string, attributes: Attributes): void;
  close(): void;
  text(text: string): void;
  /** What was read; called at the end of the file. */
  file(): EuFile;
}

/** Leads a reader through a file. Throws Refusal for XML that is not read. */
export const readThrough = (source: SourceBytes, reader: EuReader): EuFile => {
  readXml(source, {
    open: (name, attributes) => reader.open(name, attributes),
    close: () => reader.close(),
    text: (text) => reader.text(text),
  });
  return reader.file();
};
