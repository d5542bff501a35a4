import { emitKeypressEvents } from "node:readline";

/** A terminal that is read key by key and drawn as a whole. */
export interface Terminal {
  size(): { readonly columns: number; readonly rows: number };
  /** Draws these lines in place of what was there. The first is the head. */
  draw(lines: readonly string[]): void;
  /** Waits for a key, by its name; `resize` where the terminal has another size. */
  key(): Promise<string>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** ECMA-48 and xterm: a screen of its own, so that what stood there comes back; no cursor; no line goes on by itself. */
const [enter, leave] = ["\u001b[?1049h\u001b[?25l\u001b[?7l", "\u001b[?7h\u001b[?25h\u001b[?1049l"];
const [reverse, upright] = ["\u001b[7m", "\u001b[0m"];

/** This process's terminal; undefined where nobody sits at one. */
export const ownTerminal = (env: Readonly<Record<string, string | undefined>>): Terminal | undefined => {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return undefined;
  const [typed, waiting]: [string[], ((key: string) => void)[]] = [[], []];
  const give = (key: string): void => {
    const next = waiting.shift();
    if (next) next(key);
    else typed.push(key);
  };
  const onKey = (text: string | undefined, key: Keypress): void => give(nameOf(text, key));
  const onResize = (): void => give("resize");
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on("keypress", onKey);
  stdout.on("resize", onResize);
  stdout.write(enter);
  const head = env.NO_COLOR ? (line: string) => line : (line: string) => `${reverse}${line}${upright}`;
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    draw: ([top = "", ...lines]) =>
      void stdout.write(`\u001b[H${[head(top), ...lines].map((line) => `${line}\u001b[K`).join("\r\n")}\u001b[J`),
    key: async () => typed.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))),
    close: () => {
      stdin.off("keypress", onKey);
      stdout.off("resize", onResize);
      stdin.setRawMode(false);
      stdin.pause();
      stdout.write(leave);
    },
  };
};

interface Keypress {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

const nameOf = (text: string | undefined, { name, ctrl, shift }: Keypress): string => {
  if (ctrl && name) return `ctrl-${name}`;
  if (name === "enter") return "return";
  if (name && shift && name.length === 1) return name.toUpperCase();
  return name ?? text ?? "";
};
