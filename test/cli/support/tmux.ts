import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { projectRoot } from "../../../scripts/import-rules.ts";

/** Whether this machine has a terminal to try things in. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A terminal in which the program is run as a person runs it. */
export interface TestTerminal {
  /** What stands on the screen. */
  screen(): string;
  /** Waits until that stands on the screen, and gives the screen. */
  shows(text: string | RegExp): Promise<string>;
  /** Presses keys, by tmux's names for them; other words are typed. */
  press(...keys: string[]): void;
  /** Types a command line of `pincite` against a server, in English unless told otherwise. */
  run(url: string, line: string, lang?: string): void;
  close(): void;
}

/** Opens one of 90 columns and 24 lines, or of another size. */
export const openTestTerminal = (name: string, [columns, rows] = [90, 24]): TestTerminal => {
  const socket = `pincite-${name}-${process.pid}`;
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args]).toString();
  tmux("new-session", "-d", "-s", name, "-x", String(columns), "-y", String(rows), "sh");
  const screen = (): string => tmux("capture-pane", "-p", "-t", name);
  const press = (...keys: string[]): void => void tmux("send-keys", "-t", name, ...keys);
  const node = join(projectRoot, "node_modules", ".bin", "node");
  return {
    screen,
    press,
    shows: async (text) => {
      await expect.poll(screen, { timeout: 60_000, interval: 100 }).toMatch(text);
      return screen();
    },
    run: (url, line, lang = "en") =>
      press(
        `PINCITE_LANG=${lang} PINCITE_URL=${url} ${node} ${join(projectRoot, "bin", "pincite.js")} ${line}`,
        "Enter",
      ),
    close: () => void tmux("kill-server"),
  };
};
