package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What holds for formats like JSON in bytes: whatever another implementation has written, it is read as it was, and what
 * nobody has written is refused. A subclass provides {@code values} that its format can write.
 */
abstract class BinaryValuesContract {

    abstract DocumentFormat format();

    /** A value as another implementation writes it. */
    abstract byte[] written(@Nullable Object value);

    @Property(tries = 500)
    void shouldReadWhatAnotherImplementationWrites(@ForAll("values") @Nullable Object value) throws Exception {
        var payload = written(value);
        var document = format().open(payload);
        var kept = document.keep();

        assertThat(ValueTrees.described(document)).isEqualTo(ValueTrees.describedValue(value));
        kept.end();
        document.end();
        assertThat(ValueTrees.described(kept.again())).isEqualTo(ValueTrees.describedValue(value));
        assertThat(kept.structure().bytes()).isEqualTo(payload);
        assertThat(kept.structure().text()).isNotEmpty();
    }

    @Property(tries = 500)
    void shouldSkipWhatItReads(@ForAll("values") @Nullable Object value) throws Exception {
        var payload = written(value);
        var document = format().open(payload);

        document.skip();

        document.end();
        assertThat(document.position()).isEqualTo(payload.length);
    }

    @Test
    void shouldGiveRecordsOrACodedError() {
        var fields = List.of(
                new FieldPath(Scope.MESSAGE, "/t"),
                new FieldPath(Scope.RECORD, "/v"),
                new FieldPath(Scope.RECORD, "/o"),
                new FieldPath(Scope.SCALARS, ""));
        var record = Map.of("v", 21.5, "s", "é", "o", new byte[] {1, 2});
        var nested = Map.of("v", new BigInteger("18446744073709551615"), "o", Map.of("x", List.of(1L, 0.5f)));
        var payloads = List.of(
                written(Map.of("t", Instant.parse("2026-01-02T03:04:05.5Z"), "r", List.of(record, nested))),
                written(Encoders.json("{\"r\":[],\"t\":-70000}")));

        new Mutations(7, payloads).tryOn(format().decoder(fields, RecordShape.rowsAt("/r")));
    }
}
