// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.Publish;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PublishedStatusTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<List<Object>> publishes = new ArrayList<>();
    private @Nullable RuntimeException failure;

    private final PublishedStatus status = new PublishedStatus("plant/status", this::service, this::builder);

    private PublishService service() {
        return (PublishService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishService.class}, (proxy, method, arguments) -> {
                    if (failure != null) {
                        throw failure;
                    }
                    return CompletableFuture.completedFuture(null);
                });
    }

    /** A builder that keeps all arguments in the order of its calls. */
    private PublishBuilder builder() {
        var fields = new ArrayList<Object>();
        return (PublishBuilder) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishBuilder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("build")) {
                        publishes.add(fields);
                        return Proxy.newProxyInstance(
                                getClass().getClassLoader(), new Class<?>[] {Publish.class}, (a, b, c) -> null);
                    }
                    fields.add(
                            arguments[0] instanceof ByteBuffer payload
                                    ? UTF_8.decode(payload).toString()
                                    : arguments[0]);
                    return proxy;
                });
    }

    private void write(String time, boolean isUp) {
        status.accept(("{\"format\":1,\"written\":\"" + time + "\",\"databases\":[{\"id\":\"a\",\"up\":" + isUp + "}]}")
                .getBytes(UTF_8));
    }

    @Test
    void shouldPublishARetainedMessageWhenTheStateChangesAndOnceAMinute() {
        write("2026-01-01T00:00:00Z", true);
        write("2026-01-01T00:00:05Z", true);
        write("2026-01-01T00:00:10Z", false);
        write("2026-01-01T00:01:09Z", false);
        write("2026-01-01T00:01:10Z", false);

        assertThat(publishes)
                .hasSize(3)
                .allSatisfy(fields -> assertThat(fields).contains("plant/status", true, "application/json"))
                .extracting(fields -> String.valueOf(fields.get(4)).replaceAll(",\"host.*", ""))
                .containsExactly(
                        "{\"state\":\"ok\",\"time\":\"2026-01-01T00:00:00Z\"",
                        "{\"state\":\"fail\",\"time\":\"2026-01-01T00:00:10Z\"",
                        "{\"state\":\"fail\",\"time\":\"2026-01-01T00:01:10Z\"");
    }

    @Test
    void shouldWarnOnceIfTheBrokerTakesNone() {
        failure = new IllegalStateException("stopping");

        write("2026-01-01T00:00:00Z", true);
        write("2026-01-01T00:00:10Z", false);
        failure = null;
        write("2026-01-01T00:00:15Z", false); // again, although nothing has changed

        assertThat(publishes).hasSize(3);
        assertThat(log.lines()).singleElement().asString().contains("plant/status", "stopping");
    }
}
