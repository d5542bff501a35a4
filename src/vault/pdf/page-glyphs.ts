import type { PDFPageProxy } from "pdfjs-dist";
import { operations } from "../../pdf/open-pdf.ts";

/** A letter as a page draws it: what it reads as, and where it stands, in points of the page's own space. */
export interface PageGlyph {
  readonly text: string;
  /** Of its font, as the library has it. */
  readonly font: string;
  /** Its box by its font's own widths and heights; of turned text the box around it. */
  readonly box: Box;
  /** True where its line runs up or down the page. */
  readonly isTurned: boolean;
}

/** Left, bottom, right, top, in points from the lower left. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A transformation [a b c d e f] of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** What applies `inner` first. */
export const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

/** What is used of a font; the library types it as anything. */
interface Font {
  readonly fontMatrix?: readonly number[];
  readonly vertical?: boolean;
}

/** What is used of a sign that is shown; beside signs stand numbers, by which the next one moves. */
interface Shown {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace?: boolean;
  readonly vmetric?: readonly number[] | null;
}

/** How text is set at a moment (ISO 32000-1, 9.3). */
interface TextState {
  ctm: Matrix;
  fontName: string;
  font: Font;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
}

/** Heights of a letter in parts of its size; the library's fonts name none. */
const [ascent, descent] = [0.8, -0.2];

/** Signs of one page; a page has some thousands. */
const glyphsMax = 200_000;

/**
 * Where each letter of a page stands, in the order in which the file draws them. Only text operators and those that move, turn or
 * size them are followed; nothing is drawn.
 */
export const pageGlyphs = async (page: PDFPageProxy): Promise<PageGlyph[]> => {
  const { OPS, noAnnotations } = await operations();
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: noAnnotations });
  const glyphs: PageGlyph[] = [];
  const kept: TextState[] = [];
  let state: TextState = {
    ctm: identity,
    fontName: "",
    font: {},
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    rise: 0,
    leading: 0,
  };
  let matrix = identity;
  let [x, y, lineX, lineY] = [0, 0, 0, 0];
  const move = (right: number, up: number): void => {
    lineX += right;
    lineY += up;
    [x, y] = [lineX, lineY];
  };
  const save = (): void => void kept.push({ ...state });
  const restore = (): void => {
    state = kept.pop() ?? state;
  };
  const sets =
    (name: "charSpacing" | "wordSpacing" | "scale" | "rise" | "leading", unit = 1) =>
    ([by]: [number]): void => {
      state[name] = by * unit;
    };
  const setFont = (name: string, size: number): void => {
    state.fontName = name;
    state.font = fontOf(page, name);
    state.fontSize = size;
  };
  const show = (signs: readonly (Shown | number)[]): void => {
    const toPage = times(state.ctm, times(matrix, [state.scale, 0, 0, 1, x, y + state.rise]));
    const { drawn, advance } = laidOut(signs, state);
    const isTurned = Math.abs(toPage[1]) > Math.abs(toPage[0]) !== (state.font.vertical === true);
    for (const { text, box } of drawn)
      if (glyphs.length < glyphsMax) glyphs.push({ text, font: state.fontName, box: around(toPage, box), isTurned });
    if (state.font.vertical) y += advance;
    else x += advance * state.scale;
  };
  const does: Readonly<Record<number, (args: never) => void>> = {
    [OPS.save]: save,
    [OPS.restore]: restore,
    [OPS.transform]: (by: Matrix) => {
      state.ctm = times(state.ctm, by);
    },
    [OPS.paintFormXObjectBegin]: ([by]: [Matrix | null]) => {
      save();
      if (by) state.ctm = times(state.ctm, by);
    },
    [OPS.paintFormXObjectEnd]: restore,
    [OPS.beginText]: () => {
      matrix = identity;
      [x, y, lineX, lineY] = [0, 0, 0, 0];
    },
    [OPS.setCharSpacing]: sets("charSpacing"),
    [OPS.setWordSpacing]: sets("wordSpacing"),
    [OPS.setHScale]: sets("scale", 0.01),
    [OPS.setLeading]: sets("leading", -1),
    [OPS.setTextRise]: sets("rise"),
    [OPS.setFont]: ([name, size]: [string, number]) => setFont(name, size),
    [OPS.setGState]: ([entries]: [readonly (readonly [string, unknown])[]]) => {
      for (const [key, value] of entries) if (key === "Font") setFont(...(value as [string, number]));
    },
    [OPS.moveText]: ([right, up]: [number, number]) => move(right, up),
    [OPS.setLeadingMoveText]: ([right, up]: [number, number]) => {
      state.leading = up;
      move(right, up);
    },
    [OPS.setTextMatrix]: (args: readonly [Matrix] | Matrix) => {
      matrix = matrixOf(args);
      [x, y, lineX, lineY] = [0, 0, 0, 0];
    },
    [OPS.nextLine]: () => move(0, state.leading),
    [OPS.showText]: ([signs]: [readonly (Shown | number)[]]) => show(signs),
  };
  for (const [at, operation] of fnArray.entries()) does[operation]?.(argsArray[at] as never);
  return glyphs;
};

/** A matrix comes by itself, or as one typed array within the arguments. */
const matrixOf = (args: readonly [Matrix] | Matrix): Matrix =>
  typeof args[0] === "number" ? (args as Matrix) : args[0];

const fontOf = (page: PDFPageProxy, name: string): Font => {
  try {
    return page.commonObjs.get(name) as Font;
  } catch {
    // A font that the file does not hold: its letters get boxes of usual heights.
    return {};
  }
};

/** Signs set one after another from a point of their own, in text space. */
const laidOut = (signs: readonly (Shown | number)[], { font, fontSize, charSpacing, wordSpacing }: TextState) => {
  const unit = font.fontMatrix?.[0] || 0.001;
  const drawn: { readonly text: string; readonly box: Box }[] = [];
  let at = 0;
  for (const sign of signs) {
    if (typeof sign === "number") {
      at += ((font.vertical ? 1 : -1) * sign * fontSize) / 1_000;
      continue;
    }
    const spacing = (sign.isSpace ? wordSpacing : 0) + charSpacing;
    const wide = sign.width * unit * fontSize;
    if (font.vertical && sign.vmetric) {
      const [down = 0, middle = 0] = sign.vmetric.map((part) => part * unit * fontSize);
      drawn.push({ text: sign.unicode, box: [-middle, at + down, -middle + wide, at] });
      at += down - spacing;
      continue;
    }
    drawn.push({ text: sign.unicode, box: [at, descent * fontSize, at + wide, ascent * fontSize] });
    at += wide + spacing;
  }
  return { drawn, advance: at };
};

/** The upright box around a box that was turned or sized. */
const around = ([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box => {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
};
