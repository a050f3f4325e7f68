// The page in a frame of another site, and in one that is sandboxed.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, onlyChromium } from "./support/browser.js";

const stage = newStage({ isSeen: false });

// Opens a page, higher than its window, that has the game in a frame. Returns the page and the frame.
async function openAround(attributes) {
    const url = `${stage.server.url}?trace=1&seed=0&phase=main_menu`;
    stage.server.put("around.html", `<!DOCTYPE html><link rel="icon" href="data:,"><body style="height: 5000px; width: 5000px">
        <iframe src="${url}" width="600" height="300" ${attributes}></iframe>`);
    const page = await (await stage.context()).newPage();
    const problems = [];
    page.on("console", message => {
        if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`);
    });
    // Another site on the same server.
    await page.goto(stage.server.url.replace("localhost", "127.0.0.1") + "around.html");
    const frame = page.frames()[1];
    const untilState = state => frame.waitForFunction(state => window.page?.state === state, state, { polling: 50 });
    await untilState("waiting");
    await page.mouse.click(300, 150);
    await untilState("playing");
    await frame.waitForFunction(
        () => window.page.trace.some(line => line.includes('"stack":["main_menu"]')), null, { polling: 50 });
    return { page, frame, problems };
}

test("keys of the game do not scroll the page around its frame", onlyChromium, async () => {
    const { page, problems } = await openAround("");
    for (const key of ["End", "PageDown", "ArrowDown", "ArrowRight", "Space"]) {
        await page.keyboard.press(key);
        // A browser scrolls smoothly.
        await page.waitForTimeout(200);
        assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0], key);
    }
    assert.deepEqual(problems, []);
});

test("the page loads in a sandboxed frame", onlyChromium, async () => {
    const { frame, problems } = await openAround('sandbox="allow-scripts"');
    assert.equal(await frame.evaluate(() => self.origin), "null");
    assert.ok(!await frame.evaluate(() => page.trace.some(line => line.includes("stand_in"))));
    assert.deepEqual(problems, []);
});

test("F5 and keys with Ctrl are the browser's, and keys of a menu are not", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    const isTaken = init => game.page.evaluate(init => {
        const event = new KeyboardEvent("keydown", { cancelable: true, bubbles: true, ...init });
        return !view.dispatchEvent(event);
    }, init);
    for (const [key, code] of [["F5", "F5"], ["F11", "F11"], ["F12", "F12"], ["Tab", "Tab"]]) {
        assert.equal(await isTaken({ key, code }), key === "Tab", key);
    }
    for (const [key, code] of [["r", "KeyR"], ["l", "KeyL"], ["ArrowLeft", "ArrowLeft"], ["/", "Slash"]]) {
        assert.ok(!await isTaken({ key, code, ctrlKey: true }), key);
    }
    for (const [key, code] of [["ArrowDown", "Numpad2"], ["PageUp", "PageUp"], [" ", "Space"], ["F3", "F3"]]) {
        assert.ok(await isTaken({ key, code }), key);
    }
});
