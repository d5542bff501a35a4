import { expect, it } from "vitest";
import { addressIn } from "../../src/kit/address-notes.ts";

it.each([
  ["HR 1 mei 2020, r.o. 3.2 (gelezen van een opgeslagen pagina)", "HR 1 mei 2020, r.o. 3.2 (read from a saved page)"],
  [
    "HR 1 mei 2020, r.o. 3.2 (nummer afgeleid uit de tekst) (gelezen uit een pdf)",
    "HR 1 mei 2020, r.o. 3.2 (number inferred from the text) (read from a PDF)",
  ],
  ["art. 7:611 BW", "art. 7:611 BW"],
])("says in English what the address %s says of how it was read", (recorded, shown) => {
  expect(addressIn(recorded, "en")).toBe(shown);
});
