const head = [
  "From: anna@example.org",
  "Subject: Meting",
  "Content-Type: application/octet-stream; name=meting.bin",
  "Content-Disposition: attachment; filename=meting.bin",
  "Content-Transfer-Encoding: base64",
];

/** A mail above 4 MiB, which the store keeps as a file of its own, and of which next to nothing is to be read. */
export const largeMail = `${head.join("\r\n")}\r\n\r\n${`${"AAAA".repeat(19)}\r\n`.repeat(60_000)}`;
