import { inEnglish, worded } from "../../messages/said.ts";
import { oneLine } from "../mail/clean-text.ts";
import { ImportRefusal } from "../reader/port.ts";
import { Engine, type EngineBlock, type EngineWord, languages, type PixelBox, TooLong, Unopened } from "./engine.ts";
import { type PictureFile, unopened } from "./picture-file.ts";

/** A word with its place on the picture as it is shown, in pixels. */
export interface SeenWord {
  readonly text: string;
  readonly box: PixelBox;
  /** 0 to 100, by the reader's own account. */
  readonly confidence: number;
}

/** What was read of one picture. */
export interface SeenPage {
  /** Of the picture as it is shown, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Lines of words, in the order of reading; an empty one parts two blocks. */
  readonly lines: readonly (readonly SeenWord[])[];
  readonly turnedDegrees: 0 | 180;
  readonly version: string;
}

/** What is told while pictures are read: one begins, and may take what a picture of so many pixels may. */
export type AtPicture = (pixels: number) => void;

/** Longer runs of signs without a blank are no words. */
const wordCharsMax = 200;
/** How sure the reader is of a page that stands upright, letters weighed, 0 to 100: such pages have 85 and more, others 30 to 50. */
const uprightMin = 70;
/** Of fewer letters and digits nothing follows. */
const lettersMin = 12;
/** A word counts as seen with letters of its own and so much confidence; textures give others. */
const seenMin = 60;

/** Whether pictures can be read: the reader and at least one language are installed. */
export const canReadPictures = (): boolean => languages().length > 0;

/**
 * Reads a picture, and once more upside down where it makes no words upright. (What lies on its side is read along its own
 * direction.) No words: the picture shows none. Errors: `ImportRefusal` for what cannot be decoded or takes too long.
 */
export const readPicture = async (picture: PictureFile, atPicture: AtPicture): Promise<SeenPage> => {
  const upright = await readTurned(picture, 0, atPicture);
  const letters = lettersIn(upright);
  const isUpright = letters < lettersMin || sureness(upright) >= uprightMin;
  const turned = isUpright ? upright : await readTurned(picture, 180, atPicture);
  const page = withSeenWords(sureness(turned) > sureness(upright) ? turned : upright);
  return page.lines.length === 0
    ? page
    : withPassedOver(page, await readTurned(picture, page.turnedDegrees, atPicture, "sparse"));
};

/**
 * The page with words that were passed over, because their lines look like a drawing, as tables do: lines of a second reading, as far as
 * nothing of the first lies under their words. They stand before the line above whose end they begin.
 */
const withPassedOver = (page: SeenPage, sparse: SeenPage): SeenPage => {
  // A rule of a table is read as a stroke whose rectangle may be that of the whole table.
  const known = page.lines.flat().filter(isSeen);
  const lines = [...page.lines];
  for (const line of sparse.lines) {
    const more = line.filter((word) => isSeen(word) && !known.some((other) => overlaps(word.box, other.box)));
    const [first] = more;
    if (first === undefined) continue;
    const at = lines.findIndex(([begin]) => begin !== undefined && begin.box.y0 >= first.box.y1);
    lines.splice(at < 0 ? lines.length : at, 0, more);
  }
  return { ...page, lines };
};

const overlaps = (one: PixelBox, other: PixelBox): boolean =>
  one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;

/** The page, without lines where none of its words is seen. */
const withSeenWords = (page: SeenPage): SeenPage => (page.lines.flat().some(isSeen) ? page : { ...page, lines: [] });

const isSeen = ({ text, confidence }: SeenWord): boolean => confidence >= seenMin && lettersOf(text) >= 2;

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const lettersIn = ({ lines }: SeenPage): number => lines.flat().reduce((sum, { text }) => sum + lettersOf(text), 0);

/** Mean confidence of the letters of a page, 0 to 100. */
const sureness = (page: SeenPage): number => {
  const sum = page.lines.flat().reduce((all, { text, confidence }) => all + lettersOf(text) * confidence, 0);
  return sum / Math.max(1, lettersIn(page));
};

/** EXIF's tag 274 of the same picture turned by half. */
const byHalf: Readonly<Record<number, number>> = { 1: 3, 2: 4, 3: 1, 4: 2, 5: 7, 6: 8, 7: 5, 8: 6 };

