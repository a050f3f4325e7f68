// How the page starts: at once for a script, with a first touch for a visitor.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isFirefox, newStage, onlyChromium, steady, WINDOW } from "./support/browser.js";
import { figure } from "./support/figures.js";

const stage = newStage();

// Whether the keys go to the game, and whether it fills the window.
const view = game => game.page.evaluate(() => {
    const canvas = document.getElementById("glcanvas");
    const { x, y, width, height } = canvas.getBoundingClientRect();
    return {
        hasKeys: document.activeElement === canvas,
        place: [x, y, width, height],
        pixels: [canvas.width, canvas.height],
        isScrolled: document.documentElement.scrollHeight > innerHeight,
    };
});

const filled = { hasKeys: true, place: [0, 0, 1280, 720], pixels: [1280, 720], isScrolled: false };

test("a script plays at once, and no error is in the console", async t => {
    const game = await stage.open("?script=scripts/tour.txt", { viewport: WINDOW });
    await game.untilState("playing");
    figure(t, `a script plays after ${(await game.read("firstFrame")).toFixed(0)} ms`);
    assert.equal(await game.curtain(), "");
    assert.deepEqual(await view(game), filled);
    assert.deepEqual(game.problems, []);
});

test("the page speaks the language of the browser, and English where it has no words of it", async () => {
    const [english, chinese] = ["Click, tap or press any key to start", "点击、轻触或按任意键开始"];
    for (const [locale, query, lang, words] of [
        ["zh-CN", "?trace=1", "zh-CN", chinese], ["fi", "?trace=1", "en", english], ["fi", "?locale=zh_TW", "zh-TW", chinese],
        ["fi", "?locale=fr,zh_CN,en", "zh-CN", chinese],
    ]) {
        const game = await stage.open(query, { locale });
        await game.untilState("waiting");
        assert.equal(await game.page.locator("#text").textContent(), words);
        assert.equal(await game.page.evaluate(() => document.documentElement.lang), lang);
    }
});

// Browsers let a page sound only after the visitor has done something on it.
const firstTouches = {
    "a click": game => game.page.mouse.click(640, 360),
    "a finger": game => game.page.touchscreen.tap(640, 360),
    "a key": game => game.key("Enter"),
};
for (const [name, touch] of Object.entries(firstTouches)) {
    test(`without a script the game waits for its visitor, and ${name} begins it`, name === "a finger" ? onlyChromium : {}, async () => {
        const game = await stage.open("?trace=1", { before: steady, hasTouch: true, viewport: WINDOW });
        await game.untilState("waiting");
        assert.match(await game.curtain(), /Click, tap or press any key/);
        assert.deepEqual(await game.read("trace"), []);
        await touch(game);
        await game.untilState("playing");
        assert.equal(await game.curtain(), "");
        assert.deepEqual(await view(game), filled);
        // What began the game is not also its first order, which would skip the logo.
        await game.untilOn("logo");
        const skips = (await game.read("trace"))
            .filter(line => line.includes("trailer") && !line.includes("preload"));
        assert.deepEqual(skips, []);
        assert.deepEqual(game.problems, []);
    });
}

test("keys that are the browser's own do not begin the game", async () => {
    const game = await stage.open("");
    await game.untilState("waiting");
    // Firefox's driver does not know CapsLock.
    const lock = isFirefox ? [] : ["CapsLock"];
    for (const key of ["Shift", "Tab", ...lock, "F11", "F12", "Control+a", "Alt+d"]) await game.page.keyboard.press(key);
    assert.equal(await game.read("state"), "waiting");
    await game.key("x");
    await game.untilState("playing");
});

test("invalid parameters in the address are logged and ignored", async () => {
    const game = await stage.open("?script=scripts/tour.txt&phase=nowhere&pace=fast&utm=1");
    await game.untilState("playing");
    assert.equal(game.problems.length, 2, game.problems.join("\n"));
    assert.match(game.problems[0], /`\?pace=fast` cannot be read: write `one`, or milliseconds/);
    assert.match(game.problems[1], /there is no phase `nowhere`/);
});
