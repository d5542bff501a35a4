import { useQuery } from "@connectrpc/connect-query";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { show } from "../show.tsx";

/** The documents that the Vault holds. */
const Documents = () => {
  const { data } = useQuery(DocsService.method.listDocs);
  return (
    <ul>
      {data?.docs.map((doc) => (
        <li key={doc.docUid}>{doc.title}</li>
      ))}
    </ul>
  );
};

show(<Documents />);
