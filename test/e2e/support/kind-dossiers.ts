/** What is enough for one kind of memo: the letter that is answered, a further paper, and what its author says with each. */
export interface KindDossier {
  readonly kind: string;
  /** Sentences of the letter, of the other side. */
  readonly letter: readonly string[];
  /** What she says to each of them, in the word that a person types: her claims contradict most, and some she lets rest. */
  readonly answer: "onjuist" | "rust";
  readonly paper: { readonly from: string; readonly subject: string; readonly text: string };
  /** Claims of kinds that ask for words, which stand in the letter or the paper. */
  readonly claims: readonly { readonly kind: string; readonly text: string; readonly words: string }[];
}

const author = "Noor Schippers <noor@post.example>";
const other = "Bram Teeuwen <b.teeuwen@huisvlag.example>";

/** Kinds in whose dossiers she passes over the one assertion, although what she claims tells against it. */
const resting: ReadonlySet<string> = new Set([
  "complaint-to-board",
  "memo-for-lawyer",
  "objection-to-decision",
  "settlement-reply",
]);

const dossier = (
  kind: string,
  letter: string,
  [from, subject, text]: readonly [string, string, string],
  ...claims: readonly (readonly [string, string, string])[]
): KindDossier => ({
  kind,
  letter: [letter],
  answer: resting.has(kind) ? "rust" : "onjuist",
  paper: { from, subject, text },
  claims: claims.map(([claimKind, said, words]) => ({ kind: claimKind, text: said, words })),
});

