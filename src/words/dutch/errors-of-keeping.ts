/** Errors of who may call, of backups and of the places where a server keeps things. As in errors.ts. */
export const keepingErrorsInDutch: Readonly<Record<string, string>> = {
  "this call came by a way on which nobody asks who calls":
    "deze oproep kwam langs een weg waar niemand vraagt wie er belt",
  "the deadline cannot be read: `connect-timeout-ms` has 1 to 10 digits, `grpc-timeout` 1 to 8 digits and one of H, M, S, m, u and n":
    "de termijn is niet te lezen: `connect-timeout-ms` heeft 1 tot 10 cijfers, `grpc-timeout` 1 tot 8 cijfers en één van H, M, S, m, u en n",
  "pages of another origin get no answer; open the page that this server serves":
    "bladzijden van elders krijgen geen antwoord; open de bladzijde die deze server toont",
  "this server answers to localhost, 127.0.0.1 and [::1] only":
    "deze server antwoordt alleen op localhost, 127.0.0.1 en [::1]",
  "The token file {1} {2}: make a new one with `pincite token rotate`.":
    "Het tokenbestand {1} {2}: maak een nieuw met `pincite token rotate`.",
  "The store {1} {2}{3}: it is an older copy, or was taken away. Put the newest copy of the whole folder back; or, where what came after may be lost, run `pincite store accept-restore` on the folder.":
    "De opslag {1} {2}{3}: het is een oudere kopie, of hij is weggehaald. Zet de nieuwste kopie van de hele map terug; of voer, als wat erna kwam weg mag zijn, `pincite store accept-restore` uit op de map.",
  "There is no whole backup in {1}: `pincite backup` ends with backup.pb.":
    "In {1} staat geen hele reservekopie: `pincite backup` eindigt met backup.pb.",
  "{1} holds something: name a folder that does not exist yet. Nothing was changed.":
    "In {1} staat al iets: noem een map die nog niet bestaat. Er is niets gewijzigd.",
  "The backup is not whole: {1}. Take another one into the same folder.":
    "De reservekopie is niet heel: {1}. Maak er nog een in dezelfde map.",
  "The disk of {1} is too full: it has {2} MiB left, and 64 MiB stay free beside what is written. Nothing was written; make room and try again. What is there can be read meanwhile.":
    "De schijf van {1} is te vol: er is nog {2} MiB, en 64 MiB blijft vrij naast wat wordt geschreven. Er is niets geschreven; maak ruimte en probeer het nog eens. Wat er is blijft leesbaar.",
  "this process has no store {1}: ask the server that has it":
    "dit programma heeft geen opslag {1}: vraag de server die hem heeft",
  "{1} is damaged: take another backup": "{1} is beschadigd: maak een nieuwe reservekopie",
  "{1} was written by a later version (form {2})": "{1} is door een latere versie geschreven (vorm {2})",
  "the backup is damaged: {1}; take another backup": "de reservekopie is beschadigd: {1}; maak een nieuwe",
  "the backup names a file outside the folder: {1}": "de reservekopie noemt een bestand buiten de map: {1}",
  "the store {1} was put back and does not hold what the backup says":
    "de opslag {1} is teruggezet en bevat niet wat de reservekopie zegt",
  "This server tells what an erasure would take, and erases nothing: whoever runs it starts it with PINCITE_ERASURE=on to have it erase. Nothing was changed.":
    "Deze server zegt wat een verwijdering zou meenemen, en verwijdert niets: wie hem beheert start hem met PINCITE_ERASURE=on om wel te verwijderen. Er is niets veranderd.",
  "This server only reads: its folder cannot be written to, or it was started with --read-only. Nothing was changed; copy the folder to a disk that can be written to and serve the copy.":
    "Deze server leest alleen: in zijn map kan niet worden geschreven, of hij is met --read-only gestart. Er is niets veranderd; kopieer de map naar een schijf waarop geschreven kan worden en start daarmee.",
  "the store {1} was put back and is damaged: {2}": "de opslag {1} is teruggezet en is beschadigd: {2}",
  "The backup could not be finished: {1}. Run the command again: it goes on from here.":
    "De reservekopie kon niet worden afgemaakt: {1}. Voer de opdracht nog eens uit: die gaat hiervandaan verder.",
  "another backup is being taken; try again when it has ended":
    "er wordt al een reservekopie gemaakt; probeer het nog eens als die klaar is",
  "a backup holds the keys of this server: it goes to whoever has the token, not to a page":
    "in een reservekopie staan de sleutels van deze server: die gaat naar wie het token heeft, niet naar een pagina",
  "the document never had this text; GetDoc names those it has":
    "dat document heeft deze tekst nooit gehad; GetDoc noemt de teksten die het heeft",
};
