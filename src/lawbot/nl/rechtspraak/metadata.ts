import { isDay } from "#kit/day.ts";
import type { RulingMetadata } from "../../port/ruling-source.ts";
import type { Attributes } from "../../xml/read-xml.ts";
import { Fields } from "../../xml/root.ts";

/** What the record of a ruling says about it, and by which identifier. */
export interface IdentifiedMetadata extends RulingMetadata {
  readonly identifier: string;
}

/** Values of one field that are kept, and their length: a record stays small whatever a file holds. */
const valuesMax = 100;
const lengthMax = 500;

/** Collects the fields of `rdf:RDF`: the first description is the record, the second the page about it. */
export class RulingRecord {
  readonly #fields = new Fields();
  readonly #values = new Map<string, string[]>();
  #descriptions = 0;

  open(name: string, attributes: Attributes): void {
    if (name === "rdf:Description") this.#descriptions++;
    this.#fields.open(name, attributes);
  }

  text(text: string): void {
    this.#fields.append(text);
  }

  close(): void {
    const { path, text } = this.#fields.close();
    if (!text) return;
    const key = `${this.#descriptions} ${path.slice(path.lastIndexOf("/") + 1)}`;
    const values = this.#values.get(key) ?? [];
    if (values.length < valuesMax) values.push(text.slice(0, lengthMax));
    this.#values.set(key, values);
  }

  metadata(): IdentifiedMetadata {
    const all = (name: string, description = 1) => this.#values.get(`${description} ${name}`) ?? [];
    const [decidedOn = ""] = all("dcterms:date");
    return {
      identifier: all("dcterms:identifier")[0] ?? "",
      court: all("dcterms:creator")[0] ?? "",
      decidedOn: isDay(decidedOn) ? decidedOn : "",
      kind: all("dcterms:type")[0] ?? "",
      title: all("dcterms:title", 2)[0] ?? "",
      caseNumbers: all("psi:zaaknummer"),
      subjects: all("dcterms:subject"),
      reporters: all("rdf:li"),
      // The older number became the ordinal of the ECLI.
      ljn:
        /^[A-Z]{2}\d{4}$/.exec(all("dcterms:replaces")[0] ?? "")?.[0] ??
        /:([A-Z]{2}\d{4})$/.exec(all("dcterms:identifier")[0]?.toUpperCase() ?? "")?.[1] ??
        "",
    };
  }
}
