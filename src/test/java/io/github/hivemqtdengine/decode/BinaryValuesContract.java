package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Whatever another implementation of a format like JSON in bytes has written is read as it was. A subclass provides
 * {@code values} that its format can write.
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
}
