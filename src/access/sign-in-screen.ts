import { escapedHtml } from "#kit/html.ts";
import { signInPaths } from "#kit/page-session.ts";
import type { Speech } from "../messages/speech.ts";
import { answer, type Response } from "../wire/page-answer.ts";

/** One of the short pages around a sign-in: a heading, what there is to know, and one link. */
export interface Screen {
  readonly status: number;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly link: { readonly to: string; readonly text: string };
  /** Cookies to be set with it. */
  readonly cookies?: readonly string[];
}

export const styleText = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
main a { display: inline-block; padding: 0.5rem 1rem; border: 1px solid; border-radius: 0.25rem; color: inherit; }
`;

/** Answers with a page without a script, in the language of whoever reads it. */
export const show = (response: Response, { locale }: Pick<Speech, "locale">, screen: Screen): true => {
  const { status, heading, lines, link, cookies = [] } = screen;
  const body = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(heading)} - Pincite</title>
<link rel="stylesheet" href="${signInPaths.style}">
</head>
<body><main>
<h1>${escapedHtml(heading)}</h1>
${lines.map((line) => `<p>${escapedHtml(line)}</p>`).join("\n")}
<p><a href="${escapedHtml(link.to)}">${escapedHtml(link.text)}</a></p>
</main></body>
</html>
`;
  const type = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return answer(response, status, cookies.length > 0 ? { ...type, "set-cookie": cookies } : type, body);
};
