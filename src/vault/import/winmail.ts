import { oneLine } from "../mail/clean-text.ts";
import { decompressRtf } from "../office/rtf-compressed.ts";
import { readTnef, type Tnef, type TnefAttachment } from "../office/tnef.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/** MAPI properties of a message's words. */
const [plainBody, htmlBody, richBody] = [0x1000, 0x1013, 0x1009];

/**
 * `winmail.dat`, in which Outlook packs a message's formatted words and its attachments for other Outlooks (MS-OXTNEF): both are
 * given as files. A message inside is a `.tnef` again.
 */
export const winmail = {
  mediaTypes: ["application/ms-tnef", "application/vnd.ms-tnef"],
  suffixes: ["winmail.dat", ".tnef"],
  open(original) {
    const tnef = readTnef(original);
    const entries = [...bodyOf(tnef), ...tnef.attachments.map(entryOf)];
    if (entries.length === 0) throw new ImportRefusal("it holds neither words nor files; nothing is lost without it");
    return entries;
  },
} satisfies Opener;

/** One body, the one that Outlook would show: several are the same words in several forms. */
const bodyOf = ({ message, body }: Tnef): Entry[] => {
  const [html, rich, plain] = [message.get(htmlBody), message.get(richBody), message.get(plainBody)];
  if (html !== undefined && html.length > 0) return [file("message.html", "text/html", html)];
  const rtf = rich instanceof Uint8Array && rich.length > 0 ? decompressRtf(rich) : undefined;
  if (rtf !== undefined) return [file("message.rtf", "application/rtf", rtf)];
  const text = typeof plain === "string" && plain !== "" ? plain : body?.subarray(0, endOf(body));
  return text === undefined || text.length === 0 ? [] : [file("message.txt", "text/plain", text)];
};

const endOf = (body: Uint8Array): number => {
  const end = body.indexOf(0);
  return end < 0 ? body.length : end;
};

const file = (name: string, mediaType: string, content: string | Uint8Array): Entry => ({
  name,
  mediaType,
  bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
});

const noFile = "it is an object of another program and no file; ask the sender for it as a file of its own";

const entryOf = ({ name, mediaType, bytes, isMessage }: TnefAttachment, i: number): Entry => {
  const given = oneLine(name.split(/[/\\]/).at(-1) ?? "", 190);
  if (bytes === undefined) return { name: given || `part-${i + 1}`, refusal: noFile };
  if (isMessage) return { name: `${given || `part-${i + 1}`}.tnef`, mediaType: winmail.mediaTypes[0] ?? "", bytes };
  return { name: given || `part-${i + 1}`, mediaType, bytes };
};
