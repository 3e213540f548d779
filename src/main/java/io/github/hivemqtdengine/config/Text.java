package io.github.hivemqtdengine.config;

import org.jspecify.annotations.Nullable;

/**
 * An attribute's value or an element's text.
 *
 * @param path the attribute's or element's path
 * @param place where it stands
 * @param written as the file has it: what problems show, so that nothing from a variable or a file gets into a log
 * @param value with its references replaced, or {@code null} where that failed and is reported already
 */
record Text(
        String path, Place place, String written, @Nullable String value) {}
