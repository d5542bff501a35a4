import PDFDocument from "pdfkit";

/** One line of a print, or several that its room breaks into: words, size of letters, and what they hang out by. */
export interface Printed {
  readonly words: string;
  readonly size?: number;
  /** Points by which they begin left of the text's edge. */
  readonly hangs?: number;
  /** Draws these words as a footnote's mark behind them. */
  readonly mark?: string;
}

/** A print of a ruling's page: fields with their values beside them, then its words; a foot as browsers print it. */
export const rulingPrint = (
  head: readonly (string | readonly [label: string, value: string])[],
  body: readonly Printed[],
): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: "A4", margin: 72, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const line of head) {
    const at = document.y;
    if (typeof line === "string") document.fontSize(14).text(line, 72);
    else {
      document.fontSize(11).text(line[0], 72, at);
      document.text(line[1], 220, at);
    }
  }
  for (const { words, size = 11, hangs = 0, mark } of body) {
    document
      .fontSize(size)
      .text(words, 72 - hangs, document.y + (hangs > 0 ? 0 : 6), { continued: mark !== undefined });
    if (mark !== undefined) document.fontSize(6).text(mark, { rise: 4 } as object);
  }
  document.end();
  return new Promise((resolve) => document.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks)))));
};
