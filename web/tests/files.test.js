// Files that do not come, or not whole, or slowly: the failure screen says so, and tries again.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";
import { parsed, stacks } from "./support/trace.js";

const stage = newStage();

// A download that brings nothing for a second has broken off.
const impatient = { before: () => { window.pageSettings = { patience: 1 }; } };

// What the log says for each way to fail.
const WAYS = {
    missing: /tiles\.png.*(not found|no such|does not exist)/,
    refused: /tiles\.png.*the server answered 503/,
    cut: /tiles\.png.*/,
    stalled: /tiles\.png.*nothing came for 1 s/,
};

for (const [way, words] of Object.entries(WAYS)) {
    test(`a picture that is ${way} ends on the failure screen, and a retry goes on from there`, async () => {
        const picture = "assets/textures/tiles.png";
        stage.server.treat(picture, way);
        const game = await stage.begin("?trace=1&phase=in_game", impatient);
        await game.untilOn("failure");
        const trace = parsed(await game.read("trace"));
        const failed = trace.filter(line => line.step === "failed").map(line => [line.kind, line.id ?? line.phase]);
        assert.deepEqual(failed, [["resource", "tiles"], ["phase", "in_game"]]);
        // What broke off may come the next time, and is tried three times; what is not there is not.
        const retries = trace.filter(line => line.step === "retried").length;
        assert.equal(retries, way === "missing" ? 0 : 2);
        assert.match(game.problems.join("\n"), words);

        // Nothing is better yet, so it fails once more.
        await game.key("Enter");
        await game.until("the second load has failed", () =>
            window.page.trace.filter(line => line.includes('"phase"') && line.includes('"failed"')).length >= 4);
        await game.untilOn("failure");
        stage.server.treat(picture, null);
        await game.key("Enter");
        await game.untilOn("in_game");
        assert.deepEqual(stacks(await game.read("trace")), ["failure", "failure", "in_game"]);
    });
}

test("from the failure screen there is a way to the main menu", async () => {
    stage.server.treat("assets/levels/outpost.tmx", "missing");
    const game = await stage.begin("?trace=1&phase=in_game");
    await game.untilOn("failure");
    await game.key("ArrowDown");
    await game.key("Enter");
    await game.untilOn("main_menu");
});

for (const way of ["missing", "cut"]) {
    test(`a manifest that is ${way} ends on the failure screen, and a retry goes on from there`, async () => {
        const manifest = "assets/phases/in_game.ron";
        stage.server.treat(manifest, way);
        const game = await stage.begin("?trace=1&phase=in_game");
        await game.untilOn("failure");
        assert.match(game.problems.join("\n"), /the manifest of phase `in_game` cannot be used: .*in_game\.ron/);
        stage.server.treat(manifest, null);
        await game.key("Enter");
        await game.untilOn("in_game");
    });
}

test("a file that comes slowly but steadily is waited for", async () => {
    // Two and a half seconds, never more than 0.6 without a byte.
    stage.server.treat("assets/textures/tiles.png", "slow");
    const game = await stage.begin("?trace=1&phase=in_game", impatient);
    await game.untilOn("in_game");
    assert.deepEqual(stacks(await game.read("trace")), ["in_game"]);
    assert.deepEqual(game.problems, []);
});

const PROGRAM_WAYS = {
    missing: /the server answered 404 for game\.wasm/,
    cut: /The game cannot be loaded:\n.+/,
    stalled: /nothing came for 1 s/,
};
for (const [way, words] of Object.entries(PROGRAM_WAYS)) {
    test(`a program that is ${way} leaves a message, and a click starts again`, async () => {
        stage.server.treat("game.wasm", way);
        const game = await stage.open("?script=scripts/tour.txt&trace=1", impatient);
        await game.untilState("stopped");
        assert.match(await game.curtain(), words);
        assert.match(await game.curtain(), /The game cannot be loaded[\s\S]*Click or press a key to start again/);
        stage.server.treat("game.wasm", null);
        await game.page.mouse.click(320, 180);
        await game.untilState("playing");
    });
}
