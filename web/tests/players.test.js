// A player's walk with real keys, a real mouse and real touches: from the logo to the pause menu,
// back into the game, and out to the main menu.
import assert from "node:assert/strict";
import { test } from "node:test";

import { canSleep, newStage, onlyChromium, steady } from "./support/browser.js";
import * as images from "./support/images.js";
import { stacks } from "./support/trace.js";

const stage = newStage();

// Positions on the screen: in a window of this size a virtual pixel is a pixel of the page.
const PLACES = {
    middle: [320, 180],
    newGame: [136, 166],
    credits: [136, 234],
    creditsBack: [527, 322],
    pauseButton: [620, 20],
    resume: [320, 120],
    leave: [320, 290],
    leaveAnyway: [320, 203],
};

const WALK = [
    "logo", "trailer", "main_menu", "main_menu credits", "main_menu", "in_game", "in_game pause", "in_game",
    "in_game pause", "in_game pause question", "in_game pause", "main_menu",
];

async function assertWalked(game) {
    assert.deepEqual(stacks(await game.read("trace")), WALK);
    assert.deepEqual(game.problems, []);
}

// The logo and the trailer end by themselves, so their time is not to pass while a test is on its way.
const WALKING = { before: steady };

test("real keys walk from the logo to the pause menu and back", async () => {
    const game = await stage.open("?trace=1", WALKING);
    await game.untilState("waiting");
    await game.key("Enter");
    await game.untilOn("logo");
    await game.key("Enter");
    await game.untilOn("trailer");
    await game.key("Space");
    await game.untilOn("main_menu");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "credits");
    await game.key("Escape");
    await game.untilOn("main_menu");
    for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await game.key(key);
    await game.untilOn("in_game");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await game.key("Escape");
    await game.untilOn("in_game");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    for (const key of ["ArrowUp", "Enter"]) await game.key(key);
    await game.untilOn("in_game", "pause", "question");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu");
    await assertWalked(game);
});

// A pointer is a mouse or a finger: `press` is a short click or tap at a place.
async function walkWithPointer(game, press) {
    await game.untilState("waiting");
    await press(PLACES.middle);
    await game.untilOn("logo");
    await press(PLACES.middle);
    await game.untilOn("trailer");
    await press(PLACES.middle);
    await game.untilOn("main_menu");
    await press(PLACES.credits);
    await game.untilOn("main_menu", "credits");
    await press(PLACES.creditsBack);
    await game.untilOn("main_menu");
    await press(PLACES.newGame);
    await game.untilOn("in_game");
    await press(PLACES.pauseButton);
    await game.untilOn("in_game", "pause");
    await press(PLACES.resume);
    await game.untilOn("in_game");
    await press(PLACES.pauseButton);
    await game.untilOn("in_game", "pause");
    await press(PLACES.leave);
    await game.untilOn("in_game", "pause", "question");
    await press(PLACES.leaveAnyway);
    await game.untilOn("main_menu");
    await assertWalked(game);
}

test("a real mouse does the same", async () => {
    const game = await stage.open("?trace=1", WALKING);
    await walkWithPointer(game, place => game.click(place));
});

test("real touches do the same", onlyChromium, async () => {
    const game = await stage.open("?trace=1", { ...WALKING, hasTouch: true });
    await walkWithPointer(game, async ([x, y]) => {
        await game.touch("touchStart", [{ x, y }]);
        await game.frames(2);
        await game.touch("touchEnd", []);
        await game.frames(2);
    });
});

// The level as it is seen, without the lines of text at its lower edge.
async function level(game) {
    return images.ofBytes(await game.page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 280 } }));
}

// Whether the hero walks: then the level passes by, and nearly all of the screen changes. While he
// stands only hens move. The two screenshots are half a second of the game apart.
async function isWalking(game) {
    const before = await level(game);
    await game.frames(30);
    return images.difference(before, await level(game), 8) > 0.25;
}

// Waits until he walks, or stands.
async function untilWalking(game, isSo) {
    for (let tries = 0; await isWalking(game) !== isSo; tries += 1) {
        assert.ok(tries < 60, isSo ? "the hero does not walk" : "the hero does not stop");
    }
}

