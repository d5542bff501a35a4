import type { Speech } from "../../messages/speech.ts";
import type { AddresseeNamed } from "../../show/addressee-named.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Claims that tell of whoever the letter goes to as of somebody else, each with what is typed to say it otherwise. */
export const addresseeLines = (all: readonly AddresseeNamed[], { phrase, itemTyped }: Speech): string[] => {
  if (all.length === 0) return [];
  const each = all.flatMap(({ claimId, claim, name }) => [
    ...wrap(phrase("addressee.you-write-to", { name, claim: oneLine(claim, 300) }), 86).map((one) => `      ${one}`),
    `      "${itemTyped(claimId)}=…"`,
    "",
  ]);
  return ["", phrase("addressee.heading"), ...wrap(phrase("addressee.why"), 92), "", ...each];
};
