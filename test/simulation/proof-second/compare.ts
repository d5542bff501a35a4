import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ProofCodeSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { enumWord } from "../../../src/cli/text/enum-word.ts";
import { verifyProof } from "../../../src/main.ts";

/** One file that the two verifiers judge differently, with the first broken code of each; `holds` where none is. */
export interface Disagreement {
  readonly name: string;
  readonly ours: string;
  readonly second: string;
}

/** What two verifiers made of the files of a folder. */
export interface Comparison {
  /** The first broken code in both by the file's name, where they agree. */
  readonly agreed: ReadonlyMap<string, string>;
  readonly disagreements: readonly Disagreement[];
}

const script = fileURLToPath(new URL("../../../docs/verify-proof.py", import.meta.url));

/** Judges every file of a folder with this program and with docs/verify-proof.py. What the second leaves is not compared. */
export const compareFolder = async (folder: string, keyId?: string): Promise<Comparison> => {
  const second = secondCodes(folder, keyId);
  const agreed = new Map<string, string>();
  const disagreements: Disagreement[] = [];
  for (const name of filesOf(folder)) {
    const ours = await firstBroken(readFileSync(join(folder, name)), keyId);
    const theirs = second.get(name) ?? "nothing";
    // RULES comes last and is left by the second, so that it says `holds` wherever only RULES is broken.
    if (ours === theirs || (ours === "RULES" && theirs === "holds")) agreed.set(name, ours);
    else disagreements.push({ name, ours, second: theirs });
  }
  return { agreed, disagreements };
};

/** The first code that does not hold by this program; `holds` where all do. */
export const firstBroken = async (bytes: Uint8Array, keyId?: string): Promise<string> => {
  const { checks } = await verifyProof(new Uint8Array(bytes), keyId);
  const broken = checks.find(({ passed }) => !passed);
  return broken ? enumWord(ProofCodeSchema, broken.code) : "holds";
};

/** The first code that does not hold by docs/verify-proof.py, by the name of each file of a folder. */
export const secondCodes = (folder: string, keyId?: string): Map<string, string> => {
  const words = [script, "--many", folder, ...(keyId === undefined ? [] : ["--key-id", keyId])];
  const said = execFileSync("python3", words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  return new Map(
    said
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]),
  );
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
