/** A file that is not imported. The message is a sentence that says why and what to do; it holds no evidence text. */
export class ImportRefusal extends Error {
  override readonly name = "ImportRefusal";
}
