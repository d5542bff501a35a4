#!/usr/bin/env node
import { launch } from "./launch.js";

launch("main.ts", "main.js", process.argv.includes("serve"));
