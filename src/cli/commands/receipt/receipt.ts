import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import type { Command } from "commander";
import {
  type SignedStatement,
  SignedStatementSchema,
  ToolReceiptSchema,
} from "../../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { ToolResultStatusSchema } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { sha256Hex } from "../../../sha256.ts";
import { messageText } from "../../print/message-text.ts";
import { givesMessage } from "../../proto/output.ts";
import { checksByKeys, readStatement, trustedKeys } from "../../receipt-file.ts";
import type { Shell } from "../../shell.ts";
import { enumWord } from "../../text/enum-word.ts";
import { table } from "../../text/table.ts";
import { withExample } from "../example.ts";

/** `receipt list`, `receipt show`, `receipt verify`. */
export const addReceiptCommands = (receipt: Command, shell: Shell): void => {
  const list = receipt
    .command("list")
    .argument("<run>", "a run id, or latest")
    .description("A run's receipts, oldest first.");
  givesMessage(list, "ListReceipts");
  withExample(list, "pincite receipt list latest");
  list.action((run: string, _options: unknown, command: Command) => listOf(shell, command, run));
  const show = receipt
    .command("show")
    .argument("<id>", "receipt:…, toolreq:… or toolres:…, or the receipt's sha256")
    .option("-o, --output <file>", "write the signed bytes to a file, for others to check")
    .description("What a receipt states.");
  withExample(show, "pincite receipt show toolreq:01J…", "pincite receipt show toolreq:01J… -o receipt.pb");
  show.action((id: string, options: ShowOptions, command: Command) => showOne(shell, command, id, options));
  const verify = receipt
    .command("verify")
    .argument("<receipt>", "an id as for show, or a file that show wrote")
    .option("--keys <file>", "check with these keys (pincite keys export) instead of asking the server")
    .option("--key-id <id>", "with --keys: trust them only if this key, which you know, is of their chain")
    .description("Check a receipt. With a file and --keys no server is needed, nor believed.");
  givesMessage(verify, "VerifyReceipt");
  withExample(verify, "pincite receipt verify toolreq:01J…", "pincite receipt verify receipt.pb --keys keys.pb");
  verify.action((named: string, options: VerifyOptions, command: Command) => verifyOne(shell, command, named, options));
};

const listOf = (shell: Shell, command: Command, named: string): Promise<void> =>
  shell.connected(command, async (connection) => {
    const runId = await runIdOf(connection, named);
    const rows: string[][] = [];
    for (let pageToken = ""; ; ) {
      const page = await connection.audit.listReceipts({ runId, pageSize: 200, pageToken });
      for (const { receipt } of page.receipts)
        if (receipt)
          rows.push([
            ...[String(receipt.number).padStart(4), receipt.timeIso, enumWord(ToolResultStatusSchema, receipt.status)],
            ...[receipt.toolName, receipt.receiptId, receipt.requestId],
          ]);
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    for (const line of rows.length === 0 ? [shell.speech().phrase("record.no-tool-call-has-ended-yet")] : table(rows))
      shell.say(line);
  });

interface ShowOptions {
  readonly output?: string;
}

const showOne = (shell: Shell, command: Command, id: string, { output }: ShowOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const { statement, receipt, ref } = await connection.audit.getReceipt({ id });
    if (!statement || !receipt) throw new Error("an answer without a receipt");
    const { phrase } = shell.speech();
    const bytes = toBinary(SignedStatementSchema, statement);
    if (sha256Hex(bytes) !== ref?.digest)
      throw new DomainError("DATA_LOSS", worded("command.the-receipt-does-not-have-the-sha256-it-goes"));
    if (output !== undefined) {
      writeFileSync(shell.path(output), bytes);
      return shell.say(
        phrase("record.bytes-sha256-in", { bytesCount: bytes.length, refDigest: ref.digest, path: shell.path(output) }),
      );
    }
    const keys = statement.signatures.map(({ keyId }) => keyId).join(", ");
    shell.say(phrase("record.signed-by-key", { receiptId: receipt.receiptId, keys }));
    for (const line of messageText(reflect(ToolReceiptSchema, receipt))) shell.say(line);
  });

interface VerifyOptions {
  readonly keys?: string;
  readonly keyId?: string;
}

const verifyOne = async (shell: Shell, command: Command, named: string, options: VerifyOptions): Promise<void> => {
  const file = existsSync(shell.path(named)) ? readStatement(readFileSync(shell.path(named)), named) : undefined;
  if (file === undefined && !/^(receipt|toolreq|toolres):|^[0-9a-f]{64}$/.test(named))
    throw new DomainError("REQUEST_INVALID", worded("command.there-is-no-file-an-id-begins-with-receipt", { named }));
  if (options.keys === undefined && options.keyId !== undefined)
    throw new DomainError("REQUEST_INVALID", worded("command.key-id-goes-with-keys-the-keys-of-the-server"));
  const checks =
    options.keys === undefined
      ? await shell.connected(command, (connection) => checksByServer(connection, named, file))
      : checksByKeys(
          file ?? (await shell.connected(command, (connection) => statementOf(connection, named))),
          trustedKeys(readFileSync(shell.path(options.keys)), options.keys, options.keyId),
        );
  for (const line of table(checks.map(({ name, passed, detail }) => [passed ? "ok" : "FAIL", name, detail])))
    shell.say(line);
  const broken = checks.find(({ passed }) => !passed);
  if (broken)
    throw new DomainError(
      "DATA_LOSS",
      worded("command.the-receipt-does-not-hold", { brokenName: broken.name, detail: broken.detail }),
      {
        check: broken.name,
      },
    );
  shell.say(shell.speech().phrase("record.the-receipt-holds"));
};

const checksByServer = async ({ audit }: Connection, id: string, file: SignedStatement | undefined) => {
  const receipt = file ? ({ case: "statement", value: file } as const) : ({ case: "id", value: id } as const);
  return (await audit.verifyReceipt({ receipt })).checks;
};

const statementOf = async ({ audit }: Connection, id: string): Promise<SignedStatement> => {
  const { statement } = await audit.getReceipt({ id });
  if (!statement) throw new Error("an answer without a receipt");
  return statement;
};
