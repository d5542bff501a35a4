#!/usr/bin/env node
import { launch } from "./launch.js";

launch("salvage/main.ts", "salvage.js", false);
