// Sound: silence before the first input, then the music of the menu, its effects, and the music of the
// game.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage } from "./support/browser.js";

const stage = newStage();

// Runs before the page's scripts: taps the audio output for measurements.
function listen() {
    const connect = AudioNode.prototype.connect;
    // audio.js has a second context, only to wake up old browsers.
    const ears = new Map();
    window.ear = () => ears.get(audio_context);
    AudioNode.prototype.connect = function (target, ...more) {
        if (target === target.context.destination) {
            if (!ears.has(target.context)) ears.set(target.context, new AnalyserNode(target.context, { fftSize: 8192 }));
            connect.call(this, ears.get(target.context));
        }
        return connect.call(this, target, ...more);
    };
}

// What plays, and its loudness.
const heard = game => game.page.evaluate(() => {
    const samples = new Float32Array(8192);
    window.ear()?.getFloatTimeDomainData(samples);
    const playing = playbacks.filter(playback => playback.sound_key);
    return {
        state: audio_context?.state ?? "none",
        loops: playing.filter(playback => playback.source.loop).map(playback => playback.source.buffer.duration),
        volumes: playing.filter(playback => playback.source.loop).map(playback => playback.gain_node.gain.value),
        loudness: Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length),
        peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
    };
});

const untilLoop = (game, seconds) => game.until(`a loop of ${seconds} s is loud`, seconds => playbacks.some(
    ({ sound_key, source, gain_node }) =>
        sound_key && source.loop && Math.round(source.buffer.duration) === seconds && gain_node.gain.value > 0.2)
    && playbacks.filter(({ sound_key, source }) => sound_key && source.loop).length === 1, seconds);

test("the page is silent until its visitor begins, then has music, and another one in the game", async () => {
    const game = await stage.open("?trace=1&phase=main_menu", { before: listen });
    await game.untilState("waiting");
    assert.equal((await heard(game)).state, "none");
    await game.page.mouse.click(320, 180);
    await game.untilOn("main_menu");
    await untilLoop(game, 30);
    // The loudspeaker's own clock has to get there too.
    await game.until("something is heard", () => {
        const samples = new Float32Array(8192);
        window.ear().getFloatTimeDomainData(samples);
        return samples.some(sample => Math.abs(sample) > 0.02);
    });
    const inMenu = await heard(game);
    assert.equal(inMenu.state, "running");
    assert.ok(inMenu.loudness > 0.01 && inMenu.peak < 1, JSON.stringify(inMenu));

    await game.key("Enter");
    await game.untilOn("in_game");
    await untilLoop(game, 28);
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    await game.until("the music is quieter", () => playbacks.some(
        ({ sound_key, source, gain_node }) => sound_key && source.loop && gain_node.gain.value < 0.1));
    assert.deepEqual((await heard(game)).loops.map(Math.round), [28]);
    assert.deepEqual(game.problems, []);
});

test("a hidden page is silent", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu", { before: listen });
    await game.untilOn("main_menu");
    const hide = hidden => game.page.evaluate(hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await hide(true);
    await game.until("the sound rests", () => audio_context.state === "suspended");
    await hide(false);
    await game.until("the sound goes on", () => audio_context.state === "running");
    assert.deepEqual(game.problems, []);
});
