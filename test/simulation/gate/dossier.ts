export * from "../../support/cases/dossier.ts";
