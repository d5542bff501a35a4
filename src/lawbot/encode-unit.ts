import { create } from "@bufbuild/protobuf";
import { type LawUnit, LawUnitSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { OpenLaw } from "./open-law.ts";

/** A unit of an opened version as it is told to callers. */
export const encodeUnit = (law: OpenLaw, unit: Unit): LawUnit =>
  create(LawUnitSchema, {
    evidenceId: law.evidenceId(unit),
    path: unit.path,
    address: law.address(unit),
    element: unit.element,
    number: unit.number,
    headings: law.headings(unit),
    startChar: unit.startChar,
    endChar: unit.endChar,
    quotableStartChar: unit.quotableStartChar,
    quotable: unit.quotable,
    flags: [...unit.flags],
    parentPath: unit.parentPath,
    childPaths: law.children(unit).map((child) => child.path),
    juriconnect: law.reference(unit),
  });
