import { type AttachedPart, fileName } from "../reader/port.ts";
import type { OfficePackage } from "./office-package.ts";

const embeddedMax = 100;

/** Files inside an Office Open XML document, such as a sheet or another document, by the folder of its main part; pictures are not. */
export const embeddedIn = (parts: OfficePackage, folder: "word" | "xl" | "ppt"): AttachedPart[] =>
  parts
    .names()
    .filter((name) => name.startsWith(`${folder}/embeddings/`) && !name.slice(folder.length + 12).includes("/"))
    .filter((name) => !name.endsWith("/"))
    .slice(0, embeddedMax)
    .map((name) => ({ name: fileName(name), mediaType: "", bytes: parts.bytes(name) ?? new Uint8Array() }));
