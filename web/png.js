"use strict";
// Decodes PNG files without the browser, for images.js. The pixels are the same as on a desktop: colours are not
// converted, samples of 16 bits are rounded, and an animation is its first image.

// The samples of a pixel by the type of its colour: grey, RGB, an entry of the palette, grey and alpha, RGBA.
const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

// The passes of an image: the first column and row, and the steps to the next ones.
const WHOLE = [[0, 0, 1, 1]];
const INTERLACED = [
    [0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2],
];

// What a byte is expected to be, from the bytes to the left, above, and left above.
const FILTERS = [() => 0, left => left, (_, above) => above, (left, above) => (left + above) >> 1, paeth];

function paeth(left, above, corner) {
    const [byLeft, byAbove, byCorner] =
        [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
    if (byLeft <= byAbove && byLeft <= byCorner) return left;
    return byAbove <= byCorner ? above : corner;
}

// The chunks that make the image, by name. Those with the pixels are a list.
function chunksOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunks = { IDAT: [] };
    for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
        const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const content = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
        if (name === "IDAT") chunks.IDAT.push(content);
        else chunks[name] ??= content;
    }
    return chunks;
}

// The first `length` bytes of what zlib has packed.
async function unpack(parts, length) {
    const bytes = new Uint8Array(length);
    const reader = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (let at = 0; at < length;) {
        const { done, value } = await reader.read();
        if (done) throw new Error("the PNG file is cut");
        bytes.set(value.subarray(0, length - at), at);
        at += value.length;
    }
    return bytes;
}

function headerOf(chunk) {
    if (chunk?.length !== 13) throw new Error("the PNG file has no header");
    const view = new DataView(chunk.buffer, chunk.byteOffset);
    const [width, height] = [view.getUint32(0), view.getUint32(4)];
    const [depth, type, , , isInterlaced] = chunk.subarray(8);
    const hasDepth = [1, 2, 4, 8, 16].includes(depth) && (type === 0 || depth === 8 || (type === 3) === (depth < 8));
    if (!SAMPLES[type] || !hasDepth || !width || !height) throw new Error("the PNG file has a wrong header");
    return { width, height, depth, type, samples: SAMPLES[type], isInterlaced };
}

// The function that writes the pixel at a column of a row to `pixels`, from the byte `to` on.
function writer(pixels, { depth, type, samples }, palette, transparency) {
    const top = 2 ** depth - 1;
    const sample = (row, at) => depth === 16 ? row[2 * at] << 8 | row[2 * at + 1]
        : row[at * depth >> 3] >> 8 - depth - (at * depth & 7) & top;
    if (type === 3) {
        return (row, column, to) => {
            const entry = sample(row, column);
            for (let i = 0; i < 3; i++) pixels[to + i] = palette?.[3 * entry + i] ?? 0;
            pixels[to + 3] = transparency?.[entry] ?? 255;
        };
    }
    const isGrey = samples < 3, hasAlpha = samples % 2 === 0;
    // The samples of the one colour that is transparent.
    const clear = transparency && Array.from({ length: samples }, (_, i) => transparency[2 * i] << 8 | transparency[2 * i + 1]);
    return (row, column, to) => {
        const value = i => sample(row, column * samples + i);
        const byte = i => Math.round(value(i) * 255 / top);
        for (let i = 0; i < 3; i++) pixels[to + i] = byte(isGrey ? 0 : i);
        if (hasAlpha) pixels[to + 3] = byte(samples - 1);
        else pixels[to + 3] = clear?.every((sample, i) => sample === value(i)) ? 0 : 255;
    };
}

// The passes that have pixels, with their columns, their rows and the bytes of a row.
function passesOf({ width, height, isInterlaced }, bits) {
    return (isInterlaced ? INTERLACED : WHOLE).map(([x, y, right, down]) => {
        const columns = Math.ceil((width - x) / right), rows = Math.ceil((height - y) / down);
        return { x, y, right, down, columns, rows, stride: Math.ceil(columns * bits / 8) };
    }).filter(({ columns, rows }) => columns > 0 && rows > 0);
}

async function decodePng(bytes, most) {
    const { IHDR, PLTE, tRNS, IDAT } = chunksOf(bytes);
    const header = headerOf(IHDR);
    const { width, height } = header;
    checkSize(width, height, most);
    const bits = header.samples * header.depth;
    const passes = passesOf(header, bits);
    const rows = await unpack(IDAT, passes.reduce((sum, { rows, stride }) => sum + rows * (1 + stride), 0));
    const pixels = new Uint8Array(width * height * 4);
    const write = writer(pixels, header, PLTE, tRNS);
    // The bytes to the pixel on the left.
    const back = Math.ceil(bits / 8);
    let at = 0;
    for (const { x, y, right, down, columns, rows: count, stride } of passes) {
        let above = new Uint8Array(stride);
        for (let i = 0; i < count; i++) {
            const filter = FILTERS[rows[at]];
            if (!filter) throw new Error("the PNG file has an unknown filter");
            const row = rows.subarray(at + 1, at + 1 + stride);
            for (let j = 0; j < stride; j++) row[j] += filter(row[j - back] ?? 0, above[j], above[j - back] ?? 0);
            for (let j = 0; j < columns; j++) write(row, j, ((y + i * down) * width + x + j * right) * 4);
            above = row;
            at += 1 + stride;
        }
    }
    return { width, height, pixels };
}
