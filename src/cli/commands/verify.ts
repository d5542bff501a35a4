import { readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import { ProofCodeSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { proofBytesMax } from "../../proof/formats.ts";
import type { Shell } from "../shell.ts";
import { enumWord } from "../text/enum-word.ts";
import { table } from "../text/table.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

interface VerifyOptions {
  readonly keyId?: string;
  readonly signature?: string;
  readonly person?: string;
}

/** `verify`: the proof of a memo checked offline. */
export const addVerifyCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("verify")
    .argument("<file>", "a proof, as `pincite export RUN --format pincite` writes it")
    .option("--key-id <id>", "hold only if this key of the server, which you know from elsewhere, is among its keys")
    .option("--signature <file>", "the signature of a person that came along, as `pincite sign` writes it")
    .option("--person <id>", "hold only if that signature is by this key of the person, which you know from elsewhere")
    .description("Check the proof of a memo: signatures, quotes, confirmations, rules. No server and no network.");
  withExample(
    command,
    "pincite verify memo.pincite",
    "pincite verify memo.pincite --key-id 5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5",
    "pincite verify memo.pincite --signature memo.pincite.sig",
  );
  command.action((file: string, options: VerifyOptions) => verify(shell, deps, file, options));
};

const verify = async (shell: Shell, { verifyProof }: CliDeps, file: string, options: VerifyOptions) => {
  if (!verifyProof) throw new Error("this command line was made without a verifier");
  const { keyId, person: knownKey, signature } = options;
  for (const id of [keyId, knownKey])
    if (id !== undefined && !/^(?:[0-9a-f]{16}){1,2}$/.test(id))
      throw new DomainError("REQUEST_INVALID", worded("command.is-no-id-of-a-key-it-has-32-hexadecimal", { id }));
  if (knownKey !== undefined && signature === undefined)
    throw new DomainError("REQUEST_INVALID", worded("command.person-is-about-a-signature-name-its-file"));
  const path = shell.path(file);
  // Before it is read: what is larger is refused anyway.
  const { size } = statSync(path);
  if (size > proofBytesMax)
    throw new DomainError(
      "LIMIT_EXCEEDED",
      worded("command.has-bytes-a-proof-has-at-most", { file, size, proofBytesMax }),
    );
  const { checks, redacted } = await verifyProof(
    new Uint8Array(readFileSync(path)),
    keyId,
    signature === undefined ? undefined : { note: readFileSync(shell.path(signature), "utf8"), knownKey },
  );
  const { phrase, sentence } = shell.speech();
  const rows = checks.map(({ code, passed, detail }) => [
    passed ? phrase("proof.holds") : phrase("proof.broken"),
    sentence(enumWord(ProofCodeSchema, code)),
    sentence(detail),
  ]);
  for (const line of table(rows)) shell.say(line);
  const broken = checks.find(({ passed }) => !passed);
  if (broken)
    throw new DomainError(
      "DATA_LOSS",
      worded("command.the-proof-does-not-hold", {
        proofCodeSchema: enumWord(ProofCodeSchema, broken.code),
        detail: broken.detail,
      }),
      { check: enumWord(ProofCodeSchema, broken.code) },
    );
  shell.say(
    redacted
      ? phrase("proof.the-redacted-proof-holds-as-far-as-one-can")
      : phrase("proof.the-proof-holds-everything-in-it-was-checked"),
  );
};
