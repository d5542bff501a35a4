import { sha256Hex } from "../../../src/sha256.ts";

// A made-up case: an employee asks UWV whether the employer did enough for her return to work. Every name is invented.

const text = (path: string, lines: readonly string[]) => {
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  return { path, bytes, evidenceId: `vault:${sha256Hex(bytes)}` };
};

const mail = (path: string, head: Readonly<Record<string, string>>, body: readonly string[]) =>
  text(path, [
    ...Object.entries(head).map(([name, value]) => `${name}: ${value}`),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    ...body,
  ]);

/** What the plan promises, what the request asks, what the employer answers, what the physician advises. */
export const words = {
  plan: "Werkgever en werknemer spreken af dat de werknemer vanaf 28 april 2025 aangepast werk van drie halve dagen per week krijgt aangeboden.",
  review: "Het plan wordt elke zes weken geëvalueerd en uiterlijk in week 52 volgt de eerstejaarsevaluatie.",
  request: "Ik vraag u voor de derde keer wanneer ik met het aangepaste werk uit het plan van aanpak kan beginnen.",
  answer: "Wij zien op dit moment geen mogelijkheid om aangepast werk te bieden en wachten uw volledige herstel af.",
  physician: "Mevrouw is belastbaar voor licht administratief werk, te beginnen met drie halve dagen per week.",
  law: "De werkgever bevordert ten aanzien van de werknemer die in verband met ongeschiktheid ten gevolge van ziekte verhinderd is de bedongen arbeid te verrichten, de inschakeling in de arbeid in zijn bedrijf.",
} as const;

export const dossier = {
  plan: text("2025-04-14-plan-van-aanpak.txt", [
    "PLAN VAN AANPAK",
    "Datum: 14 april 2025",
    "Werkgever: Zonnewijzer B.V. Werknemer: mevrouw N. Fictief, medewerker planning",
    "",
    words.plan,
    words.review,
  ]),
  request: mail(
    "2025-07-02-verzoek.eml",
    {
      From: "Noor Fictief <n.fictief@zonnewijzer.example>",
      To: "Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>",
      Subject: "Aangepast werk",
      Date: "Wed, 02 Jul 2025 09:12:00 +0200",
      "Message-ID": "<werk-1@zonnewijzer.example>",
    },
    ["Dag Iris,", "", words.request, "", "Groet,", "Noor"],
  ),
  answer: mail(
    "2025-07-09-antwoord.eml",
    {
      From: "Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>",
      To: "Noor Fictief <n.fictief@zonnewijzer.example>",
      Subject: "Re: Aangepast werk",
      Date: "Wed, 09 Jul 2025 16:40:00 +0200",
      "Message-ID": "<werk-2@zonnewijzer.example>",
      "In-Reply-To": "<werk-1@zonnewijzer.example>",
    },
    ["Beste Noor,", "", words.answer, "", "Met vriendelijke groet,", "Iris Denkbeeld, HR"],
  ),
  physician: text("2025-06-18-advies-bedrijfsarts.txt", [
    "ADVIES VAN DE BEDRIJFSARTS",
    "Datum: 18 juni 2025",
    "",
    words.physician,
    "Een volgend spreekuur vindt plaats over zes weken.",
  ]),
} as const;

