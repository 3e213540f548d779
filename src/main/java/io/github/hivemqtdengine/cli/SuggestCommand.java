// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.cli.learn.BrokerOptions;
import io.github.hivemqtdengine.cli.learn.LearnedConfiguration;
import io.github.hivemqtdengine.cli.learn.LearnedConfiguration.Learned;
import io.github.hivemqtdengine.cli.learn.Traffic;
import io.github.hivemqtdengine.cli.message.MessageOptions;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.suggest.SampleRecords;
import io.github.hivemqtdengine.cli.suggest.SuggestedRoute;
import io.github.hivemqtdengine.cli.suggest.TopicLevels;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.TopicName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Suggests a route for a sample payload. */
@Command(
        name = "suggest",
        description = "Proposes a <route> for sample payloads, or a configuration for the messages of a broker, to be"
                + " looked over.",
        footer = {
            "",
            "Examples:",
            "  mosquitto_sub -v -t 'plant/#' -C 100 > messages.txt",
            "  hivemq-tdengine suggest --messages messages.txt",
            "  hivemq-tdengine suggest --broker localhost --topic-filter 'plant/#' --minutes 5 > config.xml"
        },
        mixinStandardHelpOptions = true)
final class SuggestCommand implements Callable<Integer> {

    /** A tab, or the blank that {@code mosquitto_sub -v} prints; a topic before a tab or JSON may have blanks. */
    private static final Pattern TOPIC_END =
            Pattern.compile("\\t| (?=\\{ ?\"|\\[ ?\\{)| (?!.*(?:\\t| \\{ ?\"| \\[ ?\\{))");

    /** Samples in an answer, and their length. */
    private static final int MAX_SEEN = 500;

    private static final int MAX_SEEN_BYTES = 16 * 1_024;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final InputStream in;

    @Option(
            names = "--payload",
            paramLabel = "FILE",
            description = "A file with a sample; - for the input; may be repeated.")
    private List<Path> files = List.of();

    @Option(
            names = "--messages",
            paramLabel = "FILE",
            description =
                    "A file with a message per line: the topic, a tab or blank, and the payload; - for the input.")
    private @Nullable Path messages;

    @Option(names = "--topic", paramLabel = "T", description = "A topic of the samples; may be repeated.")
    private List<String> topics = List.of();

    @Option(names = "--id", paramLabel = "ID", description = "The route's id; made from the topic unless given.")
    private @Nullable String id;

    @Mixin
    private final BrokerOptions broker;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private @Nullable CommandSpec spec;

    SuggestCommand(InputStream in) {
        this.in = in;
        this.broker = new BrokerOptions(in);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        broker.check();
        return broker.isGiven() ? learn() : propose();
    }

