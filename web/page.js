"use strict";
// The page around the program. It loads the program, answers its questions (the list is in
// src/platform/window/page.rs), and speaks where the program cannot.

// A page may set `pageSettings` in a script of its own, before this one.
const settings = Object.assign({
    program: "game.wasm",
    assets: "assets/",
    // A download that brings nothing for so long has broken off, in seconds.
    patience: 10,
}, window.pageSettings);

// What a test can read: the trace, line for line; a picture for each `shot`; the report; when each
// frame began, how long it took, and how many lines of the trace there were after it.
const page = window.page = {
    trace: [], shots: {}, report: null, frames: [],
    state: "loading", firstPicture: null,
};

const view = document.getElementById("glcanvas");
const curtain = document.getElementById("curtain");
const query = new URLSearchParams(location.search);

// ---------------------------------------------------------------- the curtain

function say(words) {
    document.getElementById("text").textContent = words;
    document.getElementById("bar").hidden = true;
    curtain.hidden = false;
}

function showProgress(part) {
    document.querySelector("#bar > div").style.width = Math.round(part * 100) + "%";
}

// Says something and waits for a click, a touch or a key.
function waitForVisitor(words) {
    say(words);
    curtain.classList.add("waits");
    return new Promise(done => {
        const heard = event => {
            // Keys that do nothing by themselves, and the browser's own shortcuts.
            if (event.type === "keydown" && (event.ctrlKey || event.metaKey || event.altKey
                || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key))) {
                return;
            }
            event.preventDefault();
            removeEventListener("keydown", heard);
            curtain.removeEventListener("click", heard);
            curtain.classList.remove("waits");
            done();
        };
        addEventListener("keydown", heard);
        curtain.addEventListener("click", heard);
    });
}

// The end, whatever the reason. The first one is the cause, and stays.
function endWith(state, words) {
    if (["stopped", "over"].includes(page.state)) return;
    page.state = state;
    letSoundRest(true);
    blocking_event_loop = true;
    cancelAnimationFrame(animation_frame_timeout);
    waitForVisitor(words).then(() => location.reload());
}

const stopped = words => endWith("stopped", words + "\n\nClick or press a key to start again.");

// ---------------------------------------------------------------- files

const DONE = 0, NOT_FOUND = 1, BROKEN = 2, ON_ITS_WAY = 3;

function framed(kind, content = "") {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const answer = new Uint8Array(1 + bytes.length);
    answer[0] = kind;
    answer.set(bytes, 1);
    return answer;
}

// Downloads a file; `heard` is told of each piece. A file is whole, or this throws.
async function download(url, heard) {
    const ending = new AbortController();
    let timer;
    const restart = () => {
        clearTimeout(timer);
        timer = setTimeout(
            () => ending.abort(new Error("nothing came for " + settings.patience + " s")), settings.patience * 1000);
    };
    restart();
    try {
        const response = await fetch(url, { signal: ending.signal });
        if (!response.ok) return { status: response.status };
        // The length of a packed answer is not that of the file.
        const isPacked = response.headers.has("content-encoding");
        const total = isPacked ? 0 : Number(response.headers.get("content-length")) || 0;
        const pieces = [];
        let received = 0;
        const reader = response.body.getReader();
        for (;;) {
            restart();
            const { done, value } = await reader.read();
            if (done) break;
            pieces.push(value);
            received += value.length;
            heard(received, total);
        }
        return { status: response.status, bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()) };
    } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
        clearTimeout(timer);
    }
}

const onTheirWay = new Map();
let lastTicket = 0;

function file(path) {
    const ticket = ++lastTicket;
    const way = { ticket, received: 0, total: null };
    const url = settings.assets + path.split("/").map(encodeURIComponent).join("/");
    way.end = download(url, (received, total) => {
        way.received = received;
        way.total = total || null;
    }).then(({ status, bytes }) => {
        if (bytes) return framed(DONE, bytes);
        return status === 404 ? framed(NOT_FOUND) : framed(BROKEN, "the server answered " + status);
    }, error => framed(BROKEN, error.message || String(error)));
    onTheirWay.set(ticket, way);
    return more(ticket);
}

// The end of a download, or after a quarter of a second how far it has come.
async function more(ticket) {
    const way = onTheirWay.get(ticket);
    if (!way) return framed(BROKEN, "there is no such download");
    const end = await Promise.race([way.end, new Promise(done => setTimeout(done, 250))]);
    if (end) onTheirWay.delete(ticket);
    return end || framed(ON_ITS_WAY, JSON.stringify({ ticket, received: way.received, total: way.total }));
}

// ---------------------------------------------------------------- local storage

// The keys begin with it, so that games on one host do not meet. The program sends its name and title.
let prefix = "proscenium:";

function boot(nameAndTitle) {
    const [name, title] = nameAndTitle.split("\n");
    prefix = "proscenium:" + name + ":";
    document.title = title;
    view.setAttribute("aria-label", title);
    const kept = {};
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const key = localStorage.key(i);
            if (key.startsWith(prefix)) {
                kept[key.slice(prefix.length)] = localStorage.getItem(key);
            }
        }
    } catch (error) {
        console.warn("nothing is kept in this browser: " + error);
    }
    return framed(DONE, JSON.stringify({ query: [...query], kept }));
}

