import { renderHtml } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import type { Memo } from "./memo.ts";

/** A form that memos are exported in. */
export interface MemoFormat {
  /** Name, which is the file's suffix too. */
  readonly name: string;
  readonly mediaType: string;
  /** Errors: DATA_LOSS when the draft cites what its ledger does not have. */
  print(memo: Memo): Promise<Uint8Array>;
}

const utf8 = new TextEncoder();

/** Every format, in order of name. Word's printer is loaded when it is asked for: it is the largest of them. */
export const memoFormats: readonly MemoFormat[] = [
  {
    name: "docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    print: async (memo) => (await import("./docx.ts")).renderDocx(memo),
  },
  { name: "html", mediaType: "text/html; charset=utf-8", print: async (memo) => utf8.encode(renderHtml(memo)) },
  { name: "md", mediaType: "text/markdown; charset=utf-8", print: async (memo) => utf8.encode(renderMarkdown(memo)) },
];