    /** Prints a configuration for the messages of a broker; whether all samples would be stored decides the code. */
    private int learn() throws IOException, InterruptedException {
        if (!files.isEmpty() || messages != null || !topics.isEmpty() || id != null) {
            throw usage("--broker gives the messages; --payload, --messages, --topic and --id are for samples."
                    + " What to subscribe to is --topic-filter");
        }
        var traffic = new Traffic();
        var heard = broker.listen(traffic, output::note);
        var time = heard.time();
        if (traffic.isEmpty()) {
            throw usage("No message with a payload that can be looked at has come in " + time.toSeconds() + " s ("
                    + traffic.messages() + " in all); try other topics, or longer (--minutes)");
        }
        var learned = LearnedConfiguration.of(traffic, time);
        var trial = LearnedTrial.of(learned, traffic);
        output.note("%d messages on %d topics: %d of %d samples would be stored, by %s"
                .formatted(
                        traffic.messages(),
                        traffic.topics(),
                        trial.stored(),
                        trial.samples(),
                        learned.routes().size() == 1
                                ? "1 route"
                                : learned.routes().size() + " routes"));
        trial.problems().forEach(output::note);
        if (traffic.left() > 0) {
            output.note("Messages that are beyond the limits and not looked at: " + traffic.left());
        }
        output.print(
                new Fields()
                        .with("messages", traffic.messages())
                        .with("topics", traffic.topics())
                        .with("left", traffic.left())
                        .with("ended", heard.ended().orElse(null))
                        .with("samples", trial.samples())
                        .with("stored", trial.stored())
                        .with("problems", trial.problems())
                        .with(
                                "routes",
                                learned.routes().stream()
                                        .map(SuggestCommand::json)
                                        .toList())
                        .with(
                                "seen",
                                traffic.samples().stream()
                                        .flatMap(SuggestCommand::seen)
                                        .limit(MAX_SEEN)
                                        .toList())
                        .with("configuration", learned.xml())
                        .map(),
                () -> List.of(learned.xml().stripTrailing()));
        return trial.stored() == trial.samples() ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private static Map<String, @Nullable Object> json(Learned route) {
        return new Fields()
                .with("id", route.id())
                .with("filter", route.filter())
                .with("format", route.format())
                .with("messages", route.messages())
                .with("topics", route.topics())
                .with("perSecond", route.perSecond())
                .map();
    }

    private static Stream<Map<String, @Nullable Object>> seen(InboundMessage message) {
        return message.payload().length > MAX_SEEN_BYTES
                ? Stream.empty()
                : Stream.of(new Fields()
                        .with("topic", message.topic())
                        .with("payload", Base64.getEncoder().encodeToString(message.payload()))
                        .map());
    }

    private int propose() throws IOException {
        var payloads = new ArrayList<byte[]>();
        var allTopics = new ArrayList<>(topics);
        if (files.isEmpty() && messages == null) {
            throw usage(
                    "There is no sample: name one with --payload FILE, several with --messages FILE, or a --broker");
        }
        for (var file : files) {
            payloads.add(read("--payload", file));
        }
        if (messages != null) {
            var lines = new String(read("--messages", messages), UTF_8).lines().filter(line -> !line.isBlank());
            for (var line : lines.toList()) {
                var parts = TOPIC_END.split(line, 2);
                allTopics.add(parts[0]);
                payloads.add((parts.length == 1 ? "" : parts[1]).getBytes(UTF_8));
            }
        }
        allTopics.forEach(this::checkTopic);
        if (id != null && !ID.matcher(id).matches()) {
            throw usage("--id \"" + id + "\" is not an id: 1 to 64 letters a-z, digits, hyphens and underscores");
        }
        var levels = TopicLevels.of(allTopics);
        var route = suggestion(payloads, levels);
        var xml = route.xml("Proposed from a sample: look over names, types and lengths before you use it.");
        output.print(
                new Fields().with("format", route.format()).with("route", xml).map(),
                () -> List.of(xml.stripTrailing()));
        return ExitCode.FINE;
    }

    private byte[] read(String option, Path file) throws IOException {
        return MessageOptions.read(option, file, in, this::usage);
    }

    private void checkTopic(String topic) {
        try {
            TopicName.check(topic);
        } catch (IllegalArgumentException e) {
            throw usage("--topic \"" + topic + "\" " + e.getMessage());
        }
    }

    private SuggestedRoute suggestion(List<byte[]> payloads, TopicLevels levels) {
        var routeId = id == null ? levels.id() : id;
        var documents = payloads.stream().flatMap(SuggestCommand::document).toList();
        var others = payloads.stream().filter(payload -> payload.length > 0).count() - documents.size();
        if (documents.isEmpty()) {
            return SuggestedRoute.raw(routeId, levels);
        }
        if (others > 0) {
            output.note("Samples that are not a JSON object or array, and become dead letters: " + others);
        }
        return SuggestedRoute.fields(routeId, levels, "json", SampleRecords.of(documents));
    }

    /** Returns the sample as JSON; empty if it is none, or has no fields and is better stored raw. */
    private static Stream<Object> document(byte[] payload) {
        try {
            return Stream.ofNullable(JsonTree.read(payload)).filter(SuggestCommand::isStructure);
        } catch (DecodeException e) {
            return Stream.empty();
        }
    }

    /** Returns whether the sample is an object or array with content; a bare number or string is better stored raw. */
    private static boolean isStructure(@Nullable Object document) {
        return (document instanceof Map<?, ?> object && !object.isEmpty())
                || (document instanceof Collection<?> array && !array.isEmpty());
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