// Input that steers the hero to the right, and its release.
const leads = {
    "a key that is held": {
        hold: game => game.page.keyboard.down("ArrowRight"),
        release: game => game.page.keyboard.up("ArrowRight"),
    },
    "a finger that is held": {
        needs: onlyChromium,
        hold: game => game.touch("touchStart", [{ x: 500, y: 180 }]),
        release: game => game.touch("touchEnd", []),
    },
};
for (const [name, { needs, hold, release }] of Object.entries(leads)) {
    test(`${name} steers the hero`, needs ?? {}, async () => {
        const game = await stage.begin("?trace=1&phase=in_game", { before: steady, hasTouch: true });
        await game.untilOn("in_game");
        assert.ok(!await isWalking(game), "the hero walks without input");
        await hold(game);
        await untilWalking(game, true);
        await release(game);
        await untilWalking(game, false);
        assert.deepEqual(stacks(await game.read("trace")), ["in_game"]);
    });
}

// The posts of the first level's marines are around the place where the hero begins.
test("a box of the mouse selects marines, and the second button sends them", async () => {
    const game = await stage.begin("?trace=1&trace_machines=1&phase=in_game", { before: steady });
    await game.untilOn("in_game");
    const { mouse } = game.page;
    // A hand is slower than a frame, so each of these positions is rendered.
    await mouse.move(200, 120);
    await game.frames(4);
    await mouse.down();
    await game.frames(4);
    await mouse.move(460, 270, { steps: 4 });
    await game.frames(4);
    await mouse.up();
    await game.frames(4);
    await game.click([400, 150], "right");
    await game.until("a marine goes where it was sent", () => window.page.trace.some(line => {
        const { kind, machine, to } = JSON.parse(line);
        return kind === "machine" && machine === "marine" && to === "move";
    }));
    assert.deepEqual(game.problems, []);
});

test("the wheel turns by all pixels of a touch pad, and by the notches of a mouse", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    await game.untilOn("main_menu");
    const turns = await game.page.evaluate(() => {
        const turns = [];
        wasm_exports.mouse_wheel = (_, y) => turns.push(y);
        // A pixel is a part of a notch in each browser, and a notch has 100 pixels in some, 120 in others.
        for (const [deltaY, wheelDeltaY] of [[1.5, -4], [1.5, -5], [300, -900], [100, -120], [-120, 240]]) {
            const event = new WheelEvent("wheel", { deltaY });
            view.dispatchEvent(Object.defineProperty(event, "wheelDeltaY", { value: wheelDeltaY }));
        }
        return turns;
    });
    assert.deepEqual(turns, [-1, -2, -300, -48, 96]);
});

test("a mouse button that is released outside of the page is released", onlyChromium, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    await game.page.evaluate(() => {
        window.released = 0;
        document.getElementById("glcanvas").addEventListener("mouseup", () => { window.released += 1; });
    });
    await game.page.mouse.move(400, 150);
    await game.page.mouse.down();
    await game.page.mouse.move(-40, 150, { steps: 3 });
    await game.page.mouse.up();
    assert.equal(await game.page.evaluate(() => window.released), 1);
});

// On a slow machine a key may be released and pressed again within a frame.
test("a key that is pressed twice within a frame counts twice", async () => {
    const game = await stage.begin("?trace=1&phase=in_game", { before: canSleep });
    await game.untilOn("in_game");
    await game.page.keyboard.down("Escape");
    await game.untilOn("in_game", "pause");
    await game.page.evaluate(() => window.sleep());
    await game.page.keyboard.up("Escape");
    await game.page.keyboard.down("Escape");
    await game.page.waitForTimeout(100);
    await game.page.evaluate(() => window.wake());
    await game.untilOn("in_game");
    await game.page.keyboard.up("Escape");
});

test("a screen reader hears the entry that has the focus: its label, its value and its place", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    const says = text => game.until(`the page says ${text}`, text =>
        document.querySelector("[aria-live=polite]").textContent === text, text);
    await game.untilOn("main_menu");
    await says("New game, 1 of 3");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
    await game.key("Escape");
    await game.untilOn("main_menu");
    await says("Settings, 2 of 3");
    await game.key("ArrowUp");
    await game.key("Enter");
    await game.untilOn("in_game");
    await says("");
    assert.deepEqual(game.problems, []);
});
