/** One law that claims of a profile rest on. */
export interface LawSource {
  readonly lawId: string;
  readonly name: string;
  /** Which claims, in a few words; people decide by it whether they want it. */
  readonly why: string;
}

const bw7: LawSource = {
  lawId: "BWBR0005290",
  name: "Burgerlijk Wetboek Boek 7",
  why: "contract of employment: 7:611, wages during illness 7:629 and 7:629a, re-integration 7:658a, 7:658b and 7:660a, dismissal 7:669 and 7:671b",
};

/**
 * The laws that the claims of each built-in profile usually rest on. For the statement of the UWV: the acts and rules its
 * own procedure is founded on (art. 32 Wet SUWI, art. 25 WIA, Regeling procesgang, Beleidsregels poortwachter), benefits
 * where no employer pays (ZW), and what an administrative body owes (Awb). For a letter to the employer: the contract (BW 7),
 * promises and notices (BW 3: 3:33, 3:35, 3:37) and default (BW 6: 6:74 to 6:83, 6:248).
 */
export const lawSources: Readonly<Record<string, readonly LawSource[]>> = {
  "uwv-deskundigenoordeel": [
    { lawId: "BWBR0013060", name: "Wet SUWI", why: "art. 32: the questions that the UWV judges" },
    bw7,
    { lawId: "BWBR0019057", name: "Wet WIA", why: "art. 25: duties in the first two years of illness" },
    { lawId: "BWBR0013540", name: "Regeling procesgang eerste en tweede ziektejaar", why: "what is due when" },
    { lawId: "BWBR0014375", name: "Beleidsregels beoordelingskader poortwachter", why: "how efforts are judged" },
    { lawId: "BWBR0001888", name: "Ziektewet", why: "benefit where no employer pays" },
    { lawId: "BWBR0005537", name: "Algemene wet bestuursrecht", why: "care and reasons of an administrative body" },
  ],
  "email-reply": [
    bw7,
    { lawId: "BWBR0005291", name: "Burgerlijk Wetboek Boek 3", why: "promises and notices: 3:33, 3:35, 3:37" },
    {
      lawId: "BWBR0005289",
      name: "Burgerlijk Wetboek Boek 6",
      why: "non-performance and default: 6:74 to 6:83, 6:248",
    },
    { lawId: "BWBR0019057", name: "Wet WIA", why: "art. 25: duties in the first two years of illness" },
  ],
};
