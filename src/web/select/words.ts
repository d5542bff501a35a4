/** What choosing from the Vault says, English to Dutch. */
export const selectInDutch = {
  "Choose from the Vault": "Kies uit de kluis",
  "Close the Vault": "Kluis sluiten",
  "One message that did not come from here was ignored.": "Eén bericht dat niet hiervandaan kwam, is genegeerd.",
  "{1} messages that did not come from here were ignored.":
    "{1} berichten die niet hiervandaan kwamen, zijn genegeerd.",
} as const;
