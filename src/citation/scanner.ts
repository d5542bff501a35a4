/** Reads a text from left to right by sticky expressions; every step back is an assignment to `at`. */
export class Scanner {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Takes what `pattern` (sticky) matches here, or nothing. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  /** Runs a reader; what it does not recognise is not taken. */
  attempt<T>(reader: () => T | undefined): T | undefined {
    const before = this.at;
    const result = reader();
    if (result === undefined) this.at = before;
    return result;
  }
}
