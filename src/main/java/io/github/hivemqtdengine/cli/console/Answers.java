// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the page may ask. Nothing is read outside of the folders given. May be called by many threads. */
final class Answers implements AutoCloseable {

    /** Rows of each table that are shown. */
    private static final int ROWS = 200;

    private final Tool tool;
    private final MappingFile file;
    private final Path dataFolder;
    private final Path examples;
    private final BackgroundCommand learning;
    private final BackgroundCommand tracing;

    /**
     * @param dataFolder HiveMQ's data folder
     * @param examples folder with an example in each folder
     */
    Answers(Tool tool, MappingFile file, Path dataFolder, Path examples) {
        this.tool = tool;
        this.file = file;
        this.dataFolder = dataFolder;
        this.examples = examples;
        this.learning = new BackgroundCommand(tool);
        this.tracing = new BackgroundCommand(tool);
    }

    /** Fields of a question. */
    private record Question(Map<?, ?> fields) {

        String text(String name) {
            return fields.get(name) instanceof String text ? text : "";
        }

        long number(String name) {
            return fields.get(name) instanceof Number number ? number.longValue() : 0;
        }

        boolean is(String name) {
            return Boolean.TRUE.equals(fields.get(name));
        }

        List<String> texts(String name) {
            return fields.get(name) instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : List.of();
        }
    }

    /**
     * Returns the answer as JSON; {@code null} if there is no such question.
     *
     * @throws IOException with a sentence for the user
     */
    byte @Nullable [] to(String name, Map<?, ?> fields) throws IOException {
        var question = new Question(fields);
        return switch (name) {
            case "configuration" -> configuration();
            case "check" -> draft(question, "validate");
            case "ddl" -> draft(question, "ddl");
            case "explain" -> draft(question, explain(question));
            case "save" -> save(question);
            case "examples" -> json(Map.of("examples", names()));
            case "example" -> example(question);
            case "letters" -> draft(question, letters("explain", question));
            case "replay" -> run("", configured(letters("replay", question)));
            case "rows" -> run("", configured("rows", "--limit=" + ROWS));
            case "learn" -> json(Map.of("run", learning.start(learn(question))));
            case "trace" -> json(Map.of("run", tracing.start(trace(question))));
            case "lines" -> background(question).lines(question.number("run"), question.number("from"));
            case "stop" -> stop(question);
            case "status" -> run("", Stream.of("status", "--data-folder=" + dataFolder));
            default -> null;
        };
    }

    /** Returns the file; without a text and with a problem if it can't be read, since the other views work then. */
    private byte[] configuration() {
        var answer = new LinkedHashMap<String, String>();
        answer.put("file", file.path().toString());
        try {
            var content = file.read();
            answer.put("text", content.text());
            answer.put("version", content.version());
        } catch (IOException e) {
            answer.put("text", "");
            answer.put("version", "");
            answer.put("problem", String.valueOf(e.getMessage()));
        }
        return json(answer);
    }

    private byte[] save(Question question) throws IOException {
        return json(Map.of("version", file.save(question.text("text"), question.text("version"))));
    }

    private static String[] explain(Question question) {
        var arguments = new ArrayList<>(List.of("explain", "--topic=" + question.text("topic")));
        arguments.add(
                question.is("isHex") ? "--hex=" + question.text("payload") : "--text=" + question.text("payload"));
        addOptions(arguments, question, "client", "user", "qos", "source");
        if (question.is("retain")) {
            arguments.add("--retain");
        }
        question.texts("properties").forEach(property -> arguments.add("--property=" + property));
        return arguments.toArray(String[]::new);
    }

    private String[] letters(String command, Question question) {
        var arguments = new ArrayList<>(List.of("dead-letters", command, "--data-folder=" + dataFolder));
        addOptions(arguments, question, "route", "reason", "since", "until");
        if (question.is("onlyStored")) {
            arguments.add("--only-stored");
        }
        return arguments.toArray(String[]::new);
    }

    /** Adds the options that the question has. */
    private static void addOptions(List<String> arguments, Question question, String... names) {
        for (var name : names) {
            if (!question.text(name).isEmpty()) {
                arguments.add("--" + name + "=" + question.text(name));
            }
        }
    }

    private static Tool.Call learn(Question question) {
        var arguments = new ArrayList<>(List.of("suggest", "--broker=" + question.text("broker")));
        arguments.add("--topic-filter=" + question.text("filter"));
        addOptions(arguments, question, "minutes", "user");
        if (!question.text("password").isEmpty()) {
            arguments.add("--password-file=-");
        }
        if (question.is("isTls")) {
            arguments.add("--tls");
        }
        return call(question.text("password"), arguments.stream());
    }

    private Tool.Call trace(Question question) {
        var arguments = new ArrayList<>(List.of("trace", "--data-folder=" + dataFolder));
        addOptions(arguments, question, "client", "topic", "minutes");
        return call("", arguments.stream());
    }

    private byte[] stop(Question question) {
        background(question).stop();
        return json(Map.of());
    }

    private BackgroundCommand background(Question question) {
        return question.text("command").equals("trace") ? tracing : learning;
    }

    /** Runs a command with the text of the question as the configuration. */
    private byte[] draft(Question question, String... command) {
        return run(question.text("text"), Stream.concat(configured(command), Stream.of("--draft")));
    }

    private Stream<String> configured(String... command) {
        return Stream.concat(Stream.of(command), Stream.of("--config=" + file.path()));
    }

    private byte[] run(String input, Stream<String> command) {
        var out = new StringWriter();
        var answer = tool.run(call(input, command), out);
        var json = out.toString();
        return ("{\"code\":" + answer.code() + ",\"out\":" + (json.startsWith("{") ? json : "null") + ",\"error\":"
                        + JsonTree.write(answer.err().strip()) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Tool.Call call(String input, Stream<String> command) {
        return new Tool.Call(
                input.getBytes(StandardCharsets.UTF_8),
                Stream.concat(command, Stream.of("--json")).toList());
    }

    private List<String> names() throws IOException {
        if (!Files.isDirectory(examples)) {
            return List.of();
        }
        try (var folders = Files.list(examples)) {
            return folders.filter(folder -> Files.isRegularFile(folder.resolve("config.xml")))
                    .map(folder -> String.valueOf(folder.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private byte[] example(Question question) throws IOException {
        var name = question.text("name");
        if (!names().contains(name)) {
            throw new IOException("There is no example " + name);
        }
        var folder = examples.resolve(name);
        var page = folder.resolve(question.text("language").equals("zh") ? "README.zh-CN.md" : "README.md");
        var answer = new LinkedHashMap<String, String>();
        answer.put("text", Files.readString(folder.resolve("config.xml")));
        answer.put("page", Files.exists(page) ? Files.readString(page) : "");
        return json(answer);
    }

    @Override
    public void close() {
        learning.close();
        tracing.close();
    }

    private static byte[] json(Map<String, ?> fields) {
        return JsonTree.utf8(fields);
    }
}
