"use strict";
// The page around the program. It loads the program, answers its requests (listed in
// crates/window/src/page.rs), and shows messages when the program cannot.

// A page may set `pageSettings` in its own script, before this one.
const settings = Object.assign({
    program: "game.wasm.gz",
    assets: "assets/",
    // Whether the assets are in packs. `cargo web` sets it.
    packs: false,
    // An OGG file of more bytes, about 90 s, is decoded while it plays and not held decoded. A browser leaves a gap
    // in its loop, of about 0.2 s.
    maxDecoded: 1 << 20,
    // A download without data for this long is aborted, in seconds.
    patience: 10,
}, window.pageSettings);

const query = new URLSearchParams(location.search);

// What the page says, by language; others are in `pageSettings.texts`.
const texts = Object.assign({
    en: {
        loading: "Loading",
        start: "Click, tap or press any key to start",
        restart: "Click or press any key to restart.",
        over: "The curtain has fallen. Click to play again.",
        noWebGL: "This game needs WebGL, which this browser does not support.\n\n"
            + "Enable hardware acceleration in its settings, or try another browser.",
        lostWebGL: "WebGL context lost.",
        notLoaded: "Cannot load the game:",
        crashed: "The game has crashed:",
        copy: "Copy the report", copied: "Copied", save: "Save the recording",
        link: "Copy a link to the run",
        place: "{place} of {count}",
    },
    zh: {
        loading: "正在载入",
        start: "点击、轻触或按任意键开始",
        restart: "点击或按任意键重新开始。",
        over: "演出结束。点击再玩一次。",
        noWebGL: "本游戏需要 WebGL，而此浏览器不支持。\n\n请在浏览器设置中启用硬件加速，或换用其他浏览器。",
        lostWebGL: "WebGL 上下文已丢失。",
        notLoaded: "无法载入游戏：",
        crashed: "游戏已崩溃：",
        copy: "复制报告", copied: "已复制", save: "保存录像",
        link: "复制录像链接",
        place: "第 {place} 项，共 {count} 项",
    },
}, settings.texts);
const languages = query.get("locale")?.split(",") ?? [...navigator.languages];
const tags = languages.map(tag => tag.replaceAll("_", "-"));
const locale = tags.find(tag => tag.split("-")[0] in texts) ?? "en";
const says = { ...texts.en, ...texts[locale.split("-")[0]] };
// A browser takes the letters of Chinese or of Japanese by it.
if (locale.split("-")[0] !== "en") document.documentElement.lang = locale;

// For tests: the lines of the trace; an image for each `shot`; the report; for each frame its start, its
// duration, and the number of lines in the trace after it; the bytes of the recording, in parts.
const page = window.page = {
    trace: [], shots: {}, report: null, frames: [], recording: [],
    state: "loading", firstFrame: null,
};

const view = document.getElementById("glcanvas");
const curtain = document.getElementById("curtain");
const crashReport = document.getElementById("report");
document.getElementById("late")?.remove();

// ---------------------------------------------------------------- the curtain

function show(text) {
    document.getElementById("text").textContent = text;
    document.getElementById("bar").hidden = true;
    curtain.hidden = false;
}

function showProgress(part) {
    document.querySelector("#bar > div").style.width = Math.round(part * 100) + "%";
}

// Modifier keys, and keys that a browser uses itself.
const BROWSER_KEYS = /^(Alt|Audio|CapsLock|Control|F\d|Meta|PrintScreen|Shift|Tab)/;

// Shows a text and waits for a click, a touch, a key or a button of a pad.
function waitForInput(text) {
    show(text);
    curtain.classList.add("waits");
    return new Promise(done => {
        // A button that is held from before does not count.
        let wasPressed = true;
        const timer = setInterval(() => {
            const isPressed = listPads().some(pad => pad.buttons.some(button => button.pressed));
            if (isPressed && !wasPressed) finish();
            wasPressed = isPressed;
        }, 50);
        const finish = () => {
            clearInterval(timer);
            removeEventListener("keydown", listener);
            curtain.removeEventListener("click", listener);
            curtain.classList.remove("waits");
            done();
        };
        const listener = event => {
            // Ignores what is meant for the report, keys that were held before, and the browser's keys.
            if (crashReport.contains(event.target) || event.repeat) return;
            if (event.ctrlKey || event.metaKey || event.altKey || BROWSER_KEYS.test(event.key)) return;
            event.preventDefault();
            finish();
        };
        addEventListener("keydown", listener);
        curtain.addEventListener("click", listener);
    });
}

const hasEnded = () => ["stopped", "over"].includes(page.state);

// Ends the game with a message. Only the first call counts, because later errors follow from it.
function endWith(state, text) {
    if (hasEnded()) return;
    page.state = state;
    suspendSound();
    field.hidden = true;
    blocking_event_loop = true;
    cancelAnimationFrame(animation_frame_timeout);
    show(text);
    // Keys that were meant for the game do not restart it.
    setTimeout(() => waitForInput(text).then(restart), 700);
}

