// Reports each test in a line with its file, and the errors of failed ones.
import { basename } from "node:path";

// The runner's own counts, which are diagnostics as a test's.
const COUNTS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

const indented = text => text.replace(/^/gm, "        ");

export default async function* lines(events) {
    for await (const { type, data } of events) {
        if (type === "test:pass" || type === "test:fail") {
            const word = data.skip ? "skip" : type === "test:pass" ? "ok  " : "FAIL";
            const end = data.skip || `${(data.details.duration_ms / 1000).toFixed(1)} s`;
            yield `   ${word} ${basename(data.file ?? "", ".test.js")}: ${data.name} (${end})\n`;
        }
        if (type === "test:fail") {
            const error = data.details.error.cause ?? data.details.error;
            yield `${indented(String(error.stack ?? error))}\n`;
        }
        if (type === "test:diagnostic" && !COUNTS.test(data.message)) yield `        ${data.message}\n`;
        if (type === "test:stdout" || type === "test:stderr") yield indented(data.message);
    }
}
