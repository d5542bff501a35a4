/**
 * What an address says behind its place, of a ruling that was not read from its publisher's data or whose numbers were inferred. It is
 * recorded in Dutch, as the address is; whoever shows it says it in the reader's language.
 */
export const addressNotes = {
  page: { nl: " (gelezen van een opgeslagen pagina)", en: " (read from a saved page)" },
  pdf: { nl: " (gelezen uit een pdf)", en: " (read from a PDF)" },
  guessed: { nl: " (nummer afgeleid uit de tekst)", en: " (number inferred from the text)" },
} as const;

/** An address as it is shown in a language; without such a note the address itself. */
export const addressIn = (address: string, locale: "nl" | "en"): string =>
  Object.values(addressNotes).reduce((told, note) => told.replace(note.nl, note[locale]), address);
