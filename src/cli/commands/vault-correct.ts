import type { Command } from "commander";
import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type Docs, wholeUid } from "../../client/doc-ids.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { docLines } from "../print/doc.ts";
import type { Shell } from "../shell.ts";
import { atVault } from "./at-service.ts";
import { withExample } from "./example.ts";
import { countOf } from "./vault-docs.ts";

interface CorrectOptions {
  readonly strand: string;
  readonly read: string;
  readonly shows: string;
  readonly place?: number;
}

/** `vault correct`. */
export const addVaultCorrectCommand = (vault: Command, shell: Shell): void => {
  const correct = vault
    .command("correct")
    .argument("<document>", "its id: vault:… or the first digits of it, as list and search print it")
    .requiredOption("--read <words>", "whole words as the machine read them, or as they were corrected before")
    .requiredOption("--shows <words>", "what the picture shows there")
    .option("--place <n>", "which of several places, counted from 1", countOf)
    .option("--strand <id>", "part of the Vault it is in", "default")
    .description(
      "Set what a picture shows in place of what a machine read there. A new text stands beside the old, and says which words a person set.",
    );
  withExample(correct, "pincite vault correct vault:3f7a91c2 --read '3.4l2,50' --shows '3.412,50'");
  correct.action((document: string, options: CorrectOptions, command: Command) =>
    atVault(shell, command, async ({ docs }) => {
      for (const line of await correctLines(docs, document, options, shell)) shell.say(line);
    }),
  );
};

const correctLines = async (
  docs: Docs,
  document: string,
  { strand: strandId, read, shows, place }: CorrectOptions,
  shell: Shell,
): Promise<string[]> => {
  const docUid = await wholeUid(docs, strandId, document.replace(/^vault:/, ""));
  const { canonicalText, sourceDigest } = await docs.getDocText({ strandId, docUid });
  const places = canonicalText ? placesIn(canonicalText, read) : [];
  if (places.length === 0) throw new DomainError("REQUEST_INVALID", worded("correct.not-there"));
  if (place === undefined && places.length > 1)
    throw new DomainError("REQUEST_INVALID", worded("correct.several-places", { count: places.length }));
  const stretch = places[(place ?? 1) - 1];
  if (stretch === undefined)
    throw new DomainError("REQUEST_INVALID", worded("correct.no-such-place", { count: places.length }));
  const { doc, changed } = await docs.correctReading({
    strandId,
    docUid,
    sourceDigest,
    corrections: [{ ...stretch, words: shows }],
    idempotencyKey: shell.newKey(),
  });
  const speech = shell.speech();
  return [...(doc ? docLines(doc, speech) : []), ...(changed ? [] : [speech.phrase("screen.it-was-so-already")])];
};

/** Where a text has these words as whole words that a machine read, in order. */
const placesIn = (
  { text, machineReadPages }: CanonicalText,
  read: string,
): { startChar: number; endChar: number }[] => {
  const wanted = [...read.normalize("NFC").replace(/\s+/gu, " ").trim()];
  const characters = [...text];
  const words = machineReadPages.flatMap((page) => page.words);
  const ends = new Set(words.map(({ endChar }) => endChar));
  return words.flatMap(({ startChar }) => {
    const endChar = startChar + wanted.length;
    const isThere = ends.has(endChar) && characters.slice(startChar, endChar).join("") === wanted.join("");
    return isThere ? [{ startChar, endChar }] : [];
  });
};
