// While a phase loads the page goes on drawing: the Loading screen moves, and the tab stays alive.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { round } from "./support/rounds.js";
import { loadingFrames } from "./support/trace.js";

const stage = newStage();

const ROUNDS = 10;
// A frame that takes longer than this is felt. On a machine that does other work some frames take longer; of a load
// that blocks, nearly all do.
const LONG_MS = 50;
const ALLOWED = 0.25;

test("a phase that loads in slices of eight milliseconds does not hold up the frames", async t => {
    const script = ["wait logo", "tap accept", "wait trailer", "tap accept", round(ROUNDS), "wait main_menu"];
    stage.server.put("assets/scripts/test.txt", script.join("\n"));
    const game = await stage.open("?script=scripts/test.txt&trace=1&pace=8");
    await game.untilOver();
    const durations = loadingFrames(await game.page.evaluate(() => window.page));
    const long = durations.filter(duration => duration > LONG_MS);
    const part = long.length / durations.length;
    figure(t, `${long.length} of ${durations.length} frames of loading took more than ${LONG_MS} ms `
        + `(${(part * 100).toFixed(1)} %), the longest ${Math.max(...durations).toFixed(0)} ms`);
    assert.ok(durations.length > 4 * ROUNDS, "the trace does not show the loads");
    assert.ok(part <= ALLOWED);
});
