// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The packaged zip, unpacked as an operator does it, and its script run as a process of its own. */
final class UnpackedExtension {

    private static final long PATIENCE_SECONDS = 120;

    private final Path home;

    /** @param extensions the broker's folder of this name */
    UnpackedExtension(Path extensions) throws IOException {
        var file = Path.of(System.getProperty("extension.zip"));
        try (var zip = FileSystems.newFileSystem(file, Map.of("enablePosixFileAttributes", true));
                var entries = Files.walk(zip.getPath("/"))) {
            for (var entry : entries.toList()) {
                var target = extensions.resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entry, target);
                    Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(entry));
                }
            }
        }
        home = extensions.resolve("hivemq-tdengine-extension");
    }

    Path home() {
        return home;
    }

    Path script() {
        return home.resolve("bin/hivemq-tdengine");
    }

    void configure(String xml) throws IOException {
        Files.writeString(home.resolve("conf/config.xml"), xml);
    }

    /** Output of a process, read as UTF-8, and its exit code. */
    record Result(int code, String out, String err) {}

    Result run(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(arguments));
        return run(folder, command);
    }

    /**
     * Runs a command with a JDK, no locale, another time zone and nothing else.
     *
     * <p>A shell reads it from a file: the JVM of a test that has no UTF-8 locale itself can't pass such arguments on.
     */
    Result run(Path folder, List<String> command) throws IOException, InterruptedException {
        var line = command.stream().map(UnpackedExtension::quoted).collect(Collectors.joining(" ", "exec ", "\n"));
        var shell = Files.writeString(Files.createTempFile(folder, "command", ".sh"), line);
        var out = Files.createTempFile(folder, "out", ".txt");
        var err = Files.createTempFile(folder, "err", ".txt");
        var builder = new ProcessBuilder("/bin/sh", shell.toString())
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "Asia/Shanghai");
        var process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("Still running: " + command);
        }
        return new Result(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private static String quoted(String argument) {
        return "'" + argument.replace("'", "'\\''") + "'";
    }
}
