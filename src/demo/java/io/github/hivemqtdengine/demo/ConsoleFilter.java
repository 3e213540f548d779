package io.github.hivemqtdengine.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Filter of the console's log events: it drops those that would crowd the first screen. The log configuration names it. */
public final class ConsoleFilter extends Filter<ILoggingEvent> {

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return isAboutWatcher(event) || isStartReport(event) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    /** The broker logs the start and stop of the demo's own extension, too. */
    private static boolean isAboutWatcher(ILoggingEvent event) {
        return event.getFormattedMessage().startsWith("Embedded extension");
    }

    /** The extension logs a line for each route. */
    private static boolean isStartReport(ILoggingEvent event) {
        return event.getLevel() == Level.INFO && event.getLoggerName().endsWith(".TdengineExtensionMain");
    }
}
