import { createRequire } from "node:module";
import { ImportRefusal } from "../reader/port.ts";

type File = typeof import("pst-extractor/dist/PSTFile.class.js");
type Stream = typeof import("pst-extractor/dist/PSTNodeInputStream.class.js");
type Properties = typeof import("pst-extractor/dist/PSTTableBC.class.js");
type Rows = typeof import("pst-extractor/dist/PSTTable7C.class.js");

/** A number of 64 bits, as the library has it. */
export type Wide = ReturnType<InstanceType<Stream["PSTNodeInputStream"]>["length"]["toUnsigned"]>;

/** What is used of the library: how a file is laid out (MS-PST 2.2 to 2.3). What its items mean is read from .msg. */
export type PstLibrary = File & Stream & Properties & Rows & { wide(value: number): Wide };

let loaded: PstLibrary | undefined;

/**
 * The library that reads Outlook's data files. It is optional, since half of a hundred megabytes of samples come with it. Errors:
 * `ImportRefusal` where it is not installed.
 */
export const pstLibrary = (): PstLibrary => (loaded ??= load());

const load = (): PstLibrary => {
  const require = createRequire(import.meta.url);
  const part = (name: string): unknown => require(`pst-extractor/dist/${name}.class.js`);
  try {
    const { fromNumber } = createRequire(require.resolve("pst-extractor"))("long") as {
      fromNumber(value: number): Wide;
    };
    return {
      wide: (value) => fromNumber(value),
      ...(part("PSTFile") as File),
      ...(part("PSTNodeInputStream") as Stream),
      ...(part("PSTTableBC") as Properties),
      ...(part("PSTTable7C") as Rows),
    };
  } catch (cause) {
    throw new ImportRefusal(notInstalled, { cause });
  }
};

const notInstalled =
  "it is a mailbox of Outlook itself, and the package that reads those is not installed: install pst-extractor 1.12.0 beside Pincite, or turn it into .mbox with `readpst -o FOLDER FILE` (package pst-utils) and import that";
