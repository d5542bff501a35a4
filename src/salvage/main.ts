import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { failureOf } from "../cli/exit-code.ts";
import { plain } from "../cli/text/plain.ts";
import { DomainError } from "../error.ts";
import { salvageFolder } from "../main/salvage-folder.ts";
import { worded } from "../messages/said.ts";
import { type Speech, speechOf } from "../messages/speech.ts";
import { version } from "../version.ts";
import type { SalvagedStore } from "./read-hurt.ts";

/** Where the program writes its lines. */
interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs one command line of `pincite-salvage`, and resolves to its exit code: those of `pincite`. */
export const runSalvage = async (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { stdout, stderr }: Streams,
): Promise<number> => {
  const tag = env.PINCITE_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG;
  let speech = speechOf(tag);
  const say = (line: string): void => void stdout.write(`${plain(line)}\n`);
  try {
    const { values, positionals } = argumentsOf(argv);
    speech = speechOf(values.lang ?? tag);
    if (values.help) return told(stdout, help);
    if (values.version) return told(stdout, `${version}\n`);
    const [into, ...more] = positionals;
    if (into === undefined || values.data === undefined || more.length > 0)
      throw new DomainError("REQUEST_INVALID", worded("command.name-one-folder-to-be-made-and-with-data-the"));
    const stores = await salvageFolder(resolve(values.data), resolve(into));
    for (const one of stores) for (const line of linesOf(one, speech)) say(line);
    if (stores.every(({ lost, short }) => lost.length + short.length === 0)) return 0;
    throw new DomainError("DATA_LOSS", worded("command.what-holds-is-in-the-new-folder-what-is-named"));
  } catch (error) {
    const { lines, exitCode } = await failureOf(wrongFlag(error), speech);
    for (const line of lines) stderr.write(`${plain(line)}\n`);
    return exitCode;
  }
};

/** The `pincite-salvage` command. */
export const main = async (): Promise<void> => {
  process.exitCode = await runSalvage(process.argv.slice(2), process.env, process);
};

const told = (stdout: Streams["stdout"], text: string): number => {
  stdout.write(text);
  return 0;
};

const argumentsOf = (argv: readonly string[]) =>
  parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      data: { type: "string" },
      lang: { type: "string" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "V" },
    },
  });

const wrongFlag = (error: unknown): unknown =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_")
    ? new DomainError("REQUEST_INVALID", error.message)
    : error;

const linesOf = (
  { store, events, blobs, records, whole, short, lost }: SalvagedStore,
  { sentence, phrase }: Speech,
): string[] => [
  sentence(
    `${store}: ${events} events, ${blobs} artifacts, ${records} records are held; ${whole} whole, ${short.length} not`,
  ),
  ...short.map(
    ({ stream, held, known, artifactsLost }) =>
      `  ${phrase("record.of-events-held-artifacts-lost", { stream, held, known, artifactsLost })}`,
  ),
  ...lost.map((damage) => `  ${damage}`),
];

const help = `Usage: pincite-salvage <dir> --data <dir> [options]

Read the data folder of a server that no longer opens and write what every check holds into a new one. The old
one stays as it is, and no server may have it open.

Options:
  --data <dir>    the folder that is hurt
  --lang <tag>    language to speak in, nl or en (else PINCITE_LANG, else the terminal's)
  -V, --version   print the version
  -h, --help      print this

Example:
  pincite-salvage ./salvaged --data ./pincite-data
`;