// Reloads the page, without the run of a link.
function restart() {
    if (linked !== null) history.replaceState(history.state, "", location.pathname + location.search);
    location.reload();
}

// Shows the report of a crash, to copy it, and the recording of the run, to save it or to copy a link to it. The first line
// of the report is the message.
function stopWithCrash(report) {
    console.error(report);
    if (hasEnded()) return;
    const [text, copy, save] = crashReport.children;
    text.value = report;
    const copies = (button, label, value) => {
        button.textContent = label;
        button.onclick = () => {
            text.value = value;
            text.select();
            // `navigator.clipboard` is refused in a page without TLS, and in most pages within others.
            if (document.execCommand("copy")) button.textContent = says.copied;
            text.value = report;
        };
    };
    copies(copy, says.copy, report);
    save.textContent = says.save;
    save.hidden = page.recording.length === 0;
    save.href = URL.createObjectURL(new Blob(page.recording));
    // A run that is too long for a link is saved, and dropped on the page where it is to be replayed.
    if (!save.hidden) {
        loadScript("runs.js").then(async () => linkOf(await joined(page.recording))).then(link => {
            if (link) copies(crashReport.appendChild(document.createElement("button")), says.link, link);
        }).catch(error => console.warn("there is no link to the run: " + error));
    }
    crashReport.hidden = false;
    stopWith(says.crashed + "\n" + report.split("\n", 1)[0]);
}

const stopWith = text => endWith("stopped", text + "\n\n" + says.restart);

// A connection may break between two scripts, and without miniquad's the rest of this one means nothing.
if (!window.init_plugins) {
    waitForInput(says.notLoaded + "\ngl.js\n\n" + says.restart).then(() => location.reload());
    throw new Error("there is no gl.js");
}

// ---------------------------------------------------------------- files

const DONE = 0, NOT_FOUND = 1, FAILED = 2, PENDING = 3;

function framed(kind, content = "") {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const message = new Uint8Array(1 + bytes.length);
    message[0] = kind;
    message.set(bytes, 1);
    return message;
}

// Downloads a file; calls `onChunk` for each chunk, with the length of the file where it is known. Throws if
// the file is incomplete.
async function download(url, onChunk) {
    const abort = new AbortController();
    let timer;
    const restart = () => {
        clearTimeout(timer);
        timer = setTimeout(
            () => abort.abort(new Error("no data for " + settings.patience + " s")), settings.patience * 1000);
    };
    restart();
    try {
        const response = await fetch(url, { signal: abort.signal });
        if (!response.ok) {
            const error = new Error("the server responded with status " + response.status);
            throw Object.assign(error, { status: response.status });
        }
        // The length of a compressed response is not the file's.
        const isCompressed = response.headers.has("content-encoding");
        const total = isCompressed ? 0 : Number(response.headers.get("content-length")) || 0;
        const reader = response.body.getReader();
        for (;;) {
            restart();
            const { done, value } = await reader.read();
            if (done) break;
            onChunk(value, total);
        }
    } catch (error) {
        const { message, status } = abort.signal.aborted ? abort.signal.reason : error;
        throw Object.assign(new Error(url + ": " + message), { status });
    } finally {
        clearTimeout(timer);
    }
}

// Downloads a whole file; calls `onProgress` for each chunk.
async function downloadBytes(url, onProgress) {
    const chunks = [];
    let received = 0;
    await download(url, (chunk, total) => {
        chunks.push(chunk);
        received += chunk.length;
        onProgress(received, total);
    });
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// A script says nothing while it comes; it has a few thousand bytes.
const scriptTime = () => settings.patience * 3000;

// A script of the page's folder. `import()` would not find it from a sandboxed frame, to which it is of another origin.
function loadScript(src) {
    return new Promise((done, fail) => {
        const onerror = () => fail(new Error("cannot load " + src));
        setTimeout(onerror, scriptTime());
        document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror }));
    });
}

const urlOf = path => settings.assets + path.split("/").map(encodeURIComponent).join("/");

const singleFile = (path, state) => downloadBytes(urlOf(path), (received, total) => {
    state.received = received;
    state.total = total || null;
});

// A pack that the server does not have is no missing file of the game: the program tries it again.
const downloadPack = (name, onChunk) => download(urlOf(name), onChunk).catch(({ message }) => {
    throw new Error(message);
});

// The first pack is downloaded while the program is.
const packs = settings.packs ? loadScript("packs.js").then(() => openPacks(downloadPack)) : null;

// A file out of its pack, or by itself where it is in none.
async function read(path, state) {
    if (path === RUN && query.get("replay") === RUN) return readRun();
    return await (await packs)?.file(path, state) ?? singleFile(path, state);
}

const downloads = new Map();

function file(ticket, path) {
    const state = { received: 0, total: null };
    const end = read(path, state).then(bytes => framed(DONE, bytes), error =>
        error.status === 404 ? framed(NOT_FOUND) : framed(FAILED, error.message || String(error)));
    downloads.set(ticket, { state, end });
    return more(ticket);
}

