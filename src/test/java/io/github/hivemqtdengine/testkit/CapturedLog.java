package io.github.hivemqtdengine.testkit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What is logged while a test runs, the broker's lines among it. */
public final class CapturedLog implements BeforeEachCallback, AfterEachCallback {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
    };

    @Override
    public void beforeEach(ExtensionContext context) {
        appender.start();
        rootLogger().addAppender(appender);
    }

    @Override
    public void afterEach(ExtensionContext context) {
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
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
