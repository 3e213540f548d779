package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.json.RegisteredJsonFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code <payload format="json">}. */
final class JsonReader {

    /** Attribute of all formats of JSON. */
    static final String NON_FINITE = "non-finite";

    private static final Choice<NonFinite> NON_FINITES = Choice.of(NonFinite.class);
    private static final String REGISTRY = "registry";
    private static final String NONE = "none";

    /** A frame needs both, so that JSON routes ignore a framing that the defaults have for another format. */
    static final Set<String> ATTRIBUTES = Set.of("framing", REGISTRY, Charsets.ATTRIBUTE, NON_FINITE);

    private JsonReader() {}

    static NonFinite nonFinite(Section payload) {
        return payload.attribute(NON_FINITE).or(NON_FINITES, NonFinite.REJECT);
    }

    static Optional<PayloadFormat> read(Section payload, SchemaFiles schemas) {
        var framing = payload.attribute("framing");
        var registry = payload.attribute(REGISTRY);
        var word = framing.read(Function.identity()).orElse(NONE).strip();
        if (!word.equals(REGISTRY)) {
            registry.reject("is for framing=\"registry\" only; leave the attribute out");
        } else if (registry.isPresent()) {
            payload.attribute(Charsets.ATTRIBUTE).reject("is not for framing=\"registry\", whose JSON is UTF-8");
            return Optional.of(new RegisteredJsonFormat(nonFinite(payload)));
        }
        if (!word.equals(NONE)) {
            framing.reject(
                    word.equals(REGISTRY)
                            ? "needs the attribute registry"
                            : "is not for format=\"json\", which has the framings none and registry");
        }
        return Optional.of(new JsonFormat(Charsets.read(payload), nonFinite(payload)));
    }
}
