package io.github.hivemqtdengine.demo;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Sends the log of broker and extension into a file, and the few lines that matter to the console. */
final class DemoLog {

    private DemoLog() {}

    static void open(Path file) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
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
}
