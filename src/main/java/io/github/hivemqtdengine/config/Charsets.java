package io.github.hivemqtdengine.config;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/** Understands the attribute {@code charset}. */
final class Charsets {

    static final String ATTRIBUTE = "charset";

    private Charsets() {}

    /** What text is in; UTF-8 where nothing is said. */
    static Charset read(Section payload) {
        return payload.attribute(ATTRIBUTE).or(Charsets::charset, StandardCharsets.UTF_8);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (UnsupportedCharsetException e) {
            throw new IllegalArgumentException("is no charset that this Java knows; write it like GB18030", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no name of a charset; write it like GB18030", e);
        }
    }
}
