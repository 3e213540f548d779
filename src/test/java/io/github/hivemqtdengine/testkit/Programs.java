// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Programs of this machine that tests use where they are installed.
 *
 * <p>The environment variable {@code TESTS_WITHOUT} hides some, separated by commas: {@code TESTS_WITHOUT=tdengine} runs
 * a build as on a machine without TDengine.
 */
final class Programs {

    private static final Set<String> HIDDEN = Stream.of(
                    System.getenv().getOrDefault("TESTS_WITHOUT", "").split(","))
            .map(String::strip)
            .collect(Collectors.toUnmodifiableSet());

    private Programs() {}

    /** Returns whether {@code TESTS_WITHOUT} hides a program or a product. */
    static boolean isHidden(String name) {
        return HIDDEN.contains(name);
    }

    /** Returns a program of TDengine: below {@code TDENGINE_HOME}, in its {@code bin}, or on the PATH. */
    static Optional<Path> ofTDengine(String name) {
        if (isHidden("tdengine")) {
            return Optional.empty();
        }
        var home =
                Stream.ofNullable(System.getenv("TDENGINE_HOME")).flatMap(folder -> Stream.of(folder, folder + "/bin"));
        return Stream.concat(home, path())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns a program on the PATH. */
    static Optional<Path> onPath(String name) {
        return isHidden(name)
                ? Optional.empty()
                : path().map(folder -> Path.of(folder, name).toAbsolutePath())
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    private static Stream<String> path() {
        return Stream.ofNullable(System.getenv("PATH")).flatMap(text -> Stream.of(text.split(File.pathSeparator)));
    }
}
