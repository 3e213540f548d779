// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds options, paths, goals, profiles, properties and tests in commands that the source tree does not have. */
final class CommandCheck {

    /** The answers about a path: some are of nothing in the tree, like topics. */
    enum Look {
        FOUND,
        MISSING,
        NOT_OURS
    }

    /** A name in a command and the rule that it breaks. */
    record Unknown(String name, String rule) {}

    /** Folder that the load tests write. */
    private static final String REPORTS = "loadtest/results/";
    /** Folder of the published results, which are JSON, and of the pages that are made from them. */
    private static final String PUBLISHED = "docs/results/";

    private static final Set<String> BUILD = Set.of("./mvnw", "mvnw");
    private static final Set<String> COMMAND_LINE =
            Set.of("bin/hivemq-tdengine", "validate", "explain", "ddl", "doctor", "suggest", "dead-letters");
    private static final Set<String> DEMO = Set.of("./demo");
    private static final Set<String> LOAD_TESTS = Set.of("loadtest/run", "./run");
    /** Programs of others: only the paths and classes of this project are looked at. */
    private static final Set<String> FOREIGN = Set.of(
            "docker", "java", "apt-get", "mosquitto_pub", "taos", "mv", "jq", "git", "jfr", "echo", "protoc", "curl");

    private static final Pattern PHASE = Pattern.compile(
            "clean|validate|compile|test|test-compile|process-classes|process-test-classes|package|integration-test|verify|install");
    private static final Pattern MAVEN_FLAG = Pattern.compile("-[BoqeXUN]|-am|-pl|-f");
    private static final Set<String> MAVEN_PROPERTIES = Set.of(
            "skipTests", "test", "it.test", "jvm", "maven.test.skip", "skipITs", "spotless.check.skip", "jacoco.skip");
    private static final Pattern VARIABLE = Pattern.compile("([A-Z][A-Z_]+)=(?:'[^']*'|\"[^\"]*\"|\\S*)\\s+(?=\\S)");
    private static final Pattern OURS = Pattern.compile("io\\.github\\.hivemqtdengine\\.(?:[a-z]+\\.)*([A-Z]\\w*)");

    private final SourceTree tree;

    CommandCheck(SourceTree tree) {
        this.tree = tree;
    }

    /** Returns whether the line begins with a program that a rule is about. */
    static boolean isCommand(String line) {
        var words = VARIABLE.matcher(line.strip()).replaceAll("").split("\\s+", -1);
        var first = words[0];
        boolean subcommand = first.matches("[a-z]+");
        return BUILD.contains(first)
                || DEMO.contains(first)
                || LOAD_TESTS.contains(first)
                || (COMMAND_LINE.contains(first) && (words.length > 1 || !subcommand))
                || (FOREIGN.contains(first) && words.length > 1);
    }

    /** Returns the lines of a block, those that end with a backslash joined, without comments. */
    static List<String> commands(List<String> lines) {
        return String.join("\n", lines)
                .replaceAll("\\\\\n\\s*", " ")
                .replaceAll("(?m)\\s#.*$", "")
                .lines()
                .toList();
    }

    static boolean isPlaceholder(String path) {
        return path.matches(".*[<>{}*…].*|.*\\.\\.\\..*");
    }

    List<Unknown> problems(Path document, String line) {
        var unknown = new ArrayList<Unknown>();
        VARIABLE.matcher(line.strip())
                .results()
                .map(variable -> variable.group(1))
                .filter(variable -> !tree.hasWord(variable))
                .forEach(variable -> unknown.add(new Unknown(variable, "nothing reads this variable")));
        var command = VARIABLE.matcher(line.strip()).replaceAll("").split("\\s+(?:[|>]|&&)", -1)[0];
        var words = command.replaceAll("'[^']*'|\"[^\"]*\"", "...").split("\\s+", -1);
        if (BUILD.contains(words[0])) {
            build(words, unknown);
        } else if (!FOREIGN.contains(words[0])) {
            program(words, unknown);
        }
        for (var word : words) {
            Arrays.stream(word.split("[:=,()$]", -1))
                    .filter(path -> look(document, path) == Look.MISSING)
                    .forEach(path -> unknown.add(new Unknown(path, "there is no such file or folder")));
            OURS.matcher(word)
                    .results()
                    .filter(name -> tree.declaring(name.group(1)).isEmpty())
                    .forEach(name -> unknown.add(new Unknown(name.group(), "there is no such type")));
        }
        return unknown;
    }

    private void build(String[] words, List<Unknown> unknown) {
        var pom = "pom.xml";
        for (int i = 1; i < words.length; i++) {
            var word = words[i];
            if (word.equals("-f") && i + 1 < words.length) {
                pom = words[++i];
            } else if (word.startsWith("-D")) {
                property(word).ifPresent(rule -> unknown.add(new Unknown(word, rule)));
            } else if (word.startsWith("-P")) {
                profile(word, pom).ifPresent(rule -> unknown.add(new Unknown(word, rule)));
            } else if (word.startsWith("-")
                    ? !MAVEN_FLAG.matcher(word).matches()
                    : word.contains(":")
                            ? !hasPlugin(word.substring(0, word.indexOf(':')), pom)
                            : !PHASE.matcher(word).matches()) {
                unknown.add(new Unknown(word, "Maven has no such option, goal or phase here"));
            }
        }
    }

