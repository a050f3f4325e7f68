// The game in the memory of a phone: `web/tests/run phone`. A software GPU has its textures in the same memory, as a phone's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { hurry, newStage, onlyChromium, unseen } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { megabytes, memoryOf } from "./support/processes.js";
import { round } from "./support/rounds.js";

// As on a device with little memory, Chromium collects its garbage sooner.
const stage = newStage({ flags: ["--enable-low-end-device-mode"] });

// What a browser leaves to a page on a small phone, for its renderer and its GPU process.
const MOST = 512e6;

const ROUNDS = Number(process.env.PROSCENIUM_ROUNDS ?? 20);

const PHONE = { viewport: { width: 844, height: 390 }, deviceScaleFactor: 3 };

// The highest memory while `play` runs.
async function highest(play) {
    const most = { renderer: 0, GPU: 0, sum: 0 };
    let isOver = false;
    const watch = (async () => {
        for (; !isOver; await pause(200)) {
            const memory = await memoryOf(stage.browser);
            if (memory.sum > most.sum) Object.assign(most, memory);
        }
    })();
    await Promise.all([play().finally(() => { isOver = true; }), watch]);
    assert.ok(most.renderer > 0 && most.GPU > 0, "the processes are not found");
    return most;
}

// So many pixels take minutes in software. Where WebGL draws nothing, it has its textures all the same.
const UNDRAWN = [hurry, unseen];
const RUNS = [
    ["the tour through all screens", "?script=scripts/tour.txt", [hurry]],
    ["a level that is won", "?script=scripts/win.txt&phase=main_menu", UNDRAWN],
    [`${ROUNDS} rounds of menu and game`, "?script=scripts/test.txt&phase=main_menu", UNDRAWN],
];
for (const [what, query, before] of RUNS) {
    test(`${what} stay below the memory of a phone`, onlyChromium, async t => {
        stage.server.put("assets/scripts/test.txt", `${round(ROUNDS)}\nwait main_menu`);
        const most = await highest(async () => {
            const game = await stage.open(query, { ...PHONE, before });
            await game.untilOver(20);
            assert.deepEqual(game.problems, []);
        });
        figure(t, `${what}: at most ${megabytes(most.sum)}, ${megabytes(most.renderer)} in the renderer and `
            + `${megabytes(most.GPU)} in the GPU process`);
        assert.ok(most.sum < MOST, `${most.sum} bytes`);
    });
}
