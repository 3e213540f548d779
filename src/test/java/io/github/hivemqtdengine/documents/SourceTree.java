// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Index of the names in a checkout: files, Java types and their members, words of string literals and of other sources,
 * elements and attributes of the schema. Comments are ignored.
 */
final class SourceTree {

    private static final Set<String> NOT_SOURCES = Set.of("target", "demo-data", "results");
    private static final Set<String> HIDDEN_SOURCES = Set.of(".ci", ".github", ".mvn");
    private static final Pattern OTHER_SOURCE =
            Pattern.compile(".*\\.(xml|xsd|conf|properties|avsc|yaml|cmd|js|html|config)"
                    + "|(.*/)?(run|demo|mvnw|Dockerfile|hivemq-tdengine|keys\\.txt)");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Pattern TYPE_NAME = Pattern.compile("[A-Z]\\w*");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]+");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][\\w]*(?:[.-][A-Za-z0-9_]+)*");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[A-Za-z][\\w-]*");
    private static final Pattern COMMENT =
            Pattern.compile("(?s)<!--.*?-->|<xs:documentation>.*?</xs:documentation>|(?m-s:^[ \\t]*(?:#|rem |//).*$)");
    private static final Pattern DECLARED = Pattern.compile("<xs:(element|attribute) name=\"([^\"]+)\"");

    private final Path root;
    private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"([^\"]+)\"");

    private final Set<String> files = new TreeSet<>();
    private final Set<String> fileNames = new HashSet<>();
    private final Set<String> strings = new HashSet<>();
    private final Set<String> commands = new HashSet<>();
    private final StringBuilder messages = new StringBuilder();
    private final Map<List<String>, Set<String>> options = new HashMap<>();
    private final Set<String> folders = new HashSet<>();
    private final Map<String, List<String>> types = new HashMap<>();
    private final Map<String, JavaText> java = new TreeMap<>();
    private final Map<String, String> others = new TreeMap<>();
    private final Set<String> productWords = new HashSet<>();
    private final Set<String> testWords = new HashSet<>();
    private final Set<String> identifiers = new HashSet<>();
    private final Set<String> elements = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();

    SourceTree(Path root) {
        this.root = root;
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    var name = String.valueOf(folder.getFileName());
                    boolean isHidden = name.startsWith(".") && !HIDDEN_SOURCES.contains(name);
                    if (!folder.equals(root) && (isHidden || NOT_SOURCES.contains(name))) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    folders.add(relative(folder));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    var path = relative(file);
                    files.add(path);
                    fileNames.add(String.valueOf(file.getFileName()));
                    if (path.endsWith(".java")) {
                        addJava(path, Files.readString(file));
                    } else if (OTHER_SOURCE.matcher(path).matches()) {
                        addOther(path, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String relative(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    private void addJava(String path, String source) {
        var text = JavaText.parse(source);
        java.put(path, text);
        strings.addAll(text.strings());
        if (!isTest(path)) {
            COMMAND.matcher(source).results().forEach(command -> commands.add(command.group(1)));
            messages.append(String.join("\n", text.strings())).append('\n');
        }
        TYPE.matcher(text.code())
                .results()
                .forEach(type -> types.computeIfAbsent(type.group(1), name -> new ArrayList<>())
                        .add(path));
        var words = isTest(path) ? testWords : productWords;
        text.strings().forEach(string -> addWords(string, words));
        IDENTIFIER.matcher(text.code()).results().map(match -> match.group()).forEach(identifier -> {
            identifiers.add(identifier);
            if (CONSTANT.matcher(identifier).matches()) {
                words.add(identifier);
                words.add(identifier.toLowerCase(Locale.ROOT));
                words.add(identifier.toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        });
    }

    private void addOther(String path, String content) {
        var text = COMMENT.matcher(content).replaceAll("");
        others.put(path, text);
        addWords(text, isTest(path) ? testWords : productWords);
        if (path.endsWith(".xsd")) {
            DECLARED.matcher(text)
                    .results()
                    .forEach(name -> (name.group(1).equals("element") ? elements : attributes).add(name.group(2)));
        }
    }

    private static boolean isTest(String path) {
        return path.contains("src/test/");
    }

    private static void addWords(String text, Set<String> words) {
        WORD.matcher(text).results().map(match -> match.group()).forEach(word -> {
            words.add(word);
            words.addAll(List.of(word.split("[.]", -1)));
        });
    }

    Set<String> files() {
        return files;
    }

    boolean hasPath(String path) {
        var normal = Path.of(path).normalize().toString().replace('\\', '/');
        return files.contains(normal) || folders.contains(normal);
    }

    boolean hasFileNamed(String name) {
        return fileNames.contains(name);
    }

    /** Returns the files, relative to the root, that declare a type of this simple name. */
    List<String> declaring(String type) {
        return types.getOrDefault(type, List.of());
    }

    /** Returns whether a file that declares the type declares a method, field, component or constant of this name. */
    boolean hasMember(String type, String member) {
        var declaration = Pattern.compile(
                CONSTANT.matcher(member).matches() || TYPE_NAME.matcher(member).matches()
                        ? "\\b" + member + "\\b"
                        : "(?<=[\\w>\\]])(?<!\\breturn)(?<!\\bnew)(?<!\\bthrow)(?<!\\belse)(?<!\\bcase)\\s+" + member
                                + "\\s*[(;=,)]");
        return declaring(type).stream()
                .map(file -> Objects.requireNonNull(java.get(file)))
                .anyMatch(text -> declaration.matcher(text.code()).find());
    }

    boolean hasIdentifier(String name) {
        return identifiers.contains(name);
    }

    /** Returns whether the product or its load tests have the word in a string or in a file that is not Java. */
    boolean hasProductWord(String word) {
        return productWords.contains(word);
    }

    boolean hasWord(String word) {
        return productWords.contains(word) || testWords.contains(word);
    }

    /** Returns whether a literal is exactly this string. */
    boolean hasString(String string) {
        return strings.contains(string);
    }

    /** Returns whether a command line has a subcommand of this name. */
    boolean hasCommand(String name) {
        return commands.contains(name);
    }

    boolean hasElement(String name) {
        return elements.contains(name);
    }

    boolean hasAttribute(String name) {
        return attributes.contains(name);
    }

    /** Returns whether a literal of main classes has the piece, where placeholders end pieces. */
    boolean logs(String piece) {
        return messages.indexOf(piece) >= 0;
    }

    /** Returns the options that string literals and scripts below one of the folders have. */
    Set<String> options(String... folders) {
        return options.computeIfAbsent(List.of(folders), key -> optionsBelow(folders));
    }

    private Set<String> optionsBelow(String... folders) {
        var options = new HashSet<String>();
        Stream.concat(
                        java.entrySet().stream()
                                .filter(file -> isBelow(file.getKey(), folders))
                                .flatMap(file -> file.getValue().strings().stream()),
                        others.entrySet().stream()
                                .filter(file -> isBelow(file.getKey(), folders))
                                .map(Map.Entry::getValue))
                .flatMap(text -> OPTION.matcher(text).results())
                .forEach(option -> options.add(option.group()));
        return options;
    }

    private static boolean isBelow(String path, String... folders) {
        return Stream.of(folders).anyMatch(folder -> path.startsWith(folder));
    }

    /** Returns the text of a source that is not Java, without comments; empty if there is none. */
    String text(String path) {
        return others.getOrDefault(path, "");
    }
}
