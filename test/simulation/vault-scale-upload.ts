import { parentPort, workerData } from "node:worker_threads";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { clientsOf } from "../e2e/support/server.ts";
import { isRepeat, type MadeMail, makeMail, realMail, repeatEvery } from "./vault-scale-mail.ts";

/** What is sent, and where. */
export interface UploadTask {
  readonly url: string;
  readonly strandId: string;
  readonly count: number;
}

/** What became of it. Attachments are not counted. */
export interface Uploaded {
  readonly imported: number;
  readonly known: number;
  readonly otherwise: number;
  readonly seconds: number;
  /** Bytes of the different messages, repeats left out. */
  readonly bytes: number;
}

/** Messages a call: a server ends a call after ten minutes, and a busy machine may need that for a large one. */
const perCall = 10_000;

const upload = async ({ url, strandId, count }: UploadTask): Promise<Uploaded> => {
  const { vaultImport, close } = clientsOf(url);
  const mail = makeMail(realMail(), count);
  const counts = { imported: 0, known: 0, otherwise: 0 };
  const bytes = { of: 0 };
  const start = performance.now();
  for (let sent = 0; sent < count; sent += perCall) {
    for await (const { content } of vaultImport.import(requests(strandId, mail, bytes))) {
      if (content.case !== "item" || content.value.path.includes("!/")) continue;
      if (content.value.outcome === Outcome.IMPORTED) counts.imported++;
      else if (content.value.outcome === Outcome.DUPLICATE) counts.known++;
      else counts.otherwise++;
    }
  }
  close();
  return { ...counts, bytes: bytes.of, seconds: (performance.now() - start) / 1000 };
};

async function* requests(strandId: string, mail: Generator<MadeMail>, bytes: { of: number }) {
  yield { content: { case: "begin" as const, value: { strandId } } };
  // Repeats count as well; what is left over comes with the last call.
  for (let sent = 0; sent < perCall + perCall / repeatEvery; sent++) {
    const { value, done } = mail.next();
    if (done === true) return;
    if (!isRepeat(value)) bytes.of += value.bytes.length;
    yield { content: { case: "item" as const, value: { path: value.path, sizeBytes: BigInt(value.bytes.length) } } };
    yield { content: { case: "chunk" as const, value: value.bytes } };
  }
}

// In a thread of its own, so that making and encoding mail holds up nobody who measures searches.
parentPort?.postMessage(await upload(workerData as UploadTask));
