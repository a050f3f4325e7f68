// An hour of play in the page, four times as fast: after it the page holds what it held after ten minutes. A line a
// minute says what that is.
//
//   .ci/hours headless && web/tests/run hours
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { countTextures, hurry, newStage, unseen } from "./support/browser.js";
import { figure } from "./support/figures.js";
import * as places from "./support/places.js";

const stage = newStage();
// A minute of the game.
const MINUTE_MS = 15_000;
const WARM = 10;

// What the page holds, and the mean work of a frame since the last call.
function holds() {
    const work = page.frames.splice(0).map(([, work]) => work);
    return {
        tick: JSON.parse(page.trace.at(-1) ?? '{"tick":0}').tick,
        wasm: wasm_memory.buffer.byteLength, textures: textures.size, sounds: sounds.size, plays: page.plays.size,
        milliseconds: work.reduce((sum, time) => sum + time, 0) / work.length,
    };
}

test("an hour of play in the page holds what ten minutes held", async t => {
    const folder = places.hours();
    const context = await stage.context({ viewport: { width: 320, height: 180 } });
    const body = readFileSync(join(folder, "play.recording"));
    await context.route("**/assets/run.recording", route => route.fulfill({ body }));
    const query = "?replay=run.recording&trace=1";
    const game = await stage.open(query, { context, before: [hurry, unseen, countTextures] });
    await game.untilState("playing");
    const minutes = [];
    while (await game.read("state") === "playing") {
        await game.page.waitForTimeout(MINUTE_MS);
        minutes.push(await game.page.evaluate(holds));
        figure(t, `minute ${minutes.length}: ${JSON.stringify(minutes.at(-1))}`);
    }
    await game.untilState("over");
    // Each tick is compared with the recording.
    assert.deepEqual(game.problems, []);
    assert.match(await game.curtain(), /The curtain has fallen/);
    assert.ok(minutes.length > 2 * WARM, `it took ${minutes.length} minutes`);
    for (const name of ["wasm", "textures", "sounds"]) {
        const [warm, late] = [minutes.slice(0, WARM), minutes.slice(-WARM)]
            .map(part => Math.max(...part.map(minute => minute[name])));
        assert.ok(late <= warm, `${name}: ${late} after ${warm}`);
    }
});
