import { writeFileSync } from "node:fs";
import { toBinary } from "@bufbuild/protobuf";
import type { Command } from "commander";
import { type PublicKey, SignedStatementSchema } from "../../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { keyIdOf } from "../../../proof/verify-statement.ts";
import { sha256 } from "../../../sha256.ts";
import { trustedKeys } from "../../receipt-file.ts";
import type { Shell } from "../../shell.ts";
import { table } from "../../text/table.ts";
import type { CliDeps, KeyFiles } from "../../types.ts";
import { withExample } from "../example.ts";

/** `keys list`, `keys export`, `keys rotate`. */
export const addKeyCommands = (keys: Command, shell: Shell, deps: CliDeps): void => {
  const list = keys
    .command("list")
    .option("--data <dir>", "of a data folder, instead of the server's")
    .description("Every key there ever was, oldest first.");
  withExample(list, "pincite keys list", "pincite keys list --data ./pincite-data");
  list.action(async (options: DataOption, command: Command) => {
    const manifest = await manifestOf(shell, deps, command, options);
    for (const line of table(trustedKeys(manifest, "The manifest", undefined).map(keyRow(shell)))) shell.say(line);
  });
  const write = keys
    .command("export")
    .argument("<file>", "where to write the public keys")
    .option("--data <dir>", "of a data folder, instead of the server's")
    .description("Write the public keys to a file, for `receipt verify --keys`.");
  withExample(write, "pincite keys export keys.pb", "pincite keys export keys.pb --data ./pincite-data");
  write.action(async (file: string, options: DataOption, command: Command) => {
    const manifest = await manifestOf(shell, deps, command, options);
    const last = trustedKeys(manifest, "The manifest", undefined).at(-1);
    writeFileSync(shell.path(file), manifest);
    const { phrase } = shell.speech();
    shell.say(
      phrase("record.key-signs-now-note-it-elsewhere-for-key-id", {
        path: shell.path(file),
        keyId: last ? keyIdOf(last.spki, sha256) : "",
      }),
    );
  });
  const rotate = keys
    .command("rotate")
    .requiredOption("--data <dir>", "the data folder; no server may have it open")
    .description("Let a new key take over. The old one states so with its last signature and is destroyed.");
  withExample(rotate, "pincite keys rotate --data ./pincite-data");
  rotate.action(async ({ data }: Required<DataOption>) => {
    const manifest = await filesOf(deps).rotate(shell.path(data));
    for (const line of table(trustedKeys(manifest, "The manifest", undefined).map(keyRow(shell)))) shell.say(line);
    const wrapped = await filesOf(deps).rewrap(shell.path(data));
    if (wrapped) shell.say(shell.speech().phrase("screen.scope-keys-wrapped-anew", { ...wrapped }));
  });
};

interface DataOption {
  readonly data?: string;
}

const manifestOf = (shell: Shell, deps: CliDeps, command: Command, { data }: DataOption): Promise<Uint8Array> => {
  if (data !== undefined) return filesOf(deps).manifest(shell.path(data));
  return shell.connected(command, async ({ audit }) => {
    const { manifest } = await audit.getKeys({});
    if (!manifest) throw new DomainError("UNSUPPORTED", worded("command.the-server-gives-no-key-manifest-it-is-of-an"));
    return toBinary(SignedStatementSchema, manifest);
  });
};

const filesOf = ({ keyFiles }: CliDeps): KeyFiles => {
  if (keyFiles) return keyFiles;
  throw new DomainError("UNSUPPORTED", worded("command-error.this-program-reads-no-data-folder-run-pincite"));
};

const keyRow =
  (shell: Shell) =>
  ({ spki, createdAtIso, retiredAtIso }: PublicKey): string[] => {
    const { phrase } = shell.speech();
    return [
      keyIdOf(spki, sha256),
      createdAtIso,
      retiredAtIso === "" ? phrase("record.signs-now") : phrase("record.until", { retiredAtIso }),
    ];
  };