function save(keyAndText) {
    const line = keyAndText.indexOf("\n");
    try {
        localStorage.setItem(prefix + keyAndText.slice(0, line), keyAndText.slice(line + 1));
        return framed(DONE);
    } catch (error) {
        console.warn("the browser does not keep the settings: " + error);
        return framed(BROKEN, String(error));
    }
}

// ---------------------------------------------------------------- questions and answers

let shots = [];

function answer(question) {
    const colon = question.indexOf(":");
    const rest = question.slice(colon + 1);
    switch (question.slice(0, colon)) {
    case "file": return file(rest);
    case "more": return more(Number(rest));
    case "boot": return boot(rest);
    case "save": return save(rest);
    case "trace": page.trace.push(...rest.split("\n").filter(line => line)); return framed(DONE);
    case "report": page.report = JSON.parse(rest); return framed(DONE);
    case "shot": shots.push(rest); return framed(DONE);
    case "playing": page.state = "playing"; return framed(DONE);
    case "panic": console.error(rest); stopped("The game stopped:\n" + rest); return framed(DONE);
    case "over": setTimeout(() => endWith("over", rest)); return framed(DONE);
    default: return framed(BROKEN, "the page does not know the question " + question.slice(0, 40));
    }
}

Object.assign(importObject.env, {
    fs_load_file: (pointer, length) => {
        const id = FS.unique_id++;
        // Never at once: the program has to know the number before it hears of the answer.
        Promise.resolve(answer(UTF8ToString(pointer, length))).then(bytes => {
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
    // Finer than the date's milliseconds.
    now: () => (performance.timeOrigin + performance.now()) / 1000,
    // A browser may refuse, and then nothing else is wrong.
    sapp_set_fullscreen: on => {
        const asked = on ? document.documentElement.requestFullscreen?.()
            : document.fullscreenElement && document.exitFullscreen();
        asked?.catch(error => console.info("the browser refuses the full screen: " + error.message));
    },
});

// One frame of the program, and what the page does after it, while the picture is still there.
function frameOf(program) {
    return () => {
        const begin = performance.now();
        program.frame();
        if (page.state === "playing" && page.firstPicture === null) {
            page.firstPicture = performance.now();
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

// The context belongs to audio.js, which makes it when the program starts. It may not be there.
const sound = () => typeof audio_context === "undefined" ? null : audio_context;

// The game stands still while nobody sees it; so does its music.
function letSoundRest(asleep) {
    const context = sound();
    if (!context || context.state === "closed") return;
    (asleep ? context.suspend() : context.resume())
        .catch(error => console.info("the browser does not let the sound " + (asleep ? "rest: " : "begin: ") + error));
}

document.addEventListener("visibilitychange", () => letSoundRest(document.hidden));

// ---------------------------------------------------------------- what can go wrong

addEventListener("error", event => {
    if (event.error instanceof WebAssembly.RuntimeError) stopped("The game stopped:\n" + event.message);
});
view.addEventListener("webglcontextlost", event => {
    event.preventDefault();
    stopped("The browser has taken the graphics away from this page.");
});
view.addEventListener("webglcontextrestored", () => location.reload());
// A click beside a text field or on the browser's own frame takes the keys away; this brings them back.
view.addEventListener("pointerdown", () => view.focus());
view.addEventListener("contextmenu", event => event.preventDefault());
addEventListener("focus", () => view.focus());

// ---------------------------------------------------------------- the start

// Makes the context before miniquad asks for it, and so decides how it is: without an alpha
// channel, as a window's. A canvas has one context, whoever asks later.
function hasWebGL() {
    try {
        return view.getContext("webgl", { alpha: false, antialias: false }) !== null;
    } catch {
        return false;
    }
}

async function start() {
    if (!hasWebGL()) {
        say("This game draws with WebGL, and this browser has none.\n\n"
            + "Switch hardware acceleration on in its settings, or try another browser.");
        page.state = "stopped";
        return;
    }
    const { status, bytes } = await download(
        settings.program, (received, total) => showProgress(total ? received / total : 0.5));
    if (!bytes) throw new Error("the server answered " + status + " for " + settings.program);
    const module = await WebAssembly.compile(bytes);
    register_plugins(plugins);
    add_missing_functions_stabs(module);
    const { exports } = await WebAssembly.instantiate(module, importObject);
    wasm_memory = exports.memory;
    wasm_exports = Object.assign({}, exports, { frame: frameOf(exports) });
    // Browsers let a page sound only after the visitor has touched it. A script needs no visitor.
    if (!query.has("script")) {
        page.state = "waiting";
        await waitForVisitor("Click, touch or press a key to begin");
        say("Loading");
    }
    page.state = "starting";
    init_plugins(plugins);
    exports.main();
}

start().catch(error => {
    console.error(error);
    stopped("The game cannot be loaded:\n" + (error.message || error));
});
