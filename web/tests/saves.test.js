// Saved runs are kept in the browser from one visit to the next.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, onlyChromium, steady } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { name } from "./support/places.js";

const stage = newStage();

const KEY = `proscenium:${name}:save_1.txt`;

const kept = game => game.page.evaluate(() => ({ ...localStorage }));

async function saveRun(game) {
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("in_game");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("in_game", "pause", "save_run");
    await game.key("Enter");
    await game.until("the run is saved", key => key in localStorage, KEY);
}

test("a run that is saved is continued in the next visit", async t => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    await saveRun(game);
    const text = (await kept(game))[KEY];
    const [, info, header] = text.split("\n");
    assert.match(info, /^\(name:"",date:1[0-9]{9},level:1,wave:0,picture:Some\(\(\[[0-9,]{20000,}\]\)\)\)$/);
    assert.match(header, /^proscenium-save /);
    figure(t, `a save in the browser: ${(text.length / 1e6).toFixed(3)} MB`);
    // A browser has room for 5 MB, and there are four slots.
    assert.ok(text.length < 500_000, `it has ${text.length} characters`);

    await game.page.reload({ waitUntil: "commit" });
    await game.untilState("waiting");
    await game.key("x");
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("main_menu", "continue_run");
    await game.key("Enter");
    await game.untilOn("in_game", "pause");
    assert.equal((await kept(game))[KEY], text);
    assert.deepEqual(game.problems, []);
});

test("a run that is saved in a browser that gives false pixels has no picture", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", {
        before: [steady, () => {
            WebGLRenderingContext.prototype.readPixels = (...all) => {
                all[6].forEach((_, at, pixels) => { pixels[at] = at * 37; });
            };
        }],
    });
    await saveRun(game);
    const [, info] = (await kept(game))[KEY].split("\n");
    assert.match(info, /^\(name:"",date:1[0-9]{9},level:1,wave:0,picture:None\)$/);
    assert.deepEqual(game.problems, []);
});

// Taps to the name of a run, and returns the field for it.
async function openField(game) {
    const tap = (x, y) => game.page.touchscreen.tap(x, y);
    await game.untilState("waiting");
    await tap(320, 180);
    await game.untilOn("main_menu");
    await tap(136, 166);
    await game.untilOn("in_game");
    await tap(620, 20);
    await game.untilOn("in_game", "pause");
    await tap(320, 188);
    await game.untilOn("in_game", "pause", "save_run");
    await tap(320, 83);
    const field = game.page.locator("#field");
    await field.waitFor();
    return field;
}

// Saves the run, and returns the name in the file.
async function savedName(game) {
    await game.page.touchscreen.tap(320, 130);
    await game.until("the run is saved", key => key in localStorage, KEY);
    const [, name] = (await kept(game))[KEY].match(/^\S+\n\(name:"([^"]*)",/);
    return name;
}

test("a finger opens the keyboard for the name of a run", onlyChromium, async () => {
    const game = await stage.open("?trace=1&phase=main_menu", { hasTouch: true });
    const field = await openField(game);
    assert.ok(await field.evaluate(field => field === document.activeElement && field.value === ""));
    await game.page.keyboard.type("The team");
    for (let i = 0; i < 4; i++) await game.page.keyboard.press("Backspace");
    // A method of input changes what was typed.
    await field.fill("The outpost 好😀");
    await game.key("Enter");
    await field.waitFor({ state: "hidden" });
    assert.equal(await savedName(game), "The outpost 好😀");
    assert.deepEqual(game.problems, []);
});

test("a composed text that is too long for a field changes no more than its own characters", onlyChromium, async () => {
    const game = await stage.open("?trace=1&phase=main_menu", { hasTouch: true });
    const field = await openField(game);
    await game.page.keyboard.type("The outpost, wave 0");
    const cdp = await game.page.context().newCDPSession(game.page);
    const compose = text =>
        cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    for (const text of ["q", "qian", "qianshaozhan", "qianshaozhanqianshaozhan"]) await compose(text);
    await game.frames(2);
    assert.equal(await field.inputValue(), "The outpost, wave 0qianshaozhanqianshaozhan");
    await cdp.send("Input.insertText", { text: "前哨战" });
    await game.frames(2);
    assert.equal(await field.inputValue(), "The outpost, wave 0前哨战");
    await cdp.send("Input.insertText", { text: "!".repeat(20) });
    assert.equal(await field.inputValue(), "The outpost, wave 0前哨战!!!!!!!!!!");
    await game.key("Backspace");
    await game.key("Enter");
    await field.waitFor({ state: "hidden" });
    assert.equal(await savedName(game), "The outpost, wave 0前哨战!!!!!!!!!");
});

test("a text is pasted into the field, and the field follows the game", onlyChromium, async () => {
    const game = await stage.open("?trace=1&phase=main_menu", { hasTouch: true });
    const field = await openField(game);
    await game.page.keyboard.type("The outpost, wave 0");
    const context = game.page.context();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await game.page.evaluate(() => navigator.clipboard.writeText("tab\tnew"));
    await field.evaluate(field => field.setSelectionRange(4, 12));
    await game.page.keyboard.press("Control+v");
    assert.equal(await field.inputValue(), "The tabnew wave 0");
    // A letter that the game gets from elsewhere, while another is composed.
    const cdp = await context.newCDPSession(game.page);
    await cdp.send("Input.imeSetComposition", { text: "x", selectionStart: 1, selectionEnd: 1 });
    await game.page.evaluate(() => wasm_exports.key_down(259, 0, false));
    await game.page.evaluate(() => wasm_exports.key_press("!".codePointAt(0)));
    await game.until("the field has it", () => document.getElementById("field").value === "The tabnew wave 0!");
    // A tap on the canvas leaves the keyboard there.
    await game.page.touchscreen.tap(600, 340);
    assert.ok(await field.evaluate(field => field === document.activeElement));
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await field.waitFor({ state: "hidden" });
});

test("a text is pasted into a field and copied from it without the keyboard of a phone", onlyChromium, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    await game.untilOn("main_menu");
    await game.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => game.page.evaluate(() => navigator.clipboard.readText());
    await game.page.evaluate(() => navigator.clipboard.writeText("The\n hill\b"));
    // No entry of a menu is a field here. The keys are down in a frame, as a player's are.
    await game.page.keyboard.press("Control+v");
    for (const key of ["c", "x"]) {
        await game.page.keyboard.down("Control");
        await game.page.keyboard.down(key);
        await game.frames(2);
        await game.page.keyboard.up(key);
        await game.page.keyboard.up("Control");
        assert.equal(await copied(), "The\n hill\b");
    }
    await game.key("Enter");
    await game.untilOn("in_game");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("in_game", "pause", "save_run");
    await game.key("ArrowUp");
    await game.page.keyboard.press("Control+v");
    const says = text => game.until(`the page says ${text}`, text =>
        document.getElementById("focused").textContent.includes(text), text);
    await says("The hill");
    await game.page.keyboard.type("!");
    await says("The hill!");
    await game.page.keyboard.press("Control+c");
    await game.frames(2);
    assert.equal(await copied(), "The hill!");
    assert.deepEqual(game.problems, []);
});