// The end of a download, or its progress after a quarter of a second. The program drops each of them.
async function more(ticket) {
    const pending = downloads.get(ticket);
    if (!pending) return framed(FAILED, "no such download");
    const end = await Promise.race([pending.end, new Promise(done => setTimeout(done, 250))]);
    return end || framed(PENDING, JSON.stringify(pending.state));
}

// ---------------------------------------------------------------- recorded runs

// The letters of the run that is in the address, and the bytes of a recording that was dropped on the page, which then has
// loaded again.
const linked = location.hash.startsWith("#run=") ? location.hash.slice(5) : null;
let dropped = null;
const DROPPED = "proscenium:run";
try {
    dropped = sessionStorage.getItem(DROPPED);
    sessionStorage.removeItem(DROPPED);
} catch {
    // A sandboxed frame keeps nothing.
}

// The name by which the program asks for the recording.
const RUN = "link.recording";
if ((dropped ?? linked) !== null) query.set("replay", RUN);

const readRun = async () =>
    dropped !== null ? bytesOf(dropped) : loadScript("runs.js").then(() => runOf(linked));

// A link that is opened in a page that shows the game already.
addEventListener("hashchange", () => {
    if (location.hash.startsWith("#run=")) location.reload();
});
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", async event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    try {
        // As many characters as browsers keep for a tab.
        if (file.size > 5_000_000) throw new Error("it has more than 5 MB");
        const bytes = new Uint8Array(await file.arrayBuffer());
        sessionStorage.setItem(DROPPED, Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
        location.reload();
    } catch (error) {
        stopWith(says.notLoaded + "\n" + file.name + ": " + error.message);
    }
});

// ---------------------------------------------------------------- images

// The bytes of pixels that are copied to the program at a time.
const SLICE = 4 << 20;

// The images that are decoded or whose pixels the program has not taken, by ticket.
const images = new Map();

// The worker that decodes.
let decoder = null;

// How often its script was asked for in vain.
let decoderFailures = 0;

// A sandboxed frame may start no worker of the page's folder, but one of its own that imports it. Firefox lets a second
// request wait for the first one of the same address, even if that one never ends.
function workerUrl() {
    const script = "images.js" + (decoderFailures ? "?" + decoderFailures : "");
    if (self.origin !== "null") return script;
    const folder = JSON.stringify(new URL(".", document.baseURI).href);
    return URL.createObjectURL(new Blob(["self.folder = " + folder + "; importScripts(self.folder + '" + script + "');"]));
}

function startDecoder() {
    if (!window.Worker) throw new Error("this browser has no workers, which decode images");
    const worker = new Worker(workerUrl());
    const late = setTimeout(() => worker.dispatchEvent(new Event("error")), scriptTime());
    // The first message is that the script is there.
    worker.onmessage = ({ data }) => {
        clearTimeout(late);
        images.get(data.ticket)?.end(data);
    };
    worker.onerror = event => {
        event.preventDefault();
        clearTimeout(late);
        worker.terminate();
        // The next image tries it again.
        decoder = null;
        decoderFailures += 1;
        const error = "images.js cannot be used" + (event.message ? ": " + event.message : "");
        for (const { end } of images.values()) end({ error });
    };
    return worker;
}

// Decodes the image whose file is there in the program's memory, which may change after this call.
function decodeImage(ticket, address, length, most) {
    const bytes = new Uint8Array(wasm_memory.buffer, Number(address), Number(length)).slice();
    return new Promise(end => {
        images.set(ticket, { end });
        decoder ??= startDecoder();
        decoder.postMessage({ ticket, bytes, most: Math.min(Number(most), largestTexture) }, [bytes.buffer]);
    }).catch(error => ({ error: error.message })).then(image => {
        if (image.error) return framed(FAILED, image.error);
        Object.assign(images.get(ticket), image);
        return pixelsOf(ticket, 0);
    });
}

function pixelsOf(ticket, from) {
    const { width, height, pixels } = images.get(ticket);
    const slice = pixels.subarray(Number(from), Number(from) + SLICE);
    const answer = new Uint8Array(9 + slice.length);
    const view = new DataView(answer.buffer);
    view.setUint8(0, DONE);
    view.setUint32(1, width, true);
    view.setUint32(5, height, true);
    answer.set(slice, 9);
    return answer;
}

function forgetImage(ticket) {
    images.get(ticket)?.end({ error: "it is not needed any more" });
    images.delete(ticket);
}

// ---------------------------------------------------------------- local storage

// The prefix of all keys separates games on one host. The program sends its name and title.
let prefix = "proscenium:";

// Half of a character, which only another program can have kept, is none in the program: it would refuse all texts.
const wellFormed = text => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

