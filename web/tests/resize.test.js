// Windows of any size, and resizing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { hurry, newStage, onlyChromium, unseen } from "./support/browser.js";
import * as images from "./support/images.js";
import { stacks } from "./support/trace.js";

const stage = newStage();

// Windows, the size of the view in virtual pixels, and its viewport: at least 640 by 360 of them, and more up to 12 by 5; in an
// upright window at least 360 by 640. They are small, because drawing in software takes its time for each pixel.
const WINDOWS = [
    { what: "one that is wider", width: 880, height: 360, view: [864, 360], viewport: { x: 8, y: 0, scale: 1 } },
    { what: "one that is taller", width: 640, height: 500, view: [640, 500], viewport: { x: 0, y: 0, scale: 1 } },
    { what: "one with another shape", width: 800, height: 500, view: [640, 400], viewport: { x: 0, y: 0, scale: 1.25 } },
    { what: "the commonest one in another page", width: 960, height: 540, view: [640, 360], viewport: { x: 0, y: 0, scale: 1.5 } },
    { what: "a tiny one", width: 320, height: 240, view: [640, 480], viewport: { x: 0, y: 0, scale: 0.5 } },
    { what: "a telephone's, upright", width: 390, height: 844, view: [360, 779], viewport: { x: 0, y: 0, scale: 390 / 360 } },
];

// Virtual pixels of entries: the third one of the main menu, and the one that leads back.
const entries = ([width, height]) => width < height
    ? { credits: [117, 260 + (height - 640) / 10], back: [247, height - 38] }
    : { credits: [136, 234 + (height - 360) / 10], back: [width - 113, height - 38] };

// A screenshot of the window, after the game has drawn a frame in this size, on a display of so many pixels for
// each one of the page.
async function resized(game, { width, height }, density = 1) {
    await game.page.setViewportSize({ width, height });
    const size = [width * density, height * density];
    await game.until(`the canvas has ${size} pixels`, ([width, height]) => {
        const canvas = document.getElementById("glcanvas");
        return canvas.width === width && canvas.height === height;
    }, size);
    await game.frames(2);
    return images.ofBytes(await game.page.screenshot());
}

const isBlack = (shown, x, y) =>
    shown.data.subarray((y * shown.width + x) * 4, (y * shown.width + x) * 4 + 3).every(value => value === 0);

async function showsAll(density) {
    const game = await stage.begin("?trace=1&phase=main_menu", { deviceScaleFactor: density });
    await game.untilOn("main_menu");
    for (const window of WINDOWS) {
        const shown = await resized(game, window, density);
        assert.deepEqual([shown.width, shown.height], [window.width * density, window.height * density]);
        const [left, top, scale] =
            [window.viewport.x * density, window.viewport.y * density, window.viewport.scale * density];
        const [width, height] = window.view;
        const [right, bottom] = [left + Math.round(width * scale), top + Math.round(height * scale)];
        // The menu's landscape has no black pixel at its edges, and the border has no other.
        let [wrong, of] = [0, 0];
        for (let y = 0; y < shown.height; y += 3) {
            for (let x = 0; x < shown.width; x += 3) {
                const isInside = x >= left && x < right && y >= top && y < bottom;
                const isEdge = isInside && (x < left + 6 || y < top + 6);
                if (isInside && !isEdge) continue;
                of += 1;
                if (isBlack(shown, x, y) === isInside) wrong += 1;
            }
        }
        assert.equal(wrong, 0, `${window.what}: ${wrong} of ${of} pixels are not where they should be`);
    }
    assert.deepEqual(game.problems, []);
}

test("a window of any size shows the whole screen undistorted, with black borders", () => showsAll(1));

test("so it does on a display with two pixels for each one of the page", () => showsAll(2));

const clicksMeet = (windows, density) => async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: [hurry, unseen], deviceScaleFactor: density });
    await game.untilOn("main_menu");
    const walk = ["main_menu"];
    for (const window of windows) {
        await resized(game, window, density);
        const { x: left, y: top, scale } = window.viewport;
        const click = ([x, y]) => game.click([left + x * scale, top + y * scale]);
        const { credits, back } = entries(window.view);
        await click(credits);
        await game.untilOn("main_menu", "credits");
        await click(back);
        await game.untilOn("main_menu");
        walk.push("main_menu credits", "main_menu");
    }
    // A click on the border is a click on nothing.
    await resized(game, { width: 850, height: 200 }, density);
    await game.click([100, 100]);
    await game.frames(5);
    assert.deepEqual(stacks(await game.read("trace")), walk);
    assert.deepEqual(game.problems, []);
};

test("clicks meet the menu in a window of any size", clicksMeet(WINDOWS, 1));

// As a telephone has it.
const DENSE = [
    { what: "a tiny one", width: 160, height: 120, view: [640, 480], viewport: { x: 0, y: 0, scale: 0.25 } },
    { what: "a tiny one, upright", width: 180, height: 360, view: [360, 720], viewport: { x: 0, y: 0, scale: 0.5 } },
];
test("clicks meet the menu on a display with three pixels for each one of the page", clicksMeet(DENSE, 3));

test("clicks meet the menu after a move to a display with smaller pixels", onlyChromium, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    const cdp = await game.page.context().newCDPSession(game.page);
    const metrics = { width: 640, height: 360, deviceScaleFactor: 2, mobile: false };
    await cdp.send("Emulation.setDeviceMetricsOverride", metrics);
    await game.until("the canvas has them", () => document.getElementById("glcanvas").width === 1280);
    await game.click(entries([640, 360]).credits);
    await game.untilOn("main_menu", "credits");
});

// Runs ahead of the page's scripts: a browser whose textures have at most so many pixels on a side. `refused` are those
// that would be larger.
function limitTextures(largest) {
    const { getParameter, texImage2D } = WebGLRenderingContext.prototype;
    window.refused = [];
    Object.assign(WebGLRenderingContext.prototype, {
        getParameter(name) {
            return name === this.MAX_TEXTURE_SIZE ? largest : getParameter.call(this, name);
        },
        texImage2D(...all) {
            const [, , , width, height] = all;
            if (Math.max(width, height) > largest) window.refused.push([width, height]);
            return texImage2D.apply(this, all);
        },
    });
}

test("a window that is larger than the browser's textures shows the game with fewer pixels", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", {
        before: limitTextures, argument: 1024, deviceScaleFactor: 2,
    });
    await game.untilOn("main_menu");
    // The second one would be drawn with two pixels for each virtual one.
    for (const [width, height, density] of [[400, 300, 2], [1000, 600, 1], [1280, 720, 0.8]]) {
        await resized(game, { width, height }, density);
    }
    await game.key("Enter");
    await game.untilOn("in_game");
    assert.deepEqual(await game.page.evaluate(() => window.refused), []);
    assert.deepEqual(game.problems, []);
});

test("a window that is made smaller while a level is played goes on", async () => {
    const game = await stage.begin("?trace=1&phase=in_game");
    await game.untilOn("in_game");
    await game.page.keyboard.down("ArrowDown");
    for (const window of [...WINDOWS, { width: 1, height: 1 }, { width: 1280, height: 720 }]) await resized(game, window);
    await game.page.keyboard.up("ArrowDown");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    assert.deepEqual(game.problems, []);
});
