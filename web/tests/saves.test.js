// Saved runs are kept in the browser from one visit to the next.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { name } from "./support/places.js";

const stage = newStage();

const KEY = `proscenium:${name}:save_1.txt`;

const kept = game => game.page.evaluate(() => ({ ...localStorage }));

test("a run that is saved is continued in the next visit", async t => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("in_game");
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("in_game", "pause", "save_run");
    await game.key("Enter");
    await game.frames(4);
    const text = (await kept(game))[KEY];
    const [, info, header] = text.split("\n");
    assert.match(info, /^\(name:"[^"]+",date:1[0-9]{9},level:1,wave:0,picture:Some\(\(\[[0-9,]{20000,}\]\)\)\)$/);
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
