package io.github.hivemqtdengine.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the programs of a TDengine installation. */
final class Programs {

    private Programs() {}

    /** A program below {@code TDENGINE_HOME}, in its {@code bin}, or on the PATH. */
    static Optional<Path> find(String name) {
        var home =
                Stream.ofNullable(System.getenv("TDENGINE_HOME")).flatMap(folder -> Stream.of(folder, folder + "/bin"));
        var path = Stream.ofNullable(System.getenv("PATH")).flatMap(text -> Stream.of(text.split(File.pathSeparator)));
        return Stream.concat(home, path)
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isExecutable)
                .findFirst();
    }
}
