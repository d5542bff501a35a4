import type { NameRegister } from "../../citation/name-register.ts";
import { shippedNames } from "../../shipped-names.ts";

/** The names that Dutch laws are cited by, those of loaded laws apart. */
export const dutchNames: NameRegister = shippedNames();
