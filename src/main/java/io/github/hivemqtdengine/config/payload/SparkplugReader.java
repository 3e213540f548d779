package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.Rebirth;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="sparkplug">}. */
final class SparkplugReader {

    private static final String REBIRTH = "rebirth";
    private static final String ON_GAP = "on-sequence-gap";
    private static final String COUNT = "count";

    static final Set<String> ATTRIBUTES = Set.of(REBIRTH, ON_GAP);

    private static final Choice<Rebirth> REBIRTHS = Choice.of(EnumSet.of(Rebirth.NEVER, Rebirth.WHEN_NEEDED));
    private static final Choice<String> ON_GAPS = Choice.words(COUNT, REBIRTH);

    private SparkplugReader() {}

    static Optional<SparkplugFormat> read(Section payload, SchemaFiles schemas) {
        var rebirth = payload.attribute(REBIRTH).or(REBIRTHS, Rebirth.NEVER);
        var onGap = payload.attribute(ON_GAP);
        if (onGap.or(ON_GAPS, COUNT).equals(COUNT)) {
            return Optional.of(new SparkplugFormat(rebirth));
        }
        if (rebirth == Rebirth.NEVER) {
            onGap.reject("needs rebirth=\"when-needed\" beside it");
            return Optional.of(new SparkplugFormat());
        }
        return Optional.of(new SparkplugFormat(Rebirth.ALSO_AFTER_GAPS));
    }
}
