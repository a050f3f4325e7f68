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

// The lines with ticks that are counted from the end of the load before them; the lines of a load itself have none.
// Where files come over a network, only how long a load takes may differ. It ends with the stack that follows it:
// Loading may stay for a while after the phase is ready.
export function withoutLoading(lines) {
    let step = "";
    let ended = 0;
    return parsed(lines).map(({ tick, ...line }) => {
        if (line.kind === "phase") step = line.step;
        if (line.kind === "stack" && ["ready", "failed"].includes(step)) [step, ended] = ["", tick];
        return step ? line : { sinceLoad: tick - ended, ...line };
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
