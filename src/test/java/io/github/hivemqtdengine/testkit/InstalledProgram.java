// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Program of this machine, or script of this project, that checks files of this project. */
public final class InstalledProgram {

    private static final int NOT_POSSIBLE = 77;

    private final Path path;

    private InstalledProgram(Path path) {
        this.path = path;
    }

    /** Returns a program on the PATH; skips the calling test where it is not installed. */
    public static InstalledProgram orSkip(String name) {
        var path = Programs.onPath(name);
        if (path.isEmpty()) {
            Assumptions.abort("no " + name + " here: put it on the PATH");
        }
        return new InstalledProgram(path.orElseThrow());
    }

    /** Returns a script, which ends with 77 where it cannot run. */
    public static InstalledProgram at(Path script) {
        return new InstalledProgram(script);
    }

    /** Runs it in a folder; returns what it prints, throws if it fails, or skips the calling test if it cannot run. */
    public String run(Path folder, String... arguments) throws IOException, InterruptedException {
        return run(folder, Map.of(), arguments);
    }

    /** Runs it in a folder with more variables of the environment, and without those that hooks of git have. */
    public String run(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(path.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().putAll(environment);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.waitFor();
        if (status == NOT_POSSIBLE) {
            Assumptions.abort(output.strip());
        }
        if (status != 0) {
            throw new AssertionError(output);
        }
        return output;
    }
}
