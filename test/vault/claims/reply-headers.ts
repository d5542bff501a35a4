/** What programs write above an answered message, in one language. */
interface Wording {
  readonly language: string;
  /** One line, with the address in brackets, as web mail writes it. */
  readonly attribution: string;
  /** The same without an address. */
  readonly nameOnly: string;
  readonly fields: readonly [from: string, sent: string, to: string, subject: string];
  readonly moment: string;
  readonly marker: string;
}

// Written from what the programs are known to write, before anything was measured on it.
const wordings: readonly Wording[] = [
  {
    language: "Dutch",
    attribution: "Op di 9 dec 2025 om 10:14 schreef Ank Baas <ank@example.org>:",
    nameOnly: "Op 9 december 2025 om 10:14 schreef Ank Baas:",
    fields: ["Van", "Verzonden", "Aan", "Onderwerp"],
    moment: "dinsdag 9 december 2025 10:14",
    marker: "-----Oorspronkelijk bericht-----",
  },
  {
    language: "English",
    attribution: "On Tue, Dec 9, 2025 at 10:14 AM Ank Baas <ank@example.org> wrote:",
    nameOnly: "On December 9, 2025 at 10:14 AM Ank Baas wrote:",
    fields: ["From", "Sent", "To", "Subject"],
    moment: "Tuesday, December 9, 2025 10:14 AM",
    marker: "-----Original Message-----",
  },
  {
    language: "German",
    attribution: "Am Di., 9. Dez. 2025 um 10:14 Uhr schrieb Ank Baas <ank@example.org>:",
    nameOnly: "Am 9. Dezember 2025 um 10:14 schrieb Ank Baas:",
    fields: ["Von", "Gesendet", "An", "Betreff"],
    moment: "Dienstag, 9. Dezember 2025 10:14",
    marker: "-----Ursprüngliche Nachricht-----",
  },
  {
    language: "French",
    attribution: "Le mar. 9 déc. 2025 à 10:14, Ank Baas <ank@example.org> a écrit :",
    nameOnly: "Le 9 décembre 2025 à 10:14, Ank Baas a écrit :",
    fields: ["De", "Envoyé", "À", "Objet"],
    moment: "mardi 9 décembre 2025 10:14",
    marker: "-----Message d'origine-----",
  },
  {
    language: "Italian",
    attribution: "Il giorno mar 9 dic 2025 alle ore 10:14 Ank Baas <ank@example.org> ha scritto:",
    nameOnly: "Il 9 dicembre 2025 alle ore 10:14 Ank Baas ha scritto:",
    fields: ["Da", "Inviato", "A", "Oggetto"],
    moment: "martedì 9 dicembre 2025 10:14",
    marker: "-----Messaggio originale-----",
  },
  {
    language: "Spanish",
    attribution: "El mar, 9 dic 2025 a las 10:14, Ank Baas (<ank@example.org>) escribió:",
    nameOnly: "El 9 de diciembre de 2025 a las 10:14, Ank Baas escribió:",
    fields: ["De", "Enviado", "Para", "Asunto"],
    moment: "martes, 9 de diciembre de 2025 10:14",
    marker: "-----Mensaje original-----",
  },
  {
    language: "Portuguese",
    attribution: "Em ter., 9 de dez. de 2025 às 10:14, Ank Baas <ank@example.org> escreveu:",
    nameOnly: "Em 9 de dezembro de 2025 às 10:14, Ank Baas escreveu:",
    fields: ["De", "Enviada em", "Para", "Assunto"],
    moment: "terça-feira, 9 de dezembro de 2025 10:14",
    marker: "-----Mensagem original-----",
  },
  {
    language: "Polish",
    attribution: "wt., 9 gru 2025 o 10:14 Ank Baas <ank@example.org> napisał(a):",
    nameOnly: "Dnia 9 grudnia 2025 10:14 Ank Baas napisał(a):",
    fields: ["Od", "Wysłano", "Do", "Temat"],
    moment: "wtorek, 9 grudnia 2025 10:14",
    marker: "-----Oryginalna wiadomość-----",
  },
  {
    language: "Danish",
    attribution: "Den tirs. 9. dec. 2025 kl. 10.14 skrev Ank Baas <ank@example.org>:",
    nameOnly: "Den 9. december 2025 kl. 10.14 skrev Ank Baas:",
    fields: ["Fra", "Sendt", "Til", "Emne"],
    moment: "9. december 2025 10:14",
    marker: "-----Oprindelig meddelelse-----",
  },
  {
    language: "Finnish",
    attribution: "ti 9. jouluk. 2025 klo 10.14 Ank Baas (ank@example.org) kirjoitti:",
    nameOnly: "9. joulukuuta 2025 klo 10.14 Ank Baas kirjoitti:",
    fields: ["Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"],
    moment: "tiistai 9. joulukuuta 2025 10.14",
    marker: "-----Alkuperäinen viesti-----",
  },
];

