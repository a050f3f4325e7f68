// Sound: silence before the first input, then the music of the menu, its effects, and the music of the
// game.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, withSound } from "./support/browser.js";

const stage = newStage();

// Runs before the page's scripts: taps the audio output for measurements.
function listen() {
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (target, ...more) {
        if (target === target.context.destination) {
            window.ear ??= new AnalyserNode(target.context, { fftSize: 8192 });
            connect.call(this, window.ear);
        }
        return connect.call(this, target, ...more);
    };
    // What plays in a loop: the duration and the volume of each.
    window.loops = () => [...page.plays.values()].filter(({ loop }) => loop).map(
        ({ duration, gain }) => [Math.round(duration), gain.gain.value * page.buses.Music.gain.value]);
}

// The state of the loudspeaker, and the largest sample.
const heard = game => game.page.evaluate(() => {
    const samples = new Float32Array(8192);
    window.ear?.getFloatTimeDomainData(samples);
    return {
        state: page.speaker?.state ?? "none",
        peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
    };
});

const untilLoop = (game, seconds, from, to) => game.until(`only a loop of ${seconds} s plays, of the right volume`,
    ([seconds, from, to]) => {
        const loops = window.loops();
        return loops.length === 1 && loops[0][0] === seconds && loops[0][1] > from && loops[0][1] < to;
    }, [seconds, from, to]);

test("the page is silent until its visitor begins, then has music, and another one in the game", withSound, async () => {
    const game = await stage.open("?trace=1&phase=main_menu", { before: listen });
    await game.untilState("waiting");
    assert.equal((await heard(game)).state, "none");
    await game.page.mouse.click(320, 180);
    await game.untilOn("main_menu");
    await untilLoop(game, 30, 0.215, 0.225);
    // The loudspeaker's own clock has to get there too.
    await game.until("something is heard", () => {
        const samples = new Float32Array(8192);
        window.ear.getFloatTimeDomainData(samples);
        return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length > 0.01 ** 2;
    });
    const inMenu = await heard(game);
    assert.equal(inMenu.state, "running");
    assert.ok(inMenu.peak < 1, `it has a peak of ${inMenu.peak}`);

    await game.key("Enter");
    await game.untilOn("in_game");
    await untilLoop(game, 28, 0.215, 0.225);
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await untilLoop(game, 28, 0.075, 0.08);
    assert.deepEqual(game.problems, []);
});

test("a hidden page is silent", withSound, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: listen });
    await game.untilOn("main_menu");
    const hide = hidden => game.page.evaluate(hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await hide(true);
    await game.until("the sound rests", () => page.speaker.state === "suspended");
    await hide(false);
    await game.until("the sound goes on", () => page.speaker.state === "running");
    assert.deepEqual(game.problems, []);
});

test("what happens while a phone rings is not heard after the call", withSound, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: listen });
    await game.untilOn("main_menu");
    await untilLoop(game, 30, 0.215, 0.225);
    await game.page.evaluate(() => page.speaker.suspend());
    // The menu has an effect for an entry that the mouse enters, which does not resume sound.
    await game.page.mouse.move(136, 200);
    await game.page.mouse.move(136, 234);
    await game.page.evaluate(() => {
        for (const name of Object.keys(page.buses)) setBus(name, 0.5);
    });
    await game.frames(10);
    const playing = () => game.page.evaluate(() => ({
        state: page.speaker.state,
        loops: [...page.plays.values()].map(({ loop }) => loop),
        volumes: Object.values(page.buses).map(({ gain }) => gain.value),
    }));
    assert.deepEqual(await playing(), { state: "suspended", loops: [true], volumes: [0.5, 0.5, 0.5, 0.5] });
    await game.key("x");
    await game.until("the music goes on", () => page.speaker.state === "running");
    assert.deepEqual((await playing()).loops, [true]);
    assert.deepEqual(game.problems, []);
});

test("a game that has ended stays silent when its page is seen again", withSound, async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    await game.until("sound runs", () => window.page.speaker.state === "running");
    await game.page.evaluate(() => stopWithCrash("bang"));
    await game.until("sound is suspended", () => window.page.speaker.state === "suspended");
    await game.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await game.page.waitForTimeout(200);
    assert.equal(await game.page.evaluate(() => window.page.speaker.state), "suspended");
});
