package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.JsonText;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueText;

/** Into JSON: an object of the payload, or text that is one. */
record JsonConversion() implements Conversion {

    @Override
    public Object convert(Object value) throws Refusal {
        var text = ValueText.of(value);
        if (ValueText.isUnstorable(text) || !JsonText.isObject(text)) {
            throw Refusal.of(value, "is no JSON object");
        }
        return text;
    }
}
