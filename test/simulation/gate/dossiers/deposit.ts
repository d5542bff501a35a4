import type { Claim, Dossier, DossierDocument, Entry, Law, Party } from "../dossier.ts";
import { honestArguments } from "./deposit-arguments.ts";
import { honestFacts } from "./deposit-facts.ts";
import { honestVoices } from "./deposit-voices.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Imogen Farrowdale", "Ms Farrowdale", "the tenant"],
    addresses: ["imogen.farrowdale@mailbox.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Kadehuis Lettings B.V.", "Kadehuis", "the landlord"],
    addresses: ["office@kadehuis.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Corwin Adlestrop", "Mr Adlestrop", "C. Adlestrop"],
    addresses: ["c.adlestrop@kadehuis.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Delphine Quartermaine", "Ms Quartermaine", "the inspector"],
    addresses: ["d.quartermaine@inventory.example"],
    role: "THIRD",
  },
  { id: "p5", names: ["Penhallow Cleaning"], addresses: ["accounts@penhallow.example"], role: "THIRD" },
  { id: "p6", names: ["Tobias Renmoss", "Mr Renmoss"], addresses: ["t.renmoss@mailbox.example"], role: "THIRD" },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Tenancy Agreement",
    kind: "contract",
    date: "2022-08-29",
    author: "Kadehuis Lettings B.V.",
    participants: [
      { name: "Corwin Adlestrop", part: "signed" },
      { name: "Imogen Farrowdale", part: "signed" },
    ],
    text: `Tenancy Agreement
Page 1 of 5
Kadehuis Lettings B.V. (the Landlord) lets to Ms I. Farrowdale (the Tenant) the apartment at Oudekade 3B, Utrecht, from 1 September 2022.
Page 2 of 5
Clause 4 Rent
The rent is €1,450.00 per month, payable in advance on the first day of each month.
Clause 6 Deposit
The Tenant pays a deposit of €2,900.00 before the start of the tenancy.
Page 3 of 5
Clause 9 Return of the deposit
The Landlord shall return the deposit within thirty days after the end of the tenancy, less the cost of making good any damage for which the Tenant is liable.
Clause 10 Evidence
Any deduction from the deposit shall be supported by an invoice.
Page 4 of 5
Clause 12 Condition
The Tenant shall leave the apartment clean and in the condition recorded in the check-in inventory, fair wear and tear excepted.
Page 5 of 5
Clause 15 Notice
The Tenant may end the tenancy by one month's notice in writing.
Signed at Utrecht on 29 August 2022.`,
  },
  {
    id: "d2",
    title: "Check-in Inventory",
    kind: "report",
    date: "2022-09-01",
    author: "Delphine Quartermaine",
    participants: [
      { name: "Delphine Quartermaine", part: "signed" },
      { name: "Imogen Farrowdale", part: "present" },
      { name: "Corwin Adlestrop", part: "present" },
    ],
    text: `Check-in Inventory
Oudekade 3B, Thursday 1 September 2022, 10:30
Present: D. Quartermaine, I. Farrowdale, C. Adlestrop
Kitchen. The worktop has two scorch marks left of the hob. Oven clean.
Living room. Walls freshly painted in white. One crack above the window.
Bedroom. Carpet worn near the door.
Keys. Three keys handed over.`,
  },
  {
    id: "d3",
    title: "Leak in the kitchen",
    kind: "e-mail",
    date: "2023-03-14",
    author: "Corwin Adlestrop",
    participants: [
      { name: "Corwin Adlestrop", part: "from" },
      { name: "Imogen Farrowdale", part: "to" },
      { name: "Tobias Renmoss", part: "cc" },
    ],
    text: `From: Corwin Adlestrop
To: Imogen Farrowdale
Cc: Tobias Renmoss
Date: Tuesday 14 March 2023 14:05
Subject: RE: Leak in the kitchen

Dear Imogen,

Thank you for reporting the leak so promptly. The swollen edge of the worktop is down to the old pipe and not to you. We intend to replace the worktop this summer in any event.

Kind regards,
Corwin

> From: Imogen Farrowdale
> Date: Monday 13 March 2023 19:48
> Water is coming from the pipe under the sink and the worktop is swelling on the right-hand side.`,
  },
  {
    id: "d4",
    title: "Notice to end the tenancy",
    kind: "e-mail",
    date: "2024-04-29",
    author: "Imogen Farrowdale",
    participants: [
      { name: "Imogen Farrowdale", part: "from" },
      { name: "Corwin Adlestrop", part: "to" },
    ],
    text: `From: Imogen Farrowdale
To: Corwin Adlestrop
Date: Monday 29 April 2024 08:12
Subject: Notice to end the tenancy

Dear Corwin,

I hereby give notice that my tenancy of Oudekade 3B will end on 31 May 2024. Please let me know when the check-out can take place. My account for the deposit ends in 4471.

Imogen Farrowdale`,
  },
  {
    id: "d5",
    title: "Check-out Report",
    kind: "report",
    date: "2024-05-31",
    author: "Delphine Quartermaine",
    participants: [
      { name: "Delphine Quartermaine", part: "signed" },
      { name: "Imogen Farrowdale", part: "present" },
    ],
    text: `Check-out Report
Oudekade 3B, Friday 31 May 2024, 15:00
Present: D. Quartermaine, I. Farrowdale. The landlord did not attend.
Page 1 of 2
Kitchen. Worktop: two scorch marks left of the hob, edge swollen on the right. Oven not cleaned.
Living room. Walls in good order; light marks consistent with normal use.
Page 2 of 2
Bedroom. Carpet worn near the door. One blind missing.
Keys. Two keys returned; the tenant states that the third was lost in 2023.
Overall: clean, save for the oven.`,
  },
  {
    id: "d6",
    title: "Your deposit",
    kind: "letter",
    date: "2024-06-21",
    author: "Corwin Adlestrop",
    participants: [
      { name: "Corwin Adlestrop", part: "from" },
      { name: "Imogen Farrowdale", part: "to" },
    ],
    text: `Kadehuis Lettings B.V.
Utrecht, 21 June 2024
Re: Your deposit

Dear Ms Farrowdale,

We shall withhold €1,985.00 from your deposit: €385.00 for cleaning, €1,150.00 for a new worktop and €450.00 for repainting the living room. The balance of €915.00 will be paid on 28 June 2024.

There were no scorch marks when you moved in. Our inspector has confirmed that you caused the damage to the worktop.

If you do not object within ten days, we shall treat the matter as closed.

Yours sincerely,
C. Adlestrop`,
  },
  {
    id: "d7",
    title: "Demand for repayment",
    kind: "letter",
    date: "2024-07-05",
    author: "Imogen Farrowdale",
    participants: [
      { name: "Imogen Farrowdale", part: "from" },
      { name: "Corwin Adlestrop", part: "to" },
    ],
    text: `Utrecht, 5 July 2024
Re: Demand for repayment

Dear Mr Adlestrop,

I received €915.00 on 1 July 2024. I do not accept the other deductions, save that I am willing to pay €60.00 for the oven and €25.00 for the key. I therefore ask you to pay €1,900.00 within fourteen days of the date of this letter, failing which I shall claim statutory interest.

I. Farrowdale`,
  },
  {
    id: "d8",
    title: "Invoice 2024-118",
    kind: "invoice",
    date: "2024-06-11",
    author: "Penhallow Cleaning",
    participants: [{ name: "Kadehuis Lettings B.V.", part: "to" }],
    text: `Penhallow Cleaning
Invoice 2024-118
Date: 11 June 2024
To: Kadehuis Lettings B.V.
Cleaning of the oven at 3B, one hour: €45.00
Cleaning of the common stairwell, six hours: €270.00
Window cleaning, whole building: €70.00
Total: €385.00`,
  },
  {
    id: "d9",
    title: "Your letter of 21 June",
    kind: "e-mail",
    date: "2024-07-12",
    author: "Delphine Quartermaine",
    participants: [
      { name: "Delphine Quartermaine", part: "from" },
      { name: "Corwin Adlestrop", part: "to" },
      { name: "Imogen Farrowdale", part: "cc" },
    ],
    text: `From: Delphine Quartermaine
To: Corwin Adlestrop
Cc: Imogen Farrowdale
Date: Friday 12 July 2024 09:26
Subject: Your letter of 21 June

Dear Mr Adlestrop,

Ms Farrowdale has shown me your letter. I have not said that she caused the damage to the worktop. The scorch marks were there on 1 September 2022, as my inventory records. I did note that the oven had not been cleaned and that a blind was missing.

Delphine Quartermaine`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:218 lid 1 BW",
    version_date: "2024-06-21",
    text: "De huurder is aansprakelijk voor schade aan de verhuurde zaak die is ontstaan door een hem toe te rekenen tekortschieten in de nakoming van een verplichting uit de huurovereenkomst.",
  },
  {
    id: "l2",
    address: "art. 7:224 lid 2 BW",
    version_date: "2024-06-21",
    text: "Indien tussen huurder en verhuurder een beschrijving van het verhuurde is opgemaakt, is de huurder gehouden de zaak in dezelfde staat op te leveren waarin deze volgens de beschrijving is aanvaard, met uitzondering van geoorloofde veranderingen en toevoegingen en hetgeen door ouderdom is teniet gegaan of beschadigd.",
  },
  {
    id: "l3",
    address: "art. 6:119 lid 1 BW",
    version_date: "2024-06-21",
    text: "De schadevergoeding, verschuldigd wegens vertraging in de voldoening van een geldsom, bestaat in de wettelijke rente van die som over de tijd dat de schuldenaar met de voldoening daarvan in verzuim is geweest.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "The agreement requires return of the deposit.", section: "The agreement" },
  { id: "c2", kind: "FACT", text: "The worktop was marked before the tenancy.", section: "Worktop" },
  { id: "c3", kind: "FACT", text: "The inspector did not say what the landlord reports.", section: "Worktop" },
  { id: "c4", kind: "FACT", text: "The cleaning invoice is for other work.", section: "Cleaning" },
  { id: "c5", kind: "FACT", text: "No painting was needed.", section: "Painting" },
  { id: "c6", kind: "OWN_STATEMENT", text: "What the tenant asks.", section: "Demand" },
];

