import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { makeOpenDocument, makePptx, makeXlsx } from "../../vault/support/office-maker.ts";
import { pictureOf } from "../../vault/support/pictures.ts";
import { pstOf } from "../../vault/support/pst-maker.ts";
import { makeZip } from "../../vault/support/zip-maker.ts";
import type { SeededRandom } from "../hostile/random.ts";

/** A file of a kind that people keep papers in. */
export interface MadeFile {
  readonly kind: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Words that open it; empty: it is not locked. */
  readonly password: string;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const who = ["Fleur Gedroomd", "Sanne Bedenkt", "Otto Verdicht", "Pim Hersenschim"];
const subjects = ["de werkgever", "de verhuurder", "het warenhuis", "de leverancier", "de kantonrechter"];
const verbs = ["betaalt", "weigert", "bevestigt", "vergoedt", "herstelt", "ontkent"];
const things = ["de overuren van december", "een bonus", "de waarborgsom", "het lek in de keuken", "de factuur"];
const tails = [
  "zonder voorbehoud",
  "binnen twee weken",
  "niet meer dan de helft",
  "tenzij u daarvan afziet",
  "met rente",
];
const months = ["januari", "maart", "mei", "augustus", "oktober", "december"];

/** A made-up sentence with a day, a sum or a denial. */
const sentence = ({ int, pick, chance }: SeededRandom): string => {
  const day = `${1 + int(28)} ${pick(months)} ${2019 + int(8)}`;
  const sum = `€ ${1 + int(9)}.${100 + int(900)},${10 + int(90)}`;
  const said = `Op ${day} ${pick(verbs)} ${pick(subjects)} ${pick(things)} van ${sum}`;
  return `${said}${chance(0.4) ? " niet" : ""}, ${pick(tails)}, zegt ${pick(who)}.`;
};

const sentences = (count: number, random: SeededRandom): string[] =>
  Array.from({ length: count }, () => sentence(random));

const two = (n: number): string => String(n).padStart(2, "0");

/** So many messages, an hour apart or more. */
const messages = (count: number, random: SeededRandom) =>
  Array.from({ length: count }, (_, n) => ({
    day: `${two(1 + Math.floor(n / 4))}`,
    time: `${two(8 + (n % 4) * 3)}:${two(random.int(60))}`,
    from: who[random.int(2)] ?? "",
    words: sentence(random),
  }));

const android = (random: SeededRandom): string =>
  messages(60, random)
    .map(({ day, time, from, words }) => `${day}-11-2026 ${time} - ${from}: ${words}`)
    .join("\n");

const iphone = (random: SeededRandom): string =>
  messages(60, random)
    .map(({ day, time, from, words }) => `[${day}-11-2026, ${time}:07] ${from}: ${words}`)
    .join("\n");

const signal = (random: SeededRandom): string =>
  messages(60, random)
    .map(({ day, time, from, words }) => `[2026-11-${day}, ${time}] ${from}: ${words}`)
    .join("\n");

const sms = (random: SeededRandom): string =>
  `<?xml version='1.0'?><smses count="60">${messages(60, random)
    .map(
      ({ day, time, from, words }, n) =>
        `<sms address="+3160000000${n % 2}" date="${Date.parse(`2026-11-${day}T${time}:00Z`)}" type="${1 + (n % 2)}" body="${words}" readable_date="${day} nov. 2026 ${time}" contact_name="${from}"/>`,
    )
    .join("")}</smses>`;

const mailOf = (random: SeededRandom, words = sentences(30, random).join("\n")): string =>
  `From: ${random.pick(who)} <a@luchtkasteel.example>\r\nTo: s@thuis.example\r\nDate: Mon, 5 Jan 2026 09:12:0${random.int(10)} +0100\r\nSubject: ${random.pick(things)} ${random.int(1e6)}\r\nMessage-ID: <${random.int(1e9)}@luchtkasteel.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words.replaceAll("\n", "\r\n")}\r\n`;

const emlx = (random: SeededRandom): Uint8Array => {
  const mail = utf8(mailOf(random));
  const list = `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>flags</key><integer>8590195713</integer></dict></plist>\n`;
  return Buffer.concat([utf8(`${mail.length}\n`), mail, utf8(list)]);
};

const pst = (random: SeededRandom): Uint8Array =>
  pstOf([
    {
      name: "Postvak IN",
      mails: [1, 2, 3].map((n) => ({
        ...{ from: `${who[n]} <o@luchtkasteel.example>`, to: "Sanne <s@thuis.example>", subject: `Overuren ${n}` },
        ...{ date: `Mon, ${n + 4} Jan 2026 09:12:00 +0100`, messageId: `pst-${n}-${random.int(1e9)}@l.example` },
        body: sentences(8, random).join("\n"),
      })),
    },
  ]);

const tar = (random: SeededRandom): Promise<Uint8Array> =>
  packTar(
    [1, 2].map((n) => {
      const body = utf8(sentences(20, random).join("\n"));
      return { header: { name: `map/brief ${n}.txt`, size: body.length, type: "file" as const }, body };
    }),
  );

const xlsx = (random: SeededRandom): Uint8Array =>
  makeXlsx([
    {
      name: "Uren",
      xml: `<sheetData>${sentences(40, random)
        .map((text, r) => `<row r="${r + 1}"><c r="A${r + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
        .join("")}</sheetData>`,
    },
  ]);

const paragraphs = (random: SeededRandom): string =>
  sentences(40, random)
    .map((text) => `<text:p>${text}</text:p>`)
    .join("");

const ods = (random: SeededRandom): Uint8Array =>
  makeOpenDocument(
    "spreadsheet",
    `<table:table table:name="A">${sentences(40, random)
      .map(
        (text) =>
          `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`,
      )
      .join("")}</table:table>`,
  );

const pptx = (random: SeededRandom): Uint8Array =>
  makePptx(
    [1, 2, 3].map(() => ({
      shapes: sentences(8, random)
        .map((text) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`)
        .join(""),
    })),
  );

