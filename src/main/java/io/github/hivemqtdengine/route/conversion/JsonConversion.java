package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueText;

/** Conversion to JSON of an object, or of text that is a JSON object. */
record JsonConversion() implements Conversion {

    @Override
    public Object convert(Object value) throws Refusal {
        var text = ValueText.of(value);
        if (ValueText.isUnstorable(text) || !JsonFormat.isObject(text)) {
            throw Refusal.of(value, "is no JSON object");
        }
        return text;
    }
}
