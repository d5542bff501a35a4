/** What a choice of a part of the Vault says, English to Dutch. */
export const strandsInDutch = {
  "my first case": "mijn eerste zaak",
  "another case…": "een andere zaak…",
  "Name of the case": "Naam van de zaak",
  "Take this name": "Neem deze naam",
} as const;
