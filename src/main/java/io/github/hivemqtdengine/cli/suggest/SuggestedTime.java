package io.github.hivemqtdengine.cli.suggest;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Field of a sample with the time of its rows.
 *
 * @param shared whether the field is outside the rows
 * @param unique whether the sample's rows have different times
 */
record SuggestedTime(String pointer, String unit, boolean shared, boolean unique) {

    /** Returns the first time that every record has, otherwise the first time outside the records. */
    static Optional<SuggestedTime> of(SampleRecords sample) {
        return ofRecords(sample)
                .or(() -> sample.shared().entrySet().stream()
                        .filter(field -> FieldReference.isPossible(field.getKey()))
                        .flatMap(field -> SampleTime.unit(field.getKey(), Collections.singletonList(field.getValue()))
                                .map(unit -> new SuggestedTime(
                                        field.getKey(),
                                        unit,
                                        true,
                                        sample.records().size() < 2))
                                .stream())
                        .findFirst());
    }

    private static Optional<SuggestedTime> ofRecords(SampleRecords sample) {
        var records = sample.records();
        return records.get(0).keySet().stream()
                .filter(FieldReference::isPossible)
                .filter(pointer -> records.stream().allMatch(record -> record.containsKey(pointer)))
                .flatMap(pointer -> of(
                        pointer,
                        records.stream().map(record -> record.get(pointer)).toList())
                        .stream())
                .findFirst();
    }

    private static Optional<SuggestedTime> of(String pointer, List<?> values) {
        return SampleTime.unit(pointer, values)
                .map(unit -> new SuggestedTime(
                        pointer, unit, false, values.stream().distinct().count() == values.size()));
    }

    /** Returns the attributes of {@code <timestamp>}, with a composite key if the sample has rows of equal time. */
    String attributes() {
        return "value=\"" + XmlText.escape(FieldReference.of(pointer, shared)) + "\" unit=\"" + unit + "\""
                + (unique ? "" : " on-equal=\"composite-key\"");
    }

    /** Returns whether this is the field, which then needs no column. */
    boolean is(String otherPointer, boolean otherShared) {
        return pointer.equals(otherPointer) && shared == otherShared;
    }
}
