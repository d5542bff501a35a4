import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { docxOf, paragraph, run } from "../../vault/support/docx-maker.ts";
import { makeXlsx } from "../../vault/support/office-maker.ts";
import { scanOf } from "../../vault/support/pictures.ts";
import { type PstMail, pstOf } from "../../vault/support/pst-maker.ts";

/** A paper's picture: how large it is drawn, in CSS pixels, and how it lies. */
interface Drawn {
  readonly html: string;
  readonly degrees?: number;
  readonly quality?: number;
}

const [width, height] = [1000, 1416];

const letterHead = "Warenhuis Luchtkasteel B.V.<br>Verzinselkade 12, Voorbeeldstad";

/** The letter that is answered, as a scanner makes it: a PDF of one picture. */
const refusal = `<p>${letterHead}</p><p>Aan: mevrouw S. Bedenkt<br>Datum: 14 januari 2026<br>Kenmerk: PZ/2026/031<br>Betreft: bonus en overuren</p>
<p>Geachte mevrouw Bedenkt,</p>
<p>U vraagt om een bonus over 2025 en om betaling van overuren. Er is u nooit een bonus toegezegd.</p>
<p>In december 2025 heeft u geen overuren gemaakt.</p>
<p>Wij verzoeken u binnen twee weken te bevestigen dat u hiermee instemt.</p>
<p>Hoogachtend,</p><p>Otto Verdicht<br>hoofd personeelszaken</p>`;

/** The letter that promised, photographed. */
const promise = `<p>${letterHead}</p><p>Aan: mevrouw S. Bedenkt<br>Datum: 3 november 2025<br>Kenmerk: PZ/2025/412<br>Betreft: bonus over 2025</p>
<p>Geachte mevrouw Bedenkt,</p>
<p>Hierbij bevestigen wij dat u over 2025 een bonus van € 1.250,00 bruto ontvangt.</p>
<p>De bonus wordt in januari 2026 met uw salaris uitbetaald.</p>
<p>Met vriendelijke groet,</p><p>Otto Verdicht<br>hoofd personeelszaken</p>`;

const roster = `<h2>Rooster week 51 (15 t/m 21 december 2025)</h2><table>
<tr><th>Dag<th>Begin<th>Einde<th>Wie</tr>
<tr><td>maandag 15 december<td>09:00<td>20:30<td>Sanne Bedenkt</tr>
<tr><td>dinsdag 16 december<td>09:00<td>20:30<td>Sanne Bedenkt</tr>
<tr><td>woensdag 17 december<td>09:00<td>17:30<td>Pim Hersenschim</tr></table>`;

const screenshot = `<h2>Mijn Salaris</h2><p>Loonstrook december 2025</p><p>Sanne Bedenkt, personeelsnummer 00417</p>
<p>Bruto salaris: € 2.780,00</p><p>Overuren: € 0,00</p><p>IBAN NL91 ABNA 0417 1643 00</p>`;

const chat = [
  "12-12-2025 18:02 - Berichten en oproepen worden end-to-end versleuteld. Niemand buiten deze chat kan ze lezen of beluisteren.",
  "12-12-2025 18:02 - Fleur Gedroomd: Kun je maandag en dinsdag langer blijven? Het is zo druk met de kerst",
  "12-12-2025 18:05 - Sanne Bedenkt: Ja hoor, tot half negen lukt wel",
  "12-12-2025 18:06 - Fleur Gedroomd: Top. Die overuren krijg je in januari gewoon uitbetaald.",
  "17-12-2025 09:14 - Sanne Bedenkt: Gisteren weer tot 20.30 gebleven, samen 6 uur extra",
  "17-12-2025 09:20 - Fleur Gedroomd: Ik heb het gezien. Je hebt op 15 en 16 december zes overuren gemaakt, ik geef het door aan Otto.",
].join("\n");

const [sanne, otto] = ["Sanne Bedenkt <sanne@thuis.example>", "Otto Verdicht <o.verdicht@luchtkasteel.example>"];

const asked: PstMail = {
  ...{ from: sanne, to: otto, date: "Mon, 5 Jan 2026 09:12:00 +0100", messageId: "kept-0@luchtkasteel.example" },
  subject: "Bonus en overuren",
  body: "Beste Otto,\n\nWanneer krijg ik de bonus over 2025 en de overuren van december betaald?\n\nGroet,\nSanne",
};

