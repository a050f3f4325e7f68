// Reading the trace of a run: one JSON object a line, as `--trace` writes it.

export const parsed = lines => lines.map(line => JSON.parse(line));

// The stacks that came one after the other, as words: "in_game pause". Loading screens come
// between phases and are left out.
export function stacks(lines) {
    const all = parsed(lines).filter(line => line.kind === "stack").map(line => line.stack.join(" "));
    return all.filter(stack => stack !== "loading");
}

// The lines without their ticks. Only the ticks depend on how long a download takes: the Loading
// screen stays for more of them, and everything after it is later.
export function withoutTicks(lines) {
    return parsed(lines).map(({ tick, ...line }) => line);
}

// The lines with ticks that are counted from the end of the load before them; those of a load
// itself have none. Where files come over a network, only how long a load takes may differ.
export function withoutLoading(lines) {
    let isLoading = false;
    let ready = 0;
    return parsed(lines).map(({ tick, ...line }) => {
        if (line.kind === "phase") isLoading = !["ready", "failed"].includes(line.step);
        if (line.kind === "phase" && !isLoading) ready = tick;
        return isLoading ? line : { sinceReady: tick - ready, ...line };
    });
}

// How long the page took for each frame in which a phase was loading, in milliseconds.
export function loadingFrames({ trace, frames }) {
    const lines = parsed(trace);
    let isLoading = false;
    let from = 0;
    const durations = [];
    for (const [, duration, to] of frames) {
        let counts = isLoading;
        for (const { kind, step } of lines.slice(from, to)) {
            if (kind !== "phase") continue;
            isLoading = !["ready", "failed"].includes(step);
            counts = true;
        }
        if (counts) durations.push(duration);
        from = to;
    }
    return durations;
}
