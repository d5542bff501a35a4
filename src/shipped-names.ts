import { readFileSync } from "node:fs";
import { NameRegister } from "./citation/name-register.ts";
import { parseNameRows } from "./citation/name-rows.ts";
import { sha256Hex } from "./sha256.ts";

const file = new URL("./citation/law-names.tsv", import.meta.url);

let shipped: NameRegister | undefined;

/** The register of names that comes with the product, read once. Throws IMPORT_REFUSED with the line where it is broken. */
export const shippedNames = (): NameRegister => {
  shipped ??= readRegister(readFileSync(file));
  return shipped;
};

const readRegister = (bytes: Uint8Array): NameRegister =>
  new NameRegister(parseNameRows(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), sha256Hex(bytes));
