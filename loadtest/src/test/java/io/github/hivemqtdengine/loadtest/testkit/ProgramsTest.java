// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

    @TempDir
    private Path folder;

    private Path program(String name) throws IOException {
        var file = Files.createFile(folder.resolve(name));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void shouldFindAProgramByAnyOfItsNames() throws IOException {
        var file = program("google-chrome");

        assertThat(Programs.CHROMIUM.find(List.of(folder.resolve("missing"), folder), Set.of()))
                .contains(file);
        assertThat(Programs.CHROMEDRIVER.find(List.of(folder), Set.of())).isEmpty();
    }

    @Test
    void shouldNotFindAProgramThatIsDeclaredAbsent() throws IOException {
        program("chromium");
        program("chromedriver");
        var absent = Programs.absent("tdengine, chromium,mosquitto");

        assertThat(Programs.CHROMIUM.find(List.of(folder), absent)).isEmpty();
        assertThat(Programs.CHROMEDRIVER.find(List.of(folder), absent)).isPresent();
    }
}