/** Article 7:658a BW in a version, as far as the memo quotes it, in the form in which BWB publishes. */
const lawOf = (date: string, lid: string) => ({
  path: `BWBR0005290_${date}_uwv.xml`,
  bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<toestand bwb-id="BWBR0005290" inwerkingtreding="${date}" bwb-ng-vast-deel="http://wetten.overheid.nl/id/BWBR0005290/${date}/0">
  <wetgeving soort="wet" xml:lang="nl" inwerkingtredingsdatum="${date}">
    <intitule status="officieel">Burgerlijk Wetboek Boek 7, Bijzondere overeenkomsten</intitule>
    <citeertitel status="officieel">Burgerlijk Wetboek Boek 7</citeertitel>
    <wet-besluit><wettekst>
      <boek label="Boek 7" bwb-ng-variabel-deel="/Boek7"><kop><label>Boek</label><nr>7</nr><titel>Bijzondere overeenkomsten</titel></kop>
        <titeldeel label="Titel 10" bwb-ng-variabel-deel="/Boek7/Titeldeel10"><kop><label>Titel</label><nr>10</nr><titel>Arbeidsovereenkomst</titel></kop>
          <artikel label="Artikel 658a" bwb-ng-variabel-deel="/Boek7/Titeldeel10/Artikel658a" status="goed">
            <kop><label>Artikel</label><nr>658a</nr></kop>
            <lid bwb-ng-variabel-deel="/Boek7/Titeldeel10/Artikel658a/Lid1" status="goed"><lidnr>1</lidnr><al>${lid}</al></lid>
          </artikel>
        </titeldeel>
      </boek>
    </wettekst></wet-besluit>
  </wetgeving>
</toestand>
`),
});

export const law = lawOf("2023-07-01", words.law);

/** A version that was never made, in which the provision asks less: for what becomes of a memo when the law changes. */
export const laterLaw = lawOf(
  "2026-01-01",
  words.law.replace("bevordert ten aanzien van", "bevordert, voor zover redelijkerwijs mogelijk, ten aanzien van"),
);

/** A later one still, in which that is gone again and a month is given. */
export const amendedLaw = lawOf(
  "2026-09-01",
  words.law.replace("bevordert ten aanzien van", "bevordert binnen een maand ten aanzien van"),
);

/** What answers a slot of the case: words of a document or of the law, the author's own, or a search that found nothing. */
export type Answer =
  | { readonly from: keyof typeof dossier; readonly quote: string }
  | { readonly from: "law"; readonly quote: string }
  | { readonly from: "statement"; readonly text: string }
  | { readonly from: "search"; readonly query: string };

export interface UwvClaim {
  readonly text: string;
  readonly claimKind: string;
  /** By name of the slot's template. */
  readonly slots: Readonly<Record<string, Answer>>;
  /** How the sentence says it; `{0}` is the quote of its first slot. */
  readonly sentence: string;
}

const employment = "Ik werk sinds 1 maart 2019 als medewerker planning bij Zonnewijzer B.V.";
const firstDay = "Ik ben sinds 3 maart 2025 ziek en ben nog niet volledig hersteld.";

/** One of the five questions UWV answers, with what the profile asks for it, and a gap in the milestones. */
export const sections: readonly { readonly title: string; readonly claims: readonly UwvClaim[] }[] = [
  {
    title: "Partijen en functie",
    claims: [
      {
        text: "De werknemer is sinds 2019 in dienst als medewerker planning.",
        claimKind: "parties",
        slots: { employment: { from: "statement", text: employment } },
        sentence: employment,
      },
    ],
  },
  {
    title: "De vraag aan UWV",
    claims: [
      {
        text: "Heeft mijn werkgever genoeg gedaan om mij te laten re-integreren?",
        claimKind: "question",
        slots: {},
        sentence: "Ik vraag UWV een oordeel over de re-integratie-inspanningen van mijn werkgever.",
      },
    ],
  },
  {
    title: "Eerste ziektedag en stand van zaken",
    claims: [
      {
        text: "De eerste ziektedag is 3 maart 2025.",
        claimKind: "illness-start",
        slots: { "first-day": { from: "statement", text: firstDay } },
        sentence: firstDay,
      },
    ],
  },
  {
    title: "Chronologie",
    claims: [
      {
        text: "Op 14 april 2025 is een plan van aanpak opgesteld.",
        claimKind: "milestone",
        slots: { event: { from: "plan", quote: words.plan } },
        sentence: "In het plan van aanpak van 14 april 2025 staat: “{0}”",
      },
    ],
  },
  {
    title: "Wat is afgesproken en gedaan",
    claims: [
      {
        text: "De werkgever heeft het afgesproken aangepaste werk ondanks verzoeken niet aangeboden.",
        claimKind: "reintegration-efforts",
        slots: {
          plan: { from: "plan", quote: words.plan },
          correspondence: { from: "request", quote: words.request },
        },
        sentence: "Afgesproken is: “{0}” Daarop moest ik op 2 juli 2025 schrijven: “{1}”",
      },
      {
        text: "De eerstejaarsevaluatie die het plan noemt, is in de ontvangen stukken niet aangetroffen.",
        claimKind: "non-performance",
        slots: {
          obligation: { from: "plan", quote: words.review },
          performance: { from: "search", query: "eerstejaarsevaluatieverslag" },
        },
        sentence:
          "Het plan zegt: “{0}” In de door mij ontvangen stukken is een verslag van die evaluatie niet aangetroffen.",
      },
    ],
  },
  {
    title: "Standpunten",
    claims: [
      {
        text: "De werkgever stelt dat hij geen aangepast werk kan bieden.",
        claimKind: "view-of-employer",
        slots: { words: { from: "answer", quote: words.answer } },
        sentence: "De werkgever schreef op 9 juli 2025: “{0}”",
      },
      {
        text: "De bedrijfsarts acht licht administratief werk mogelijk.",
        claimKind: "view-of-physician",
        slots: { physician: { from: "physician", quote: words.physician } },
        sentence: "De bedrijfsarts adviseerde op 18 juni 2025: “{0}”",
      },
    ],
  },
  {
    title: "Wettelijk kader",
    claims: [
      {
        text: "De werkgever moet de inschakeling in passende arbeid bevorderen (art. 7:658a BW).",
        claimKind: "legal-frame",
        slots: { provision: { from: "law", quote: words.law } },
        sentence: "Art. 7:658a lid 1 BW bepaalt: “{0}”",
      },
    ],
  },
  {
    title: "Conclusie en verzoek",
    claims: [
      {
        text: "Ik verzoek UWV te oordelen dat de werkgever onvoldoende heeft gedaan.",
        claimKind: "conclusion",
        slots: {},
        sentence: "Ik verzoek UWV te oordelen dat de re-integratie-inspanningen onvoldoende zijn.",
      },
    ],
  },
];
