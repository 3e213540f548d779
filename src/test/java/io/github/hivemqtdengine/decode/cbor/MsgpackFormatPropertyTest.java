// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import io.github.hivemqtdengine.decode.BinaryValuesContract;
import io.github.hivemqtdengine.decode.Encoders;
import io.github.hivemqtdengine.decode.ValueTrees;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.testkit.RandomValues;
import org.jspecify.annotations.Nullable;

/** Reads everything that another implementation has written. */
class MsgpackFormatPropertyTest extends BinaryValuesContract {

    @Override
    protected DocumentFormat format() {
        return new MsgpackFormat();
    }

    @Override
    protected byte[] written(@Nullable Object value) {
        return Encoders.msgpack(value);
    }

    @Override
    @Nullable
    protected Object value(RandomValues random) {
        return ValueTrees.tree(random, random::anyTime);
    }
}