/** People, firms and papers are invented. */
export const kindDossiers: readonly KindDossier[] = [
  dossier(
    "email-reply",
    "Uw vaste vrije vrijdag vervalt.",
    [other, "Vrijdag", "Wij bevestigen dat uw vrijdag vrij blijft."],
    ["promise", "De vrije vrijdag is schriftelijk bevestigd.", "Wij bevestigen dat uw vrijdag vrij blijft."],
  ),
  dossier(
    "uwv-deskundigenoordeel",
    "Wij hebben genoeg gedaan.",
    [other, "Plan van aanpak", "Het plan van aanpak is op 1 september 2026 niet besproken."],
    [
      "milestone",
      "Het plan van aanpak is op 1 september 2026 niet besproken.",
      "Het plan van aanpak is op 1 september 2026 niet besproken.",
    ],
  ),
  dossier(
    "consumer-complaint",
    "Wij vergoeden de bank niet.",
    [
      "Femke Roos <f.roos@meubelmaker.example>",
      "Onderzoek",
      "Het frame van de bank is gebroken door een fout in de lijm.",
    ],
    ["defect", "Het frame van de bank is gebroken.", "Het frame van de bank is gebroken door een fout in de lijm."],
  ),
  dossier(
    "tenant-letter",
    "Wij doen niets aan de schimmel.",
    [
      "Femke Roos <f.roos@bouwmeter.example>",
      "Onderzoek",
      "De schimmel in de slaapkamer komt door een lek in de gevel.",
    ],
    [
      "defect-of-home",
      "De schimmel komt door een lek in de gevel.",
      "De schimmel in de slaapkamer komt door een lek in de gevel.",
    ],
  ),
  dossier(
    "notice-of-default",
    "Wij betalen de factuur voorlopig niet.",
    [author, "Factuur 12", "Het totaal van factuur 12 bedraagt € 310,00."],
    ["sum-claimed", "Factuur 12 bedraagt € 310,00.", "Het totaal van factuur 12 bedraagt € 310,00."],
  ),
  dossier(
    "objection-to-decision",
    "Wij wijzen uw aanvraag voor een parkeerplaats af.",
    [
      "Femke Roos <f.roos@wijkblad.example>",
      "Telling",
      "Op 3 september 2026 stonden negen plaatsen in de straat leeg.",
    ],
    ["decision", "De aanvraag is afgewezen.", "Wij wijzen uw aanvraag voor een parkeerplaats af."],
    [
      "event-of-case",
      "Op 3 september 2026 stonden negen plaatsen leeg.",
      "Op 3 september 2026 stonden negen plaatsen in de straat leeg.",
    ],
  ),
  dossier(
    "reply-to-debt-collector",
    "U bent ons € 95,00 verschuldigd.",
    [other, "Bevestiging", "Wij bevestigen dat het abonnement op 1 mei 2026 is beëindigd."],
    [
      "promise",
      "Het abonnement is op 1 mei 2026 beëindigd.",
      "Wij bevestigen dat het abonnement op 1 mei 2026 is beëindigd.",
    ],
  ),
  dossier(
    "data-subject-request",
    "Wij geven geen overzicht van uw gegevens.",
    [author, "Vraag", "Op 4 mei 2026 vroeg ik om een overzicht van mijn gegevens."],
    [
      "notice",
      "Op 4 mei 2026 is om een overzicht gevraagd.",
      "Op 4 mei 2026 vroeg ik om een overzicht van mijn gegevens.",
    ],
  ),
  dossier(
    "settlement-reply",
    "Wij bieden u € 400,00 tegen finale kwijting.",
    [other, "Afspraak", "Wij zullen ook de kosten van de expert dragen."],
    ["promise", "Ook de kosten van de expert worden gedragen.", "Wij zullen ook de kosten van de expert dragen."],
  ),
  dossier(
    "wages-and-holidays",
    "De overuren zijn al verrekend.",
    [other, "Loonstrook mei", "Uitbetaald in mei: overuren 0, loon € 2.100,00."],
    ["pay-document", "De loonstrook van mei telt overuren 0.", "Uitbetaald in mei: overuren 0, loon € 2.100,00."],
  ),
  dossier(
    "complaint-to-board",
    "Uw ligplaats is per 1 november 2026 opgezegd.",
    ["Femke Roos <f.roos@haven.example>", "Verslag", "Over de ligplaats is op 2 oktober 2026 niet gestemd."],
    [
      "event-of-case",
      "Over de ligplaats is op 2 oktober 2026 niet gestemd.",
      "Over de ligplaats is op 2 oktober 2026 niet gestemd.",
    ],
  ),
  dossier(
    "memo-for-lawyer",
    "Wij ontbinden de afspraak.",
    [other, "Afspraak", "Wij zullen de schutting voor 1 juni 2026 plaatsen."],
    ["promise", "De schutting zou er voor 1 juni 2026 staan.", "Wij zullen de schutting voor 1 juni 2026 plaatsen."],
  ),
  dossier(
    "reply-to-letter",
    "Uw heg staat op onze grond.",
    ["Femke Roos <f.roos@landmeter.example>", "Meting", "De heg staat twintig centimeter aan uw kant van de grens."],
    [
      "event-of-case",
      "De heg staat aan de eigen kant van de grens.",
      "De heg staat twintig centimeter aan uw kant van de grens.",
    ],
  ),
];

const mail = (from: string, to: string, day: string, subject: string, text: string): Uint8Array =>
  new TextEncoder().encode(
    `From: ${from}\nTo: ${to}\nDate: ${day}\nSubject: ${subject}\nMIME-Version: 1.0\n` +
      `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}\n`,
  );

/** The dossier as mails; the letter is the first. */
export const mailsOf = ({ letter, paper }: KindDossier) => [
  {
    path: "brief.eml",
    bytes: mail(other, author, "Mon, 2 Nov 2026 10:00:00 +0100", "Uw bericht", `${letter.join(" ")}\n\nBram Teeuwen`),
  },
  {
    path: "stuk.eml",
    bytes: mail(
      paper.from,
      paper.from === author ? other : author,
      "Mon, 5 Oct 2026 10:00:00 +0200",
      paper.subject,
      paper.text,
    ),
  },
];
