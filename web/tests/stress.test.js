// A level with 500 marines and 2,000 monsters is drawn in a few goes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";

const stage = newStage();

// The goal for the world and the pages over it. What is counted is the whole frame: the world, the HUD, the texts,
// and the virtual screen on the canvas.
const MOST = 22;

// Runs before the page's scripts: counts the draw calls of each frame, and the vertices
// that they have.
function watch() {
    let calls = 0;
    let indices = 0;
    // miniquad draws with this extension alone.
    const { getExtension } = WebGLRenderingContext.prototype;
    WebGLRenderingContext.prototype.getExtension = function (name) {
        const extension = getExtension.call(this, name);
        if (name === "ANGLE_instanced_arrays") {
            const draw = extension.drawElementsInstancedANGLE.bind(extension);
            extension.drawElementsInstancedANGLE = (mode, count, ...rest) => {
                calls += 1;
                indices += count;
                draw(mode, count, ...rest);
            };
        }
        return extension;
    };
    window.drawn = [];
    const look = () => {
        if (calls > 0) window.drawn.push({ calls, quads: indices / 6 });
        calls = indices = 0;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

test("500 marines and 2,000 monsters take few draw calls", async t => {
    const game = await stage.open("?script=scripts/stress.txt&phase=in_game", { before: watch });
    await game.untilOver();
    const drawn = await game.page.evaluate(() => window.drawn);
    const fullest = drawn.reduce((one, other) => (other.quads > one.quads ? other : one));
    const most = Math.max(...drawn.map(({ calls }) => calls));
    figure(t, `at most ${most} draw calls in a frame; the fullest has ${fullest.quads} sprites, tiles and glyphs `
        + `in ${fullest.calls}`);
    assert.ok(fullest.quads > 5000, "they are not seen");
    assert.ok(most <= MOST, `${most} draw calls`);
    assert.deepEqual(game.problems, []);
});
