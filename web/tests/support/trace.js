// Reading the trace of a run: one JSON object a line, as `--trace` writes it.

export const parsed = lines => lines.map(line => JSON.parse(line));

// The stacks that came one after the other, as words: "in_game pause". Loading screens come
// between phases and are left out.
export function stacks(lines) {
    const all = parsed(lines).filter(line => line.kind === "stack").map(line => line.stack.join(" "));
    return all.filter(stack => stack !== "loading");
}

// The lines without the numbers of their frames. That is all that depends on how long a file was
// on its way: the Loading screen stays for more frames, and everything after it is later.
export function withoutFrames(lines) {
    return parsed(lines).map(({ frame, ...line }) => line);
}

// The lines with frames that are counted from the end of the load before them; those of a load
// itself have none. Where files come over a network, only how long a load takes may differ.
export function withoutLoading(lines) {
    let isLoading = false;
    let ready = 0;
    return parsed(lines).map(({ frame, ...line }) => {
        if (line.kind === "phase") isLoading = !["ready", "failed"].includes(line.step);
        if (line.kind === "phase" && !isLoading) ready = frame;
        return isLoading ? line : { sinceReady: frame - ready, ...line };
    });
}
