// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import io.github.hivemqtdengine.decode.BinaryValuesContract;
import io.github.hivemqtdengine.decode.Encoders;
import io.github.hivemqtdengine.decode.ValueTrees;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.testkit.RandomValues;
import org.jspecify.annotations.Nullable;

/** Reads everything that another implementation has written. */
class CborFormatPropertyTest extends BinaryValuesContract {

    @Override
    protected DocumentFormat format() {
        return new CborFormat();
    }

    @Override
    protected byte[] written(@Nullable Object value) {
        return Encoders.cbor(value);
    }

    @Override
    @Nullable
    protected Object value(RandomValues random) {
        return ValueTrees.tree(random, () -> switch (random.below(3)) {
            case 0 -> random.anyTime();
            case 1 -> random.anyBigDecimal(random.oneOf(20, 140, 1_030), 2, 2);
            default -> ValueTrees.narrowed(random.anyBigInteger(130));
        });
    }
}
