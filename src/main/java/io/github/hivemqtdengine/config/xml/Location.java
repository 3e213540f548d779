// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.nio.file.Path;

/**
 * Location in a configuration file.
 *
 * @param file the file
 * @param name the file as problems name it: relative to the configuration's folder
 * @param line the line, from 1
 */
public record Location(Path file, String name, int line) {

    /** Returns the beginning of the configuration file itself. */
    public static Location startOf(Path configuration) {
        return new Location(configuration, String.valueOf(configuration.getFileName()), 1);
    }

    Location atLine(int otherLine) {
        return new Location(file, name, Math.max(1, otherLine));
    }

    @Override
    public String toString() {
        return name + ":" + line;
    }
}
