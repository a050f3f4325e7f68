// A player who turns to another window finds the game paused, and nothing is caught up with later.
import assert from "node:assert/strict";
import { test } from "node:test";

import { canSleep, newStage, onlyChromium } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { megabytes, memoryOf } from "./support/processes.js";
import { parsed, stacks } from "./support/trace.js";

const stage = newStage({ hidesTabs: true });

// The long form: `PROSCENIUM_MINUTES=10 web/tests/run hidden`.
const AWAY_MS = process.env.PROSCENIUM_MINUTES ? process.env.PROSCENIUM_MINUTES * 60_000 : 4000;
// The maximum number of ticks in a frame. A frame after more than half a second has one.
const MAX_TICKS = 5;
const TICK_MS = 1000 / 60;
const LONGEST_MS = 500;

// Between the change of the stack before `line` lines of the trace and the last one the page had hardly any frames for a
// while, each of one tick, and no more ticks than the frames before and after that have by themselves.
async function assertNoCatchUp(game, line) {
    const { trace, frames } = await game.page.evaluate(() => window.page);
    const changes = parsed(trace).flatMap(({ kind, tick }, at) => {
        const frame = frames.findIndex(([, , lines]) => lines > at);
        return kind === "stack" ? [{ at, tick, frame }] : [];
    });
    // A hidden page may have no frame for its pause before it is seen again.
    const [left, back] = [changes.findLast(({ at }) => at < line), changes.at(-1)];
    const begins = frames.slice(left.frame, back.frame + 1).map(([begin]) => begin);
    const waits = begins.slice(1).map((begin, at) => begin - begins[at]);
    const away = waits.filter(wait => wait > LONGEST_MS).reduce((sum, wait) => sum + wait, 0);
    assert.ok(away > AWAY_MS / 2, `the page was hidden for ${away} ms`);
    const most = waits.map(wait => wait > LONGEST_MS ? 1 : Math.min(wait / TICK_MS, MAX_TICKS + 1));
    // The first change may be in the first tick of its frame.
    const [ticks, allowed] = [back.tick - left.tick, most.reduce((sum, ticks) => sum + ticks, MAX_TICKS + 1)];
    assert.ok(ticks <= allowed, `${ticks} ticks passed in ${waits.length} frames, and not at most ${allowed}`);
}

test("a game whose tab is hidden is paused, and goes on from there when its player is back", onlyChromium, async t => {
    const game = await stage.begin("?trace=1&phase=in_game", { context: stage.tabs });
    await game.untilOn("in_game");
    const { length } = await game.read("trace");
    const other = await stage.tabs.newPage();
    await other.bringToFront();
    await game.until("the page is silent", () => page.speaker.state === "suspended");
    // The browser makes room for the other page.
    await other.waitForTimeout(2000);
    const state = () => game.page.evaluate(() => ({
        visibility: document.visibilityState, sound: page.speaker.state, lines: page.trace.length,
        bytes: wasm_memory.buffer.byteLength,
    }));
    const [before, memory] = [await state(), await memoryOf(stage.browser)];
    assert.equal(before.visibility, "hidden");
    await other.waitForTimeout(AWAY_MS);
    assert.deepEqual(await state(), before);
    const after = await memoryOf(stage.browser);
    figure(t, `memory of a page that is hidden for ${AWAY_MS / 1000} s: ${megabytes(memory.sum)}, then ${megabytes(after.sum)}`);
    await game.page.bringToFront();
    await game.untilOn("in_game", "pause");
    await game.key("Escape");
    await game.untilOn("in_game");
    assert.deepEqual(stacks(await game.read("trace")), ["in_game", "in_game pause", "in_game"]);
    await assertNoCatchUp(game, length);
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
    await assertNoCatchUp(game, length);
});
