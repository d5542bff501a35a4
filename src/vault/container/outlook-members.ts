import type { ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { outlookSteps } from "../outlook/outlook-reading.ts";
import type { FileBytes } from "./file-bytes.ts";
import type { Member } from "./member.ts";

/**
 * The items of a data file of Outlook of any size, one after another, each as a .msg under the folders in which it lay. `position`
 * says how many were read before and is kept up to date. Errors: `ImportRefusal` for what is no such file, or is damaged.
 */
export async function* outlookMembers(file: FileBytes, position: ContainerPosition): AsyncGenerator<Member> {
  const source = file.sealed ?? (await file.read(0, file.sizeBytes));
  for await (const { item, count } of outlookSteps(source, Number(position.memberCount))) {
    if (item === undefined) continue;
    position.memberCount++;
    const end = Math.max(1, Math.floor((file.sizeBytes * Number(position.memberCount)) / count));
    position.offset = BigInt(end);
    const told = { name: item.name, end, mediaType: "application/vnd.ms-outlook", before: new Uint8Array() };
    if ("refusal" in item) yield { ...told, given: { refusal: item.refusal }, digest: "", sizeBytes: 0 };
    else yield { ...told, given: item, digest: sha256Hex(item.bytes), sizeBytes: item.bytes.length };
  }
}
