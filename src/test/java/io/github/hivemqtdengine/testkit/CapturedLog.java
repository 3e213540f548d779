// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Lines logged while a test runs, including the broker's, each with its whole exception. */
public final class CapturedLog implements BeforeEachCallback, AfterEachCallback {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            var exception = event.getThrowableProxy();
            lines.add(event.getLevel() + " " + event.getFormattedMessage()
                    + (exception == null ? "" : "\n" + ThrowableProxyUtil.asString(exception)));
        }
    };
    private final List<Logger> outspoken;
    private final Map<Logger, Level> levels = new HashMap<>();

    /** Captures what the levels of logback-test.xml let through. */
    public CapturedLog() {
        this(List.of());
    }

    private CapturedLog(List<Logger> outspoken) {
        this.outspoken = outspoken;
    }

    /** Captures all levels of these loggers; the console does not show them. */
    public static CapturedLog ofAllFrom(String... loggers) {
        return new CapturedLog(Stream.of(loggers).map(CapturedLog::logger).toList());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        appender.start();
        rootLogger().addAppender(appender);
        for (var logger : outspoken) {
            levels.put(logger, logger.getLevel());
            logger.setLevel(Level.TRACE);
            logger.setAdditive(false);
            logger.addAppender(appender);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        for (var logger : outspoken) {
            logger.detachAppender(appender);
            logger.setAdditive(true);
            logger.setLevel(levels.get(logger));
        }
        rootLogger().detachAppender(appender);
        appender.stop();
    }

    /** The lines so far, each with its level in front. */
    public List<String> lines() {
        return lines;
    }

    /** The lines so far in one text. */
    public String text() {
        return lines.stream().collect(Collectors.joining("\n"));
    }

    private static Logger rootLogger() {
        return logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
