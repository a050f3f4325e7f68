// Settings are kept in the browser from one visit to the next.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, steady } from "./support/browser.js";
import * as images from "./support/images.js";
import { name } from "./support/places.js";

const stage = newStage();

const KEY = `proscenium:${name}:settings.ron`;

const kept = game => game.page.evaluate(() => ({ ...localStorage }));

// From the first entry, the language, to the tab of the sounds.
const TO_SOUND = ["ArrowUp", "ArrowRight"];

// Above the settings is a new game, and with a saved run the way to that.
async function inSettings(game, above = 1) {
    await game.untilOn("main_menu");
    for (const key of [...Array(above).fill("ArrowDown"), "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
}

// The text that a visitor left the last time, and something of a neighbour's.
const visited = text => ({
    before: [steady, ([key, text]) => {
        // Firefox has the blank page before, too.
        if (!location.protocol.startsWith("http") || sessionStorage.getItem("is put")) return;
        sessionStorage.setItem("is put", "yes");
        localStorage.setItem("another-game:settings.ron", "mine");
        if (text !== null) localStorage.setItem(key, text);
    }],
    argument: [KEY, text],
});

test("what is changed and saved is there in the next visit, and nothing else is touched", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", visited(null));
    await inSettings(game);
    const before = images.ofBytes(await game.page.screenshot());
    // Another language, music two notches louder; then to the entry that saves.
    for (const key of ["ArrowRight", ...TO_SOUND, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]) await game.key(key);
    assert.deepEqual(Object.keys(await kept(game)), ["another-game:settings.ron"], "kept before it was saved");
    const changed = images.ofBytes(await game.page.screenshot());
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "Enter"]) await game.key(key);
    await game.untilOn("main_menu");
    const all = await kept(game);
    assert.deepEqual(Object.keys(all).sort(), ["another-game:settings.ron", KEY]);
    assert.equal(all["another-game:settings.ron"], "mine");
    assert.match(all[KEY], /language: "zh-CN",\n\s*master_volume: 10,\n\s*music_volume: 9,\n\s*effects_volume: 8,\n\s*voice_volume: 8,/);

    await game.page.reload({ waitUntil: "commit" });
    await game.untilState("waiting");
    await game.key("x");
    await inSettings(game);
    for (const key of [...TO_SOUND, "ArrowDown", "ArrowDown"]) await game.key(key);
    const after = images.ofBytes(await game.page.screenshot());
    assert.ok(images.difference(before, after, 8) > 0.005, "the screen is as it was before the change");
    assert.ok(images.difference(changed, after, 8) < 0.001, "the screen is not as it was left");
    assert.deepEqual(game.problems, []);
});

test("two tabs keep what each of them has changed", async () => {
    const context = await stage.context();
    const [one, two] = [
        await stage.begin("?phase=main_menu&trace=1", { context, before: steady }),
        await stage.begin("?phase=main_menu&trace=1", { context, before: steady }),
    ];
    const change = async (game, steps) => {
        await game.page.bringToFront();
        await inSettings(game);
        for (const key of [...steps, "Enter"]) await game.key(key);
        await game.untilOn("main_menu");
    };
    await change(one, ["ArrowRight", "ArrowUp", "ArrowUp"]);
    await change(two, [...TO_SOUND, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]);
    assert.match((await kept(two))[KEY], /language: "zh-CN",[^]*music_volume: 8,/);
});

test("a change that is not saved is not kept", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", visited(null));
    await inSettings(game);
    for (const key of ["ArrowRight", "Escape"]) await game.key(key);
    await game.untilOn("main_menu", "settings", "question");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu");
    assert.deepEqual(Object.keys(await kept(game)), ["another-game:settings.ron"]);
});

test("a broken text does not stop the game, and is not lost", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", visited("{\"not\": settings"));
    await inSettings(game);
    const all = await kept(game);
    assert.equal(all[KEY], "{\"not\": settings");
    assert.equal(all["another-game:settings.ron"], "mine");
    assert.deepEqual(game.problems, []);
});

test("half of a character in a kept text loses no other text", async () => {
    const text = "(version: 1, settings: (language: \"zh-CN\", music_volume: \"loud\"))";
    const visit = visited(text);
    const cut = ([key]) => localStorage.setItem(key.replace("settings.ron", "save_1.txt"), "\ud800 cut");
    const game = await stage.begin("?trace=1&phase=main_menu", { ...visit, before: [...visit.before, cut] });
    await inSettings(game, 2);
    for (const key of [...TO_SOUND, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "Enter"]) await game.key(key);
    await game.untilOn("main_menu");
    // The language was read, though the volume of the music was no number.
    const all = await kept(game);
    assert.match(all[KEY], /language: "zh-CN",/);
    assert.equal(all[KEY + ".broken"], text);
});

test("a script plays with the settings of a first visit, and leaves the visitor's alone", async () => {
    const text = "(version: 1, settings: (language: \"zh-CN\"))";
    const change = ["tap down", "tap accept", "wait settings", "tap right", "tap up", "tap up", "tap accept"];
    const script = ["wait main_menu", ...change, "wait main_menu", "shot menu"];
    stage.server.put("assets/scripts/test.txt", script.join("\n"));
    const query = "?script=scripts/test.txt&trace=1&phase=main_menu";
    const shots = [];
    for (const before of [text, null]) {
        const game = await stage.open(query, visited(before));
        await game.untilOver();
        shots.push((await game.read("shots")).menu);
        assert.equal((await kept(game))[KEY] ?? null, before);
    }
    assert.equal(shots[0], shots[1]);
});
