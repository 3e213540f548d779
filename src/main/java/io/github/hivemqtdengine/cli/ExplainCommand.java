package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.time.EpochClock;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteMatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Shows the rows and the SQL of a message, or why it has none. */
@Command(
        name = "explain",
        description = "Shows which routes want a message, and the rows and the SQL that they make of it, or why they"
                + " make none.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends ConfiguredCommand {

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

    ExplainCommand(Path home, InputStream in, EpochClock clock) {
        super(home);
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
                            "\"" + word + "\" is no source; use publishes, last-wills or client-events"));
        }
    }

    @Override
    int run(ExtensionSettings settings) throws IOException {
        var inbound = message.message(clock.micros());
        var explanations = explain(settings, inbound);
        boolean isStored = explanations.stream().allMatch(RouteExplanation::isStored);
        output().print(json(inbound, explanations), () -> lines(inbound, explanations));
        return isStored ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private List<RouteExplanation> explain(ExtensionSettings settings, InboundMessage inbound) {
        var explanations = Mapping.of(settings).explain(source, inbound.topic()).stream()
                .filter(match -> routeId == null || match.route().id().equals(routeId))
                .map(match -> explanation(match, settings, inbound))
                .toList();
        if (explanations.isEmpty()) {
            throw configuration()
                    .usage("There is no <route> with the id " + routeId + " in "
                            + configuration().file());
        }
        return explanations;
    }

    private static RouteExplanation explanation(RouteMatch match, ExtensionSettings settings, InboundMessage inbound) {
        var database = settings.databases().stream()
                .filter(one -> one.id().equals(match.route().databaseId()))
                .findFirst()
                .orElseThrow();
        return RouteExplanation.of(match, database, inbound);
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
        explanations.forEach(explanation -> lines.addAll(explanation.lines()));
        if (explanations.stream().noneMatch(RouteExplanation::isWanted)) {
            lines.add("No route wants it: nothing is stored.");
        }
        return lines;
    }
}
