import type { LawSource, WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { type ProfileProblem, texts, when } from "./profile-problem.ts";

/** Laws of one profile; as many as one fetch takes as targets. */
export const lawSourcesMax = 50;
const nameLengthMax = 120;

/** A regulation (R) or a treaty (V) of the Basiswettenbestand. */
const regulation = /^BWB[RV]\d{7}$/;

/** A Dutch ruling as its identifier is written canonically (Council conclusions 2011/C 127/01): so that none can stand twice in two spellings. */
const ruling = /^ECLI:NL:[A-Z][A-Z0-9]{0,6}:\d{4}:[A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?$/;

/** What is wrong with the list of laws that a profile's claims rest on. Whether a law exists, only its service can tell. */
export const checkLawSources = ({ lawSources, caseLaw }: WorkflowProfile): ProfileProblem[] => [
  ...when(lawSources.length > lawSourcesMax, "law_sources", "profile-problem.at-most", { most: lawSourcesMax }),
  ...lawSources.flatMap((one, at) => [
    ...lawId(one, `law_sources[${at}].law_id`, caseLaw),
    ...when(
      lawSources.findIndex(({ lawId: id }) => id === one.lawId) < at,
      `law_sources[${at}].law_id`,
      "profile-problem.second-law",
      { id: one.lawId.slice(0, 80) },
    ),
    ...when(
      one.name.trim() === "" || one.name.length > nameLengthMax,
      `law_sources[${at}].name`,
      "profile-problem.law-name",
      { most: nameLengthMax },
    ),
    ...texts(one.why, `law_sources[${at}].why`),
  ]),
];

const lawId = ({ lawId: id }: LawSource, path: string, caseLaw: boolean): ProfileProblem[] => {
  if (regulation.test(id)) return [];
  if (ruling.test(id)) return when(!caseLaw, path, "profile-problem.ruling");
  return when(true, path, "profile-problem.law-id-form");
};
