// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.expression.Expression;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.table.SubtableName;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parser of the templates of one route, which may refer only to parts of its topic filters and payload. */
final class Templates {

    private final List<TopicFilter> filters;
    private final Optional<PayloadFormat> format;
    private final RecordShape shape;

    /**
     * @param format the payload's format, if known
     * @param shape the location of the records
     */
    Templates(List<TopicFilter> filters, Optional<PayloadFormat> format, RecordShape shape) {
        this.filters = filters;
        this.format = format;
        this.shape = shape;
    }

    Template parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        var template = Template.parse(text);
        checkNames(template.references());
        check(template.references().collect(Collectors.toSet()));
        return template;
    }

    private static void checkNames(Stream<Reference> references) {
        references
                .flatMap(reference -> reference.nameInMappings().stream())
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("uses a name that only <statement-template> has; write " + name);
                });
    }

    /** Parses the template of a subtable's name. */
    Template parseName(String text) {
        var template = parse(text);
        SubtableName.check(template);
        return template;
    }

    /** Parses SQL with placeholders. */
    StatementTemplate parseStatement(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        var template = StatementTemplate.parse(text);
        check(template.references().collect(Collectors.toSet()));
        return template;
    }

    Expression parseCondition(String text) {
        var condition = Expression.parse(text);
        checkNames(condition.references());
        check(condition.references().collect(Collectors.toSet()));
        return condition;
    }

    private void check(Set<Reference> references) {
        checkLevels(references);
        format.ifPresent(known -> checkPayload(references, known));
    }

    private void checkLevels(Set<Reference> references) {
        for (var level : names(references)) {
            for (var filter : filters) {
                if (!filter.names().containsKey(level)) {
                    throw new IllegalArgumentException("uses the topic level \"" + level + "\", which the filter "
                            + filter.text() + " does not have; write {" + level + "} for one of its levels");
                }
            }
        }
    }

    private static List<String> names(Set<Reference> references) {
        return references.stream()
                .filter(Reference::isTopicLevelName)
                .map(Reference::argument)
                .sorted()
                .toList();
    }

    private void checkPayload(Set<Reference> references, PayloadFormat format) {
        if (!format.hasFields() && references.stream().anyMatch(Reference::readsJson)) {
            throw new IllegalArgumentException(
                    "reads a field of the payload, which needs a format with fields, such as json");
        }
        if (format.hasFields() && references.stream().anyMatch(Reference::readsRaw)) {
            throw new IllegalArgumentException("reads what only payloads of format=\"raw\" have");
        }
        if (!shape.hasKeys()
                && references.stream().anyMatch(reference -> reference.kind() == Reference.Kind.PAYLOAD_KEY)) {
            throw new IllegalArgumentException("reads a key, which needs rows-from=\"object\", or a * in rows");
        }
        if (shape.rows() == null
                && references.stream().anyMatch(reference -> reference.kind() == Reference.Kind.PAYLOAD_INDEX)) {
            throw new IllegalArgumentException("reads the position of a row, which needs rows");
        }
        references.forEach(reference -> reference.field().ifPresent(this::checkField));
    }

    private void checkField(FieldPath field) {
        if (field.up() > 0 && shape.elementsAround() == 0) {
            throw new IllegalArgumentException("reads " + field.text() + ", a field of an element around the row,"
                    + " which needs a * in rows, for example rows=\"/devices/*/readings\"");
        }
        if (field.up() > shape.elementsAround()) {
            throw new IllegalArgumentException("goes " + field.up() + " elements up by " + field.text()
                    + ", but rows=\""
                    + shape.rows() + "\" has " + shape.elementsAround() + " around each row; ${payload-root:...} is of"
                    + " the whole message");
        }
        if (shape.isInRows(field)) {
            throw new IllegalArgumentException(
                    "points into the rows by " + field.text() + ", and there are many of them;"
                            + " use ${payload:/...} for a field of the row, and a .. for each element that is up from it");
        }
    }
}