const received: readonly PstMail[] = [
  {
    ...{ from: otto, to: sanne, date: "Tue, 6 Jan 2026 10:40:00 +0100", messageId: "kept-1@luchtkasteel.example" },
    subject: "Re: Bonus en overuren",
    body: "Dag Sanne,\n\nIk zoek het uit en kom er schriftelijk op terug.\n\nOtto Verdicht\n\nOp ma 5 jan. 2026 om 09:12 schreef Sanne Bedenkt <sanne@thuis.example>:\n> Wanneer krijg ik de bonus over 2025 en de overuren van december betaald?",
  },
  {
    ...{ from: "Kantine <kantine@luchtkasteel.example>", to: "Allen <allen@luchtkasteel.example>" },
    ...{ date: "Wed, 7 Jan 2026 08:00:00 +0100", messageId: "kept-2@luchtkasteel.example" },
    subject: "Soep van de dag",
    body: "Vandaag is er erwtensoep.",
  },
];

const mailbox = pstOf([
  { name: "Postvak IN", mails: received },
  { name: "Verzonden items", mails: [asked] },
]);

const contract = docxOf(
  [
    "Arbeidsovereenkomst",
    "Warenhuis Luchtkasteel B.V. te Voorbeeldstad, hierna: de werkgever, en mevrouw S. Bedenkt, hierna: de werknemer, komen het volgende overeen.",
    "Artikel 4. De werknemer werkt 32 uur per week.",
    "Artikel 5. Overuren die op verzoek van de werkgever zijn gemaakt, worden uitbetaald tegen 125% van het uurloon.",
    "Getekend te Voorbeeldstad op 1 maart 2024.",
  ]
    .map((text) => paragraph(run(text)))
    .join(""),
);

const hours = makeXlsx([
  {
    name: "Uren",
    xml: `<sheetData>${[
      ["Dag", "Begin", "Einde", "Overuren"],
      ["15 december 2025", "09:00", "20:30", "3"],
      ["16 december 2025", "09:00", "20:30", "3"],
    ]
      .map(
        (row, r) =>
          `<row r="${r + 1}">${row.map((text, c) => `<c r="${"ABCD"[c]}${r + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`,
      )
      .join("")}</sheetData>`,
  },
]);

/**
 * Writes a dossier into a folder as somebody has it who never kept papers for a case: a letter that was scanned, another that was
 * photographed, a photographed roster, a screenshot, Outlook's file of mails, a chat, a list of hours and a contract. All of it is made up. Gives the paths.
 */
export const writeKeptPapers = async (browser: Browser, folder: string): Promise<string[]> => {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.25 });
  const drawn = async ({ html, degrees = 0, quality = 70 }: Drawn): Promise<Uint8Array> => {
    await page.setContent(
      `<meta charset=utf-8><style>body{font:19px Arial;margin:80px;line-height:1.5;rotate:${degrees}deg}td,th{border:1px solid #333;padding:4px 14px}table{border-collapse:collapse}</style>${html}`,
    );
    return page.screenshot({ type: "jpeg", quality });
  };
  const scan = scanOf(await drawn({ html: refusal, quality: 80 }), { width: width * 1.25, height: height * 1.25 }, [
    { rotate: 0, matrix: "595 0 0 841 0 0", box: "0 0 595 841" },
  ]);
  const files: readonly (readonly [name: string, bytes: Uint8Array | string])[] = [
    ["scan0001.pdf", scan],
    ["IMG_20251104_081233.jpg", await drawn({ html: promise, degrees: 0.8, quality: 55 })],
    ["IMG_20251218_120001.jpg", await drawn({ html: roster, degrees: -0.6, quality: 55 })],
    ["Schermafbeelding 2026-01-02.jpg", await drawn({ html: screenshot })],
    ["Outlook.pst", mailbox],
    ["WhatsApp-chat met Fleur Gedroomd.txt", chat],
    ["uren december.xlsx", hours],
    ["contract.docx", contract],
  ];
  await page.close();
  return files.map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
};
