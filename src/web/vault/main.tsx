import { show } from "../show.tsx";
import { VaultPage } from "./vault-page.tsx";

show(<VaultPage />);
