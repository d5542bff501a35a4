import type { Command } from "commander";
import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { wholeUid } from "../../client/doc-ids.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { docLines, speakerLines } from "../print/doc.ts";
import type { Shell } from "../shell.ts";
import { atVault } from "./at-service.ts";
import { withExample } from "./example.ts";
import { countOf } from "./vault-docs.ts";

interface SpeakerOptions {
  readonly strand: string;
  readonly words: string;
  readonly by?: string;
  readonly on?: string;
  readonly asInFile?: boolean;
  readonly only?: boolean;
  readonly place?: number;
}

/** `vault speaker`. */
export const addVaultSpeakerCommand = (vault: Command, shell: Shell): void => {
  const speaker = vault
    .command("speaker")
    .argument("<document>", "its id: vault:… or the first digits of it, as list and search print it")
    .requiredOption("--words <words>", "words of the message or the block, as they stand there")
    .option("--by <name>", 'who says them; "" where nobody knows')
    .option("--on <day>", 'on which day, as 2026-11-03 or "2026-11-03 09:32"; "" for none of their own')
    .option("--as-in-file", "what the file says holds again")
    .option("--only", "only these words, not the whole message or block")
    .option("--place <n>", "which of several places, counted from 1", countOf)
    .option("--strand <id>", "part of the Vault it is in", "default")
    .description(
      "Set who speaks in a part of a document, or when, in place of what its file says. The file is kept, and quotes say that a person set it.",
    );
  withExample(
    speaker,
    "pincite vault speaker vault:3f7a91c2 --words 'Ik kom morgen niet.' --by 'Noor Verzonnen' --on 2026-03-03",
    "pincite vault speaker vault:3f7a91c2 --words 'Dat klopt niet.' --by 'Noor Verzonnen' --only",
  );
  speaker.action((document: string, options: SpeakerOptions, command: Command) =>
    atVault(shell, command, async (connection) => {
      for (const line of await spokenLines(connection, document, options, shell)) shell.say(line);
    }),
  );
};

const spokenLines = async (
  { docs, vaultSpeakers }: Pick<Connection, "docs" | "vaultSpeakers">,
  document: string,
  { strand: strandId, words, by, on, asInFile = false, only = false, place }: SpeakerOptions,
  shell: Shell,
): Promise<string[]> => {
  const docUid = await wholeUid(docs, strandId, document.replace(/^vault:/, ""));
  const { canonicalText, sourceDigest } = await docs.getDocText({ strandId, docUid });
  const places = canonicalText ? placesOf(canonicalText, words.normalize("NFC").trim()) : [];
  if (places.length === 0) throw new DomainError("REQUEST_INVALID", worded("correct.words-not-there"));
  if (place === undefined && places.length > 1)
    throw new DomainError("REQUEST_INVALID", worded("correct.several-places", { count: places.length }));
  const found = places[(place ?? 1) - 1];
  if (found === undefined || canonicalText === undefined)
    throw new DomainError("REQUEST_INVALID", worded("correct.no-such-place", { count: places.length }));
  const said = { ...(by === undefined ? {} : { speaker: by }), ...(on === undefined ? {} : { date: on }), asInFile };
  const { doc, changed } = await vaultSpeakers.correctSpeaker({
    strandId,
    docUid,
    sourceDigest,
    stretches: [{ startChar: found.start, endChar: found.end, wholePart: !only, ...said }],
    idempotencyKey: shell.newKey(),
  });
  const speech = shell.speech();
  const after = await docs.getDocText({ strandId, docUid });
  return [
    ...(doc ? docLines(doc, speech) : []),
    ...speakerLines(after.canonicalText, speech),
    ...(changed ? [] : [speech.phrase("screen.it-was-so-already")]),
  ];
};

/** Where a text has these words, in code points, in order. */
const placesOf = ({ text }: CanonicalText, words: string): { start: number; end: number }[] => {
  const places: { start: number; end: number }[] = [];
  if (words === "") return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const start = [...text.slice(0, at)].length;
    places.push({ start, end: start + [...words].length });
  }
  return places;
};
