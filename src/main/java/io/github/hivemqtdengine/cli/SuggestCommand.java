package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.suggest.SampleRecords;
import io.github.hivemqtdengine.cli.suggest.SuggestedRoute;
import io.github.hivemqtdengine.cli.suggest.TopicLevels;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
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
        description = "Proposes a <route> for a sample payload, to be put into the configuration and looked over.",
        mixinStandardHelpOptions = true)
final class SuggestCommand implements Callable<Integer> {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final InputStream in;

    @Option(
            names = "--payload",
            required = true,
            paramLabel = "FILE",
            description = "A file with the sample; - for the input.")
    private Path payload = Path.of("-");

    @Option(names = "--topic", paramLabel = "T", description = "The topic that it was published to.")
    private @Nullable String topic;

    @Option(names = "--id", paramLabel = "ID", description = "The route's id; made from the topic unless given.")
    private @Nullable String id;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private @Nullable CommandSpec spec;

    SuggestCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        var bytes = MessageOptions.read("--payload", payload, in, this::usage);
        if (topic != null && topic.matches("(?s).*[+#].*|")) {
            throw usage("--topic \"" + topic + "\" is not a topic: a topic is not empty and has no wildcards + or #");
        }
        if (id != null && !ID.matcher(id).matches()) {
            throw usage("--id \"" + id + "\" is not an id: 1 to 64 letters a-z, digits, hyphens and underscores");
        }
        var levels = TopicLevels.of(topic);
        var route = suggestion(bytes, levels);
        output.print(
                new Fields()
                        .with("format", route.format())
                        .with("route", route.xml())
                        .map(),
                () -> List.of(route.xml().stripTrailing()));
        return ExitCode.FINE;
    }

    private SuggestedRoute suggestion(byte[] bytes, TopicLevels levels) {
        var routeId = id == null ? levels.id() : id;
        try {
            var document = JsonTree.read(bytes);
            return isStructure(document)
                    ? SuggestedRoute.json(routeId, levels, SampleRecords.of(document))
                    : SuggestedRoute.raw(routeId, levels);
        } catch (DecodeException e) {
            return SuggestedRoute.raw(routeId, levels);
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
