import { parentPort, workerData } from "node:worker_threads";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { clientsOf } from "../e2e/support/server.ts";
import { type MadeMail, makeMail, realMail, repeatEvery } from "./vault-scale-mail.ts";

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
}

/** Messages a call: a server ends a call after ten minutes, and a busy machine may need that for a large one. */
const perCall = 10_000;

const upload = async ({ url, strandId, count }: UploadTask): Promise<Uploaded> => {
  const { vaultImport, close } = clientsOf(url);
  const mail = makeMail(realMail(), count);
  const counts = { imported: 0, known: 0, otherwise: 0 };
  const start = performance.now();
  for (let sent = 0; sent < count; sent += perCall) {
    for await (const { content } of vaultImport.import(requests(strandId, mail))) {
      if (content.case !== "item" || content.value.path.includes("!/")) continue;
      if (content.value.outcome === Outcome.IMPORTED) counts.imported++;
      else if (content.value.outcome === Outcome.DUPLICATE) counts.known++;
      else counts.otherwise++;
    }
  }
  close();
  return { ...counts, seconds: (performance.now() - start) / 1000 };
};

async function* requests(strandId: string, mail: Generator<MadeMail>) {
  yield { content: { case: "begin" as const, value: { strandId } } };
  // Repeats count as well; what is left over comes with the last call.
  for (let sent = 0; sent < perCall + perCall / repeatEvery; sent++) {
    const { value, done } = mail.next();
    if (done === true) return;
    yield { content: { case: "item" as const, value: { path: value.path, sizeBytes: BigInt(value.bytes.length) } } };
    yield { content: { case: "chunk" as const, value: value.bytes } };
  }
}

// In a thread of its own, so that making and encoding mail holds up nobody who measures searches.
parentPort?.postMessage(await upload(workerData as UploadTask));