// The offsets from UTC in seconds, of the last three years and the next one: each with the day from which on it applies, in
// seconds since 1970.
function offsets() {
    const [day, now, found] = [86400, Math.floor(Date.now() / 1000), []];
    for (let from = now - 1096 * day; from < now + 366 * day; from += day) {
        const offset = -60 * new Date(from * 1000).getTimezoneOffset();
        if (found.at(-1)?.[1] !== offset) found.push([from, offset]);
    }
    return found;
}

function boot(nameAndTitle) {
    const [name, title] = nameAndTitle.split("\n");
    prefix = "proscenium:" + name + ":";
    document.title = title;
    view.setAttribute("aria-label", title);
    const kept = {};
    let refused = null;
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const key = localStorage.key(i);
            if (key.startsWith(prefix)) {
                kept[key.slice(prefix.length)] = wellFormed(localStorage.getItem(key) ?? "");
            }
        }
        // Some browsers show a storage that keeps nothing.
        localStorage.setItem(prefix, "");
        localStorage.removeItem(prefix);
        addEventListener("storage", ({ key, newValue }) => {
            if (!key?.startsWith(prefix) || key === prefix || newValue === null) return;
            keptElsewhere.push(key.slice(prefix.length) + "\n" + wellFormed(newValue));
            sendKept();
        });
    } catch (error) {
        refused = String(error);
        console.warn("local storage is not available: " + refused);
    }
    const language = navigator.languages.join(",");
    return framed(DONE, JSON.stringify({
        query: [...query], language, offsets: offsets(), largest_texture: largestTexture, kept, refused,
    }));
}

// The texts that other tabs of the game keep, until the program has them.
const keptElsewhere = [];
let answerKept = null;

function sendKept() {
    if (!answerKept || keptElsewhere.length === 0) return;
    answerKept(framed(DONE, keptElsewhere.shift()));
    answerKept = null;
}

function save(keyAndText) {
    const [key, text] = splitAt(keyAndText, "\n");
    try {
        localStorage.setItem(prefix + key, text);
        return framed(DONE);
    } catch (error) {
        console.warn("cannot write to local storage: " + error);
        return framed(FAILED, String(error));
    }
}

// ---------------------------------------------------------------- pads

let answerPads = null, lastPads = String([DONE]);

// Answers the program's request for pads when one of them has changed: the number, the buttons and the axes of
// each, all as bytes.
function sendPads() {
    if (!answerPads) return;
    const bytes = [DONE];
    for (const pad of listPads()) {
        const values = (list, length, byte) => Array.from({ length }, (_, i) => byte(list[i] ?? 0));
        bytes.push(pad.index, ...values(pad.buttons, 17, button => Math.round((button.value ?? 0) * 255)),
            ...values(pad.axes, 4, axis => Math.round(Math.max(-1, Math.min(1, axis)) * 127) + 128));
    }
    if (String(bytes) === lastPads) return;
    lastPads = String(bytes);
    answerPads(new Uint8Array(bytes));
    answerPads = null;
}

// The buttons of others are in no known order.
function listPads() {
    try {
        return Array.from(navigator.getGamepads?.() ?? [])
            .filter(pad => pad?.connected && pad.mapping === "standard");
    } catch {
        // A frame without the permission.
        return [];
    }
}

addEventListener("gamepadconnected", ({ gamepad }) => {
    if (gamepad.mapping !== "standard") console.warn("this browser does not know the pad " + gamepad.id);
});

// ---------------------------------------------------------------- the keyboard of a phone

const field = document.getElementById("field");

// The characters of a text as a reader counts them, as the game does. A browser without the segmenter has code points.
const segmenter = Intl.Segmenter && new Intl.Segmenter();
const charactersOf = text => segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];

// The characters of the game's field before its caret, how many it takes there, and whether a method of input is
// composing some of them.
let typed = [], most = 0, isComposing = false;

// Shows the text of the game's field. What changes in it is typed in the game.
function openField(mostAndText) {
    const [first, text] = splitAt(mostAndText, " ");
    most = Number(first);
    // What was typed here is there, and may be composed further; another text is not of this field.
    if (field.hidden || text !== typed.join("")) {
        typed = charactersOf(text);
        field.value = text;
        isComposing = false;
    }
    if (!field.hidden) return;
    field.hidden = false;
    field.focus();
}

function closeField() {
    field.hidden = true;
    view.focus();
}

const BACKSPACE = 259, ESCAPE = 256;
const FIELD_KEYS = { Enter: 257, Escape: ESCAPE, ArrowUp: 265, ArrowDown: 264 };

function pressKey(key) {
    wasm_exports.key_down(key, 0, false);
    wasm_exports.key_up(key, 0);
}

// What is no text in a line.
const NO_TEXT = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

// Types what is new in the field, until the game takes no more.
function type() {
    const now = charactersOf(field.value.replace(NO_TEXT, "")).slice(0, most);
    let same = typed.findIndex((character, i) => character !== now[i]);
    if (same < 0) same = typed.length;
    for (let i = same; i < typed.length; i++) pressKey(BACKSPACE);
    for (const point of now.slice(same).join("")) wasm_exports.key_press(point.codePointAt(0));
    typed = now;
    // A text that is being composed is the browser's.
    if (!isComposing) field.value = now.join("");
}

