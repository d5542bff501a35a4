#!/usr/bin/env node
import { launch } from "./launch.js";

launch("lawbot/main.ts", "lawbot.js", true);
