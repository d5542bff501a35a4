import { isInstrumentNoun, namesDocument } from "./language/paper-nouns.ts";
import { fold } from "./language/words.ts";

const firstWord = (name: string): string => fold(name.trim().split(/[\s._-]+/u)[0] ?? "");

/** Whether a name begins with what the document is: `Factuur wasmachine`, `huurcontract getekend`. */
export const saysWhatItIs = (name: string): boolean => namesDocument(fold(name.trim().split(/\s+/u)[0] ?? ""));

/** Whether a name begins with an agreement or another instrument, which its parties made together: `arbeidsovereenkomst_2022.docx`. */
export const namesInstrument = (name: string): boolean => isInstrumentNoun(firstWord(name));
