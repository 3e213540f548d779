// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Log filter of the console that drops events of minor interest. The log configuration names it. */
public final class ConsoleFilter extends Filter<ILoggingEvent> {

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return isAboutWatcher(event) || isStartReport(event) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    /** Returns whether the event is about the demo's own extension, whose start and stop the broker logs, too. */
    private static boolean isAboutWatcher(ILoggingEvent event) {
        return event.getFormattedMessage().startsWith("Embedded extension");
    }

    /** Returns whether the event belongs to the extension's start report, which has a line for each route. */
    private static boolean isStartReport(ILoggingEvent event) {
        return event.getLevel() == Level.INFO && event.getLoggerName().endsWith(".TdengineExtensionMain");
    }
}
