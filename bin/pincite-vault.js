#!/usr/bin/env node
import { launch } from "./launch.js";

launch("vault/main.ts", "vault.js", true);
