import { namesDocument } from "./language/paper-nouns.ts";
import { fold } from "./language/words.ts";

/** Whether a name begins with what the document is: `Factuur wasmachine`, `huurcontract getekend`. */
export const saysWhatItIs = (name: string): boolean => namesDocument(fold(name.trim().split(/\s+/u)[0] ?? ""));
