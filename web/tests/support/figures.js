// Measurements of a test, printed with the test and at the end of all tests.
import { appendFileSync } from "node:fs";

export function figure(t, text) {
    t.diagnostic(text);
    if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${text}\n`);
}
