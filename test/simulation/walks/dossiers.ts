import { existsSync } from "node:fs";
import { join } from "node:path";
import { casesFolder } from "../../support/cases/table.ts";
import { root } from "../candidates/cases.ts";
import { keyedCases } from "../candidates/keyed.ts";
import { guideCase } from "../guide/cases.ts";

/** A dossier that walks lead through, with a letter to answer and what its person would say. */
export interface Dossier {
  readonly name: string;
  readonly profileId: string;
  /** Day by which the law is read. */
  readonly day: string;
  readonly letterFile: string;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Claims in her own words, and sentences of her papers. */
  readonly words: readonly string[];
}

const besideOf = [
  { name: "verlof", profileId: "email-reply", day: "2026-11-23" },
  { name: "servicekosten", profileId: "tenant-letter", day: "2026-11-23" },
];

/** The made-up case of the project. */
export const bonusDossier = async (): Promise<Dossier> => {
  const { name, profileId, referenceDate, letter, documents, claims } = await guideCase("bonus");
  const files = documents.map(({ file, bytes }) => ({ path: file, bytes }));
  return { name, profileId, day: referenceDate, letterFile: letter, files, words: claims.map(({ text }) => text) };
};

/** The dossiers beside the project, as people keep them; none where they are not there. */
const dossiersBeside = (): Dossier[] =>
  besideOf.flatMap(({ name, profileId, day }) => {
    const folder = join(root, "../shared/cases", name);
    if (!existsSync(folder)) return [];
    return keyedCases([folder]).map(({ letterFile, files, claims }) => {
      const words = claims.flatMap(({ text, sentences }) => [text, ...sentences]);
      return { name, profileId, day, letterFile, files, words };
    });
  });

/** The dossiers of the campaign: two beside the project where they lie there, and one of its own. */
export const walkedDossiers = async (): Promise<Dossier[]> => [await bonusDossier(), ...dossiersBeside()];

/** Law files of the demo, that all walks read. */
export const lawFolder = join(casesFolder, "../demo/law");
