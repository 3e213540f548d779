package io.github.hivemqtdengine.decode;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.NullValue;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The constants of an enum. Immutable.
 *
 * @param names by their numbers; of several names of a number the first
 * @param zero the first constant
 * @param isNull whether all of them mean null
 */
record ProtobufConstants(Map<Integer, String> names, int zero, boolean isNull) {

    static ProtobufConstants of(EnumDescriptor descriptor) {
        var names = descriptor.getValues().stream()
                .collect(Collectors.toMap(
                        EnumValueDescriptor::getNumber, EnumValueDescriptor::getName, (first, alias) -> first));
        return new ProtobufConstants(
                names,
                descriptor.getValues().get(0).getNumber(),
                descriptor.getFullName().equals(NullValue.getDescriptor().getFullName()));
    }

    /** The name of a number; one that has no name stays a number. */
    @Nullable
    Object value(int number) {
        if (isNull) {
            return null;
        }
        var name = names.get(number);
        return name == null ? (Object) (long) number : name;
    }

    /** What a field is that isn't there. */
    @Nullable
    Object first() {
        return value(zero);
    }
}
