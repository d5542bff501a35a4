import { existsSync } from "node:fs";
import { homedir } from "node:os";

/** The signs that people, shells and word processors put around a path. */
const quoted = /^(?:"(?<double>.*)"|'(?<single>.*)'|[“„”](?<curly>.*)[“”]|[‘‚’](?<curlySingle>.*)[‘’])$/su;

const unquoted = (typed: string): string => Object.values(quoted.exec(typed)?.groups ?? {}).find(Boolean) ?? typed;

/** A terminal writes a backslash before the blanks of a file that is dropped on it. */
const unescaped = (typed: string): string => typed.replaceAll(/\\(?<sign>.)/gsu, "$<sign>");

const fromHome = (typed: string, home: string): string => typed.replace(/^~(?=\/|$)/u, () => home);

/**
 * The path that a person typed where no shell reads it: as it stands, without the quotes around it, or as a terminal writes a file that is
 * dropped on it, whichever is there; `~` is her own folder. Where none is there it is the one without quotes.
 */
export const pathTyped = (typed: string, absolute: (path: string) => string, home = homedir()): string => {
  const bare = unquoted(typed.trim());
  const ways = [typed.trim(), bare, unescaped(bare)].map((way) => absolute(fromHome(way, home)));
  return ways.find((way) => existsSync(way)) ?? absolute(fromHome(bare, home));
};
