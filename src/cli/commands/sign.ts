import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { inflated } from "../../deflate.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { openPersonKey, personKeyFile } from "../../person-key.ts";
import { unpackedProof } from "../../proof/packed.ts";
import { signAsPerson } from "../../proof/person-note.ts";
import { sha256 } from "../../sha256.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

/** `sign`: a person's own signature under a proof. */
export const addSignCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("sign")
    .argument("<file>", "a proof, as `pincite export RUN --format pincite` writes it")
    .option("-o, --output <file>", "where the signature goes; default: the proof's name with .sig behind it")
    .description(
      "Sign a proof that holds with your own key, which no server has: this memo and these confirmations are yours.",
    );
  withExample(command, "pincite sign memo.pincite");
  command.action((file: string, { output = `${file}.sig` }: { readonly output?: string }) =>
    sign(shell, deps, file, output),
  );
};

const sign = async (shell: Shell, { env = process.env, verifyProof }: CliDeps, file: string, output: string) => {
  if (!verifyProof) throw new Error("this command line was made without a verifier");
  const proof = new Uint8Array(readFileSync(shell.path(file)));
  const { checks } = await verifyProof(proof, undefined);
  const key = openPersonKey(personKeyFile(env));
  const note = checks.every(({ passed }) => passed)
    ? signAsPerson(await unpackedProof(proof, { inflate: inflated, sha256 }), key, new Date().toISOString(), sha256)
    : undefined;
  if (note === undefined)
    throw new DomainError("REQUEST_INVALID", worded("command.does-not-hold-and-nobody-should-sign-it", { file }));
  const path = shell.path(output);
  writeFileSync(path, note);
  const { phrase } = shell.speech();
  shell.say(phrase("proof.signed-with-your-key-the-signature-is-in", { keyId: key.keyId, path }));
  shell.say(phrase("proof.tell-the-reader-that-keys-id-by-another-way"));
};
