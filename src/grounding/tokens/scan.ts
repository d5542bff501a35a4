import type { Tongue } from "../language/grammar.ts";
import { tongueOf } from "../language/tongue.ts";
import type { Range } from "./token.ts";

/** A text from which what was read is struck out, so that nothing is read twice. Offsets stay. */
export class Scan {
  text: string;
  /** The language that its words show; undefined: they show none. */
  readonly tongue: Tongue | undefined;

  constructor(text: string) {
    this.text = text;
    this.tongue = tongueOf(text);
  }

  /** Every match that `read` takes for something; what it takes is struck out. */
  take<T>(pattern: RegExp, read: (match: RegExpExecArray) => T | undefined): (T & Range & { text: string })[] {
    const taken: (T & Range & { text: string })[] = [];
    // A copy of each pattern for each text, as matchAll makes, takes as long as all matching.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(this.text); match !== null; match = pattern.exec(this.text)) {
      if (match[0] === "") pattern.lastIndex++;
      const found = read(match);
      if (found === undefined) continue;
      const range = { start: match.index, end: match.index + match[0].length };
      taken.push({ ...found, ...range, text: match[0] });
    }
    for (const range of taken) this.strike(range);
    return taken;
  }

  /** Leaves blanks in place of what stands there. */
  strike({ start, end }: Range): void {
    this.text = this.text.slice(0, start) + " ".repeat(end - start) + this.text.slice(end);
  }
}
