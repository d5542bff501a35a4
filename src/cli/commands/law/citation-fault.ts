import type { CitationError } from "../../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { DomainError, type Reason, reasons } from "../../../error.ts";

/** Why a citation stands for nothing, as the error that a command ends with; the part it is about and what does exist are named. */
export const citationFault = ({ reason, message, part, existing }: CitationError): DomainError => {
  const known = reasons.find((each): each is Reason => each === reason) ?? "INTERNAL";
  const about = part === "" || message.includes(part) ? "" : `${part}: `;
  const isSaid = existing.every((each) => message.includes(each));
  const there = reason === "UNKNOWN_UNIT" && !isSaid ? `. There is: ${existing.join(", ")}` : "";
  return new DomainError(known, `${about}${message}${there}`);
};
