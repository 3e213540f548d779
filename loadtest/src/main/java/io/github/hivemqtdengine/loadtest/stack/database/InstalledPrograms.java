// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of a TDengine installation: in {@code TDENGINE_HOME}, in its {@code bin}, or on the PATH. */
public final class InstalledPrograms {

    private InstalledPrograms() {}

    /** Returns the first executable file with this name. */
    public static Optional<Path> find(String name) {
        var home =
                Stream.ofNullable(System.getenv("TDENGINE_HOME")).flatMap(folder -> Stream.of(folder, folder + "/bin"));
        var path = Stream.ofNullable(System.getenv("PATH")).flatMap(list -> Stream.of(list.split(File.pathSeparator)));
        return Stream.concat(home, path)
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
