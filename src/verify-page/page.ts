import { type ProofCode, ProofCodeSchema, type ProofReport } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { type Speech, speechOf } from "../messages/speech.ts";
import { proofBytesMax } from "../proof/formats.ts";

/** Checks the bytes of a file; with a key that the reader knows, or held against itself. */
type Verify = (bytes: Uint8Array, knownKey: string | undefined) => Promise<ProofReport>;

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Shows what is said of a proof that a person chooses. Whatever a file holds goes in as text, never as markup. */
export const showVerifier = (verify: Verify): void => {
  const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
  const speech = speechOf(asked);
  sayLabels(speech);
  const file = byId<HTMLInputElement>("file");
  const check = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const key = byId<HTMLInputElement>("key").value.trim();
    told(speech.phrase("proof.checking"), "busy");
    // The browser draws that it is at work before it is.
    await new Promise((drawn) => setTimeout(drawn, 30));
    if (chosen.size > proofBytesMax)
      return told(speech.sentence(`it has ${chosen.size} bytes; at most ${proofBytesMax} are read.`), "broken");
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    showReport(await verify(bytes, key === "" ? undefined : key), speech);
  };
  file.addEventListener("change", () => void check(file.files?.[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void check(event.dataTransfer?.files[0]);
  });
};

const sayLabels = ({ locale, phrase }: Speech): void => {
  document.documentElement.lang = locale;
  document.title = phrase("proof.check-the-proof-of-a-memo");
  byId("title").textContent = phrase("proof.check-the-proof-of-a-memo");
  byId("what").textContent = phrase("proof.choose-a-pincite-file-or-drop-it-here-it");
  byId("file-label").textContent = phrase("proof.proof");
  byId("key-label").textContent = phrase("proof.id-of-a-key-of-the-sender-that-you-know-from");
};

const told = (sentence: string, state: string): void => {
  const verdict = byId("verdict");
  verdict.textContent = sentence;
  verdict.dataset["state"] = state;
  byId("checks").replaceChildren();
};

const showReport = ({ checks, redacted }: ProofReport, { phrase, sentence }: Speech): void => {
  const broken = checks.find(({ passed }) => !passed);
  const nameOf = (code: ProofCode): string => sentence(enumWord(code));
  const good = redacted
    ? phrase("proof.the-redacted-proof-holds-as-far-as-one-can")
    : phrase("proof.the-proof-holds-everything-in-it-was-checked");
  told(broken ? `${phrase("proof.broken")}: ${nameOf(broken.code)}` : good, broken ? "broken" : "holds");
  // What a program reads here, since a name may be said in any language.
  byId("verdict").dataset["broken"] = broken ? enumWord(broken.code) : "";
  byId("checks").replaceChildren(
    ...checks.map(({ code, detail, passed }) => {
      const row = document.createElement("tr");
      row.className = passed ? "holds" : "broken";
      row.append(
        ...[passed ? phrase("proof.holds") : phrase("proof.broken"), nameOf(code), sentence(detail)].map(cell),
      );
      return row;
    }),
  );
};

const enumWord = (code: ProofCode): string => ProofCodeSchema.value[code]?.localName ?? String(code);

const cell = (text: string): HTMLTableCellElement => {
  const made = document.createElement("td");
  made.textContent = text;
  return made;
};
