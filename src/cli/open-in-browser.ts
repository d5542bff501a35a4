import { spawn } from "node:child_process";

/** The program that opens an address in the browser of a person's choice, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address in the person's browser; gives false where there is none, such as on a machine without a screen. */
export const openInBrowser = (url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> => {
  const isHeadless = process.platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (isHeadless) return Promise.resolve(false);
  const [program = "xdg-open", ...args] = openers[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
};
