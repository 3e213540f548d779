// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.message.MessageOptions;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Shows the rows and the SQL of a message, or why it has none. */
@Command(
        name = "explain",
        description = "Shows which routes want a message, and the rows and the SQL that they make of it, or why they"
                + " make none.",
        footer = {
            "",
            "Examples:",
            "  hivemq-tdengine explain --topic site/b1/meter/7 --text '{\"v\": 229.7}'",
            "  hivemq-tdengine explain --topic spBv1.0/plant/NDATA/n1 --payload message.bin --birth birth.bin"
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ExplainCommand extends FileCommand {

    /** Routes that do not want a message and are shown with the reason. */
    private static final int MAX_OTHERS = 20;

    private final EpochClock clock;

    @Mixin
    private final MessageOptions message;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            converter = SourceConverter.class,
            description = "Where the message comes from: publishes (unless given), last-wills or client-events.")
    private MessageSource source = MessageSource.PUBLISHES;

    @Option(names = "--route", paramLabel = "ID", description = "Only this route.")
    private @Nullable String routeId;

    @Option(
            names = "--birth",
            paramLabel = "FILE",
            description =
                    "A file with the payload of an NBIRTH or DBIRTH that came before a message of Sparkplug; may be"
                            + " repeated.")
    private List<Path> births = List.of();

    @Option(names = "--expand", description = "Print the routes that short routes stand for, without a message.")
    private boolean expand;

    ExplainCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.message = new MessageOptions(in);
        this.clock = clock;
    }

    /** Parser of a message source as the configuration writes it. */
    static final class SourceConverter implements ITypeConverter<MessageSource> {

        @Override
        public MessageSource convert(String word) {
            return Arrays.stream(MessageSource.values())
                    .filter(source -> Words.of(source).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "\"" + word + "\" is not a source; use publishes, last-wills or client-events"));
        }
    }

    @Override
    void checkOptions() {
        if (!expand) {
            message.requireTopic();
        }
    }

    @Override
    int run(ExtensionSettings settings) throws IOException {
        if (expand) {
            return expand();
        }
        var inbound = message.message(clock.micros());
        var explanations = explain(settings, inbound);
        boolean isStored = explanations.stream().allMatch(RouteExplanation::isStored);
        output().print(json(inbound, explanations), () -> lines(inbound, explanations));
        return isStored ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private List<RouteExplanation> explain(ExtensionSettings settings, InboundMessage inbound) throws IOException {
        var routes = Mapping.withRegistries(settings, births()).routes();
        var explanations = routes.explain(source, inbound.topic()).stream()
                .filter(match -> routeId == null || match.route().id().equals(routeId))
                .map(match -> RouteExplanation.of(match, settings, inbound))
                .toList();
        if (explanations.isEmpty()) {
            throw noSuchRoute();
        }
        return explanations;
    }

    private ParameterException noSuchRoute() {
        return configuration()
                .usage("There is no <route> with the id " + routeId + " in "
                        + configuration().file());
    }

    private GivenBirths births() throws IOException {
        var given = GivenBirths.NONE;
        for (var file : births) {
            try {
                given = given.and(message.read("--birth", file));
            } catch (DecodeException e) {
                throw configuration().usage("--birth " + file + " is not the payload of a BIRTH: " + e.sentence());
            }
        }
        return given;
    }

    /** Prints the routes as a file that the configuration may include. */
    private int expand() {
        var routes = new LinkedHashMap<>(configuration().snapshot().expandedRoutes());
        if (routeId != null) {
            routes.keySet().retainAll(Set.of(routeId));
        }
        if (routes.isEmpty()) {
            throw configuration()
                    .usage((routeId == null
                                    ? "There is no short route"
                                    : "Route \"" + routeId + "\" is not a short route")
                            + ", which has <payload format=\"sparkplug\"/> and no <table>");
        }
        output().print(
                        new Fields().with("routes", routes).map(),
                        () -> List.of("<routes>\n" + String.join("\n", routes.values()) + "\n</routes>"));
        return ExitCode.FINE;
    }

    private static Map<String, @Nullable Object> json(InboundMessage inbound, List<RouteExplanation> explanations) {
        return new Fields()
                .with("topic", inbound.topic())
                .with(
                        "matched",
                        explanations.stream().filter(RouteExplanation::isWanted).count())
                .with(
                        "routes",
                        explanations.stream().map(RouteExplanation::json).toList())
                .map();
    }

    private static List<String> lines(InboundMessage inbound, List<RouteExplanation> explanations) {
        var lines = new ArrayList<String>();
        lines.add("Topic " + inbound.topic());
        int others = 0;
        for (var explanation : explanations) {
            if (explanation.isWanted() || others++ < MAX_OTHERS) {
                lines.addAll(explanation.lines());
            }
        }
        if (others > MAX_OTHERS) {
            lines.add("... and " + (others - MAX_OTHERS) + " routes that do not want it");
        }
        if (explanations.stream().noneMatch(RouteExplanation::isWanted)) {
            lines.add("No route wants it: nothing is stored.");
        }
        return lines;
    }
}
