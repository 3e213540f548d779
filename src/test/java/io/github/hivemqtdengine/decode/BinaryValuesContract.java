// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import org.jspecify.annotations.Nullable;

/** Reads everything that another implementation of a binary JSON-like format has written. */
public abstract class BinaryValuesContract {

    protected abstract DocumentFormat format();

    /** Returns a value that the format can write. */
    protected abstract @Nullable Object value(RandomValues random);

    /** A value as another implementation writes it. */
    protected abstract byte[] written(@Nullable Object value);

    @SeededTest
    void shouldReadWhatAnotherImplementationWrites(RandomValues random) throws Exception {
        var value = value(random);
        var payload = written(value);
        var document = format().open(Payload.of(payload));
        var kept = document.keep();

        assertThat(ValueTrees.described(document)).isEqualTo(ValueTrees.describedValue(value));
        kept.end();
        document.end();
        assertThat(ValueTrees.described(kept.again())).isEqualTo(ValueTrees.describedValue(value));
        assertThat(kept.structure().bytes()).isEqualTo(payload);
        assertThat(kept.structure().text()).isNotEmpty();
    }

    @SeededTest
    void shouldSkipWhatItReads(RandomValues random) throws Exception {
        var payload = written(value(random));
        var document = format().open(Payload.of(payload));

        document.skip();

        document.end();
        assertThat(document.position()).isEqualTo(payload.length);
    }
}
