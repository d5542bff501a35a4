/** A provision by the id of its law and its number there; the number of a law as a whole is "". */
export interface LawLink {
  readonly lawId: string;
  readonly number: string;
}
