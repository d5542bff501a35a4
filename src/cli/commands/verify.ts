import { readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import { ProofCodeSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { DomainError } from "../../error.ts";
import { proofBytesMax } from "../../proof/formats.ts";
import type { Shell } from "../shell.ts";
import { enumWord } from "../text/enum-word.ts";
import { table } from "../text/table.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

interface VerifyOptions {
  readonly keyId?: string;
}

/** `verify`: the proof of a memo checked offline. */
export const addVerifyCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("verify")
    .argument("<file>", "a proof, as `pincite export RUN --format pincite` writes it")
    .option("--key-id <id>", "hold only if this key of the server, which you know from elsewhere, is among its keys")
    .description("Check the proof of a memo: signatures, quotes, confirmations, rules. No server and no network.");
  withExample(command, "pincite verify memo.pincite", "pincite verify memo.pincite --key-id 5f0c1d2e3a4b5c6d");
  command.action((file: string, { keyId }: VerifyOptions) => verify(shell, deps, file, keyId));
};

const verify = async (shell: Shell, { verifyProof }: CliDeps, file: string, keyId: string | undefined) => {
  if (!verifyProof) throw new Error("this command line was made without a verifier");
  if (keyId !== undefined && !/^[0-9a-f]{16}$/.test(keyId))
    throw new DomainError("REQUEST_INVALID", `${keyId} is no id of a key: it has 16 hexadecimal digits`);
  const path = shell.path(file);
  // Before it is read: what is larger is refused anyway.
  const { size } = statSync(path);
  if (size > proofBytesMax)
    throw new DomainError("LIMIT_EXCEEDED", `${file} has ${size} bytes; a proof has at most ${proofBytesMax}`);
  const { checks, redacted } = await verifyProof(new Uint8Array(readFileSync(path)), keyId);
  const { phrase, sentence } = shell.speech();
  const rows = checks.map(({ code, passed, detail }) => [
    passed ? phrase("holds") : phrase("BROKEN"),
    sentence(enumWord(ProofCodeSchema, code)),
    sentence(detail),
  ]);
  for (const line of table(rows)) shell.say(line);
  const broken = checks.find(({ passed }) => !passed);
  if (broken)
    throw new DomainError(
      "DATA_LOSS",
      `The proof does not hold: ${enumWord(ProofCodeSchema, broken.code)}, ${broken.detail}`,
      { check: enumWord(ProofCodeSchema, broken.code) },
    );
  shell.say(
    redacted
      ? phrase("The redacted proof holds, as far as one can: RULES asks for what was kept back.")
      : phrase("The proof holds: everything in it was checked, without the server that made it."),
  );
};
