// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Shared HiveMQ for all test classes of a JVM with a {@link TestBroker} parameter; stopped after the last test. */
public final class SharedHiveMq implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(SharedHiveMq.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestBroker.class;
    }

    @Override
    public TestBroker resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Running.class, key -> start(), Running.class)
                .broker();
    }

    private static Running start() {
        try {
            var folder = Files.createTempDirectory("loadtest-hivemq-");
            return new Running(TestBroker.hiveMq(folder), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private record Running(TestBroker broker, Path folder) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            broker.close();
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
