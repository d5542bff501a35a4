import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type SpanLocator, SpanLocatorSchema, type SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import type { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";

/** A word that a machine read, as the text has it now; in code points. */
export interface ReadWord {
  readonly startChar: number;
  readonly endChar: number;
  readonly words: string;
}

/** A quote of what a machine read, where its paper's newest text has it. */
export interface ReadQuote {
  readonly docUid: string;
  readonly sourceDigest: string;
  readonly startChar: number;
  readonly excerpt: string;
  readonly words: readonly ReadWord[];
}

/** What calls to the Vault need. */
interface Asking {
  readonly docs: Pick<Client<typeof DocsService>, "getDocText" | "correctReading">;
  readonly strandId: string;
}

/**
 * A quote in the newest text of its paper, which alone can be corrected: other words of it may have been since. Of several places the one
 * nearest to where it stood. Undefined where these words no longer stand there. Errors: those of GetDocText.
 */
export const readQuote = async (
  { docs, strandId }: Asking,
  { docUid, excerpt, startChar: before }: Pick<SpanRef, "docUid" | "excerpt" | "startChar">,
): Promise<ReadQuote | undefined> => {
  const { canonicalText, sourceDigest } = await docs.getDocText({ strandId, docUid });
  const characters = [...(canonicalText?.text ?? "")];
  const [startChar] = placesOf(characters, [...excerpt]).toSorted(
    (a, b) => Math.abs(a - before) - Math.abs(b - before),
  );
  if (startChar === undefined) return undefined;
  const endChar = startChar + [...excerpt].length;
  const words = (canonicalText?.machineReadPages ?? [])
    .flatMap((page) => page.words)
    .filter((word) => startChar <= word.startChar && word.endChar <= endChar)
    .map((word) => ({
      startChar: word.startChar,
      endChar: word.endChar,
      words: characters.slice(word.startChar, word.endChar).join(""),
    }));
  return { docUid, sourceDigest, startChar, excerpt, words };
};

const placesOf = (characters: readonly string[], wanted: readonly string[]): number[] =>
  characters.flatMap((_, at) => (wanted.every((one, i) => characters[at + i] === one) ? [at] : []));

/**
 * Sets what a person sees in place of words of a quote, in order and none over another; gives a locator of the quote as it reads then, in
 * the text that was made. Errors: those of CorrectReading.
 */
export const correctQuote = async (
  { docs, strandId }: Asking,
  { docUid, sourceDigest, startChar, excerpt }: ReadQuote,
  corrections: readonly ReadWord[],
  idempotencyKey: string,
): Promise<SpanLocator> => {
  const { doc } = await docs.correctReading({
    strandId,
    docUid,
    sourceDigest,
    corrections: [...corrections],
    idempotencyKey,
  });
  const characters = [...excerpt];
  for (const one of corrections.toReversed())
    characters.splice(one.startChar - startChar, one.endChar - one.startChar, one.words.replace(/\s+/gu, " ").trim());
  const exactQuote = characters.join("").normalize("NFC");
  return create(SpanLocatorSchema, { docUid, exactQuote, sourceDigest: doc?.summary?.sourceDigest ?? "" });
};
