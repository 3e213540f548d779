package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;

/**
 * Topics of a route: {@code <source>} and {@code <mqtt-topic-filters>}.
 *
 * @param source the source of the messages
 * @param filters the topic filters
 * @param excludes filters for topics that are excluded from them
 */
record RouteTopics(MessageSource source, List<TopicFilter> filters, List<TopicFilter> excludes) {

    private static final Choice<MessageSource> SOURCES = Choice.of(MessageSource.class);

    static RouteTopics read(Section route) {
        var source = route.text("source").or(SOURCES, MessageSource.PUBLISHES);
        boolean needsFilters = source.ownFilters().isEmpty();
        var topics = needsFilters ? route.requiredChild("mqtt-topic-filters") : route.child("mqtt-topic-filters");
        if (needsFilters) {
            topics.requireOne("mqtt-topic-filter");
        } else if (topics.isPresent()) {
            topics.reject("is not for <source>" + Choice.word(source) + "</source>, whose topics are "
                    + source.ownFilters().get(0).text() + "; leave it out");
        }
        var filters = filters(topics, "mqtt-topic-filter");
        var excludes = filters(topics, "exclude");
        return new RouteTopics(source, needsFilters ? filters : source.ownFilters(), excludes);
    }

    private static List<TopicFilter> filters(Section topics, String name) {
        return topics.texts(name).stream()
                .flatMap(filter -> filter.read(TopicFilter::parse).stream())
                .toList();
    }
}