/** One mail: who wrote which line above and below its header. */
export interface ReplyClaim {
  readonly form: string;
  readonly text: string;
}

export const own = ["Beste Ank,", "Dat klopt niet: zie de brief van 3 maart 2025.", "Jan"];
export const theirs = ["Beste Jan,", "Wij betalen het loon niet.", "Ank"];

const mail = (header: readonly string[], mark = ""): string =>
  [...own, "", ...header, mark.trimEnd(), ...theirs.map((line) => mark + line)].join("\n");

const wrapped = (line: string): string[] => {
  const cut = line.indexOf("Baas") + 4;
  return [line.slice(0, cut), line.slice(cut).trim()];
};

/** Six forms in ten languages. */
export const replyClaims: readonly ReplyClaim[] = wordings.flatMap(
  ({ language, attribution, nameOnly, fields: [from, sent, to, subject], moment, marker }) => {
    const block = [`${sent}: ${moment}`, `${to}: Jan Bos`, `${subject}: Loon`];
    const forms: [string, string][] = [
      ["an attribution over two lines", mail(wrapped(attribution))],
      ["a name and a moment above marks", mail([nameOnly], "> ")],
      ["an attribution without its colon", mail([attribution.replace(/\s?:$/, "")])],
      ["fields", mail([`${from}: Ank Baas <ank@example.org>`, ...block])],
      [
        "fields, the sender over two lines",
        mail([`${from}: Ank Baas van de Zeer Lange Firmanaam`, "<ank@example.org>", ...block]),
      ],
      ["fields without an address below a marker", mail([marker, `${from}: Ank Baas`, ...block])],
    ];
    return forms.map(([form, text]) => ({ form: `${language}: ${form}`, text }));
  },
);

/** Letters of one author alone, in which nothing may be taken for somebody else's. */
export const ownLetters: readonly ReplyClaim[] = [
  { form: "a list of points", text: "Voor 9 december 2025 om 10:14:\n\n- loon\n- verlof\n\nGraag uw antwoord.\nJan" },
  {
    form: "fields of an invitation",
    text: "Overleg\n\nWaar: Utrecht\nWanneer: 9 december 2025 10:14\nWie: Ank\n\nGraag tot dan.\nJan",
  },
  { form: "an address in a sentence", text: "Schrijf op 9 december 2025 naar ank@example.org.\nZij weet ervan.\nJan" },
  {
    form: "a table of dates",
    text: "Ziek: 3 maart 2025\nBeter: 4 maart 2025\nWeer ziek: 9 maart 2025\n\nDat zijn ze.\nJan",
  },
  { form: "a divider", text: "Eerst dit.\n\n----- Loon -----\n\nDan dat.\nJan" },
  {
    form: "a moment and a colon within a sentence",
    text: "Wij spraken op 9-12-2025 af: het loon wordt betaald.\nTot dan.\nJan",
  },
];
