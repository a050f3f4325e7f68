// Failures while the game runs, and the messages of the page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, onlyChromium, steady } from "./support/browser.js";
import * as images from "./support/images.js";

const stage = newStage();

test("a browser without WebGL shows a message", async () => {
    const game = await stage.open("?script=scripts/tour.txt", {
        before: () => { HTMLCanvasElement.prototype.getContext = () => null; },
    });
    await game.untilState("stopped");
    assert.match(await game.curtain(), /This game needs WebGL, which this browser does not support/);
    assert.deepEqual(game.problems, []);
});

test("a lost WebGL context stops the game with a message, and a click restarts it", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilState("playing");
    await game.page.evaluate(() => {
        document.getElementById("glcanvas").getContext("webgl").getExtension("WEBGL_lose_context").loseContext();
    });
    await game.untilState("stopped");
    assert.match(await game.curtain(), /WebGL context lost/);
    await game.untilRestartable();
    await game.page.evaluate(() => { window.isOld = true; });
    await game.page.mouse.click(320, 180);
    await game.until("it is a new page", () => !window.isOld);
    await game.untilState("playing");
    await game.until("it begins with the logo", () => {
        const first = window.page.trace.map(line => JSON.parse(line)).find(({ kind, stack }) =>
            kind === "stack" && stack[0] !== "loading");
        return first?.stack.join(" ") === "logo";
    });
});

test("a restored WebGL context restarts the game", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilState("playing");
    await game.page.evaluate(() => {
        const context = document.getElementById("glcanvas").getContext("webgl");
        window.losing = context.getExtension("WEBGL_lose_context");
        window.losing.loseContext();
    });
    await game.untilState("stopped");
    await game.page.evaluate(() => window.losing.restoreContext());
    await game.until("it is a new page", () => !window.losing);
    await game.untilState("playing");
});

// Lets the program's next frame ask for a frame within itself. It forbids that: a real panic.
const panic = () => { gl.clear = () => wasm_exports.frame(); };

test("a panic's message and place are on the page, and a key restarts the game", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilState("playing");
    await game.page.evaluate(panic);
    await game.untilState("stopped");
    assert.match(await game.curtain(), /The game has crashed:\n.*already.* borrowed/);
    assert.match(await game.page.inputValue("#report textarea"), /already.* borrowed.*\n\(.*\.rs:\d+:\d+\)\n/);
    assert.match(await game.curtain(), /Click or press any key to restart/);
    assert.match(game.problems.join("\n"), /already.* borrowed/);
    const { length } = await game.read("trace");
    await game.frames(3);
    assert.equal((await game.read("trace")).length, length, "the game goes on behind the message");
    await game.untilRestartable();
    await game.key("Enter");
    await game.untilState("playing");
});

test("a key that is held when the game crashes does not restart it", async () => {
    const game = await stage.begin("?trace=1&phase=in_game");
    await game.untilOn("in_game");
    const { keyboard } = game.page;
    await keyboard.down("ArrowRight");
    // In the page, because it has to be soon after the crash.
    await game.page.evaluate(() => {
        const press = () => {
            if (window.page.state !== "stopped") return requestAnimationFrame(press);
            dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space" }));
        };
        requestAnimationFrame(press);
    });
    await game.page.evaluate(panic);
    await game.untilState("stopped");
    // A press for the game comes too late, and the held key repeats.
    await game.untilRestartable();
    await keyboard.down("ArrowRight");
    assert.equal(await game.read("state"), "stopped");
    await keyboard.up("ArrowRight");
    await keyboard.press("ArrowRight");
    await game.untilState("waiting");
});

test("a frame that ends with another error than a trap is shown as well", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilState("playing");
    await game.page.evaluate(() => {
        const call = () => call() + 1;
        gl.clear = call;
    });
    await game.untilState("stopped");
    assert.match(await game.curtain(), /The game has crashed:\n.*(Maximum call stack size exceeded|too much recursion)/);
});

test("the report of a crash is copied from a page within another", onlyChromium, async () => {
    const game = await stage.open("?trace=1");
    const { url } = stage.server;
    await game.page.setContent(`<iframe src="${url.replace("localhost", "127.0.0.1")}?script=scripts/tour.txt"
        style="width: 640px; height: 360px"></iframe>`);
    const frame = game.page.frames()[1];
    await frame.waitForFunction(() => window.page?.state === "playing");
    await frame.evaluate(panic);
    await frame.click("#report button");
    await frame.waitForFunction(() => document.querySelector("#report button").textContent === "Copied");
});

test("a trap without a message is shown as well", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilState("playing");
    await game.page.evaluate(() => {
        // (module (func (export "frame") unreachable))
        const trap = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 9, 1, 5,
            102, 114, 97, 109, 101, 0, 0, 10, 5, 1, 3, 0, 0, 11]);
        wasm_exports.frame = new WebAssembly.Instance(new WebAssembly.Module(trap)).exports.frame;
    });
    await game.untilState("stopped");
    assert.match(await game.curtain(), /The game has crashed:\n.*unreachable[\s\S]*Click or press any key to restart/);
});

// One notch of the music's volume, saved: it counts until the page is left, and the screen shows that it is not kept.
async function cannotSave(game) {
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]) await game.key(key);
    const before = images.ofBytes(await game.page.screenshot());
    await game.key("Enter");
    await game.frames(10);
    assert.ok(images.difference(before, images.ofBytes(await game.page.screenshot()), 8) > 0.005);
    await game.untilOn("main_menu", "settings");
    await game.key("Escape");
    await game.untilOn("main_menu");
}

test("the game runs without local storage", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", {
        before: [steady, () => {
            Object.defineProperty(window, "localStorage", {
                get: () => { throw new DOMException("not here", "SecurityError"); },
            });
        }],
    });
    await game.untilOn("main_menu");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
    await cannotSave(game);
    assert.deepEqual(game.problems, []);
});

test("the game runs with a full local storage", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", {
        before: [steady, () => {
            Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
        }],
    });
    await game.untilOn("main_menu");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
    await cannotSave(game);
    assert.deepEqual(game.problems, []);
});
