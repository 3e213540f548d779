package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever another implementation has written, it is read as it was. */
class CborFormatPropertyTest {

    @Property(tries = 500)
    void shouldReadWhatAnotherImplementationWrites(@ForAll("values") @Nullable Object value) throws Exception {
        var payload = Encoders.cbor(value);
        var document = new CborFormat().open(payload);
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
        var document = new CborFormat().open(Encoders.cbor(value));

        document.skip();

        document.end();
    }

    @Provide
    Arbitrary<Object> values() {
        return ValueTrees.trees(Arbitraries.oneOf(
                Arbitraries.longs()
                        .between(-62_135_596_800L, 253_402_300_799L)
                        .flatMap(
                                s -> Arbitraries.longs().between(0, 999_999_999).map(n -> Instant.ofEpochSecond(s, n))),
                Arbitraries.bigDecimals().map(number -> number),
                Arbitraries.bigIntegers().map(ValueTrees::narrowed)));
    }
}