field.addEventListener("input", event => {
    isComposing = event.isComposing;
    type();
});
field.addEventListener("compositionend", () => {
    isComposing = false;
    type();
});
field.addEventListener("keydown", event => {
    const key = FIELD_KEYS[event.key];
    // The key that ends a composition has this code in Safari.
    if (!key || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    // In a later tick than what was typed: a menu takes letters before actions.
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => pressKey(key))), 20);
});
// What is copied and pasted here is none of the game's.
for (const element of [field, crashReport]) {
    for (const name of ["copy", "cut", "paste"]) element.addEventListener(name, event => event.stopPropagation());
}

// ---------------------------------------------------------------- the focus of the game's menu

// The entry that has it: its label, value and place, and of a field the text before the caret.
let focused = null;

// A screen reader reads the entry.
function tellFocus(entry) {
    focused = entry;
    const place = entry && says.place.replace("{place}", entry.place).replace("{count}", entry.count);
    const texts = entry ? [entry.label, entry.value, place] : [];
    document.getElementById("focused").textContent = texts.filter(text => text).join(", ");
}

const hasField = () => typeof focused?.before_caret === "string";

// A paste is typed, at most so many characters of it.
const MOST_PASTED = 1000;

// Ahead of miniquad's listeners.
document.addEventListener("paste", event => {
    event.preventDefault();
    event.stopPropagation();
    if (!hasField() || hasEnded()) return;
    const text = event.clipboardData.getData("text").replace(NO_TEXT, "");
    for (const point of [...text].slice(0, MOST_PASTED)) wasm_exports.key_press(point.codePointAt(0));
});
// macroquad's own widgets copy an empty text with each Ctrl+C and Ctrl+X.
document.addEventListener("cut", event => event.stopPropagation());
document.addEventListener("copy", event => {
    event.stopPropagation();
    if (!hasField() || hasEnded()) return;
    event.clipboardData.setData("text/plain", focused.value);
    event.preventDefault();
});

// ---------------------------------------------------------------- the browser's Back

// The state of the page's second place in the browser's history, from which Back comes to the first one.
const SECOND = "game";

// Whether Back is Escape: there is a screen below, or the screen changes.
let goesBack = false;

// Called after input, without which a browser passes over a place that a page has added.
function catchBack() {
    try {
        if (history.state !== SECOND) history.pushState(SECOND, "");
    } catch (error) {
        console.info("Back leaves the game: " + error);
    }
}

addEventListener("popstate", async () => {
    if (history.state === SECOND) return;
    const wentBack = goesBack;
    if (page.state === "playing") pressKey(ESCAPE);
    // A game on its lowest screen may pause, or leave a trailer.
    if (!wentBack) await new Promise(done => setTimeout(done, 200));
    const stays = page.state === "playing" && (wentBack || goesBack);
    // Where there was no page before, the game goes on.
    if (stays || history.length < 3) history.forward();
    else history.back();
});

// Ends the program when the page is left, as the close button of a window.
let answerLeave = null;

addEventListener("pagehide", async () => {
    if (!answerLeave || page.state !== "playing") return;
    answerLeave(framed(DONE));
    answerLeave = null;
    // The program has the answer then, and runs to its end in one frame.
    await null;
    wasm_exports.frame();
});
// A browser may keep the page as it was.
addEventListener("pageshow", event => {
    if (event.persisted && page.report) location.reload();
});

// ---------------------------------------------------------------- requests of the program

let shots = [];

// A text before and after the first `mark`.
function splitAt(text, mark) {
    const at = text.indexOf(mark);
    return [text.slice(0, at), text.slice(at + 1)];
}

