package io.github.hivemqtdengine.demo;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Keeps from the console what the broker says about the demo's own eye inside it. Named by the log configuration. */
public final class ConsoleFilter extends Filter<ILoggingEvent> {

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return event.getFormattedMessage().startsWith("Embedded extension") ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
