import { readFileSync } from "node:fs";
import { HealthWords } from "./citation/health-words.ts";
import { NameRegister } from "./citation/name-register.ts";
import { parseNameRows } from "./citation/name-rows.ts";
import { sha256Hex } from "./sha256.ts";

/** The rows with abbreviations and short names first, whose names are the ones that laws are written with. */
const files = [
  new URL("./citation/law-names.tsv", import.meta.url),
  new URL("./citation/law-titles.tsv", import.meta.url),
  new URL("./citation/law-links.tsv", import.meta.url),
];

let shipped: NameRegister | undefined;

/** The register of names that comes with the product, read once. Throws IMPORT_REFUSED with the line where it is broken. */
export const shippedNames = (): NameRegister => {
  shipped ??= readRegister(files.map((file) => readFileSync(file)));
  return shipped;
};

const readRegister = (parts: readonly Uint8Array[]): NameRegister => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const rows = parts.flatMap((bytes) => parseNameRows(decoder.decode(bytes)));
  return new NameRegister(rows, sha256Hex(Buffer.concat(parts)));
};

let words: ReadonlySet<string> | undefined;

/** The words of statutes that come with the product, in small letters, read once. */
export const shippedLawWords = (): ReadonlySet<string> => {
  words ??= new Set(
    readFileSync(new URL("./citation/law-words.txt", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .flatMap((line) => line.split(" "))
      .filter(Boolean),
  );
  return words;
};

/** The first fields of a table that comes with the product. */
const firstFields = (file: string): string[] =>
  readFileSync(new URL(`./citation/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(1)
    .map((line) => line.split("\t")[0] ?? "");

/** Stems with which the law names what is told of somebody's health. */
export const shippedHealthStems = (): string[] => firstFields("health-stems.tsv");

let health: HealthWords | undefined;

/** The words that may tell of somebody's health, read once. */
export const shippedHealthWords = (): HealthWords => {
  health ??= new HealthWords(shippedHealthStems(), firstFields("health-words.tsv"));
  return health;
};
