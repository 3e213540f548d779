package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Concatenation of the text of several parts; missing or null if one part is. */
public record JoinedText(List<ValueSource> parts) implements ValueSource {

    @Override
    public @Nullable Object value(InboundMessage message, @Nullable Object[] fields) throws Refusal {
        var text = new StringBuilder();
        for (var part : parts) {
            var value = part.value(message, fields);
            if (value == null || value == Decoder.MISSING) {
                return value;
            }
            text.append(ValueText.of(value));
        }
        return text.toString();
    }
}
