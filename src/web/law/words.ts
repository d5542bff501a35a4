/** What the list of laws says by itself, English to Dutch. */
export const lawInDutch = {
  "Such a memo usually rests on these laws. Nothing is fetched from elsewhere: you choose the file.":
    "Zo'n stuk rust meestal op deze wetten. Er wordt niets van elders opgehaald: u kiest het bestand.",
  "Such a memo usually rests on these laws. You choose the file, or press to have one fetched: {1} may then be asked for that law, and nobody else.":
    "Zo'n stuk rust meestal op deze wetten. U kiest het bestand, of drukt om er een te laten ophalen: alleen {1} kan dan om die wet worden gevraagd, en niemand anders.",
  "Fetch {1}": "Haal {1} op",
  "Stop fetching {1}": "Stop met ophalen van {1}",
  "Stopped: nothing more is asked for. Press again, and it goes on where it ended.":
    "Gestopt: er wordt niets meer gevraagd. Druk nog eens, en het gaat verder waar het ophield.",
  "Asking…": "Er wordt gevraagd…",
  "{1} of {2} kB have come": "{1} van {2} kB ontvangen",
  "Not loaded. Open {1} in your browser, download the XML there, and choose that file here.":
    "Niet geladen. Open {1} in uw browser, download daar de XML, en kies dat bestand hier.",
  "Choose files with law (XML)": "Kies bestanden met wetten (XML)",
  "{1}: {2} of {3} kB sent": "{1}: {2} van {3} kB verstuurd",
  "{1}: loaded": "{1}: geladen",
  "{1}: was loaded already": "{1}: was al geladen",
  "{1}: not loaded": "{1}: niet geladen",
  "It was in force from": "Hij gold vanaf",
  "Load it": "Laad hem",
  "Version of {1}": "Versie van {1}",
  "Valid on {1}: certain": "Geldig op {1}: zeker",
  "Valid on {1}: unknown": "Geldig op {1}: onbekend",
  "Valid on {1}: no": "Geldig op {1}: nee",
  "known by {1}": "bekend bij {1}",
  "The list of versions (manifest.xml of the same page) tells until when it is in force.":
    "De lijst van versies (manifest.xml van dezelfde pagina) zegt tot wanneer hij geldt.",
  "That did not work: {1}": "Dat lukte niet: {1}",
} as const;
