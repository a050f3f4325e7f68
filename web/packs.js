"use strict";
// Reads the files of a page out of packs, whose format crates/core/src/platform/pack.rs describes. A pack is
// requested once, when the first of its files is asked for, and a file is there as soon as its own bytes are.

const SHARED = "shared.pack";
const HEADER = 39;

// Opens the packs of a folder; `download(name, onChunk)` downloads one of them.
function openPacks(download) {
    const packs = new Map();

    // The pack of a name, or its download. Of the packs of phases only the last one is kept.
    function open(name) {
        if (packs.has(name)) return packs.get(name);
        if (name !== SHARED) {
            for (const other of packs.keys()) if (other !== SHARED) packs.delete(other);
        }
        const pack = newPack(name);
        const end = error => {
            pack.error = error;
            notify(pack);
        };
        download(name, chunk => append(pack, chunk)).then(() => end(damaged(pack, "is cut")), end);
        packs.set(name, pack);
        return pack;
    }

    // Calls `read`. After an error the next read downloads the pack again.
    async function from(pack, read) {
        try {
            return await read(pack);
        } catch (error) {
            if (packs.get(pack.name) === pack) packs.delete(pack.name);
            throw error;
        }
    }

    // Requested at once, because every other request needs it.
    open(SHARED);
    return {
        // The bytes of a file, or null if it is in no pack. `state` shows its progress.
        async file(path, state) {
            const items = await from(open(SHARED), shared => shared.index ??= readIndex(shared));
            const item = items.get(path);
            if (!item) return null;
            const { name, begin, end, crc } = item;
            return from(open(name), async pack => {
                const received = () => Math.min(Math.max(pack.received - begin, 0), end - begin);
                Object.defineProperty(state, "received", { enumerable: true, get: received });
                state.total = end - begin;
                const bytes = await range(pack, begin, end);
                if (crc32(bytes) !== crc) throw damaged(pack, "has another `" + path + "`");
                return bytes;
            });
        },
    };
}

const newPack = name => ({ name, bytes: new Uint8Array(1 << 16), received: 0, error: null, waiting: [] });

const damaged = (pack, what) => new Error(pack.name + " " + what + "; build the page again");

const notify = pack => pack.waiting.splice(0).forEach(done => done());

function append(pack, chunk) {
    const length = pack.received + chunk.length;
    if (length > pack.bytes.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(pack.bytes.subarray(0, pack.received));
        pack.bytes = larger;
    }
    pack.bytes.set(chunk, pack.received);
    pack.received = length;
    notify(pack);
}

// The bytes of a range as soon as they are there.
async function range(pack, begin, end) {
    while (pack.received < end) {
        if (pack.error) throw pack.error;
        await new Promise(done => pack.waiting.push(done));
    }
    return pack.bytes.subarray(begin, end);
}

// The items of all packs by path.
async function readIndex(shared) {
    const text = bytes => new TextDecoder().decode(bytes);
    const header = /^proscenium packs 1 (\d{10}) ([0-9a-f]{8})\n$/.exec(text(await range(shared, 0, HEADER)));
    if (!header) throw damaged(shared, "is not a pack of this page");
    const index = await range(shared, HEADER, HEADER + Number(header[1]));
    if (crc32(index) !== parseInt(header[2], 16)) throw damaged(shared, "has another list of files");
    const items = new Map();
    let name = null;
    let end = HEADER + index.length;
    for (const line of text(index).split("\n").slice(0, -1)) {
        if (line.startsWith("pack ")) {
            end = name ? 0 : end;
            name = line.slice(5);
            continue;
        }
        const [crc, length] = line.split(" ", 2);
        const begin = end;
        end += Number(length);
        items.set(line.slice(crc.length + length.length + 2), { name, begin, end, crc: parseInt(crc, 16) });
    }
    return items;
}

// CRC-32, as in PNG and ZIP.
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
    return byte;
});

function crc32(bytes) {
    let crc = -1;
    for (let at = 0; at < bytes.length; at++) crc = crcTable[(crc ^ bytes[at]) & 0xff] ^ (crc >>> 8);
    return (crc ^ -1) >>> 0;
}
