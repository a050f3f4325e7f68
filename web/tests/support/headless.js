// The same program without a window, to compare with.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as places from "./places.js";

// The trace of a run with these options; without a script it is the tour.
export function headless(...options) {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-headless-"));
    const file = join(folder, "trace.jsonl");
    // What it says of an error is a part of the exception.
    const run = { cwd: places.project, stdio: ["ignore", "ignore", "pipe"] };
    execFileSync(places.program(), ["--headless", "--trace", file, ...options], run);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    rmSync(folder, { recursive: true });
    return lines;
}
