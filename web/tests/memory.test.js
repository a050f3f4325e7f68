// Going to and fro between the menu and the game for long costs no more memory than doing it once.
// What WebGL draws makes no difference to that.
import assert from "node:assert/strict";
import { test } from "node:test";

import { countTextures, hurry, newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { round } from "./support/rounds.js";

const stage = newStage({ isSeen: false });

// The long form: `PROSCENIUM_ROUNDS=200 web/tests/run memory`.
const ROUNDS = Number(process.env.PROSCENIUM_ROUNDS ?? 32);
// For so many rounds in succession the memory has to stay the same. What is lost in each of them would make it grow in
// some of these; how many files arrive at the same time, which is another number in each load, makes it grow a few times.
const SAME = Math.ceil(ROUNDS / 4);

// Runs in the page ahead of its scripts: after each fade into the main menu or the game
// writes down what there is.
function watch() {
    window.samples = [];
    let seen = 0;
    let stack = "";
    const look = () => {
        for (; seen < (window.page?.trace.length ?? 0); seen += 1) {
            const line = JSON.parse(window.page.trace[seen]);
            if (line.kind === "stack") stack = line.stack.join(" ");
            if (line.kind === "transition" && line.step === "done") {
                window.samples.push({ stack, bytes: wasm_memory.buffer.byteLength, textures: textures.size });
            }
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

test(`the page's memory and textures stay the same over ${ROUNDS} rounds of menu and game`, async t => {
    stage.server.put("assets/scripts/test.txt", `${round(ROUNDS)}\nwait main_menu`);
    const game = await stage.open("?script=scripts/test.txt&trace=1&phase=main_menu", {
        before: [hurry, countTextures, watch],
        viewport: { width: 320, height: 180 },
    });
    await game.untilOver(Math.max(10, ROUNDS / 10));
    // The last of them is written down in the next frame.
    await game.frames(2);
    const samples = await game.page.evaluate(() => window.samples);
    const of = stack => samples.filter(sample => sample.stack === stack);
    const [menu, level] = [of("main_menu"), of("in_game")];
    assert.deepEqual([menu.length, level.length], [ROUNDS, ROUNDS]);
    const megabytes = menu.map(({ bytes }) => (bytes / 1e6).toFixed(2));
    figure(t, `memory after round 1, ${SAME} and ${ROUNDS}: `
        + `${megabytes[0]}, ${megabytes[SAME - 1]} and ${megabytes[ROUNDS - 1]} MB`);
    figure(t, `textures in the menu and in the game: ${menu[0].textures} and ${level[0].textures}`);
    for (const visits of [menu, level]) {
        const sizes = visits.map(visit => visit.bytes);
        const rounds = [...new Set(sizes)].map(size => sizes.filter(other => other === size).length);
        assert.ok(Math.max(...rounds) >= SAME, `the memory grows: ${sizes.join(", ")} bytes`);
        const { textures } = visits[0];
        assert.deepEqual(visits.filter(visit => visit.textures !== textures), [], `${textures} textures at first`);
    }
    assert.deepEqual(game.problems, []);
    assert.deepEqual((await game.read("report")).leaks, []);
});
