/** A mail of a dossier about a bonus, as a file to import. */
const mail = (path: string, from: string, to: string, subject: string, date: string, body: string) => ({
  path,
  bytes: Buffer.from(
    `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${date} 10:00:00 +0200\r\nMessage-ID: <${path}@firma.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`,
  ),
});

const [esther, ruben, noor] = [
  "Esther Hoog <e.hoog@firma.example>",
  "Ruben Pol <r.pol@firma.example>",
  "Noor Bos <noor@thuis.example>",
];

/** What the memo says of it. */
export const claims = [
  { text: "Esther Hoog zegde toe dat de bonus over 2025 in maart wordt betaald." },
  { text: "De bonus over 2025 is niet betaald.", claimKind: "non-performance" },
  { text: "Noor Bos werkte in 2025 veertig zaterdagen in het magazijn." },
];

/** Ten mails that are there when the passages are chosen. */
export const tenMails = [
  mail(
    "01.eml",
    esther,
    noor,
    "Bonus over 2025",
    "Mon, 12 Jan 2026",
    "Wij hebben afgesproken dat ik de bonus over 2025 in maart zal betalen. Het gaat om 900 euro.",
  ),
  mail(
    "02.eml",
    noor,
    esther,
    "Vraag over mijn rooster",
    "Tue, 13 Jan 2026",
    "Kan ik volgende week op donderdag vrij zijn?",
  ),
  mail("03.eml", ruben, noor, "Printer", "Wed, 14 Jan 2026", "De printer op de eerste verdieping heeft geen papier."),
  mail("04.eml", ruben, noor, "Lunch", "Thu, 15 Jan 2026", "De lunch van vrijdag begint om twaalf uur."),
  mail("05.eml", noor, ruben, "Zaterdagen", "Mon, 19 Jan 2026", "Ik was vaak op zaterdag in het magazijn."),
  mail("06.eml", ruben, noor, "Sleutel", "Tue, 20 Jan 2026", "De sleutel van de kleedkamer ligt bij de balie."),
  mail("07.eml", esther, noor, "Nieuw contract", "Mon, 2 Feb 2026", "Je contract loopt tot en met 31 december 2026."),
  mail("08.eml", noor, esther, "Adres", "Tue, 3 Feb 2026", "Mijn nieuwe adres is Dorpsstraat 8."),
  mail("09.eml", ruben, noor, "Werkkleding", "Wed, 4 Feb 2026", "Er liggen nieuwe schoenen voor je klaar."),
  mail("10.eml", noor, esther, "Ziek", "Thu, 5 Mar 2026", "Ik ben ziek en kom vandaag niet."),
];

/** Papers that she finds later, by what they change. */
export const late = {
  /** Nothing. */
  unrelated: mail(
    "11.eml",
    ruben,
    noor,
    "Parkeren",
    "Fri, 6 Mar 2026",
    "De parkeerplaats is dinsdag gesloten wegens onderhoud.",
  ),
  /** It says what a claim says. */
  better: mail(
    "12.eml",
    ruben,
    noor,
    "Uren 2025",
    "Fri, 6 Mar 2026",
    "Volgens de lijst werkte Noor Bos in 2025 veertig zaterdagen in het magazijn.",
  ),
  /** It says that what is not there is there. */
  found: mail(
    "13.eml",
    ruben,
    noor,
    "Loonstrook",
    "Tue, 31 Mar 2026",
    "De bonus over 2025 is vandaag uitbetaald, zie de loonstrook.",
  ),
  /** It takes back what a claim rests on. */
  takenBack: mail(
    "14.eml",
    esther,
    noor,
    "Correctie: Bonus over 2025",
    "Wed, 1 Apr 2026",
    "Mijn mail van 12 januari 2026 geldt niet meer: de directie heeft anders besloten.",
  ),
};
