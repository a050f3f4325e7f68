// What is heard of a page: it plays on a sound server, which records it. `.ci/sound page` starts the server, and checks
// the recordings.
import { spawn } from "node:child_process";
import { createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { newStage } from "./support/browser.js";
import * as places from "./support/places.js";

const demo = newStage({ isHeard: true });
const check = newStage({ folder: places.soundCheck(), isHeard: true });

// Records while `play` runs, with at least two seconds of silence before it.
async function record(name, play) {
    const path = join(places.project, `target/sound/page/${name}.raw`);
    const options = ["--device=ear.monitor", "--format=s16le", "--rate=22050", "--channels=2"];
    const parec = spawn("parec", options, { env: { ...process.env, PULSE_LATENCY_MSEC: "250" } });
    parec.stdout.pipe(createWriteStream(path));
    while ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < 2 * 22050 * 4) await pause(100);
    await play();
    parec.kill();
}

test("the music of the menu and of the game, and quieter under the pause menu", () => record("played", async () => {
    // Without effects, because the music is measured.
    const game = await demo.begin("?trace=1&phase=main_menu", {
        before: name => localStorage.setItem(`proscenium:${name}:settings.ron`,
            "(version: 1, settings: (music_volume: 7, effects_volume: 0, voice_volume: 0))"),
        argument: places.name,
    });
    await game.untilOn("main_menu");
    await pause(5000);
    await game.key("Enter");
    await game.untilOn("in_game");
    await pause(5000);
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await pause(4000);
    await game.key("Escape");
    await pause(5000);
}));

test("tones on each bus and side, and from an OGG file that is decoded while it plays", () => record("tones", async () => {
    const game = await check.begin("", {
        before: () => { window.pageSettings = { maxDecoded: 0 }; },
    });
    await game.until("it is over", () => window.page.state === "over");
    await pause(1000);
}));
