// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.testkit;

import io.github.hivemqtdengine.loadtest.stack.database.InstalledPrograms;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * External programs of tests. Tests use only this class, so that the environment variable {@code TESTS_WITHOUT}, a list
 * like {@code tdengine,chromium,chromedriver,mosquitto,faketime}, can declare programs absent.
 */
public enum Programs {
    CHROMIUM,
    CHROMEDRIVER,
    MOSQUITTO,
    FAKETIME,
    OPENSSL;

    private static final String ABSENT = "TESTS_WITHOUT";
    private static final String TDENGINE = "tdengine";

    /** Debian's folders for servers, which are not on the PATH of every user. */
    private static final List<String> SERVERS = List.of("/usr/sbin", "/usr/local/sbin");

    private List<String> names() {
        return switch (this) {
            case CHROMIUM -> List.of("chromium", "chromium-browser", "google-chrome");
            case CHROMEDRIVER -> List.of("chromedriver");
            case MOSQUITTO -> List.of("mosquitto");
            case FAKETIME -> List.of("faketime");
            case OPENSSL -> List.of("openssl");
        };
    }

    /** Returns the program; skips the calling test if it is absent. */
    public Path path() {
        var file = find(folders(), absent(System.getenv().getOrDefault(ABSENT, "")));
        if (file.isEmpty()) {
            Assumptions.abort("no " + names().get(0) + " on the PATH");
        }
        return file.orElseThrow();
    }

    /** Skips the calling test if no TDengine can be started. */
    public static void needTDengine() {
        var absent = absent(System.getenv().getOrDefault(ABSENT, ""));
        boolean isInstalled = Stream.of("taosd", "taosadapter")
                .allMatch(program -> InstalledPrograms.find(program).isPresent());
        if (absent.contains(TDENGINE) || !isInstalled) {
            Assumptions.abort("no TDengine: taosd and taosadapter are neither in TDENGINE_HOME nor on the PATH");
        }
    }

    /** Skips the calling test if there is no POSIX shell. */
    public static void needShell() {
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            Assumptions.abort("no /bin/sh");
        }
    }

    Optional<Path> find(List<Path> folders, Set<String> absent) {
        return absent.contains(names().get(0))
                ? Optional.empty()
                : names().stream()
                        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                        .findFirst();
    }

    static Set<String> absent(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).collect(Collectors.toUnmodifiableSet());
    }

    private List<Path> folders() {
        var path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator);
        return Stream.concat(Stream.of(path), SERVERS.stream()).map(Path::of).toList();
    }
}