const entries: readonly Entry[] = [
  {
    id: "e1",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d1",
    quote: "The Tenant pays a deposit of €2,900.00 before the start of the tenancy.",
  },
  {
    id: "e2",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d1",
    quote:
      "The Landlord shall return the deposit within thirty days after the end of the tenancy, less the cost of making good any damage for which the Tenant is liable.",
  },
  {
    id: "e3",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d1",
    quote: "Any deduction from the deposit shall be supported by an invoice.",
  },
  {
    id: "e4",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d1",
    quote:
      "The Tenant shall leave the apartment clean and in the condition recorded in the check-in inventory, fair wear and tear excepted.",
  },
  {
    id: "e5",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d2",
    quote: "Kitchen. The worktop has two scorch marks left of the hob. Oven clean.",
  },
  {
    id: "e6",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d2",
    quote: "Living room. Walls freshly painted in white. One crack above the window.",
  },
  {
    id: "e7",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d3",
    quote:
      "Thank you for reporting the leak so promptly. The swollen edge of the worktop is down to the old pipe and not to you. We intend to replace the worktop this summer in any event.",
  },
  {
    id: "e8",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d4",
    quote: "I hereby give notice that my tenancy of Oudekade 3B will end on 31 May 2024.",
  },
  {
    id: "e9",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d5",
    quote: "Kitchen. Worktop: two scorch marks left of the hob, edge swollen on the right. Oven not cleaned.",
  },
  {
    id: "e10",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d5",
    quote: "Living room. Walls in good order; light marks consistent with normal use.",
  },
  {
    id: "e11",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d5",
    quote: `Bedroom. Carpet worn near the door. One blind missing.
Keys. Two keys returned; the tenant states that the third was lost in 2023.
Overall: clean, save for the oven.`,
  },
  {
    id: "e12",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d6",
    quote:
      "We shall withhold €1,985.00 from your deposit: €385.00 for cleaning, €1,150.00 for a new worktop and €450.00 for repainting the living room. The balance of €915.00 will be paid on 28 June 2024.",
  },
  {
    id: "e13",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d6",
    quote:
      "There were no scorch marks when you moved in. Our inspector has confirmed that you caused the damage to the worktop.",
  },
  {
    id: "e14",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d6",
    quote: "If you do not object within ten days, we shall treat the matter as closed.",
  },
  {
    id: "e15",
    claimId: "c6",
    slotKind: "QUOTE",
    source: "d7",
    quote:
      "I received €915.00 on 1 July 2024. I do not accept the other deductions, save that I am willing to pay €60.00 for the oven and €25.00 for the key. I therefore ask you to pay €1,900.00 within fourteen days of the date of this letter, failing which I shall claim statutory interest.",
  },
  {
    id: "e16",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d8",
    quote: `Cleaning of the oven at 3B, one hour: €45.00
Cleaning of the common stairwell, six hours: €270.00
Window cleaning, whole building: €70.00
Total: €385.00`,
  },
  {
    id: "e17",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d9",
    quote:
      "I have not said that she caused the damage to the worktop. The scorch marks were there on 1 September 2022, as my inventory records. I did note that the oven had not been cleaned and that a blind was missing.",
  },
  { id: "e18", claimId: "c2", slotKind: "QUOTE", source: "l1", quote: laws[0]!.text },
  { id: "e19", claimId: "c5", slotKind: "QUOTE", source: "l2", quote: laws[1]!.text },
  { id: "e20", claimId: "c6", slotKind: "QUOTE", source: "l3", quote: laws[2]!.text },
  { id: "e21", claimId: "c1", slotKind: "LOCATION", source: "d1", place: "Clause 9, page 3" },
  {
    id: "e22",
    claimId: "c5",
    slotKind: "ABSENCE",
    sources: ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"],
    scope: "an invoice for repainting or for a new worktop; all documents from 29 August 2022 to 12 July 2024",
  },
  {
    id: "e23",
    claimId: "c6",
    slotKind: "OWN_STATEMENT",
    statement:
      "I ask Kadehuis to pay €1,900.00 by 2 August 2024 and to confirm payment in writing. I reserve the right to claim statutory interest from 20 July 2024.",
  },
  {
    id: "e24",
    claimId: "c4",
    slotKind: "OWN_STATEMENT",
    statement: "I lost one key in 2023. I did not clean the oven before the check-out. I took no blind with me.",
  },
];

/** A tenant asks for the rest of her deposit; the letters are English, the law Dutch. */
export const deposit: Dossier = {
  name: "deposit",
  locale: "en",
  parties,
  documents,
  laws,
  rulings: [],
  claims,
  entries,
  honest: [...honestFacts, ...honestArguments, ...honestVoices],
};
