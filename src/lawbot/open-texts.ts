import { Recent } from "#kit/recent.ts";

/** How texts of one kind are opened, and what they weigh together while they are open. */
export interface Opening<Stored, Open> {
  keyOf(stored: Stored): string;
  /** Opens a text from the store. Errors: DATA_LOSS, STORE_FAILED. */
  load(stored: Stored): Promise<Open>;
  /** Bytes, or whatever `weightMax` counts. */
  weigh(stored: Stored): number;
  readonly weightMax: number;
}

/** Keeps the last used texts open, since opening one decodes and folds all of it. The text just asked for always stays open. */
export class OpenTexts<Stored, Open> {
  readonly #open: Recent<string, { readonly text: Promise<Open>; readonly weight: number }>;
  readonly #opening: Opening<Stored, Open>;

  constructor(opening: Opening<Stored, Open>) {
    this.#opening = opening;
    this.#open = new Recent(opening.weightMax, ({ weight }) => weight);
  }

  /** Closes the texts whose key is such. */
  close(isSuch: (key: string) => boolean): void {
    for (const key of this.#open.keys()) if (isSuch(key)) this.#open.delete(key);
  }

  /** Opens a text; it is read from the store when it is not open yet. */
  get(stored: Stored): Promise<Open> {
    const key = this.#opening.keyOf(stored);
    const known = this.#open.get(key);
    if (known) return known.text;
    const text = this.#opening.load(stored);
    this.#open.set(key, { text, weight: this.#opening.weigh(stored) });
    // A failed opening is not kept: the next call tries again and reports afresh.
    text.catch(() => this.#open.get(key)?.text === text && this.#open.delete(key));
    return text;
  }
}
