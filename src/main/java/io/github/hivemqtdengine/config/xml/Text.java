package io.github.hivemqtdengine.config.xml;

import org.jspecify.annotations.Nullable;

/**
 * Attribute value or element text.
 *
 * @param path the path of the attribute or element
 * @param place its location
 * @param written the text of the file, which problems show, so that no value of a variable or file is logged
 * @param value the text with its references replaced; {@code null} if that failed, which is reported already
 */
record Text(
        String path,
        Location place,
        String written,
        @Nullable String value) {}
