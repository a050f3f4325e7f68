// Pads of the browser, which a test puts in place of real ones.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, steady, withSound } from "./support/browser.js";
import { stacks } from "./support/trace.js";

const stage = newStage();

// The buttons of a standard pad.
const A = 0, B = 1, START = 9, UP = 12, DOWN = 13;

// Runs ahead of the page's scripts: no pads, until the test adds one.
function fakePads() {
    window.pads = [];
    navigator.getGamepads = () => window.pads;
    window.newPad = mapping => ({
        id: "a pad", index: 0, connected: true, mapping, axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })),
    });
}

async function connect(game, mapping = "standard") {
    await game.page.evaluate(mapping => { window.pads = [null, window.newPad(mapping)]; }, mapping);
}

// Frames after which the game has read the pad, and a tick has seen it: the page looks at its pads after a frame.
const TAKEN = 2;

async function set(game, button, isPressed) {
    await game.page.evaluate(([button, isPressed]) => {
        window.pads[1].buttons[button] = { pressed: isPressed, value: Number(isPressed) };
    }, [button, isPressed]);
    await game.frames(TAKEN);
}

async function press(game, ...buttons) {
    for (const button of buttons) {
        await set(game, button, true);
        await set(game, button, false);
    }
}

async function tilt(game, x, y) {
    await game.page.evaluate(([x, y]) => { window.pads[1].axes = [x, y, 0, 0]; }, [x, y]);
    await game.frames(TAKEN);
}

// Runs ahead of the page's scripts: there is no sound before a key, as for visitors of Chromium. Its own rule takes each
// call of a test for input.
function soundAfterKey() {
    const { resume } = AudioContext.prototype;
    let isAllowed = false;
    addEventListener("keydown", () => { isAllowed = true; }, true);
    window.AudioContext = class extends AudioContext {
        constructor() {
            super();
            this.suspend();
        }

        resume() {
            return isAllowed ? resume.call(this) : new Promise(() => {});
        }
    };
}

// Opens the page and begins the game with a pad.
async function begin(query, ...before) {
    const game = await stage.open(query, { before: [fakePads, steady, ...before] });
    await game.untilState("waiting");
    await connect(game);
    // The page looks at its pads with a timer of less time.
    await game.page.evaluate(() => new Promise(done => setTimeout(done, 200)));
    await set(game, A, true);
    await game.untilState("playing");
    await set(game, A, false);
    return game;
}

test("a pad alone walks from the start to the pause menu and back", async () => {
    const game = await begin("?trace=1");
    await game.untilOn("logo");
    await press(game, A);
    await game.untilOn("trailer");
    await press(game, B);
    await game.untilOn("main_menu");
    await press(game, DOWN);
    // A stick moves the focus once, however long it is tilted less than the repeat takes.
    await tilt(game, 0, 1);
    await tilt(game, 0, 0);
    await press(game, A);
    await game.untilOn("main_menu", "credits");
    await press(game, B);
    await game.untilOn("main_menu");
    await press(game, UP, UP, A);
    await game.untilOn("in_game");
    await press(game, START);
    await game.untilOn("in_game", "pause");
    await press(game, START);
    await game.untilOn("in_game");
    // A pad that is lost pauses.
    await game.page.evaluate(() => { window.pads = [null, null]; });
    await game.untilOn("in_game", "pause");
    assert.deepEqual(stacks(await game.read("trace")), [
        "logo", "trailer", "main_menu", "main_menu credits", "main_menu", "in_game", "in_game pause", "in_game",
        "in_game pause",
    ]);
    assert.deepEqual(game.problems, []);
});

// A menu repeats a direction that is held for 24 ticks.
test("a button is held for no longer than a test means, however slow its machine is", async () => {
    const game = await begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    await set(game, DOWN, true);
    await game.page.waitForTimeout(1000);
    await set(game, DOWN, false);
    await press(game, A);
    await game.untilOn("main_menu", "settings");
});

test("a pad whose buttons the browser does not know is not used", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: [fakePads, steady] });
    await connect(game, "");
    await game.untilOn("main_menu");
    await press(game, DOWN, DOWN, A);
    await game.frames(60);
    assert.deepEqual(stacks(await game.read("trace")), ["main_menu"]);
    assert.deepEqual(game.problems, []);
});

test("a game that a pad has begun is silent until the first key, and has its music from then on", withSound, async () => {
    const game = await begin("?trace=1&phase=main_menu", soundAfterKey);
    await game.untilOn("main_menu");
    const playing = () => game.page.evaluate(() => ({
        state: page.speaker.state,
        loops: [...page.plays.values()].map(({ loop }) => loop),
    }));
    await game.until("there is music", () => page.plays.size > 0);
    await press(game, DOWN, UP, DOWN, UP);
    assert.deepEqual(await playing(), { state: "suspended", loops: [true] });
    // It means nothing in the menu.
    await game.key("x");
    await game.until("there is sound", () => page.speaker.state === "running");
    assert.deepEqual(await playing(), { state: "running", loops: [true] });
    // An effect may be over before the test looks.
    await game.page.evaluate(() => {
        page.plays.set = (id, play) => {
            window.isEffectHeard ||= !play.loop;
            return Map.prototype.set.call(page.plays, id, play);
        };
    });
    await press(game, DOWN);
    await game.until("an effect is heard", () => window.isEffectHeard);
    assert.deepEqual(game.problems, []);
});
