package io.github.hivemqtdengine.message;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * User properties of one packet, indexed by name. A client may send very many properties, and a message may have very
 * many rows that each need one. Thread-safe.
 */
final class UserProperties extends AbstractList<UserProperty> {

    /** Maximum number of properties for which a linear search is faster than an index. */
    static final int FEW = 16;

    private final List<UserProperty> all;
    /** Index, created by the first lookup; two threads may create equal ones. */
    private volatile @Nullable Map<String, String> firstValues;

    UserProperties(List<UserProperty> all) {
        this.all = List.copyOf(all);
    }

    @Override
    public UserProperty get(int index) {
        return all.get(index);
    }

    @Override
    public int size() {
        return all.size();
    }

    /** Returns the value of the first property with a name. */
    Optional<String> firstValue(String name) {
        var values = firstValues;
        if (values == null) {
            values = index();
            firstValues = values;
        }
        return Optional.ofNullable(values.get(name));
    }

    private Map<String, String> index() {
        var values = new HashMap<String, String>();
        for (var property : all) {
            values.putIfAbsent(property.name(), property.value());
        }
        return values;
    }
}
