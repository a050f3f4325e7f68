"use strict";
// A worker that decodes images for the program in the page. WebGL gives the pixels of the file to the byte; a 2D canvas and
// WebCodecs multiply colours by alpha, and lose the colours of transparent pixels. Where a browser has no WebGL 2 in
// workers, or returns noise from it as protection from fingerprinting, png.js decodes PNG files.

// The bytes of the rows that go through the GPU at a time. It also draws the page, which would wait for a large image.
const STRIP = 1 << 20;

let gl = null;

// The context of WebGL, with a texture for the image and a framebuffer to read it from.
function context() {
    if (gl && !gl.isContextLost()) return gl;
    gl = self.OffscreenCanvas ? new OffscreenCanvas(1, 1).getContext("webgl2") : null;
    if (!gl) throw new Error("this browser has no WebGL 2 in workers, which decodes images");
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return gl;
}

function checkSize(width, height, most) {
    if (Math.max(width, height) <= most) return;
    throw new Error(`the image has ${width} x ${height} pixels; each side may have ${most} at most`);
}

async function decodeInBrowser(bytes, most) {
    const exact = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
    const bitmap = await createImageBitmap(new Blob([bytes]), exact).catch(error => {
        throw new Error("the browser cannot decode it: " + error.message);
    });
    try {
        const gl = context();
        const { width, height } = bitmap;
        checkSize(width, height, most);
        const pixels = new Uint8Array(width * height * 4);
        const rows = Math.min(height, Math.max(1, Math.floor(STRIP / (width * 4))));
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
        for (let y = 0; y < height; y += rows) {
            const count = Math.min(rows, height - y);
            gl.pixelStorei(gl.UNPACK_SKIP_ROWS, y);
            gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, count, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
            gl.readPixels(0, 0, width, count, gl.RGBA, gl.UNSIGNED_BYTE, pixels, y * width * 4);
        }
        const error = gl.getError();
        if (error) throw new Error("WebGL cannot hold its pixels: error " + error);
        return { width, height, pixels };
    } finally {
        bitmap.close();
    }
}

// A PNG file of eight pixels, and their bytes: from colours above their alpha down to one that is transparent.
const KNOWN = Uint8Array.from(atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAABCAYAAADjAO9DAAAAD0lEQVR42mP88eHFA3wAANQxHDIWj0COAAAAAElFTkSuQmCC",
), character => character.charCodeAt(0));
const KNOWN_PIXELS = Uint8Array.from({ length: 32 }, (_, i) => 248 - 8 * i);

// Why the pixels of images cannot come from the browser, or null if they can.
async function findTrouble() {
    try {
        const { pixels } = await decodeInBrowser(KNOWN, 8);
        if (String(pixels) === String(KNOWN_PIXELS)) return null;
        return "this browser gives false pixels to a page that may not read its canvas";
    } catch (error) {
        return error.message;
    }
}

let trouble = null;

async function decode(bytes, most) {
    const why = await (trouble ??= findTrouble());
    if (!why) return decodeInBrowser(bytes, most);
    // The signature of PNG.
    if (![137, 80, 78, 71].every((byte, i) => bytes[i] === byte)) throw new Error(why + ": save the image as PNG");
    if (!self.decodePng) importScripts((self.folder ?? "") + "png.js");
    return decodePng(bytes, most);
}

onmessage = async ({ data: { ticket, bytes, most } }) => {
    try {
        const image = await decode(bytes, most);
        postMessage({ ticket, ...image }, [image.pixels.buffer]);
    } catch (error) {
        postMessage({ ticket, error: error.message });
    }
};

postMessage({});
