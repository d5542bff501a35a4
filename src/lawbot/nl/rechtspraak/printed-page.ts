import { ecliOfLine, fieldOfLine, type RulingField, rulingBodies } from "#kit/ruling-page.ts";
import { openPdf } from "../../../pdf/open-pdf.ts";
import { requireBounded } from "../../../pdf/unpacked.ts";
import { noRuling, oneEcli, paperMetadata } from "./paper-record.ts";
import { printedEvents, summaryEvents } from "./printed-events.ts";
import { type PrintedLine, printedLines } from "./printed-lines.ts";
import type { RulingPaper } from "./ruling-paper.ts";

/**
 * Reads a ruling's page as it was printed or saved as PDF. Throws Refusal for any other PDF, ImportRefusal for one that cannot be
 * opened.
 */
export const readPrintedPage = async (bytes: Uint8Array): Promise<RulingPaper> => {
  requireBounded(bytes);
  const opened = await openPdf(bytes);
  try {
    return paperOf(await printedLines(opened));
  } finally {
    await opened.loadingTask.destroy();
  }
};

const paperOf = (lines: readonly PrintedLine[]): RulingPaper => {
  if (lines.length === 0) throw noRuling("its pages are pictures without a text layer, or empty");
  const at = lines.findIndex(({ text }) => ecliOfLine(text) !== undefined);
  const ecli = oneEcli(at < 0 ? [] : [ecliOfLine(lines[at]?.text ?? "") ?? ""]);
  const { fields, end } = recordOf(lines, at + 1);
  if (!fields.has("court")) throw noRuling(`it names ${ecli} and has no record of a court below it`);
  const kind = lines[end]?.text ?? "";
  if (kind === "") throw noRuling(`it names ${ecli}, and the words of the ruling do not follow its record`);
  const { summary = [], ...values } = Object.fromEntries(fields) as Partial<Record<RulingField, PrintedLine[]>>;
  return {
    events: [...summaryEvents(summary), ...printedEvents(lines.slice(end + 1))],
    metadata: paperMetadata(textsOf(values), { ecli, kind, title: "" }),
    isOpinion: kind === rulingBodies[1],
    withoutText: false,
    unknown: new Map(),
  };
};

/** The fields below the ECLI, each behind the one before as on the page, and the line at which the ruling's words are announced. */
const recordOf = (lines: readonly PrintedLine[], from: number) => {
  const fields = new Map<RulingField, PrintedLine[]>();
  const order = [...fieldOrder];
  let open: PrintedLine[] = [];
  let at = from;
  for (; at < lines.length && !rulingBodies.includes(lines[at]?.text ?? ""); at++) {
    const line = lines[at] as PrintedLine;
    const found = fieldOfLine(line.text.replace("\t", " "));
    const rank = found ? order.indexOf(found.field) : -1;
    if (found && rank >= 0) {
      order.splice(0, rank + 1);
      open = found.rest === "" ? [] : [{ ...line, text: found.rest }];
      fields.set(found.field, open);
    } else open.push(line);
  }
  return { fields, end: at };
};

const fieldOrder: readonly RulingField[] = [
  "court",
  "decidedOn",
  "publishedOn",
  "caseNumbers",
  "relations",
  "subjects",
  "features",
  "summary",
  "reporters",
];

const textsOf = (values: Partial<Record<RulingField, PrintedLine[]>>): ReadonlyMap<RulingField, readonly string[]> =>
  new Map(Object.entries(values).map(([field, lines]) => [field as RulingField, lines.map(({ text }) => text)]));
