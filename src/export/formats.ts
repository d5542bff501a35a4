import { renderHtml } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import type { Memo } from "./memo.ts";

/** A form that memos are exported in. */
export interface MemoFormat {
  /** Name, which is the file's suffix too. */
  readonly name: string;
  readonly mediaType: string;
  /** Whether it is made of the exhibits' own bytes, so that `Memo.originals` must have them. */
  readonly hasOriginals: boolean;
  /** Errors: DATA_LOSS when the draft cites what its ledger does not have. */
  print(memo: Memo): Promise<Uint8Array>;
}

const utf8 = new TextEncoder();

/** Every format, in order of name. The large printers are loaded when they are asked for. */
export const memoFormats: readonly MemoFormat[] = [
  {
    name: "docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    hasOriginals: false,
    print: async (memo) => (await import("./docx.ts")).renderDocx(memo),
  },
  {
    name: "html",
    mediaType: "text/html; charset=utf-8",
    hasOriginals: false,
    print: async (memo) => utf8.encode(renderHtml(memo)),
  },
  {
    name: "md",
    mediaType: "text/markdown; charset=utf-8",
    hasOriginals: false,
    print: async (memo) => utf8.encode(renderMarkdown(memo)),
  },
  {
    name: "pdf",
    mediaType: "application/pdf",
    hasOriginals: false,
    print: async (memo) => (await import("./pdf.ts")).renderPdf(memo),
  },
  {
    name: "zip",
    mediaType: "application/zip",
    hasOriginals: true,
    print: async (memo) => (await import("./exhibit-archive.ts")).exhibitArchive(memo),
  },
];
