package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.testkit.RandomValues;
import org.jspecify.annotations.Nullable;

/** Reads everything that another implementation has written. */
class MsgpackFormatPropertyTest extends BinaryValuesContract {

    @Override
    DocumentFormat format() {
        return new MsgpackFormat();
    }

    @Override
    byte[] written(@Nullable Object value) {
        return Encoders.msgpack(value);
    }

    @Override
    @Nullable
    Object value(RandomValues random) {
        return ValueTrees.tree(random, random::anyTime);
    }
}
