package io.github.hivemqtdengine.message;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * User properties of one packet that are found by name without looking at all of them: a client may send very many, and a
 * message may have very many rows that each want one. May be used by many threads.
 */
final class UserProperties extends AbstractList<UserProperty> {

    /** Up to so many are looked through faster than an index is made. */
    static final int FEW = 16;

    private final List<UserProperty> all;
    /** Made when the first one is looked for; two threads may make the same one. */
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

    /** Returns the value of the first property of a name. */
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
