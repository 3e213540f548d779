package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/** Parser of the attribute {@code charset}. */
final class Charsets {

    static final String ATTRIBUTE = "charset";

    private Charsets() {}

    /** Returns the character set of text; UTF-8 by default. */
    static Charset read(Section payload) {
        return payload.attribute(ATTRIBUTE).or(Charsets::charset, StandardCharsets.UTF_8);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (UnsupportedCharsetException e) {
            throw new IllegalArgumentException("is not a charset that this Java knows; write it like GB18030", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not the name of a charset; write it like GB18030", e);
        }
    }
}
