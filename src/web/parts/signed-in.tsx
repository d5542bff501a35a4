import { useQuery } from "@connectrpc/connect-query";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";
import "./signed-in.css";
import { SignOut } from "./sign-out.tsx";

addLateTexts();

/** Who is signed in, as their issuer calls them or else as it names them, and the way out. */
export const SignedIn = () => {
  const say = useSay();
  const { data } = useQuery(OrchestratorService.method.getCapabilities, {});
  const name = data?.caller?.issuer ? data.callerName || data.caller.name : "";
  return (
    <span className="whose-session">
      {name === "" ? null : (
        <span data-signed-in="" title={data?.caller?.name ?? ""}>
          {say("access-page.signed-in-as")} <bdi>{name}</bdi>
        </span>
      )}
      <SignOut />
    </span>
  );
};
