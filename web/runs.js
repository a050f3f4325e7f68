"use strict";
// Recorded runs as links. What a page recorded is in the address after `#run=`: packed, and as letters. The entries of the
// recording (crates/dev/src/recording.rs) have no checksums there, because the packed text has one, and its checks, of which
// one is left, only their ticks. That is what does not get smaller.

// Servers refuse an address of more than about 8,190 characters, and a chat or a shortener may have a link as a part of one.
const LONGEST_LINK = 8000;

const CHECK = 2, SUM = 4;

const isMore = byte => byte > 127;

// The header, and the bodies of the entries; before each body is its length, and this many bytes that are left out.
function partsOf(bytes, skipped) {
    let at = bytes.indexOf(10) + 1;
    const header = bytes.subarray(0, at), bodies = [];
    while (at < bytes.length) {
        let length = 0, scale = 1;
        for (; isMore(bytes[at]); at++, scale *= 128) length += (bytes[at] & 127) * scale;
        length += bytes[at] * scale;
        const from = at + 1 + skipped;
        at = from + length;
        // The program may have been stopped while it wrote the last one.
        if (at <= bytes.length) bodies.push(bytes.subarray(from, at));
    }
    return { header, bodies };
}

function lengthOf(body) {
    const bytes = [];
    let rest = body.length;
    for (; isMore(rest); rest = Math.floor(rest / 128)) bytes.push(rest & 127 | 128);
    return Uint8Array.of(...bytes, rest);
}

const joined = async parts => new Uint8Array(await new Blob(parts).arrayBuffer());

const through = async (bytes, stream) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// The CRC-32 of an entry, low byte first.
function sumOf(body) {
    let sum = ~0;
    for (const byte of body) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
    }
    return Uint8Array.of(~sum, ~sum >> 8, ~sum >> 16, ~sum >> 24);
}

// The link of a recording; `null` if it is too long for one.
async function linkOf(recording) {
    // A link has a tenth of the bytes; a longer recording is not worth the time.
    if (recording.length > 100 * LONGEST_LINK) return null;
    const { header, bodies } = partsOf(recording, SUM);
    // Before the kind of an entry are its ticks.
    const kindOf = body => body.findIndex(byte => !isMore(byte)) + 1;
    const isCheck = body => body[kindOf(body)] === CHECK;
    const last = bodies.findLastIndex(isCheck);
    const short = bodies.map((body, i) =>
        isCheck(body) && i !== last ? Uint8Array.of(...body.subarray(0, kindOf(body) + 1), 0) : body);
    const plain = await joined([header, ...short.flatMap(body => [lengthOf(body), body])]);
    const packed = await through(plain, new CompressionStream("deflate"));
    if (packed.length > LONGEST_LINK) return null;
    const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const link = location.origin + location.pathname + "#run=" + letters;
    return link.length > LONGEST_LINK ? null : link;
}

// The recording whose letters these are.
async function runOf(letters) {
    try {
        // A short text of another hand may have gigabytes in it.
        if (letters.length > LONGEST_LINK) throw new Error("it is too long");
        const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
        const plain = await through(bytesOf(packed), new DecompressionStream("deflate"));
        const { header, bodies } = partsOf(plain, 0);
        return await joined([header, ...bodies.flatMap(body => [lengthOf(body), sumOf(body), body])]);
    } catch (error) {
        console.info("the link's run: " + error);
        throw new Error("the link is not whole: copy it again, to its last letter");
    }
}
