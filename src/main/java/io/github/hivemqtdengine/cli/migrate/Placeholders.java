package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import io.github.hivemqtdengine.cli.migrate.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Placeholders {@code ${name}} of an old statement, as expressions of a mapping. */
final class Placeholders {

    static final String ARRIVAL = "arrival-time";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^{}]*)}");

    private final Setting setting;
    private final Function<String, Optional<String>> expressions;

    /** @param expressions returns the expression of a placeholder; empty if the old extension has no such one */
    Placeholders(Setting setting, Function<String, Optional<String>> expressions) {
        this.setting = setting;
        this.expressions = expressions;
    }

    /** Part of a value: literal text or an expression. */
    private record Part(String text, boolean isExpression) {}

    private List<Part> parts(Token value) throws MigrationException {
        if (value.is("now")) {
            return List.of(new Part(ARRIVAL, true));
        }
        var parts = new ArrayList<Part>();
        var placeholder = PLACEHOLDER.matcher(value.text());
        int end = 0;
        while (placeholder.find()) {
            parts.add(new Part(value.text().substring(end, placeholder.start()), false));
            var name = placeholder.group(1);
            parts.add(new Part(
                    expressions
                            .apply(name)
                            .orElseThrow(() -> setting.problem("has the placeholder \"" + name
                                    + "\", which the old extension does not replace; correct or remove it")),
                    true));
            end = placeholder.end();
        }
        parts.add(new Part(value.text().substring(end), false));
        parts.removeIf(part -> !part.isExpression() && part.text().isEmpty());
        return parts;
    }

    /** Returns the template of a value. */
    String template(Token value) throws MigrationException {
        return parts(value).stream()
                .map(part -> part.isExpression() ? "${" + part.text() + "}" : part.text())
                .collect(Collectors.joining());
    }

    /** Returns the template of a subtable's name, which TDengine stores in lower case unless it is quoted. */
    String nameTemplate(String name) throws MigrationException {
        boolean isQuoted = OldName.isQuoted(name);
        var template = new StringBuilder();
        for (var part : parts(new Token(name.replace("`", ""), true))) {
            var text = isQuoted ? part.text() : part.text().toLowerCase(Locale.ROOT);
            template.append(
                    !part.isExpression()
                            ? text
                            : isQuoted ? "${" + part.text() + "}" : "${lower(" + part.text() + ")}");
        }
        return template.toString();
    }

    /** Returns the value as SQL with a placeholder of this extension. */
    String sql(Token value) throws MigrationException {
        var parts = parts(value);
        if (parts.stream().noneMatch(Part::isExpression)) {
            return value.quoted() ? quoted(value.text()) : value.text();
        }
        var arguments = parts.stream()
                .map(part -> part.isExpression() ? part.text() : quoted(part.text()))
                .toList();
        return "${" + (arguments.size() == 1 ? arguments.get(0) : "concat(" + String.join(", ", arguments) + ")") + "}";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns an expression with each of these characters replaced. */
    static String replaced(String expression, String characters, String by) {
        var replaced = expression;
        for (int i = 0; i < characters.length(); i++) {
            replaced = "replace(" + replaced + ", '" + characters.charAt(i) + "', '" + by + "')";
        }
        return replaced;
    }
}
