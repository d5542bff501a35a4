import { SaxesParser } from "saxes";
import { cleanText } from "../mail/clean-text.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { ChatMessage } from "./chat-segments.ts";
import { sentOn } from "./sent-on.ts";

type Attributes = Readonly<Record<string, string>>;

/** A message of a backup: an `sms`, or an `mms` with its parts and addresses. */
interface Backed {
  readonly name: "sms" | "mms";
  readonly attributes: Attributes;
  readonly parts: Attributes[];
  readonly addresses: Attributes[];
}

export const backupRoot = "smses";
/** A life's messages are some hundred thousand; each has some elements. */
const elementsMax = 2_000_000;

/**
 * The messages of a backup of a telephone (SMS Backup & Restore, and what writes its format), each as a line with the day and name
 * that the file shows people, and its words below. Errors: `ImportRefusal` for XML that is damaged or is no such backup.
 */
export const readBackup = (xml: string): { readonly text: string; readonly messages: readonly ChatMessage[] } => {
  const messages: ChatMessage[] = [];
  let text = "";
  for (const message of messagesIn(xml)) {
    const words = wordsOf(message);
    if (words === "") continue;
    const { isSaid, speaker } = speakerOf(message);
    const shown = given(message.attributes.readable_date);
    if (text !== "") text += "\n\n";
    const start = text.length;
    const head = [shown, speaker].filter((part) => part !== "").join(" ");
    if (head !== "") text += `${head}\n`;
    const said = text.length;
    text += words;
    const when = sentOn(Number(message.attributes.date), shown);
    messages.push({ start, said, end: text.length, isSaid, speaker, when });
  }
  return { text, messages: messages.map((one, at) => ({ ...one, end: messages[at + 1]?.start ?? text.length })) };
};

const wordsOf = ({ name, attributes, parts }: Backed): string => {
  if (name === "sms") return given(attributes.body);
  const texts = parts.filter(({ ct }) => ct === "text/plain").map(({ text }) => given(text));
  return [given(attributes.sub), ...texts].filter((words) => words !== "").join("\n");
};

/** As Android numbers what becomes of a message (`TextBasedSmsColumns`, `BaseMmsColumns`), and who an address is (`PduHeaders.FROM`). */
const [received, sent, from] = ["1", "2", "137"];

/** Who says it. Whoever kept the telephone is not named; a draft or what could not be sent is said to nobody. */
const speakerOf = ({ name, attributes, addresses }: Backed): { isSaid: boolean; speaker: string } => {
  const box = attributes[name === "sms" ? "type" : "msg_box"];
  if (box !== received) return { isSaid: box === sent, speaker: "" };
  const contact = named(attributes.contact_name);
  const number = given(attributes.address);
  const sender = given(addresses.find(({ type }) => type === from)?.address);
  // In a group both are lists of all who are in it, and one of the addresses is the sender's.
  const isGroup = number.includes("~");
  const speaker = isGroup ? sender : contact || sender || number;
  return { isSaid: speaker !== "", speaker };
};

/** A name; one in brackets says that there is none: `(Unknown)`. */
const named = (name: string | undefined): string => (/^\(.*\)$/u.test(given(name)) ? "" : given(name));

/** What an attribute says: the format writes `null` where it has nothing. */
const given = (value: string | undefined): string => (value === "null" ? "" : cleanText(value ?? "").trim());

/** The format writes what stands beyond the first plane of Unicode as two references, which XML does not know. */
const halves = /&#(5[5-6]\d{3});&#(5[6-7]\d{3});/gu;
const isPair = (high: number, low: number): boolean =>
  high >= 0xd8_00 && high <= 0xdb_ff && low >= 0xdc_00 && low <= 0xdf_ff;
const joined = (reference: string, high: string, low: string): string =>
  isPair(Number(high), Number(low)) ? String.fromCharCode(Number(high), Number(low)) : reference;

const messagesIn = (xml: string): readonly Backed[] => {
  const messages: Backed[] = [];
  let [elements, depth] = [0, 0];
  const parser = new SaxesParser({ position: false });
  parser.on("error", (cause) => {
    throw new ImportRefusal("its XML is damaged; make the backup anew and import that", { cause });
  });
  parser.on("doctype", () => {
    throw notOne();
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > elementsMax)
      throw new ImportRefusal("it has too many messages; make a backup of a shorter time and import that");
    if (depth++ === 0 && name !== backupRoot) throw notOne();
    const told = attributes as Attributes;
    if (depth === 2 && (name === "sms" || name === "mms"))
      messages.push({ name, attributes: told, parts: [], addresses: [] });
    if (depth === 4 && name === "part") messages.at(-1)?.parts.push(told);
    if (depth === 4 && name === "addr") messages.at(-1)?.addresses.push(told);
  });
  parser.on("closetag", () => void depth--);
  parser.write(xml.replace(halves, joined)).close();
  return messages;
};

const notOne = (): ImportRefusal =>
  new ImportRefusal(
    "it is XML, of which only backups of a telephone's messages (SMS Backup & Restore, Signal) are read; print what it shows to PDF and import that",
  );
