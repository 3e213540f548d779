// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Log of broker and extension in a file, with a few lines on the console. */
final class DemoLog {

    /** The extension's class that logs an applied configuration at INFO and a rejected one at ERROR. */
    private static final String RELOAD = "io.github.hivemqtdengine.extension.RunningConfiguration";

    private DemoLog() {}

    static void open(Path file) {
        var context = context();
        context.reset();
        context.putProperty("demo.log", file.toString());
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        try {
            configurator.doConfigure(DemoLog.class.getResource("/demo-logback.xml"));
        } catch (JoranException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Registers a listener that receives the time of every applied configuration, in whole milliseconds. */
    static void onConfigurationChange(Consumer<Instant> listener) {
        var appender = new AppenderBase<ILoggingEvent>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getLevel() == Level.INFO) {
                    listener.accept(event.getInstant().truncatedTo(ChronoUnit.MILLIS));
                }
            }
        };
        appender.start();
        context().getLogger(RELOAD).addAppender(appender);
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
}
