// A server of files for tests: a folder, files put in front of it, and the ways in which a real
// network fails.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".png": "image/png",
};

// What can be done to the answer for a file, instead of sending it whole and at once.
const TREATMENTS = {
    missing: (_bytes, answer) => void answer.writeHead(404).end("there is no such file"),
    refused: (_bytes, answer) => void answer.writeHead(503).end("not now"),
    // Less than was promised, and then the line is dead.
    cut: (bytes, answer) => {
        answer.write(bytes.subarray(0, bytes.length >> 1), () => answer.destroy());
    },
    // The line stays open, and no more comes than the begin: half of a pack may be enough for a phase.
    stalled: (bytes, answer) => void answer.write(bytes.subarray(0, 1)),
    // Slow, but alive: twenty pieces, and 0.25 s between two of them.
    slow: async (bytes, answer) => {
        const size = Math.ceil(bytes.length / 20);
        for (let at = 0; at < bytes.length; at += size) {
            if (at > 0) await pause(250);
            answer.write(bytes.subarray(at, at + size));
        }
        answer.end();
    },
};

// A port that no program has.
export async function freePort() {
    const server = createServer();
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const { port } = server.address();
    await new Promise(done => server.close(done));
    return port;
}

// Serves `folder`; `served.url` ends with a slash.
export async function serve(folder) {
    const front = new Map();
    const treated = new Map();
    let below = null;
    const readIn = async (folder, path) => {
        const inside = normalize(join(folder, path));
        return inside.startsWith(folder + sep) ? readFile(inside).catch(() => null) : null;
    };
    const read = async path =>
        front.get(path) ?? await readIn(folder, path) ?? (below && await readIn(below, path));
    const server = createServer(async (request, answer) => {
        // The browser may leave while we are still sending.
        answer.on("error", () => {});
        let path;
        try {
            path = decodeURIComponent(new URL(request.url, "http://localhost").pathname).slice(1);
        } catch {
            return void answer.writeHead(400).end();
        }
        path ||= "index.html";
        if (!["GET", "HEAD"].includes(request.method)) return void answer.writeHead(405).end();
        const bytes = await read(path);
        if (!bytes) return void answer.writeHead(404).end();
        const treatment = treated.get(path);
        // As hosts of web games have it, for frames that are sandboxed.
        answer.setHeader("access-control-allow-origin", "*");
        answer.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
        if (!["missing", "refused"].includes(treatment)) answer.setHeader("content-length", bytes.length);
        if (request.method === "HEAD") return void answer.end();
        if (treatment) return TREATMENTS[treatment](bytes, answer);
        answer.end(bytes);
    });
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    return {
        url: `http://localhost:${server.address().port}/`,
        read,
        // Serves `content` as the file at `path`, whatever is in the folder.
        put: (path, content) => void front.set(path, Buffer.from(content)),
        // Serves the files of another folder too, where this one has none.
        lay: folder => { below = folder; },
        // From now on the file at `path` is treated so; without a treatment it is whole again.
        treat: (path, treatment) => treatment ? treated.set(path, treatment) : treated.delete(path),
        // All files are whole again, and nothing is in front of the folder.
        heal: () => {
            treated.clear();
            front.clear();
            below = null;
        },
        close: () => {
            server.closeAllConnections();
            return new Promise(done => server.close(done));
        },
    };
}
