// Windows of any size, and resizing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { hurry, newStage, unseen } from "./support/browser.js";
import * as images from "./support/images.js";
import { stacks } from "./support/trace.js";

const stage = newStage();

// Windows, and the viewport of the 640 by 360 virtual pixels, or of the 360 by 640 of the menus in an upright window:
// centered, at the largest scale. They are small, because drawing in software takes its time for each pixel.
const WINDOWS = [
    { what: "one that is wider", width: 850, height: 360, viewport: { x: 105, y: 0, scale: 1 } },
    { what: "one that is taller", width: 640, height: 500, viewport: { x: 0, y: 70, scale: 1 } },
    { what: "one with another shape", width: 800, height: 500, viewport: { x: 0, y: 25, scale: 1.25 } },
    { what: "the commonest one in another page", width: 960, height: 540, viewport: { x: 0, y: 0, scale: 1.5 } },
    { what: "a tiny one", width: 320, height: 240, viewport: { x: 0, y: 30, scale: 0.5 } },
    { what: "a telephone's, upright", width: 390, height: 844, viewport: { x: 0, y: 75, scale: 390 / 360 }, isUpright: true },
];

// Virtual pixels of entries: the third one of the main menu, and the one that leads back.
const entries = isUpright => isUpright
    ? { credits: [117, 260], back: [180, 429] }
    : { credits: [136, 234], back: [320, 258] };

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
        const [width, height] = window.isUpright ? [360, 640] : [640, 360];
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
        const click = ([x, y]) => game.page.mouse.click(left + x * scale, top + y * scale, { delay: 80 });
        const { credits, back } = entries(window.isUpright);
        await click(credits);
        await game.untilOn("main_menu", "credits");
        await click(back);
        await game.untilOn("main_menu");
        walk.push("main_menu credits", "main_menu");
    }
    // A click on the border is a click on nothing.
    await resized(game, { width: 400, height: 360 }, density);
    await game.page.mouse.click(136, 340, { delay: 80 });
    await game.frames(5);
    assert.deepEqual(stacks(await game.read("trace")), walk);
    assert.deepEqual(game.problems, []);
};

test("clicks meet the menu in a window of any size", clicksMeet(WINDOWS, 1));

// As a telephone has it.
const DENSE = [
    { what: "a tiny one", width: 160, height: 120, viewport: { x: 0, y: 15, scale: 0.25 } },
    { what: "a tiny one, upright", width: 180, height: 360, viewport: { x: 0, y: 20, scale: 0.5 }, isUpright: true },
];
test("clicks meet the menu on a display with three pixels for each one of the page", clicksMeet(DENSE, 3));

test("clicks meet the menu after a move to a display with smaller pixels", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    const cdp = await game.page.context().newCDPSession(game.page);
    const metrics = { width: 640, height: 360, deviceScaleFactor: 2, mobile: false };
    await cdp.send("Emulation.setDeviceMetricsOverride", metrics);
    await game.until("the canvas has them", () => document.getElementById("glcanvas").width === 1280);
    await game.page.mouse.click(...entries(false).credits, { delay: 80 });
    await game.untilOn("main_menu", "credits");
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
