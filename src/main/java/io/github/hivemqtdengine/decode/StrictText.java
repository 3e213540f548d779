// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Strict decoding of text in a charset. */
public final class StrictText {

    private StrictText() {}

    /**
     * Decodes text strictly.
     *
     * @throws DecodeException if the bytes are not valid in the charset
     */
    public static String of(byte[] payload, Charset charset) throws DecodeException {
        if (charset.equals(StandardCharsets.UTF_8)) {
            Utf8.require(payload);
            return new String(payload, charset);
        }
        var decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var bytes = ByteBuffer.wrap(payload);
        var text = CharBuffer.allocate((int) Math.ceil(payload.length * (double) decoder.maxCharsPerByte()));
        var result = decoder.decode(bytes, text, true);
        if (!result.isError()) {
            result = decoder.flush(text);
        }
        if (result.isError()) {
            throw new DecodeException(Fault.CHARSET, "The payload is not " + charset.name(), bytes.position());
        }
        return text.flip().toString();
    }

    /** Returns whether the only control characters of a string are tab, CR and LF. */
    public static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r') {
                return false;
            }
        }
        return true;
    }
}
