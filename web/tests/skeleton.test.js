// The page of a game made from the skeleton, for `.ci/skeleton`: SITE is its folder, TRACE its tour without a window.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { newStage, onlyChromium, steady } from "./support/browser.js";
import { stacks, withoutTicks } from "./support/trace.js";

const stage = newStage();

test("the tour of a made game leaves the same trace as without a window", async () => {
    const game = await stage.open("?script=scripts/tour.txt&trace=1");
    await game.untilOver();
    const trace = await game.read("trace");
    assert.deepEqual(withoutTicks(trace), withoutTicks(readFileSync(process.env.TRACE, "utf8").trim().split("\n")));
    assert.ok(stacks(trace).includes("in_game pause settings"));
    assert.equal(await game.page.title(), "Star Herder");
    assert.deepEqual(game.problems, []);
});

test("keys, a mouse and a finger go from the logo to the pause menu", onlyChromium, async () => {
    const game = await stage.begin("?trace=1", { before: steady, hasTouch: true });
    await game.untilOn("logo");
    await game.key("Enter");
    await game.untilOn("trailer");
    await game.click([320, 100]);
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("in_game");
    // The button for pause, which is there for fingers.
    await game.touch("touchStart", [{ x: 612, y: 28 }]);
    await game.frames(4);
    await game.touch("touchEnd", []);
    await game.untilOn("in_game", "pause");
    assert.deepEqual(game.problems, []);
});
