// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import java.util.Comparator;

/** Key of a subtable. Comparable, so that a map stays fast if a client chooses names of one hash code. */
public record SubtableKey(String superTable, String subtable) implements Comparable<SubtableKey> {

    private static final Comparator<SubtableKey> ORDER =
            Comparator.comparing(SubtableKey::subtable).thenComparing(SubtableKey::superTable);

    @Override
    public int compareTo(SubtableKey other) {
        return ORDER.compare(this, other);
    }
}
