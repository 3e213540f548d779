// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.output.TraceLines;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.status.StatusDiagnostics;
import io.github.hivemqtdengine.status.StatusFile;
import io.github.hivemqtdengine.status.StatusNode;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks the running extension for a trace, and prints its lines as they come. */
@Command(
        name = "trace",
        description = "Shows what becomes of each message of one client or topic while the broker runs: its routes, and"
                + " when it was stored, or why not. Payloads are not shown. Ends with Ctrl-C.",
        footer = {"", "Example:", "  hivemq-tdengine trace --client press-7 --topic 'plant/press/+'"},
        mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final EpochClock clock;

    @Mixin
    private final DataFolderOption dataFolder;

    @Option(names = "--client", paramLabel = "ID", description = "Messages of this client identifier.")
    private @Nullable String client;

    @Option(
            names = "--topic",
            paramLabel = "FILTER",
            description = "Messages whose topic matches this MQTT topic filter; with --client, both must match.")
    private @Nullable String topic;

    @Option(names = "--minutes", paramLabel = "N", description = "How long, 1 to 60; 5 unless given.")
    private int minutes = 5;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private @Nullable CommandSpec spec;

    TraceCommand(Path home, EpochClock clock) {
        this.clock = clock;
        this.dataFolder = new DataFolderOption(home);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var request = request();
        var folder = dataFolder.writable();
        checkNoOther(folder);
        var atExit = Executors.defaultThreadFactory().newThread(() -> withdraw(request, folder));
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            request.write(folder);
            return isTaken(request, folder) ? follow(request, folder) : ExitCode.PROBLEMS;
        } finally {
            withdraw(request, folder);
            removeHook(atExit);
        }
    }

    private TraceRequest request() {
        if (minutes < 1 || minutes > TraceRequest.MAX_TIME.toMinutes()) {
            throw usage("--minutes is " + minutes + "; it is 1 to " + TraceRequest.MAX_TIME.toMinutes());
        }
        if (client == null && topic == null) {
            throw usage("Say whose messages to trace: --client ID, --topic FILTER, or both");
        }
        try {
            var filter = topic == null ? null : TopicFilter.parse(topic);
            return TraceRequest.of(client, filter, now().plus(Duration.ofMinutes(minutes)));
        } catch (IllegalArgumentException e) {
            throw usage("--topic \"" + topic + "\": " + e.getMessage());
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.micros() / 1_000);
    }

    private void checkNoOther(Path folder) {
        try {
            TraceRequest.read(folder)
                    .filter(other -> other.until().isAfter(now()))
                    .ifPresent(other -> {
                        throw usage("Another trace runs until " + other.until()
                                + ", and there is one at a time. Wait for its" + " end, or end it by deleting "
                                + TraceRequest.file(folder));
                    });
        } catch (IOException e) {
            throw usage(TraceRequest.file(folder) + " can't be used (" + e.getMessage() + "); delete it");
        }
    }

    /** Waits until the extension has begun the trace; says why it may not have. */
    private boolean isTaken(TraceRequest request, Path folder) throws InterruptedException {
        long start = System.nanoTime();
        while (Files.notExists(request.lines(folder))) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                error("The extension has not begun the trace within " + PATIENCE.toSeconds() + " s: " + state(folder));
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
        return true;
    }

    private String state(Path folder) {
        try {
            var status = StatusNode.read(Files.readAllBytes(folder.resolve(StatusFile.NAME)));
            var running = new StatusDiagnostics(status, now()).running();
            return running.sentence() + "; see also the broker's log";
        } catch (IOException | DecodeException e) {
            return "it does not run with this data folder (" + e + "); start the broker";
        }
    }

    private int follow(TraceRequest request, Path folder) throws IOException, InterruptedException {
        output.progress(TraceLines.HEADER);
        try (var lines = new TraceLines(request.lines(folder))) {
            Long over = null;
            while (over == null || System.nanoTime() - over < PATIENCE.toNanos()) {
                var next = lines.next();
                for (var line : next) {
                    boolean isRead = output.print(line.fields(), () -> List.of(TraceLines.text(line)), "");
                    if (!isRead || line.has("end")) {
                        return line.has("end") && !line.text("end").equals("time") ? ExitCode.PROBLEMS : ExitCode.FINE;
                    }
                }
                if (over == null && (now().isAfter(request.until()) || Files.notExists(TraceRequest.file(folder)))) {
                    over = System.nanoTime();
                }
                if (next.isEmpty()) {
                    Thread.sleep(BETWEEN_LOOKS.toMillis());
                } else if (over != null) {
                    over = System.nanoTime(); // there is more to print
                }
            }
        }
        error("The trace has ended without its last line: " + state(folder));
        return ExitCode.PROBLEMS;
    }

    private static void withdraw(TraceRequest request, Path folder) {
        try {
            request.withdraw(folder);
        } catch (IOException e) {
            // the extension ends the trace when its time is over
        }
    }

    private static void removeHook(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // Ctrl-C: it is running
        }
    }

    private void error(String sentence) {
        var err = Objects.requireNonNull(spec).commandLine().getErr();
        err.println(sentence);
        err.flush();
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
