// A player who turns to another window finds the game paused, and nothing is caught up with later.
import assert from "node:assert/strict";
import { test } from "node:test";

import { canSleep, newStage } from "./support/browser.js";
import { parsed, stacks } from "./support/trace.js";

const stage = newStage();

// How long the player is away, and the maximum number of ticks in a frame.
const AWAY_MS = 4000;
const MAX_TICKS = 5;

// For each change of the stack after `line` lines of the trace: its tick, and the number of the
// frame.
async function changes(game, line) {
    const { trace, frames } = await game.page.evaluate(() => window.page);
    return parsed(trace).flatMap(({ kind, tick }, at) => {
        const frame = frames.findIndex(([, , lines]) => lines > at);
        return kind === "stack" && at >= line ? [{ tick, frame }] : [];
    });
}

// Between two changes no frame may have run too many ticks.
function assertNoCatchUp([left, back]) {
    const [ticks, frames] = [back.tick - left.tick, back.frame - left.frame];
    assert.ok(ticks <= frames * MAX_TICKS, `${ticks} ticks passed in ${frames} frames`);
    assert.ok(ticks < AWAY_MS * 60 / 1000, `${ticks} ticks passed, as if the page had not been hidden`);
}

test("a game whose window is left is paused, and goes on from there when its player is back", async () => {
    const game = await stage.begin("?trace=1&phase=in_game");
    await game.untilOn("in_game");
    // Playwright lets every page believe that it is in front. From now on this one knows better.
    const cdp = await game.page.context().newCDPSession(game.page);
    await cdp.send("Emulation.setFocusEmulationEnabled", { enabled: false });
    await game.page.bringToFront();
    const { length } = await game.read("trace");
    const other = await game.page.context().newPage();
    await other.bringToFront();
    await game.untilOn("in_game", "pause");
    await other.waitForTimeout(AWAY_MS);
    await game.page.bringToFront();
    await game.key("Escape");
    await game.untilOn("in_game");
    assert.deepEqual(stacks(await game.read("trace")), ["in_game", "in_game pause", "in_game"]);
    assertNoCatchUp(await changes(game, length));
    assert.deepEqual(game.problems, []);
});

test("a page that drew no frames for a while does not catch up", async () => {
    const game = await stage.begin("?trace=1&phase=in_game", {
        before: canSleep,
    });
    await game.untilOn("in_game");
    const { length } = await game.read("trace");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await game.page.evaluate(() => window.sleep());
    await game.page.waitForTimeout(AWAY_MS);
    await game.page.keyboard.down("Escape");
    await game.page.evaluate(() => window.wake());
    await game.untilOn("in_game");
    assertNoCatchUp(await changes(game, length));
});