// The bytes that are the characters of a text; character 256, which becomes 0 here, is a zero.
function bytesOf(text) {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

function respond(request) {
    const [word, rest] = splitAt(request, ":");
    switch (word) {
    case "file": return file(...splitAt(rest, " "));
    case "more": return more(rest);
    case "drop": downloads.delete(rest); return framed(DONE);
    case "image": return decodeImage(...rest.split(" "));
    case "pixels": return pixelsOf(...rest.split(" "));
    case "forget": forgetImage(rest); return framed(DONE);
    case "boot": return boot(rest);
    case "save": return save(rest);
    case "kept": return new Promise(done => { answerKept = done; sendKept(); });
    case "focus": tellFocus(JSON.parse(rest)); return framed(DONE);
    case "back": goesBack = rest === "1"; return framed(DONE);
    case "leave": return new Promise(done => { answerLeave = done; });
    case "type": openField(rest); return framed(DONE);
    case "typed": closeField(); return framed(DONE);
    case "pads": return new Promise(done => { answerPads = done; });
    case "sound": return loadSound(...splitAt(rest, " "));
    case "unload": unloadSound(rest); return framed(DONE);
    case "play": playSound(false, ...rest.split(" ")); return framed(DONE);
    case "loop": playSound(true, ...rest.split(" ")); return framed(DONE);
    case "volume": setVolume(...rest.split(" ")); return framed(DONE);
    case "pause": pauseSound(rest, true); return framed(DONE);
    case "resume": pauseSound(rest, false); return framed(DONE);
    case "stop": stopSound(rest); return framed(DONE);
    case "bus": setBus(...rest.split(" ")); return framed(DONE);
    case "trace": page.trace.push(...rest.split("\n").filter(line => line)); return framed(DONE);
    case "report": page.report = JSON.parse(rest); return framed(DONE);
    case "shot": shots.push(rest); return framed(DONE);
    case "playing": page.state = "playing"; return framed(DONE);
    case "record":
        // The recording ends with the first crash; a frame around it may crash as well.
        if (!hasEnded()) page.recording.push(bytesOf(rest));
        return framed(DONE);
    case "panic": stopWithCrash(rest); return framed(DONE);
    case "over": setTimeout(() => endWith("over", rest || says.over)); return framed(DONE);
    default: return framed(FAILED, "unknown request " + request.slice(0, 40));
    }
}

Object.assign(importObject.env, {
    fs_load_file: (pointer, length) => {
        const id = FS.unique_id++;
        // Never synchronously: the program must get the id before the response.
        Promise.resolve(respond(UTF8ToString(pointer, length))).then(bytes => {
            if (page.state === "stopped") return;
            FS.loaded_files[id] = bytes;
            wasm_exports.file_loaded(id);
        });
        return id;
    },
    fs_take_buffer: (id, pointer, length) => {
        new Uint8Array(wasm_memory.buffer, pointer, length).set(FS.loaded_files[id]);
        delete FS.loaded_files[id];
    },
    // The canvas has no alpha channel, so neither has a picture of it; WebGL refuses another format.
    glCopyTexImage2D: (target, level, _format, x, y, width, height, border) =>
        gl.copyTexImage2D(target, level, gl.RGB, x, y, width, height, border),
    // More precise than the date's milliseconds.
    now: () => (performance.timeOrigin + performance.now()) / 1000,
    // The browser may refuse, which is harmless.
    sapp_set_fullscreen: on => {
        const result = on ? document.documentElement.requestFullscreen?.()
            : document.fullscreenElement && document.exitFullscreen();
        result?.catch(error => console.info("the browser refused fullscreen: " + error.message));
    },
});

// The largest side of a texture in pixels. A browser that hides what it runs on has 2048.
let largestTexture = Infinity;

// The canvas's pixels for each of the page's, of which miniquad asks for the display's. A picture of the canvas has to
// fit into a texture.
window.dpi_scale = importObject.env.dpi_scale = () => {
    const wanted = high_dpi ? devicePixelRatio : 1;
    const most = largestTexture / Math.max(view.clientWidth, view.clientHeight);
    return wanted <= most ? wanted : most < 1 ? most : Math.floor(most);
};

let density = devicePixelRatio;

// A frame of the program; afterwards screenshots, while the drawing buffer is still valid.
function frameOf(program) {
    return () => {
        const begin = performance.now();
        // A window that is moved to a display with smaller pixels may keep its size in pixels of the page.
        if (density !== devicePixelRatio) dispatchEvent(new Event("resize"));
        density = devicePixelRatio;
        try {
            program.frame();
        } catch (error) {
            // It asks for no other frame.
            stopWithCrash(String(error));
            return;
        }
        sendPads();
        if (page.state === "playing" && page.firstFrame === null) {
            page.firstFrame = performance.now();
            curtain.hidden = true;
            view.focus();
        }
        if (query.has("trace")) {
            page.frames.push([begin, performance.now() - begin, page.trace.length]);
        }
        for (const name of shots.splice(0)) page.shots[name] = view.toDataURL("image/png");
    };
}

// ---------------------------------------------------------------- sound

// Created when the program starts; a browser may refuse.
let speaker = null;

// The gains of the buses, by name; all pass through the master. For tests too, as what plays.
const buses = page.buses = {};

// The sounds: an AudioBuffer each, or the address of a file that is decoded while it plays.
const sounds = new Map();

// What plays.
const plays = page.plays = new Map();

// In seconds: a jump of the volume clicks.
const SMOOTH = 0.01;

function startSound() {
    try {
        speaker = page.speaker = new AudioContext();
        for (const bus of ["Master", "Music", "Effects", "Voice"]) {
            buses[bus] = new GainNode(speaker);
            buses[bus].connect(buses.Master === buses[bus] ? limiter() : buses.Master);
        }
        // A browser may want input even now, at which it is asked again.
        for (const name of ["pointerdown", "keydown", "touchend"]) {
            addEventListener(name, suspendSound, true);
        }
    } catch (error) {
        console.info("there is no sound: " + error);
    }
}

// Keeps many effects at once below the maximum of the device; what is not too loud is not changed.
function limiter() {
    const most = 16, half = 4096, free = 0.8, rest = 0.19;
    const curve = Float32Array.from({ length: 2 * half + 1 }, (_, at) => {
        const amplitude = most * (at - half) / half, over = Math.abs(amplitude) - free;
        return over < 0 ? amplitude : Math.sign(amplitude) * (free + rest * Math.tanh(over / rest));
    });
    const scaled = new GainNode(speaker, { gain: 1 / most });
    scaled.connect(new WaveShaperNode(speaker, { curve })).connect(speaker.destination);
    return scaled;
}

// The times between which music goes on come before the bytes; `0-0` are all.
async function loadSound(id, pointsAndText) {
    if (!speaker) return framed(FAILED, "this browser has no sound");
    const [points, text] = splitAt(pointsAndText, " ");
    const [loopStart, loopEnd] = points.split("-").map(Number);
    // It may be unloaded before it is decoded.
    const sound = { loopStart, loopEnd };
    sounds.set(id, sound);
    try {
        const bytes = bytesOf(text);
        if (text.startsWith("OggS") && bytes.length > settings.maxDecoded) {
            const url = sound.url = URL.createObjectURL(new Blob([bytes], { type: "audio/ogg" }));
            await new Promise((done, fail) => {
                const file = new Audio(url);
                file.onloadedmetadata = done;
                file.onerror = () => fail(new Error(file.error.message || "the browser cannot decode it"));
            });
        } else {
            sound.buffer = await speaker.decodeAudioData(bytes.buffer);
        }
        return framed(DONE);
    } catch (error) {
        unloadSound(id);
        return framed(FAILED, error.message);
    }
}

// False before the first input where the browser wants one, in a hidden page, and while a phone rings.
const isHeard = () => speaker.state === "running";

function playSound(loop, id, sound, bus, volume, pan, pitch) {
    const { buffer, url, loopStart, loopEnd } = sounds.get(sound) ?? {};
    // All effects that wait would begin at once.
    if (!buffer && !url || !loop && !isHeard()) return;
    const rate = Number(pitch), side = (1 + Number(pan)) / 2;
    // The amplitudes of `Playback::pan`; a panner on its own has others.
    const scale = side === 0.5 ? 1 : Math.SQRT2;
    const gain = new GainNode(speaker, { gain: volume * scale });
    let end = gain;
    if (side !== 0.5) {
        end = gain.connect(new StereoPannerNode(speaker, {
            pan: 4 * Math.asin(Math.sqrt(side)) / Math.PI - 1, channelCount: 1, channelCountMode: "explicit",
        }));
    }
    end.connect(buses[bus]);
    const play = { sound, gain, loop, scale, volume: Number(volume), isPaused: false };
    const forget = () => { end.disconnect(); plays.delete(id); };
    if (buffer) {
        const source = new AudioBufferSourceNode(speaker, { buffer, loop, loopStart, loopEnd, playbackRate: rate });
        source.connect(gain);
        source.onended = forget;
        source.start();
        play.duration = buffer.duration;
        play.pause = () => source.playbackRate.setValueAtTime(0, speaker.currentTime + 5 * SMOOTH);
        play.resume = () => source.playbackRate.cancelScheduledValues(0).setValueAtTime(rate, speaker.currentTime);
        play.stop = () => source.stop(speaker.currentTime + 5 * SMOOTH);
    } else {
        const hasPoints = loop && loopEnd > 0;
        const file = Object.assign(new Audio(url), { loop: loop && !hasPoints, preservesPitch: false, playbackRate: rate });
        new MediaElementAudioSourceNode(speaker, { mediaElement: file }).connect(gain);
        file.onended = forget;
        play.pause = () => file.pause();
        play.resume = () => file.play().catch(error => console.info("cannot play a sound: " + error));
        play.stop = () => setTimeout(() => { file.pause(); forget(); }, 5000 * SMOOTH);
        play.file = file;
        if (hasPoints) {
            // A browser tells the time four times a second. The rhythm is kept.
            file.ontimeupdate = () => { if (file.currentTime >= loopEnd) file.currentTime -= loopEnd - loopStart; };
            file.onended = () => { file.currentTime = loopStart; play.resume(); };
        }
        play.resume();
    }
    plays.set(id, play);
}

// What changes while nothing is heard has changed when it is.
function setGain({ gain }, volume) {
    if (isHeard()) gain.setTargetAtTime(volume, speaker.currentTime, SMOOTH);
    else gain.cancelScheduledValues(0).value = volume;
}

function change(id, values) {
    const play = plays.get(id);
    if (!play) return;
    const { gain, volume, scale, isPaused } = Object.assign(play, values);
    setGain(gain, isPaused ? 0 : volume * scale);
}

const setVolume = (id, volume) => change(id, { volume: Number(volume) });

function pauseSound(id, isPaused) {
    change(id, { isPaused });
    plays.get(id)?.[isPaused ? "pause" : "resume"]();
}

function setBus(bus, volume) {
    if (buses[bus]) setGain(buses[bus], Number(volume));
}

function stopSound(id) {
    setVolume(id, 0);
    plays.get(id)?.stop();
}

function unloadSound(id) {
    for (const [play, { sound }] of plays) if (sound === id) stopSound(play);
    const { url } = sounds.get(id) ?? {};
    if (url) URL.revokeObjectURL(url);
    sounds.delete(id);
}

// A page that is hidden, or whose game has ended, is silent.
function suspendSound() {
    if (!speaker) return;
    const suspend = document.hidden || hasEnded();
    (suspend ? speaker.suspend() : speaker.resume())
        .catch(error => console.info("cannot " + (suspend ? "suspend" : "resume") + " sound: " + error));
    for (const play of plays.values()) {
        if (play.file && !play.isPaused) play[suspend ? "pause" : "resume"]();
    }
}

document.addEventListener("visibilitychange", suspendSound);

// ---------------------------------------------------------------- errors and focus

const stopAtTrap = (error, message) => error instanceof WebAssembly.RuntimeError && stopWithCrash(message);
addEventListener("error", event => stopAtTrap(event.error, event.message));
addEventListener("unhandledrejection", ({ reason }) => stopAtTrap(reason, String(reason)));
view.addEventListener("webglcontextlost", event => {
    event.preventDefault();
    stopWith(says.lostWebGL);
});
view.addEventListener("webglcontextrestored", () => location.reload());
// A click outside the page takes the keyboard focus; a click on the game brings it back.
const takeFocus = () => (field.hidden ? view : field).focus();
view.addEventListener("pointerdown", event => {
    takeFocus();
    // The release counts outside of the page too.
    view.setPointerCapture(event.pointerId);
});
view.addEventListener("contextmenu", event => event.preventDefault());

// Keys with which a browser scrolls a page, even the one around this one.
const SCROLL_KEYS = /^(Arrow.*|End|Home|PageDown|PageUp)$/;

// Ahead of miniquad's listener, which takes F5 from the browser, and leaves End and PageDown to it. With Ctrl, Alt or Cmd a
// key is the browser's.
view.addEventListener("keydown", event => {
    const isBrowsers = event.ctrlKey || event.altKey || event.metaKey || event.key === "F5";
    if (isBrowsers) event.preventDefault = () => {};
    else if (SCROLL_KEYS.test(event.key)) event.preventDefault();
}, { capture: true });

// The pixels of a menu for each notch of a mouse. Browsers have others, each its own.
const NOTCH = 48;

// The part of a pixel that the wheel has turned.
let turned = 0;

// Ahead of miniquad's listener. A touch pad has pixels; a mouse turns by notches, each of which is 120 here.
view.addEventListener("wheel", event => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { deltaX, deltaY, wheelDeltaY } = event;
    turned += wheelDeltaY && wheelDeltaY % 120 === 0 ? wheelDeltaY / 120 * NOTCH : -deltaY;
    const pixels = Math.trunc(turned);
    turned -= pixels;
    wasm_exports.mouse_wheel(-deltaX, pixels);
}, { capture: true, passive: false });
addEventListener("focus", takeFocus);

