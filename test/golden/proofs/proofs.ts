import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { projectRoot } from "../../../scripts/import-rules.ts";

export const proofsFolder = join(projectRoot, "test/golden/proofs");

/** A proof that is kept, as somebody may have got it. */
export interface GoldenProof {
  /** Such as `rules-2-letter`. */
  readonly name: string;
  /** The version of the rules it was made under. */
  readonly rules: number;
  readonly bytes: Uint8Array;
  /** Of the proof itself, 64 hex. */
  readonly sha256: string;
}

/** The proofs of the folder, by name. */
export const goldenProofs = (): GoldenProof[] =>
  readdirSync(proofsFolder)
    .toSorted()
    .flatMap((file) => {
      const [, name = "", rules] = /^(rules-(\d+)-[a-z]+)\.pincite\.zst$/u.exec(file) ?? [];
      if (name === "") return [];
      const bytes = new Uint8Array(zstdDecompressSync(readFileSync(join(proofsFolder, file))));
      return [{ name, rules: Number(rules), bytes, sha256: createHash("sha256").update(bytes).digest("hex") }];
    });
