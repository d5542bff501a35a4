import { DomainError } from "../error.ts";

/** An error with lines for the person, told below what it says. */
export class Explained extends DomainError {
  readonly lines: readonly string[];

  constructor(error: DomainError, lines: readonly string[]) {
    super(error.reason, error.told, error.facts, { cause: error, violations: error.violations });
    this.lines = lines;
  }
}