const kept = (path: string): Uint8Array => new Uint8Array(readFileSync(join(projectRoot, "test/vault", path)));

const locked: readonly (readonly [name: string, password: string])[] = [
  ["standard.docx", "geheim é"],
  ["agile.docx", "geheim é"],
  ["aes-256-qpdf.pdf", "geheim é"],
  ["rc4-libreoffice.pdf", "geheim"],
  ["aes-128.zip", "geheim"],
  ["aes-256.zip", "geheim"],
  ["old.zip", "geheim"],
];

/** A file of each kind, with words that a seed repeats; of what only other programs write, the files that the tests keep. */
export const madeFiles = async (random: SeededRandom): Promise<MadeFile[]> => {
  const words = sentences(40, random).join("\n");
  const packed = await tar(random);
  const made: readonly (readonly [kind: string, path: string, bytes: Uint8Array | string])[] = [
    ["chat", "WhatsApp-chat met Fleur.txt", android(random)],
    ["chat", "_chat.txt", iphone(random)],
    ["chat", "WhatsApp Chat - Fleur.zip", makeZip([{ name: "_chat.txt", bytes: utf8(iphone(random)) }])],
    ["chat", "signal.txt", signal(random)],
    ["chat", "sms-20261224120000.xml", sms(random)],
    [".pst", "Outlook.pst", pst(random)],
    [".emlx", "417.emlx", emlx(random)],
    ["Maildir", "Maildir/cur/1765000000.M1P7.host:2,S", mailOf(random)],
    [".tgz", "papieren.tgz", gzipSync(packed)],
    [".gz", "brief.txt.gz", gzipSync(utf8(words))],
    [".xlsx", "uren.xlsx", xlsx(random)],
    [".ods", "uren.ods", ods(random)],
    [".odt", "brief.odt", makeOpenDocument("text", paragraphs(random))],
    [".odt", "by-libreoffice.odt", kept("import/office-files/by-libreoffice.odt")],
    [".pptx", "dia's.pptx", pptx(random)],
    [".doc", "by-libreoffice.doc", kept("import/office-files/by-libreoffice.doc")],
    ["picture", "letter.jpg", pictureOf("letter.jpg")],
    ["picture", "letter.png", pictureOf("letter.png")],
    ["picture", "letter.tif", pictureOf("letter.tif")],
  ];
  return [
    ...made.map(([kind, path, bytes]) => ({
      ...{ kind, path, password: "" },
      bytes: typeof bytes === "string" ? utf8(bytes) : bytes,
    })),
    ...locked.map(([path, password]) => ({ kind: "locked", path, password, bytes: kept(`locked/files/${path}`) })),
  ];
};
