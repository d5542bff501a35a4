import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ProfileProblem, when } from "./profile-problem.ts";

const most = { stages: 6, people: 20 };

/** What is wrong with where a profile wants a second person. */
export const checkFourEyes = ({ fourEyes }: WorkflowProfile): ProfileProblem[] => {
  if (!fourEyes) return [];
  const { stages, finalising, people } = fourEyes;
  const isOnce = new Set(stages).size === stages.length && !stages.includes(OrchestratorState.UNSPECIFIED);
  return [
    ...when(stages.length === 0 && !finalising, "four_eyes", "profile-problem.second-person-where"),
    ...when(stages.length > most.stages, "four_eyes.stages", "profile-problem.at-most", { most: most.stages }),
    ...when(!isOnce, "four_eyes.stages", "profile-problem.stage-once"),
    ...when(people.length > most.people, "four_eyes.people", "profile-problem.at-most", { most: most.people }),
    ...people.flatMap(({ issuer, subject }, at) => [
      ...when(!/^[!-~]{1,512}$/u.test(issuer), `four_eyes.people[${at}].issuer`, "profile-problem.person-issuer"),
      ...when(!/^[!-~]{1,255}$/u.test(subject), `four_eyes.people[${at}].subject`, "profile-problem.person-subject"),
    ]),
  ];
};
