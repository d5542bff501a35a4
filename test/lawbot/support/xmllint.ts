import { spawnSync } from "node:child_process";

/** Whether xmllint (libxml2; package libxml2-utils on Debian) is on this machine: an XPath reader that shares no code with ours. */
export const hasXmllint: boolean = spawnSync("xmllint", ["--version"]).status === 0;

/**
 * The text nodes that each XPath expression selects, by one run of xmllint over the file. `--nonet` and no `--loaddtd`:
 * nothing is fetched for the DOCTYPE of older files.
 */
export const xpathTexts = (file: string, expressions: readonly string[]): string[][] =>
  xpathNodes(file, expressions).map((nodes) => nodes.map(unescaped));

/** The same nodes as xmllint writes them down, elements with their markup. */
export const xpathNodes = (file: string, expressions: readonly string[]): string[][] => {
  const commands = [...expressions.map((expression) => `cat ${expression}`), "bye"].join("\n");
  const run = spawnSync("xmllint", ["--nonet", "--shell", file], {
    input: `${commands}\n`,
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`xmllint failed on ${file}: ${run.stderr.slice(0, 500)}`);
  const answers = run.stdout.split("/ > ").slice(1, expressions.length + 1);
  return answers.map((answer) =>
    answer
      .split(" -------\n")
      .slice(1)
      .map((node) => node.replace(/\n$/, "")),
  );
};

/** Text without its character references. */
export const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9A-Fa-f]+);/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)))
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
