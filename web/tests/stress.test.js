// A level with 500 marines and 2,000 monsters is drawn in a few goes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";

const stage = newStage();

// The goal for the world. What is counted is the whole picture: the world, the gauges, the texts,
// and the virtual screen on the canvas.
const MOST = 20;

// Runs in the page ahead of its scripts: counts the draw calls between two pictures, and the corners
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
    window.pictures = [];
    const look = () => {
        if (calls > 0) window.pictures.push({ calls, quads: indices / 6 });
        calls = indices = 0;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

test("500 marines and 2,000 monsters take few draw calls", async t => {
    const game = await stage.open("?script=scripts/stress.txt&phase=in_game", { before: watch });
    await game.untilOver();
    const pictures = await game.page.evaluate(() => window.pictures);
    const fullest = pictures.reduce((one, other) => (other.quads > one.quads ? other : one));
    const most = Math.max(...pictures.map(({ calls }) => calls));
    figure(t, `at most ${most} draw calls in a picture; the fullest has ${fullest.quads} figures, tiles and letters `
        + `in ${fullest.calls}`);
    assert.ok(fullest.quads > 5000, "they are not seen");
    assert.ok(most <= MOST, `${most} draw calls`);
    assert.deepEqual(game.problems, []);
});