    private boolean hasPlugin(String prefix, String pom) {
        return withParent(pom).contains("<artifactId>" + prefix + "-maven-plugin<")
                || withParent(pom).contains("<artifactId>maven-" + prefix + "-plugin<");
    }

    /** Returns a pom and the parent of all, or nothing if there is no such pom. */
    private String withParent(String pom) {
        return tree.text(pom).isEmpty() ? "" : tree.text(pom) + tree.text("parent/pom.xml");
    }

    private Optional<String> profile(String option, String pom) {
        return withParent(pom).matches("(?s).*<profile>\\s*<id>" + Pattern.quote(option.substring(2)) + "</id>.*")
                ? Optional.empty()
                : Optional.of("there is no such profile in " + pom);
    }

    /** A property of a pom or one that code reads; of those that name tests, the tests. */
    private Optional<String> property(String option) {
        var parts = option.substring(2).split("=", 2);
        var name = parts[0];
        if (parts.length == 2 && (name.equals("test") || name.equals("it.test")) && !isPlaceholder(parts[1])) {
            return Arrays.stream(parts[1].split(",", -1))
                    .flatMap(test -> test(test).stream())
                    .findFirst();
        }
        boolean known = MAVEN_PROPERTIES.contains(name)
                || withParent("pom.xml").contains("<" + name + ">")
                || tree.text("loadtest/pom.xml").contains("<" + name + ">")
                || tree.hasString(name);
        return known ? Optional.empty() : Optional.of("no pom has and no code reads this property");
    }

    private Optional<String> test(String test) {
        var parts = test.split("[#+]", -1);
        if (tree.declaring(parts[0]).stream().noneMatch(file -> file.contains("src/test/"))) {
            return Optional.of("there is no such test");
        }
        return Arrays.stream(parts)
                .skip(1)
                .filter(method -> !tree.hasMember(parts[0], method))
                .map(method -> "the test has no method " + method)
                .findFirst();
    }

    private void program(String[] words, List<Unknown> unknown) {
        var options = DEMO.contains(words[0])
                ? tree.options("demo", "src/demo/")
                : LOAD_TESTS.contains(words[0])
                        ? tree.options("loadtest/run", "loadtest/src/main/")
                        : tree.options("src/main/");
        for (int i = 1; i < words.length; i++) {
            var option = words[i].split("=", -1)[0];
            if (option.matches("--?[A-Za-z].*") && !options.contains(option) && !option.equals("--help")) {
                unknown.add(new Unknown(option, words[0] + " has no such option"));
            } else if (LOAD_TESTS.contains(words[0])
                    && option.matches("[a-z][a-z0-9-]*")
                    && !words[i - 1].startsWith("-")
                    && !tree.hasCommand(option)
                    && !tree.hasPath("loadtest/scenarios/" + option + ".conf")) {
                unknown.add(new Unknown(option, words[0] + " has no such command or scenario"));
            }
        }
    }

    /** Returns the problem of a single option; {@code text} includes its value. */
    Optional<String> option(String option, String text) {
        if (option.startsWith("-D")) {
            return property(text);
        } else if (option.startsWith("-P")) {
            return profile(text, "pom.xml");
        }
        return tree.options("demo", "src/demo/", "src/main/", "loadtest/run", "loadtest/src/main/", "pom.xml")
                        .contains(option)
                ? Optional.empty()
                : Optional.of("no program has this option");
    }

    /** Looks for a path that begins with a folder of the tree or is beside the document. */
    Look look(Path document, String text) {
        var path = text.replace('\\', '/').replaceFirst("^\\./", "").replaceFirst("/$", "");
        var first = path.split("/", -1)[0];
        if (path.startsWith("target/") || path.startsWith("loadtest/target/")) {
            return isBuilt(path) ? Look.FOUND : Look.MISSING;
        } else if (!path.contains("/") || path.contains("//") || path.startsWith("/") || isPlaceholder(path)) {
            return Look.NOT_OURS;
        } else if ((path + "/").startsWith(REPORTS) || isPublished(path)) {
            return Look.FOUND;
        } else if (tree.hasPath(path)
                || tree.hasPath(document.resolveSibling(path).toString())
                || tree.hasPath("src/main/" + path)) {
            return Look.FOUND;
        }
        return tree.hasPath(first) ? Look.MISSING : Look.NOT_OURS;
    }

    private static boolean isPublished(String path) {
        return path.startsWith(PUBLISHED) && Files.exists(Path.of(path.replaceFirst("\\.html$", ".json")));
    }

    /** The zips with the version of their pom, the files that a pom names, and the folders of javac and Jazzer. */
    private boolean isBuilt(String path) {
        var folder = path.startsWith("loadtest/") ? "loadtest/" : "";
        var pom = withParent(folder + "pom.xml");
        var file = path.substring(path.indexOf("target/") + "target/".length());
        var project = pom.replaceFirst("(?s)<dependencies>.*|<properties>.*", "");
        var zip = first("<artifactId>([^<]+)", project.replaceFirst("(?s)<parent>.*</parent>", "")) + "-"
                + first("<version>([^<]+)", project) + ".zip";
        return file.equals(zip)
                || file.replace("<version>", first("<version>([^<]+)", project)).equals(zip)
                || pom.contains("/" + file)
                || Set.of("classes", "test-classes", "jazzer", "jazzer/corpus").contains(file);
    }

    private static String first(String pattern, String text) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
