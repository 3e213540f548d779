package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.PayloadSettings.Format;
import io.github.hivemqtdengine.route.SubtableName;
import io.github.hivemqtdengine.route.TopicFilter;
import java.util.List;
import java.util.Optional;

/** Understands the templates of one route: they may only refer to what its filters and its payload have. */
final class Templates {

    private final List<TopicFilter> filters;
    private final Optional<Format> format;

    /** @param format the payload's format, if that is known */
    Templates(List<TopicFilter> filters, Optional<Format> format) {
        this.filters = filters;
        this.format = format;
    }

    Template parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        var template = Template.parse(text);
        checkLevels(template);
        format.ifPresent(known -> checkPayload(template, known));
        return template;
    }

    /** Understands the template of a subtable's name. */
    Template parseName(String text) {
        var template = parse(text);
        SubtableName.check(template);
        return template;
    }

    private void checkLevels(Template template) {
        for (var level : template.topicLevelNames()) {
            for (var filter : filters) {
                if (!filter.names().containsKey(level)) {
                    throw new IllegalArgumentException("uses the topic level \"" + level + "\", which the filter "
                            + filter.text() + " does not have; write {" + level + "} for one of its levels");
                }
            }
        }
    }

    private static void checkPayload(Template template, Format format) {
        if (format == Format.RAW && template.readsJson()) {
            throw new IllegalArgumentException("reads a field of the payload, which needs format=\"json\"");
        }
        if (format == Format.JSON && template.readsRaw()) {
            throw new IllegalArgumentException("reads what only payloads of format=\"raw\" have");
        }
    }
}
