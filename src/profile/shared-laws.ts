import { lawSource } from "./template-parts.ts";

// Laws that stand in the list of more than one profile.

/** The contract of employment and illness in it. */
export const bw7 = lawSource(
  "BWBR0005290",
  "Burgerlijk Wetboek Boek 7",
  "arbeidsovereenkomst: 7:611, loon bij ziekte 7:629 en 7:629a, re-integratie 7:658a, 7:658b en 7:660a, ontslag 7:669 en 7:671b",
  "contract of employment: 7:611, wages during illness 7:629 and 7:629a, re-integration 7:658a, 7:658b and 7:660a, dismissal 7:669 and 7:671b",
);

/** What employer and employee owe one another before the benefit begins. */
export const wetWia = lawSource(
  "BWBR0019057",
  "Wet WIA",
  "art. 25: plichten in de eerste twee ziektejaren",
  "art. 25: duties in the first two years of illness",
);
