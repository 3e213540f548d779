// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.agent.JavaCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildJvmTest {

    @TempDir
    Path folder;

    @Test
    void shouldKillAChildThatNeverSaysThatItIsReady() throws Exception {
        var log = Files.writeString(folder.resolve("log"), "the last words\n"); // the child's lines are appended
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")))) {
            var process = ChildJvm.run(guardian, SilentMain.class, List.of(), List.of(), log);

            assertThatThrownBy(
                            () -> ChildJvm.awaitReady(guardian, process, SilentMain.class, log, Duration.ofMillis(500)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("SilentMain was not ready within PT0.5S")
                    .hasMessageContaining("the last words");
            assertThat(process.isAlive()).isFalse();
        }
    }

    @Test
    void shouldPassFurtherArgumentsOnToChildrenOfChildren() throws Exception {
        var before = System.getProperty(JavaCommand.ARGUMENTS, "");
        System.setProperty(JavaCommand.ARGUMENTS, "-Dtest.one=1  -Dtest.two=2");
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")));
                var child = ChildJvm.start(guardian, EchoMain.class, List.of(), List.of(), folder.resolve("log"))) {
            assertThat(child.answer()).isEqualTo("1 2 -Dtest.one=1  -Dtest.two=2");
        } finally {
            System.setProperty(JavaCommand.ARGUMENTS, before);
        }
    }

    @Test
    void shouldTellTheHeapOfAChildAfterACollection() throws Exception {
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")));
                var child = ChildJvm.start(guardian, EchoMain.class, List.of(), List.of(), folder.resolve("log"))) {
            assertThat(child.heapBytes().orElseThrow()).isBetween(100_000L, 50_000_000L);
            assertThat(child.heapBytes()).isPresent();
        }
    }

    @Test
    void shouldFindAnswersAfterHalfALineOfNativeCode() throws Exception {
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")));
                var child =
                        ChildJvm.start(guardian, HalfALineMain.class, List.of(), List.of(), folder.resolve("log"))) {
            assertThat(child.answer()).isEqualTo("at last");
            assertThat(child.heapBytes()).isPresent();
        }
    }

    /** Leaves half a line in the pipe, as native code does when the pipe was full. */
    static final class HalfALineMain {

        private HalfALineMain() {}

        public static void main(String[] arguments) throws Exception {
            try (var pipe = new FileOutputStream(FileDescriptor.out)) {
                pipe.write("2026-11-29T15:19:29Z I server-main extr".getBytes(UTF_8));
                ChildMain.run(() -> "at last");
            }
        }
    }

    /** Answers with the system properties that it received. */
    static final class EchoMain {

        private EchoMain() {}

        public static void main(String[] arguments) throws Exception {
            ChildMain.run(() -> Stream.of("test.one", "test.two", JavaCommand.ARGUMENTS)
                    .map(System::getProperty)
                    .collect(Collectors.joining(" ")));
        }
    }

    /** Prints nothing until its parent ends. */
    static final class SilentMain {

        private SilentMain() {}

        public static void main(String[] arguments) throws IOException {
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
