// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds names in a document that the source tree does not have. The form of a name decides which rule it is held to: a
 * Java type, a member, a path, an option, XML, a metric, a log line, a command, or a word.
 */
final class NameCheck {

    private static final String TYPE_NAME = "[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*";
    private static final Pattern TYPE = Pattern.compile("(?<package>(?:[a-z][a-z0-9]*\\.)*)(?<type>" + TYPE_NAME
            + ")(?:\\.(?<member>[A-Za-z]\\w*))?(?:\\([^()]*\\))?");
    /** In a diagram: with a package before it, a member after it, or two capitalised words. */
    private static final Pattern TYPE_IN_DIAGRAM = Pattern.compile("(?<![\\w.@/-])(?:(?:[a-z]+\\.)+" + TYPE_NAME
            + "(?:\\.\\w+)?|" + TYPE_NAME + "\\.[a-z]\\w+|[A-Z][a-z0-9]+[A-Z][a-z]\\w*)(?![\\w/-])");

    private static final Pattern CALL = Pattern.compile("([A-Za-z][\\w-]*)\\(.*\\)");
    private static final Pattern LOG_LINE = Pattern.compile("(?:[A-Z][a-z]*|…) .*[a-z…].*|[A-Za-z].*: ….*");
    private static final Pattern XML =
            Pattern.compile("<([a-z][a-z-]*)((?:\\s+[a-z-]+(?:=(?:\"[^\"]*\"|'[^']*'))?)*)\\s*/?>");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s@?([a-z-]+)(?:=|(?=\\s|$))");
    private static final Pattern ATTRIBUTES = Pattern.compile("@[a-z-]+|[a-z-]+=\"[^\"]*\"");
    private static final Pattern VALUE = Pattern.compile("(?<==\"|>)([a-z][a-z-]*)(?=\"|</)");
    private static final Pattern PATH = Pattern.compile("[\\w.*-][\\w.*<>\\\\…-]*(?:[/\\\\][\\w.*<>…-]*)+");
    private static final Pattern FILE = Pattern.compile(
            "[\\w-][\\w.-]*\\.(?:md|xml|xsd|java|jsonl?|conf|ya?ml|properties|zip|jar|cmd|txt|avsc|html|csv)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][\\w]*(?:[.-][\\w-]+)*");
    private static final Pattern OURS = Pattern.compile("io\\.github\\.hivemqtdengine(?:\\.[A-Za-z]\\w*)*\\.[A-Z]\\w*");
    private static final Pattern METRIC = Pattern.compile("[a-z]+(?:-[a-z]+)*(?:\\.[a-z]+(?:-[a-z]+)*)+");
    private static final String PLACEHOLDER = "[.-]?<[a-z-]+>[.-]?";
    private static final List<String> ABOUT_TESTS = List.of("CONTRIBUTING.md", "docs/testing.md", "docs/release.md");
    private static final Pattern TEMPLATE = Pattern.compile("\\$\\{([a-z]+(?:-[a-z0-9]+)*)");

    private final SourceTree tree;
    private final CommandCheck commands;
    private final Set<String> metrics;
    private final String metricPrefix;
    private final Map<String, String> allowed;
    private final Set<String> met = new HashSet<>();

    /**
     * @param metrics names of metrics without the prefix
     * @param allowed names that the tree need not have, with the reason
     */
    NameCheck(SourceTree tree, Set<String> metrics, String metricPrefix, Map<String, String> allowed) {
        this.tree = tree;
        this.commands = new CommandCheck(tree);
        this.metrics = metrics;
        this.metricPrefix = metricPrefix;
        this.allowed = allowed;
    }

    /** Returns a line for each name that is unknown: where it is, the name and the rule. */
    List<String> problems(Document document) {
        var problems = new ArrayList<String>();
        for (var code : document.code()) {
            problem(document, code.text())
                    .ifPresent(rule -> problems.add(document + ":" + code.line() + " `" + code.text() + "`: " + rule));
        }
        for (var block : document.blocks()) {
            problems(document, block).forEach(problem -> problems.add(document + ":" + block.line() + " " + problem));
        }
        return problems;
    }

    /** Returns the allowed names that no document has had so far. */
    Set<String> unusedAllowances() {
        var unused = new HashSet<>(allowed.keySet());
        unused.removeAll(met);
        return unused;
    }

    private Stream<String> problems(Document document, Document.Block block) {
        return switch (block.language()) {
            case "xml" -> xml(String.join("\n", block.lines())).stream();
            case "", "bash" ->
                CommandCheck.commands(block.lines()).stream()
                        .flatMap(line -> CommandCheck.isCommand(line)
                                ? commands.problems(document.path(), line).stream()
                                        .filter(problem -> !isAllowed(problem.name()))
                                        .map(problem -> "`" + problem.name() + "`: " + problem.rule())
                                : typesOfDiagram(line));
            default -> Stream.of();
        };
    }

    private Stream<String> typesOfDiagram(String line) {
        return Stream.concat(
                        TYPE_IN_DIAGRAM.matcher(line).results(),
                        OURS.matcher(line).results())
                .map(match -> match.group())
                .flatMap(name ->
                        isAllowed(name) ? Stream.of() : type(name).map(rule -> "`" + name + "`: " + rule).stream());
    }

