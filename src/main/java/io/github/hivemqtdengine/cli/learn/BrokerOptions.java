// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.cli.learn.BrokerSubscription.Broker;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of a broker whose messages are looked at. */
public final class BrokerOptions {

    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\s]+)(?::(\\d{1,5}))?");
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int PORT = 1_883;
    private static final int TLS_PORT = 8_883;
    private static final int MAX_PORT = 65_535;
    private static final double MAX_MINUTES = 24 * 60;

    private final InputStream in;

    @Option(
            names = "--broker",
            paramLabel = "HOST[:PORT]",
            description = "Learn from the messages of this broker, in place of samples, and print a configuration.")
    private @Nullable String address;

    @Option(
            names = "--topic-filter",
            paramLabel = "F",
            description = "With --broker: what to subscribe to; # unless given; may be repeated.")
    private List<String> filters = List.of();

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --broker: for how long; ${DEFAULT-VALUE} unless given.")
    private double minutes;

    @Option(names = "--user", paramLabel = "NAME", description = "With --broker: the user name.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "With --broker: a file with the password; - for the input.")
    private @Nullable Path passwordFile;

    @Option(names = "--tls", description = "With --broker: connect with TLS.")
    private boolean isTls;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "With --tls: a PEM file with the authorities to trust, in place of Java's.")
    private @Nullable File ca;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /**
     * Creates the options, which the command line fills.
     *
     * @param in the source of a password named {@code -}
     */
    public BrokerOptions(InputStream in) {
        this.in = in;
    }

    /** Returns whether a broker is named. */
    public boolean isGiven() {
        return address != null;
    }

    /**
     * Checks that no option is given without the one that it belongs to.
     *
     * @throws ParameterException if one is
     */
    public void check() {
        if (address == null && (isTls || ca != null || user != null || passwordFile != null || !filters.isEmpty())) {
            throw usage("--topic-filter, --user, --password-file, --tls and --ca are for a broker: add --broker HOST");
        }
        if (ca != null && !isTls) {
            throw usage("--ca is for a connection with TLS: add --tls");
        }
    }

    /**
     * What was heard.
     *
     * @param time for how long
     * @param ended why the broker has ended the connection before that; empty if it has not
     */
    public record Heard(Duration time, Optional<String> ended) {}

    /**
     * Subscribes, and counts the messages until the time has passed or the broker ends the connection.
     *
     * @param note receives what the user should know
     * @throws ParameterException if the broker can't be reached, or refuses
     */
    public Heard listen(Traffic traffic, Consumer<String> note) throws IOException, InterruptedException {
        if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
            throw usage("--minutes is " + minutes + "; it is more than 0, and up to " + Math.round(MAX_MINUTES));
        }
        var broker = broker();
        var wanted = Duration.ofMillis(Math.round(minutes * TimeUnit.MINUTES.toMillis(1)));
        long start = System.nanoTime();
        Optional<String> ended;
        try (var subscription = BrokerSubscription.open(broker, message -> add(message, traffic))) {
            note.accept("Subscribed to " + String.join(", ", broker.filters()) + " of " + address + " for "
                    + wanted.toSeconds() + " s");
            ended = subscription.await(wanted.toMillis());
        } catch (IOException e) {
            throw usage("The broker " + address + " can't be used: " + e.getMessage());
        }
        ended.ifPresent(why -> note.accept("The connection has ended before that: " + why));
        return new Heard(Duration.ofNanos(System.nanoTime() - start), ended);
    }

    /** Adds a message; one that can't be read must not end the subscription. */
    private static void add(InboundMessage message, Traffic traffic) {
        try {
            traffic.add(message);
        } catch (RuntimeException | StackOverflowError e) {
            traffic.leave();
        }
    }

    private Broker broker() {
        var parts = ADDRESS.matcher(Objects.requireNonNull(address));
        int port = isTls ? TLS_PORT : PORT;
        if (parts.matches() && parts.group(2) != null) {
            port = Integer.parseInt(parts.group(2));
        }
        if (!parts.matches() || port < 1 || port > MAX_PORT) {
            throw usage("--broker \"" + address + "\" is not HOST or HOST:PORT");
        }
        filters.forEach(this::checkFilter);
        if (ca != null && !Files.isRegularFile(ca.toPath())) {
            throw usage("--ca " + ca + " is not a file");
        }
        return new Broker(
                parts.group(1).replaceAll("[\\[\\]]", ""),
                port,
                isTls,
                ca,
                user,
                password(),
                filters.isEmpty() ? List.of("#") : filters);
    }

    private void checkFilter(String filter) {
        if (filter.startsWith("$share/")) {
            throw usage("--topic-filter " + filter + " would take messages from the other subscribers of the group");
        }
        try {
            if (!TopicFilter.parse(filter).names().isEmpty()) {
                throw usage("--topic-filter " + filter + " has a name; write + in its place");
            }
        } catch (IllegalArgumentException e) {
            throw usage("--topic-filter " + filter + ": " + e.getMessage());
        }
    }

    /** Returns the content of the file without the end of its line. */
    private @Nullable String password() {
        if (passwordFile == null) {
            return null;
        }
        try {
            var bytes = passwordFile.equals(STANDARD_INPUT) ? in.readAllBytes() : Files.readAllBytes(passwordFile);
            return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\R$", "");
        } catch (IOException e) {
            throw usage("--password-file " + passwordFile + " can't be read");
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
