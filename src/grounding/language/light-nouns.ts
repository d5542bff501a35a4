import { words } from "./grammar.ts";

/**
 * Nouns that say nothing of the case: those of fixed expressions ("in verband met", "op grond van", "in respect of"), of
 * time, of the papers themselves and of talking about them. Linguistics calls the first kind light or relational nouns.
 */
export const lightNouns: ReadonlySet<string> = words(`
  verband grond basis kader aanleiding verzoek aanzien gevolg gebied geval manier wijze vorm deel kant feit zaak punt vraag
  antwoord reactie standpunt stelling zin woord woorden moment tijd tijdstip datum dag dagen week weken maand maanden jaar jaren
  keer maal uur begin einde eind ochtend middag avond termijn periode brief brieven mail email e-mail bericht berichten stuk
  stukken document documenten schrijven tekst alinea pagina bijlage productie kenmerk onderwerp gesprek inhoud naam namens
  rekening strijd tegenstelling doel reden opzicht mening oordeel idee weg kwestie ding hand orde plaats beroep hoogte
  verslag verslagen rapport rapporten notitie afschrift kopie
  report reports note notes copy basis respect ground grounds case way part fact matter point question answer reply position statement sentence word words
  moment time date day days week weeks month months year years hour beginning end morning afternoon evening term period letter
  letters mail message messages document documents text paragraph page annex exhibit reference subject meeting content name
  purpose reason view opinion idea account behalf connection regard relation accordance response request writing
`);
