import { spawn } from "node:child_process";

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

/**
 * Opens an address in the person's browser; gives false where there is none, such as on a machine without a screen, or where the
 * system's opener finds none.
 */
export const openInBrowser = (url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> => {
  const isHeadless = process.platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (isHeadless) return Promise.resolve(false);
  const [program = "xdg-open", ...args] = openers[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true, env });
    const stillOpening = setTimeout(() => end(true), failsWithinMs);
    const end = (isOpen: boolean): void => {
      clearTimeout(stillOpening);
      child.unref();
      resolve(isOpen);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
  });
};