// ---------------------------------------------------------------- the start

// Creates the context before miniquad does, without an alpha channel, as a window's. A canvas has only
// one context, so miniquad gets the same.
function hasWebGL() {
    try {
        const context = view.getContext("webgl", { alpha: false, antialias: false });
        largestTexture = context.getParameter(context.MAX_TEXTURE_SIZE);
        return true;
    } catch {
        return false;
    }
}

// Some servers have the browser unpack the program before.
const isPacked = bytes => bytes[0] === 0x1f && bytes[1] === 0x8b;

const unpacked = bytes => isPacked(bytes)
    ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
    : bytes;

async function start() {
    document.getElementById("text").textContent = says.loading;
    if (!hasWebGL()) {
        show(says.noWebGL);
        page.state = "stopped";
        return;
    }
    const program = downloadBytes(
        settings.program, (received, total) => showProgress(total ? received / total : 0.5));
    const [bytes] = await Promise.all([program, packs]);
    const module = await WebAssembly.compile(await unpacked(bytes));
    register_plugins(plugins);
    add_missing_functions_stabs(module);
    const { exports } = await WebAssembly.instantiate(module, importObject);
    wasm_memory = exports.memory;
    wasm_exports = Object.assign({}, exports, { frame: frameOf(exports) });
    // Browsers allow sound only after user input. A script needs none.
    if (!query.has("script") && !query.has("replay")) {
        page.state = "waiting";
        await waitForInput(says.start);
        catchBack();
        show(says.loading);
    }
    page.state = "starting";
    init_plugins(plugins);
    startSound();
    exports.main();
}

start().catch(error => {
    console.error(error);
    stopWith(says.notLoaded + "\n" + (error.message || error));
});
