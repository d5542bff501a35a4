import { type ModelOutput, type Progress, ProviderError, type ProviderFailure } from "../../provider.ts";

/** Thrown to leave the reading of an answer once it is longer than allowed; what was read is the output. */
export class OutputFull extends Error {}

/** The text of an answer as it grows, character for character (`acceptTurn` decides over these bytes), and what was counted. */
export class AnswerText {
  readonly #provider: string;
  readonly #bytesMax: number;
  readonly #progress: Progress | undefined;
  readonly #parts: string[] = [];
  #bytes = 0;
  inputTokens = 0;
  outputTokens = 0;

  constructor(provider: string, bytesMax: number, progress?: Progress) {
    this.#provider = provider;
    this.#bytesMax = bytesMax;
    this.#progress = progress;
  }

  /** Adds text. Errors: OutputFull, once there is more than the limit. */
  add(text: string): void {
    if (text === "") return;
    this.#parts.push(text);
    this.#bytes += Buffer.byteLength(text);
    this.#progress?.(this.#bytes);
    if (this.#bytes > this.#bytesMax) throw new OutputFull();
  }

  /**
   * The output, cut one byte past the limit. Errors: ProviderError `malformed` where the text holds half a surrogate
   * pair, which has no bytes in UTF-8 and would be replaced silently.
   */
  output(): ModelOutput {
    const text = this.#parts.join("");
    if (!text.isWellFormed()) throw new ProviderError(this.#provider, "malformed");
    return this.#encoded(text);
  }

  /** A failure that keeps for the record what had come. */
  failure(failure: ProviderFailure): ProviderError {
    const text = this.#parts.join("");
    return new ProviderError(this.#provider, failure, text === "" ? undefined : this.#encoded(text.toWellFormed()));
  }

  #encoded(text: string): ModelOutput {
    const raw = new TextEncoder().encode(text).slice(0, this.#bytesMax + 1);
    return { raw, inputTokens: this.inputTokens, outputTokens: this.outputTokens };
  }
}
