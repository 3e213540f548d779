package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.Samples;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OncePerMessageTest {

    private static final @Nullable Object[] FIELDS = {};

    private final AtomicInteger evaluated = new AtomicInteger();

    @Test
    void shouldEvaluateOncePerMessage() throws Exception {
        var source = new OncePerMessage(message -> message.topic() + evaluated.incrementAndGet());
        var first = Samples.bareMessage("a");
        var equal = Samples.bareMessage("a");

        assertThat(source.value(first, FIELDS)).isEqualTo("a1");
        assertThat(source.value(first, FIELDS)).isEqualTo("a1");
        assertThat(source.value(equal, FIELDS)).isEqualTo("a2");
        assertThat(source.value(equal, FIELDS)).isEqualTo("a2");
    }

    @Test
    void shouldFailOncePerMessage() {
        var source = new OncePerMessage(this::fail);
        var message = Samples.bareMessage("a");

        for (int row = 0; row < 3; row++) {
            assertThatThrownBy(() -> source.value(message, FIELDS)).isInstanceOf(ConversionException.class);
        }
        assertThat(evaluated).hasValue(1);
    }

    private Object fail(InboundMessage message) throws ConversionException {
        evaluated.incrementAndGet();
        throw ConversionException.of(message.topic(), "is refused");
    }
}
