package io.github.hivemqtdengine.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prometheus's own check of its files. */
public final class Promtool {

    private final Path program;

    private Promtool(Path program) {
        this.program = program;
    }

    /** Returns the installed program. */
    public static Optional<Promtool> installed() {
        return Programs.onPath("promtool").map(Promtool::new);
    }

    /** Runs it in a folder; returns what it prints, or throws if it finds something. */
    public String run(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(output);
        }
        return output;
    }
}
