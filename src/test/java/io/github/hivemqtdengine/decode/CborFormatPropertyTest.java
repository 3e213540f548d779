package io.github.hivemqtdengine.decode;

import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever another implementation has written, it is read as it was. */
class CborFormatPropertyTest extends BinaryValuesContract {

    @Override
    DocumentFormat format() {
        return new CborFormat();
    }

    @Override
    byte[] written(@Nullable Object value) {
        return Encoders.cbor(value);
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
