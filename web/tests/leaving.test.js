// The browser's Back, and the end of the page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isFirefox, newStage, steady } from "./support/browser.js";
import { parsed } from "./support/trace.js";

const stage = newStage({ isSeen: false });

const goBack = game => game.page.evaluate(() => history.back());

test("Back is Escape while there is a screen below, and then it leaves", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    await game.untilOn("main_menu");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
    for (let again = 0; again < 2; again += 1) {
        await goBack(game);
        await game.untilOn("main_menu");
        await game.key("Enter");
        await game.untilOn("main_menu", "settings");
    }
    await goBack(game);
    await game.untilOn("main_menu");
    assert.deepEqual(game.problems, []);
    // Firefox has no blank page in front of the first one.
    if (isFirefox) return;
    await goBack(game);
    await game.page.waitForURL("about:blank");
});

test("Back pauses a run, and resumes it", async () => {
    const game = await stage.begin("?trace=1&phase=in_game", { before: steady });
    await game.untilOn("in_game");
    await goBack(game);
    await game.untilOn("in_game", "pause");
    await goBack(game);
    await game.untilOn("in_game");
    assert.deepEqual(game.problems, []);
});

test("the game goes on where there is no page to go back to", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", {
        before: [steady, () => Object.defineProperty(history, "length", { value: 2 })],
    });
    await game.untilOn("main_menu");
    await goBack(game);
    await game.until("the page is in its second place again", () => history.state === "game");
    assert.equal(await game.read("state"), "playing");
});

test("a page that is left ends the program as the close button of a window", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: steady });
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("in_game");
    // All of it before the page is gone.
    const { trace, report } = await game.page.evaluate(async () => {
        dispatchEvent(new PageTransitionEvent("pagehide"));
        for (let i = 0; i < 3; i += 1) await null;
        return { trace: page.trace, report: page.report };
    });
    const left = parsed(trace).filter(({ kind, hook }) => kind === "hook" && hook === "on_exit");
    assert.equal(left.at(-1).screen, "in_game");
    assert.deepEqual(parsed(trace).filter(({ kind }) => kind === "stack").at(-1).stack, []);
    assert.equal(report.texture_bytes_at_end, 0);
    assert.deepEqual(game.problems, []);
});
