// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.replay.TrafficCapture;
import io.github.hivemqtdengine.loadtest.runner.Interruption;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.Durations;
import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import io.github.hivemqtdengine.loadtest.traffic.TrafficReader;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Records the traffic of a broker, for scenarios with {@code x.payload = recording}. */
@Command(
        name = "capture",
        description = "Records the messages of a broker with their times into a file, for scenarios with x.payload = "
                + "recording. The file has the payloads: treat it as you treat them.")
final class CaptureCommand implements Callable<Integer> {

    private static final long BYTES_PER_MB = 1024 * 1024;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(60);

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            converter = AddressConverter.class,
            required = true,
            description = "The broker, of any kind.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private InetSocketAddress broker;

    @Option(names = "--topic", paramLabel = "FILTER", required = true, description = "Which messages, like 'plant/#'.")
    private String topic = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            arity = "1..2",
            required = true,
            description = "How long, like 60 s. Ctrl-C ends it earlier.")
    private String[] length = {};

    @Option(names = "--output", paramLabel = "FILE", required = true, description = "A new file, like traffic.zst.")
    private Path output = Path.of("");

    @Option(
            names = "--max-mb",
            paramLabel = "MB",
            description = "Ends when the messages have this size before compression (${DEFAULT-VALUE}).")
    private int mostMb = 256;

    @Option(names = "--qos", paramLabel = "QOS", description = "Highest QoS of the deliveries (${DEFAULT-VALUE}).")
    private int qos = 2;

    @Option(names = "--username", paramLabel = "NAME", description = "The user of the broker.")
    @Nullable
    private String username;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description = "The user's password; without a value it is asked for.")
    private char @Nullable [] password;

    @Option(names = "--tls", description = "Connect by TLS.")
    private boolean tls;

    @Option(names = "--tls-ca", paramLabel = "FILE", description = "Trusted certificate (PEM), with --tls.")
    @Nullable
    private Path rootCertificate;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    @SuppressWarnings("try") // interruption is only opened and closed
    public Integer call() throws IOException {
        var time = time();
        check(qos >= 0 && qos <= 2, "--qos must be 0, 1 or 2");
        check(
                mostMb >= 1 && mostMb * BYTES_PER_MB <= TrafficReader.MOST_BYTES,
                "--max-mb must be from 1 to " + TrafficReader.MOST_BYTES / BYTES_PER_MB);
        check(!Files.exists(output), "--output " + output + " is there already: choose a new file");
        var connection = new Broker(broker, "capture-" + ProcessHandle.current().pid(), settings(), 1);
        var out = spec.commandLine().getOut();
        var begun = new AtomicBoolean();
        try (var interruption = Interruption.begin();
                var writer = TrafficWriter.create(output, topic, mostMb * BYTES_PER_MB)) {
            var why = TrafficCapture.run(connection, topic, qos, time, writer, () -> {
                begun.set(true);
                out.println("Recording " + topic + " of " + broker.getHostString() + ":" + broker.getPort() + " for "
                        + String.join(" ", length) + ", at most " + mostMb + " MB");
                out.flush();
            });
            out.println(writer.messages() + " messages on " + writer.topics() + " topics are in "
                    + output.toAbsolutePath() + "; ended by: " + why);
            out.flush();
            return why.equals("lost connection") ? ExitCode.FAILED : ExitCode.FINE;
        } catch (IOException e) {
            if (!begun.get()) {
                Files.deleteIfExists(output);
            }
            throw e;
        }
    }

    private Duration time() {
        try {
            return Durations.positive(String.join(" ", length));
        } catch (MalformedValueException e) {
            throw new ParameterException(spec.commandLine(), "--for " + e.rule(), e);
        }
    }

    private ClientSettings settings() {
        return new ClientSettings(
                5,
                Optional.ofNullable(username)
                        .map(name ->
                                new ClientSettings.Credentials(name, password == null ? "" : new String(password))),
                tls
                        ? Optional.of(new TlsSettings(
                                Optional.ofNullable(rootCertificate), Optional.empty(), Optional.empty()))
                        : Optional.empty(),
                Optional.empty(),
                KEEP_ALIVE,
                1,
                false);
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }
}
