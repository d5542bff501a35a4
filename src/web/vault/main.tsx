import { show } from "../show.tsx";
import { VaultPage } from "./vault-page.tsx";

void show(<VaultPage />);
