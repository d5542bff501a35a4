import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** A word of a rendered page where poppler finds it: parts of the page's width and height. */
export interface TrueWord {
  readonly text: string;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** A letter as a picture of some quality. */
export interface RenderedPage {
  readonly quality: string;
  readonly bytes: Uint8Array;
  /** Whether the words lie on the picture where they lie on the page. */
  readonly isLevel: boolean;
}

/** Made-up letters: each with names, days, sums, references and a table of its own. */
export const madeLetter = (seed: number): string => {
  let state = seed * 7919 + 17;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const pick = (all: string): string => all.split("|")[next(all.split("|").length)] ?? "";
  const sum = (): string => `€ ${1 + next(9)}.${100 + next(900)},${10 + next(90)}`;
  const day = (): string =>
    `${1 + next(28)} ${pick("januari|maart|april|juni|augustus|oktober|december")} 202${4 + next(3)}`;
  const name = (): string =>
    `${pick("I.|J.W.|M.|A.|R.J.|S.")} ${pick("Denkbeeld|Verzonnen|van der Schijn|Voorbeeld|Fictief|de Waan|Nergens")}`;
  const font = pick("Arial|Times New Roman|Liberation Mono|DejaVu Sans");
  const writer = name();
  const rows = [1, 2, 3, 4].map((n) => `<tr><td>week ${n + next(40)}<td>${10 + next(30)},${next(10)}<td>${sum()}</tr>`);
  return `<meta charset=utf-8><style>@page{size:A4;margin:0}body{font:11pt ${font};margin:2cm;width:17cm}table{border-collapse:collapse}td{border:1px solid #333;padding:2px 9px}</style>
<p>Zonnewijzer B.V.<br>Postbus ${1000 + next(9000)}<br>${1000 + next(9000)} ${pick("AB|CD|XZ")} Voorbeeldstad</p><p>Mevrouw ${name()}<br>Verzonnenstraat ${1 + next(200)}</p>
<p>Voorbeeldstad, ${day()}<br>Ons kenmerk: HR/${2020 + next(7)}-${1000 + next(9000)}</p><p>Geachte mevrouw,</p>
<p>In het gesprek van ${day()} met ${name()} is afgesproken dat u vanaf ${day()} niet langer op ${pick("maandag|vrijdag|donderdag")} thuis werkt. Uw salaris van ${sum()} bruto per maand blijft gelijk. Daarnaast ontvangt u een vergoeding van ${sum()} voor de kosten van internet, tenzij u die kosten niet maakt.</p>
<p>Indien u het niet eens bent met dit besluit, kunt u binnen ${2 + next(5)} weken schriftelijk bezwaar maken bij ${name()}, telefoon 0${10 + next(80)}-${1_000_000 + next(8_999_999)}. De polis met nummer ${pick("ZW|AB|NP")}${100_000 + next(899_999)} is op ${day()} verlengd.</p>
<p>The holiday allowance of EUR ${1 + next(8)},${100 + next(900)}.00 will be paid no later than ${1 + next(28)} May 2026.</p>
<table><tr><td>Week<td>Uren<td>Bedrag</tr>${rows.join("")}</table><p>Met vriendelijke groet,</p><p>${writer}<br>${pick("directeur|hoofd personeelszaken|casemanager")}</p>`;
};

/** A letter as a PDF of one page, its words by poppler, and its pictures in five qualities. */
export const rendered = async (page: Page, html: string): Promise<{ words: TrueWord[]; pages: RenderedPage[] }> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-rendered-"));
  const path = join(folder, "letter.pdf");
  try {
    await page.setContent(html);
    writeFileSync(path, await page.pdf({ preferCSSPageSize: true }));
    const at = (dpi: number): string => {
      execFileSync("pdftoppm", ["-r", String(dpi), "-png", "-singlefile", path, join(folder, `at-${dpi}`)]);
      return `data:image/png;base64,${readFileSync(join(folder, `at-${dpi}.png`)).toString("base64")}`;
    };
    const pages = await Promise.all([
      pictured(page, "300 dpi", at(300), 0, 0.9),
      pictured(page, "200 dpi", at(200), 0, 0.8),
      pictured(page, "200 dpi, upside down", at(200), 180, 0.8),
      pictured(page, "150 dpi, turned 1.2°, JPEG 40", at(150), 1.2, 0.4),
      pictured(page, "100 dpi, JPEG 40", at(100), 0, 0.4),
    ]);
    return { words: wordsOf(execFileSync("pdftotext", ["-bbox", path, "-"], { encoding: "utf8" })), pages };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const pictured = async (
  page: Page,
  quality: string,
  source: string,
  degrees: number,
  fineness: number,
): Promise<RenderedPage> => {
  const address = await page.evaluate(
    async ([from, turned, fine]) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const drawing = canvas.getContext("2d");
      if (drawing === null) throw new Error("no canvas");
      drawing.fillStyle = "white";
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.translate(canvas.width / 2, canvas.height / 2);
      drawing.rotate((turned * Math.PI) / 180);
      drawing.drawImage(image, -image.width / 2, -image.height / 2);
      return canvas.toDataURL("image/jpeg", fine);
    },
    [source, degrees, fineness] as const,
  );
  const bytes = new Uint8Array(Buffer.from(address.split(",")[1] ?? "", "base64"));
  return { quality, bytes, isLevel: degrees === 0 };
};

const wordsOf = (bbox: string): TrueWord[] => {
  const [, width = "1", height = "1"] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(bbox) ?? [];
  const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
  return [...bbox.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g)].map(
    ([, left, top, right, bottom, text = ""]) => ({
      text: text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity),
      box: [
        Number(left) / Number(width),
        Number(top) / Number(height),
        Number(right) / Number(width),
        Number(bottom) / Number(height),
      ],
    }),
  );
};
