import { fileDesc } from "@bufbuild/protobuf/codegenv2";

/**
 * Stands in a page for the descriptors of protovalidate, which are a tenth of its script. Generated descriptors name that file
 * among their imports and must find it; what it describes, the rules of fields, only a server reads. This is the file with its name
 * and nothing in it.
 */
export const file_buf_validate_validate = fileDesc(
  "ChtidWYvdmFsaWRhdGUvdmFsaWRhdGUucHJvdG8SDGJ1Zi52YWxpZGF0ZWIGcHJvdG8z",
);
