import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { RunView } from "./run-view.ts";

/** A claim that tells of whoever the letter goes to as of somebody else. */
export interface AddresseeNamed {
  readonly claimId: string;
  readonly claim: string;
  /** The whole name. */
  readonly name: string;
}

type Seen = Pick<RunView, "draft" | "intent" | "skeleton">;

/**
 * The claims of the author's own that name whoever the letter goes to, as the letter says them: typed as one tells a friend of it, read by the very person.
 * By a name of a party that the letterhead addresses; a pronoun tells nobody.
 */
export const addresseeNamed = ({ draft, intent, skeleton }: Seen): AddresseeNamed[] => {
  const addressed = new Set((draft?.frame?.addressee ?? []).flatMap(capitals));
  const parties = (intent?.parties ?? []).filter(({ role }) => role !== PartyRole.AUTHOR);
  const names = new Map(
    parties
      .map((party) => party.names.map((name) => name.replace(/<[^>]*>/gu, "").trim()))
      .filter((all) => all.some((name) => capitals(name).some((word) => addressed.has(word))))
      .flatMap((all) => all.flatMap((name) => ends(capitals(name)).map((word) => [word, name] as const))),
  );
  const said = (draft?.sections ?? [])
    .flatMap(({ sentences }) => sentences)
    .map(({ text }) => text.replace(/“[^”]*”/gu, "“”").toLowerCase());
  return (skeleton?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ claimId, text: claim }) => {
      const words = claim.toLowerCase().replace(/[.\s]+$/u, "");
      const name = capitals(claim).flatMap((word) => names.get(word) ?? [])[0];
      return name === undefined || !said.some((sentence) => sentence.includes(words)) ? [] : [{ claimId, claim, name }];
    });
};

/** The first and the last: a name in the middle is said by itself of nobody. */
const ends = (words: readonly string[]): string[] => [...words.slice(0, 1), ...words.slice(1).slice(-1)];

/** The words of a name: with a capital, and more than initials. Behind a short word with a small letter may stand a place ("in Utrecht"). */
const capitals = (text: string): string[] => text.match(/(?<!\p{L}|(?<!\p{L})\p{Ll}{2} )\p{Lu}\p{L}{3,}/gu) ?? [];
