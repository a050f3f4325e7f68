// The memory of the processes in which a page of Chromium runs, on Linux.
import { readFileSync } from "node:fs";

export const megabytes = bytes => `${(bytes / 1e6).toFixed(0)} MB`;

// The bytes of the processes that draw pages, `renderer` and `GPU`, and their sum. Each has its part of what it shares with others.
export async function memoryOf(browser) {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const memory = { renderer: 0, GPU: 0, sum: 0 };
    for (const { type, id } of processInfo) {
        if (!(type in memory)) continue;
        const bytes = pss(id);
        memory[type] += bytes;
        memory.sum += bytes;
    }
    return memory;
}

// 0 for a process that has ended.
function pss(id) {
    try {
        const [, kilobytes] = readFileSync(`/proc/${id}/smaps_rollup`, "utf8").match(/^Pss: +(\d+) kB$/m);
        return kilobytes * 1024;
    } catch {
        return 0;
    }
}
