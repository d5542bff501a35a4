/** What the page says of how a memo came about, English to Dutch. */
export const traceInDutch = {
  "How this memo came about": "Hoe dit memo tot stand kwam",
  "Who said yes": "Wie ja zei",
  "Nobody has decided anything yet.": "Er is nog niets beslist.",
  "{1} said yes": "{1} zei ja",
  "{1} said no": "{1} zei nee",
  "the name is what the server was told, and was not checked":
    "de naam is wat de server verteld is, en is niet gecontroleerd",
  "What the model saw, part by part": "Wat het model zag, deel voor deel",
  "No model was asked yet.": "Er is nog geen model gevraagd.",
  "Instructions: {1}": "Instructies: {1}",
  "Question: {1}": "Vraag: {1}",
  "characters {1} to {2}": "tekens {1} tot {2}",
  "This turn was recorded before texts were kept; its digests are {1} and {2}.":
    "Deze beurt is vastgelegd voordat teksten bewaard werden; hun sommen zijn {1} en {2}.",
  "Step {1}": "Stap {1}",
  Receipts: "Bewijzen van elke zoekopdracht",
  "No search has ended yet.": "Er is nog geen zoekopdracht klaar.",
  Check: "Controleer",
  "It holds": "Het klopt",
  "It does not hold": "Het klopt niet",
  holds: "klopt",
  "does not hold": "klopt niet",
  "This could not be read. Try again.": "Dit kon niet gelezen worden. Probeer het opnieuw.",
  "Try again": "Probeer opnieuw",
} as const;
