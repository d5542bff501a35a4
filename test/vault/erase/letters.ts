/** A message with files attached, given as name and words in turn; everything but the words and the files is the given message's. */
export const withAttachment = (message: Uint8Array, ...files: readonly string[]): Uint8Array => {
  const [head = "", body = ""] = Buffer.from(message).toString("utf8").split("\r\n\r\n");
  const part = (headers: string, words: string): string => `--grens\r\n${headers}\r\n\r\n${words}\r\n`;
  const attached: string[] = [];
  for (let at = 0; at < files.length; at += 2)
    attached.push(
      part(`Content-Type: text/plain\r\nContent-Disposition: attachment; filename="${files[at]}"`, files[at + 1] ?? ""),
    );
  const parts = [part("Content-Type: text/plain", body), ...attached].join("");
  return Buffer.from(
    `${head}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=grens\r\n\r\n${parts}--grens--\r\n`,
  );
};

/** Messages one behind the other, as mboxo has them. */
export const mailbox = (...messages: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(
    messages.flatMap((message) => [
      Buffer.from("From afzender@example.org Mon Mar 10 09:00:00 2025\n"),
      Buffer.from(Buffer.from(message).toString("utf8").replaceAll("\r\n", "\n")),
      Buffer.from("\n\n"),
    ]),
  );