const readTurned = async (
  { bytes, width: storedWidth, height: storedHeight, exif }: PictureFile,
  turnedDegrees: 0 | 180,
  atPicture: AtPicture,
  manner: "whole" | "sparse" = "whole",
): Promise<SeenPage> => {
  // From 5 on width and height change places.
  const [width, height] = exif >= 5 ? [storedHeight, storedWidth] : [storedWidth, storedHeight];
  atPicture(width * height);
  const engine = await Engine.open();
  const blocks = asked(() => engine.read(bytes, turnedDegrees === 0 ? exif : (byHalf[exif] ?? 3), manner));
  const shown = (box: PixelBox): PixelBox => {
    const { x0, y0, x1, y1 } = within(box, width, height);
    return turnedDegrees === 0
      ? { x0, y0, x1, y1 }
      : { x0: width - x1, y0: height - y1, x1: width - x0, y1: height - y0 };
  };
  return { width, height, lines: linesOf(blocks, shown), turnedDegrees, version: engine.version };
};

const asked = (read: () => readonly EngineBlock[]): readonly EngineBlock[] => {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooLong) throw new ImportRefusal(inEnglish(worded("import.picture-too-long")));
    if (error instanceof Unopened) throw unopened(error);
    throw error;
  }
};

const within = ({ x0, y0, x1, y1 }: PixelBox, width: number, height: number): PixelBox => ({
  x0: Math.max(0, Math.min(x0, width - 1)),
  y0: Math.max(0, Math.min(y0, height - 1)),
  x1: Math.max(1, Math.min(Math.max(x1, x0 + 1), width)),
  y1: Math.max(1, Math.min(Math.max(y1, y0 + 1), height)),
});

type Line = readonly SeenWord[];

const linesOf = (blocks: readonly EngineBlock[], shown: (box: PixelBox) => PixelBox): Line[] => {
  const seen = blocks
    .map(({ paragraphs = [] }) =>
      paragraphs
        .flatMap((paragraph) => paragraph.lines ?? [])
        .map(({ words = [] }) => words.flatMap((word) => wordOf(word, shown)))
        .filter((words) => words.length > 0),
    )
    .filter((lines) => lines.length > 0);
  const step = usualStep(seen);
  const all = seen.flat();
  return seen.flatMap((lines, at) => {
    const [before, after] = [seen[at - 1]?.at(-1), lines[0]];
    const isParted = before !== undefined && after !== undefined && !runsOn(before, after, step, all);
    return isParted ? [[], ...lines] : lines;
  });
};

/** How far down the next line of one block stands, in pixels, the middle of all; 0: no block has two lines. */
const usualStep = (blocks: readonly (readonly Line[])[]): number => {
  const steps = blocks
    .flatMap((lines) => lines.slice(1).map((line, i) => stepTo(line, lines[i] ?? [])))
    .filter((step) => step > 0)
    .sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 0;
};

/** Whether two lines begin at one edge, as those of a column do. */
const atOneEdge = ([one]: Line, [other]: Line): boolean =>
  one !== undefined && other !== undefined && Math.abs(one.box.x0 - other.box.x0) < other.box.y1 - other.box.y0;

/** How far below the other a line stands, in pixels, where both begin at one edge; else 0. */
const stepTo = (line: Line, above: Line): number => {
  const [one, other] = [above[0]?.box, line[0]?.box];
  if (one === undefined || other === undefined || !atOneEdge(above, line)) return 0;
  return Math.max(0, (other.y0 + other.y1 - one.y0 - one.y1) / 2);
};

/** Lines may lie so much further apart than usual: a line of small letters, a page that is not quite level. */
const stepSlack = 1.25;

/**
 * Whether a paragraph runs on from the last line of one block to the first of the next, as blocks of a slanting page are cut: it stands at the usual
 * distance, and its first word would not have fitted behind the line before.
 */
const runsOn = (before: Line, after: Line, usual: number, all: readonly Line[]): boolean => {
  const step = stepTo(after, before);
  if (step === 0 || step > stepSlack * usual) return false;
  const end = (line: Line): number => line.at(-1)?.box.x1 ?? 0;
  const edge = Math.max(...all.filter((line) => atOneEdge(line, before)).map(end));
  return after[0] !== undefined && end(before) + after[0].box.x1 - after[0].box.x0 > edge;
};

const wordOf = ({ text, bbox, confidence }: EngineWord, shown: (box: PixelBox) => PixelBox): SeenWord[] => {
  const words = oneLine(text, wordCharsMax);
  const sure = Math.max(0, Math.min(100, Math.round(confidence)));
  return words === "" ? [] : [{ text: words, box: shown(bbox), confidence: sure }];
};
