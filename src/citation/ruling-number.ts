import { parseEcli, renderEcli } from "./ecli.ts";
import { neutralId, neutralOfId, parseNeutral, renderNeutral } from "./neutral-citation.ts";

/** The id of the ruling that a number names alone: an ECLI, or a neutral citation; undefined for an older number (LJN). */
export const rulingIdOf = (number: string): string | undefined => {
  const ecli = parseEcli(number);
  if (ecli) return renderEcli(ecli);
  const neutral = parseNeutral(number) ?? neutralOfId(number);
  return neutral && neutralId(neutral);
};

/** The number by which a ruling of this id is cited; undefined for what is no id of a ruling. */
export const rulingNumberOf = (id: string): string | undefined => {
  const neutral = neutralOfId(id);
  const ecli = parseEcli(id);
  return (neutral && renderNeutral(neutral)) ?? (ecli && renderEcli(ecli));
};
