// Measurements of a test, printed with the test and at the end of all tests.
import { appendFileSync } from "node:fs";

export function figure(t, text) {
    t.diagnostic(text);
    if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${text}\n`);
}

export const median = numbers => {
    const sorted = numbers.toSorted((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
