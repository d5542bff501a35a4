import { runCli } from "../../../src/cli/program.ts";
import type { CliDeps } from "../../../src/cli/types.ts";

/** What a command line left behind. */
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Standard output as bytes. */
  readonly bytes: Uint8Array;
}

const { PINCITE_TOKEN_FILE, XDG_STATE_HOME } = process.env;
const tokenFile = { PINCITE_TOKEN_FILE, XDG_STATE_HOME };

/**
 * Runs one command line against nothing but what is handed in: no process streams, and of the environment only where the
 * token and the state of the tests lie.
 */
export const cli = async (argv: readonly string[], deps: Partial<CliDeps> = {}): Promise<CliResult> => {
  // Every worker's servers take the one token of the tests: another one would end what they have open.
  if (argv.join(" ") === "token rotate" && deps.env?.PINCITE_TOKEN_FILE === undefined)
    throw new Error("a test that rotates the token names a token file of its own");
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const into = (list: Uint8Array[]) => ({
    write: (content: string | Uint8Array) => list.push(Buffer.from(content as string)),
  });
  const code = await runCli(argv, {
    start: () => Promise.reject(new Error("this test starts no server")),
    stdout: into(out),
    stderr: into(err),
    stop: new AbortController().signal,
    ...deps,
    // In English whatever the run's language, unless a test says otherwise.
    env: { PINCITE_LANG: "en", ...tokenFile, ...deps.env },
  });
  const bytes = Buffer.concat(out);
  return { code, out: bytes.toString(), err: Buffer.concat(err).toString(), bytes };
};
