import { spawn } from "node:child_process";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The program that opens an address in the browser of a person's choice, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * How long an opener may take to say that it found no browser. Those that open one in this process's place end only with it, so
 * that one which still runs by then counts as open.
 */
const failsWithinMs = 2_000;

/** By when whatever an address opened once is over, and the file that leads to it may go. */
const overMs = 5 * 60_000;

/**
 * Opens an address in the person's browser; gives false where there is none, such as on a machine without a screen, or where the
 * system's opener finds none. What the opener and the browser are started with, every account of the machine can read, and the address lets
 * in whoever opens it first: they are given a file of this account's alone, in `home`, which leads there.
 */
export const openInBrowser = (
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  home = homedir(),
): Promise<boolean> => {
  const isHeadless = process.platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (isHeadless) return Promise.resolve(false);
  let leading: string;
  try {
    leading = fileLeadingTo(url, home);
  } catch {
    // A home that cannot be written to, as in a container: the person is given the address to open herself.
    return Promise.resolve(false);
  }
  const [program = "xdg-open", ...args] = openers[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, pathToFileURL(leading).href], { stdio: "ignore", detached: true, env });
    const stillOpening = setTimeout(() => end(true), failsWithinMs);
    const end = (isOpen: boolean): void => {
      clearTimeout(stillOpening);
      child.unref();
      // A browser that was found may read it only later; the next call takes it away.
      if (!isOpen) rmSync(leading, { force: true });
      resolve(isOpen);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
  });
};

const fileName = /^pincite-page-[0-9a-f-]{36}\.html$/u;

/**
 * Makes it in the home folder, since browsers in a sandbox of their own (snap) read neither hidden folders nor temporary ones, and takes away
 * those of earlier calls.
 */
const fileLeadingTo = (url: string, home: string): string => {
  for (const name of readdirSync(home)) {
    const path = join(home, name);
    if (fileName.test(name) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - overMs)
      rmSync(path, { force: true });
  }
  const path = join(home, `pincite-page-${crypto.randomUUID()}.html`);
  const address = url.replace(/["&<>]/gu, (letter) => `&#${letter.charCodeAt(0)};`);
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>Pincite</title><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Pincite</a>\n`,
    { flag: "wx", mode: 0o600 },
  );
  return path;
};