    /** Returns the problem of inline code; empty if there is none, or no rule covers its form. */
    Optional<String> problem(Document document, String text) {
        if (isAllowed(text)) {
            return Optional.empty();
        } else if (CommandCheck.isCommand(text)) {
            return commands.problems(document.path(), text).stream()
                    .filter(problem -> !isAllowed(problem.name()))
                    .map(problem -> "\"" + problem.name() + "\" " + problem.rule())
                    .findFirst();
        } else if (text.matches("--?[A-Za-z].*")) {
            return commands.option(text.split("[ =]", -1)[0], text);
        } else if (text.startsWith("<") && XML.matcher(text).find()) {
            return Stream.concat(xml(text).stream(), values(document, text)).findFirst();
        } else if (ATTRIBUTES.matcher(text).matches()) {
            return Stream.concat(attributes(" " + text), values(document, text)).findFirst();
        } else if (TEMPLATE.matcher(text).find()) {
            return TEMPLATE.matcher(text)
                    .results()
                    .map(match -> match.group(1))
                    .flatMap(name -> word(document, name).stream())
                    .findFirst();
        } else if (text.startsWith(metricPrefix + ".")) {
            return metric(text.substring(metricPrefix.length() + 1));
        } else if (OURS.matcher(text).matches() || TYPE.matcher(text).matches()) {
            return tree.hasFileNamed(text) ? Optional.empty() : type(text);
        } else if (FILE.matcher(text).matches()) {
            return fileName(document, text);
        } else if (PATH.matcher(text).matches()) {
            return path(document, text);
        } else if (text.matches("/?[a-z][a-z-]*(?:,? [a-z][a-z-]*)*")) {
            return Arrays.stream(text.replaceFirst("^/", "").split(",? ", -1))
                    .flatMap(word -> word(document, word).stream())
                    .findFirst();
        } else if (LOG_LINE.matcher(text).matches()) {
            return logLine(text);
        } else if (CALL.matcher(text).matches()) {
            return call(document, text);
        } else if (METRIC.matcher(text).matches()) {
            return metrics.contains(text) ? Optional.empty() : word(document, text);
        }
        return Arrays.stream(text.split(PLACEHOLDER, -1))
                .filter(word -> WORD.matcher(word).matches())
                .flatMap(word -> word(document, word).stream())
                .findFirst();
    }

    private boolean isAllowed(String name) {
        if (allowed.containsKey(name)) {
            met.add(name);
            return true;
        }
        return false;
    }

    private Optional<String> type(String text) {
        var parts = TYPE.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        var type = parts.group("type");
        var folder = "/" + parts.group("package").replace('.', '/');
        var member = parts.group("member");
        if (tree.declaring(type).stream().noneMatch(file -> file.contains(folder))) {
            return Optional.of("there is no such type");
        } else if (member != null && !tree.hasMember(type, member)) {
            return Optional.of("the type has no such member");
        }
        return Optional.empty();
    }

    private List<String> xml(String text) {
        var problems = new ArrayList<String>();
        XML.matcher(text)
                .results()
                .filter(element -> !isAllowed("<" + element.group(1) + ">"))
                .forEach(element -> {
                    if (!tree.hasElement(element.group(1))) {
                        problems.add("the schema has no element <" + element.group(1) + ">");
                    }
                    attributes(element.group(2)).forEach(problems::add);
                });
        return problems;
    }

    /** Values of one word, as attributes and elements with a choice have them. */
    private Stream<String> values(Document document, String text) {
        return VALUE.matcher(text)
                .results()
                .map(value -> value.group(1))
                .flatMap(value -> word(document, value).stream());
    }

    private Stream<String> attributes(String text) {
        return ATTRIBUTE
                .matcher(text.replaceAll("\"[^\"]*\"|'[^']*'", ""))
                .results()
                .map(attribute -> attribute.group(1))
                .filter(attribute -> !tree.hasAttribute(attribute))
                .map(attribute -> "the schema has no attribute " + attribute);
    }

    private Optional<String> metric(String name) {
        var known = metrics.contains(name.replaceFirst("^(route|database)\\.[^.]+\\.", "")) || name.isEmpty();
        return known ? Optional.empty() : Optional.of("no such metric is registered");
    }

    private Optional<String> fileName(Document document, String name) {
        boolean known = tree.hasFileNamed(name)
                || tree.hasPath(document.path().resolveSibling(name).toString())
                || tree.hasProductWord(name);
        return known ? Optional.empty() : Optional.of("there is no such file");
    }

    /** A path of the tree, of a configuration, a media type or a topic. */
    private Optional<String> path(Document document, String text) {
        return switch (commands.look(document.path(), text)) {
            case FOUND -> Optional.empty();
            case MISSING -> Optional.of("there is no such file or folder");
            case NOT_OURS ->
                Arrays.stream(text.split("[/\\\\]", -1))
                        .filter(segment -> WORD.matcher(segment).matches())
                        .flatMap(segment -> word(document, segment).stream())
                        .findFirst();
        };
    }

    /** A function of mappings or a method. */
    private Optional<String> call(Document document, String text) {
        var call = CALL.matcher(text);
        return call.matches() && tree.hasIdentifier(call.group(1))
                ? Optional.empty()
                : word(document, text.substring(0, text.indexOf('(')));
    }

    private Optional<String> logLine(String text) {
        return Arrays.stream(text.split("…", -1))
                .filter(piece -> piece.matches("(?s).*\\w.*"))
                .filter(piece -> !tree.logs(piece) && !tree.logs(piece.replaceFirst("^: ", "")))
                .map(piece -> "nothing logs \"" + piece + "\"")
                .findFirst();
    }

    private Optional<String> word(Document document, String word) {
        boolean aboutTests = ABOUT_TESTS.stream().anyMatch(document.path()::endsWith);
        boolean known = isAllowed(word)
                || metrics.contains(word)
                || tree.hasElement(word)
                || tree.hasAttribute(word)
                || (aboutTests ? tree.hasWord(word) : tree.hasProductWord(word))
                || tree.hasIdentifier(word)
                || tree.hasPath(word);
        return known ? Optional.empty() : Optional.of("the sources do not have this word");
    }
}
