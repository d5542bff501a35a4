/** Files of which every office has some, and the program that turns them into what is read here. */
const elsewhere: readonly [suffix: string, reason: string][] = [
  [
    ".pst",
    "it is a mailbox of Outlook itself: turn it into .mbox with `readpst -o FOLDER FILE` (package pst-utils), or open it in Outlook and save the messages as .msg, and import those",
  ],
  [
    ".ost",
    "it is the copy that Outlook keeps of a mailbox: export the mailbox as .pst, turn that into .mbox with `readpst`, and import it",
  ],
  [".doc", "it is an old Word document: open it, save it as .docx and import that"],
];

/** What to do with a file of this name that no importer reads; undefined where nothing more is known. */
export const elsewhereReason = (path: string): string | undefined =>
  elsewhere.find(([suffix]) => path.toLowerCase().endsWith(suffix))?.[1];
