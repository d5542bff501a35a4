import { existsSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { StoredPart } from "../../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { namedDocument } from "../../client/doc-ids.ts";
import { storedOriginal } from "../../client/stored-original.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Shell } from "../shell.ts";
import { atLawBot, atVault } from "./at-service.ts";
import { dayOf } from "./day-option.ts";
import { withExample } from "./example.ts";
import { namesRuling } from "./law/ruling-show.ts";

interface GetOptions {
  readonly output?: string;
  readonly part: "original" | "text";
}

/** `vault get`: a document as it came in. */
export const addVaultGetCommand = (vault: Command, shell: Shell): void => {
  const get = withOutput(
    vault.command("get").argument("<document>", "its id: vault:… or the first digits of it; or a source_link"),
  )
    .option("--strand <id>", "part of the Vault it is in", "default")
    .description("Write a document to a file as it came in, byte for byte.");
  withExample(get, "pincite vault get vault:3f7a91c2 --strand my-case");
  get.action((document: string, options: GetOptions & { strand: string }, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      const named = await namedDocument(docs, options.strand, document);
      const asked = { ...named, part: partOf(options) };
      keep(shell, options, await storedOriginal(docs.getOriginal(asked)));
    }),
  );
};

/** `law get`: a law or a ruling as it came in. */
export const addLawGetCommand = (law: Command, shell: Shell): void => {
  const get = withOutput(
    law.command("get").argument("<law>", "the id of a law, law:ID@VERSION, or the ECLI of a ruling"),
  )
    .option("--on <day>", "the day whose law is meant, as 2024-01-31; else today", dayOf)
    .description("Write a law or a ruling to a file as it came in, byte for byte.");
  withExample(get, "pincite law get BWBR0005290 --on 2024-01-01");
  get.action((named: string, options: GetOptions & { on?: string }, command: Command) =>
    atLawBot(shell, command, async ({ laws, caseLaw }) => {
      const part = partOf(options);
      const [, lawId = "", version = ""] = /^(?:law:)?([^@#\s]+)(@[^#\s]+)?/u.exec(named) ?? [];
      const asked = { lawId, docUid: version && `${lawId}${version}`, inForceOn: options.on ?? "", part };
      const pieces = namesRuling(named) ? caseLaw.getRulingOriginal({ ecli: named, part }) : laws.getOriginal(asked);
      keep(shell, options, await storedOriginal(pieces));
    }),
  );
};

const withOutput = (command: Command): Command =>
  command
    .option("-o, --output <file>", "file to write; default: the source's own name, here")
    .addOption(
      new Option("--part <part>", "the original, or the text that was made of it")
        .choices(["original", "text"])
        .default("original"),
    );

const partOf = ({ part }: GetOptions): StoredPart =>
  part === "text" ? StoredPart.CANONICAL_TEXT : StoredPart.ORIGINAL;

type Stored = Awaited<ReturnType<typeof storedOriginal>>;

/** A name that a stranger gave takes the place of nothing that is there. Errors: REQUEST_INVALID. */
const keep = (shell: Shell, { output }: GetOptions, { head, bytes }: Stored): void => {
  const path = shell.path(output ?? head.name);
  if (output === undefined && existsSync(path))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("help.is-there-already-say-with-o-where-to-write-it", { headName: head.name }),
    );
  writeFileSync(path, bytes);
  shell.say(shell.speech().phrase("go.bytes-sha-256", { path, bytesCount: bytes.length, headDigest: head.digest }));
};
