// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.scenario.MessageProperties.UserProperty;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types in the table of keys. */
final class KeyTypes {

    private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d*)( s| us)?");
    private static final String WORD = "[a-z0-9][a-z0-9-]*";
    private static final String SEPARATOR = "[,\\s]+";
    private static final double MOST_FACTOR = 1_000;

    private KeyTypes() {}

    /** Returns the syntax of a type, which may be a range like {@code 0..2}, {@code 1.. s} or {@code 0.. us}. */
    static Syntax<?> syntax(String type) {
        var range = RANGE.matcher(type);
        if (range.matches()) {
            int least = Integer.parseInt(range.group(1));
            return range.group(3) == null
                    ? Syntax.whole(least, Integer.parseInt(range.group(2)))
                    : range.group(3).equals(" s") ? Durations.seconds(least) : Durations.MICROS;
        }
        return switch (type) {
            case "text" -> Syntax.TEXT;
            case "true or false" -> Syntax.FLAG;
            case "3 or 5" -> Syntax.oneOf(List.of("3", "5"), Integer::valueOf);
            case "log level" ->
                Syntax.of("SEVERE|WARNING|INFO|ALL", "must be SEVERE, WARNING, INFO or ALL", Matcher::group);
            case "time" -> Durations::parse;
            case "whole seconds" -> KeyTypes::wholeSeconds;
            case "think time" -> Pace.ThinkTime.SYNTAX;
            case "churn" -> SessionPlan.Churn.SYNTAX;
            case "address" -> text -> BrokerAddress.parse(text, Optional.empty(), false);
            case "path" -> Syntax.of("/[\\w.~/-]*", "must be a path, like /mqtt", Matcher::group);
            case "topic" -> text -> TopicPattern.checked(text, "{client}", "{seq}");
            case "client topic" -> text -> TopicPattern.checked(text, "{client}");
            case "short text" -> TopicPattern::limited;
            case "properties" -> KeyTypes::userProperties;
            case "payload" -> Syntax.oneOf(Format.class);
            case "compression" -> Syntax.oneOf(Compression.class);
            case "factor" -> KeyTypes::factor;
            case "table" ->
                Syntax.of("[A-Za-z_][A-Za-z0-9_]{0,191}", "must be a table's name, or none", Matcher::group);
            case "storm" -> LoadPlan.CrowdPlan.STORM;
            case "file" -> KeyTypes::file;
            case "one file" -> KeyTypes::oneFile;
            case "client file" -> text -> text.contains("{client}") ? Path.of(text) : oneFile(text);
            case "folder or file" -> KeyTypes::folderOrFile;
            case "xml" -> Storage::delivery;
            case "faults" -> Fault::list;
            case "link" -> Link.SYNTAX;
            case "lane delay" -> Storage.LaneDelay.SYNTAX;
            case "words" ->
                Syntax.of(
                        WORD + "(?:" + SEPARATOR + WORD + ")*",
                        "must be words like avro, with commas or blanks between them",
                        words -> Set.copyOf(List.of(words.group().split(SEPARATOR, -1))));
            default -> throw new IllegalArgumentException(type);
        };
    }

    /** Reads an interval of MQTT 5. */
    private static Duration wholeSeconds(String text) {
        var interval = Durations.positive(text);
        Syntax.require(
                interval.equals(Duration.ofSeconds(interval.toSeconds())),
                "must be a whole number of seconds, like 30 s");
        return interval;
    }

    private static double factor(String text) {
        double factor = Syntax.decimal(text);
        Syntax.require(factor > 0 && factor <= MOST_FACTOR, "must be more than 0 and at most " + MOST_FACTOR);
        return factor;
    }

    private static List<UserProperty> userProperties(String text) {
        return Arrays.stream(text.split(",", -1)).map(KeyTypes::userProperty).toList();
    }

    private static UserProperty userProperty(String text) {
        int end = text.indexOf('=');
        Syntax.require(end >= 1, "must be like site=7, line={client}");
        return new UserProperty(
                TopicPattern.limited(text.substring(0, end).strip()),
                TopicPattern.limited(text.substring(end + 1).strip()));
    }

    private static Path file(String name) {
        var file = Path.of(name);
        Syntax.require(Files.isRegularFile(file), "must be a file that is there");
        return file;
    }

    private static Path oneFile(String name) {
        Syntax.require(!name.contains(";"), "must be one file; put all certificates into it");
        return file(name);
    }

    private static Path folderOrFile(String name) {
        var source = Path.of(name);
        Syntax.require(Files.exists(source), "must be a folder or a file that is there");
        return source;
    }
}
